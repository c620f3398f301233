// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// For alerts, which show the localized description of an error.

extension ReadError: LocalizedError {
  /// The description, in English.
  public var errorDescription: String? { description }
}
