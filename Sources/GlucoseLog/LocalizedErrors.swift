#if Logbook
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  // For alerts, which show the localized description of an error.

  extension LogbookError: LocalizedError {
    /// The description, in English.
    public var errorDescription: String? { description }
  }
#endif
