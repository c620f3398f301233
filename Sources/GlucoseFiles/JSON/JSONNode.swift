// SPDX-License-Identifier: Apache-2.0

/// A value in scanned JSON: what it is and where it stands.
struct JSONNode: Equatable {
  enum Kind: UInt8 {
    case object, array, string, number, `true`, `false`, null
  }

  var kind: Kind
  /// Whether a string holds escapes.
  var isEscaped = false
  /// Where it stands: a string without its quotes, an array or an object with its brackets.
  var start: Int
  var end: Int
  /// The number of the first node after it and all within it.
  var next: Int

  /// The bytes of the value.
  var range: Range<Int> { start..<end }
}
