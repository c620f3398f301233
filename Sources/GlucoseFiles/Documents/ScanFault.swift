// SPDX-License-Identifier: Apache-2.0

/// What keeps bytes from being what a scanner scans, and where.
struct ScanFault<Flaw: Equatable & Sendable>: Error, Equatable {
  var reason: Flaw
  /// The position of the byte at which it shows.
  var offset: Int

  init(_ reason: Flaw, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
