// SPDX-License-Identifier: Apache-2.0

/// A violation of a scanner's grammar, with its position.
struct ScanFault<Flaw: Equatable & Sendable>: Error, Equatable {
  var reason: Flaw
  /// The position of the byte at which the violation is detected.
  var offset: Int

  init(_ reason: Flaw, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
