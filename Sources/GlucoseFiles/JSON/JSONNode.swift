// SPDX-License-Identifier: Apache-2.0

/// A value in scanned JSON, with its kind and its range.
struct JSONNode: Equatable {
  enum Kind: UInt8 {
    case object, array, string, number, `true`, `false`, null
  }

  var kind: Kind
  /// A Boolean value that indicates whether a string contains escapes.
  var isEscaped = false
  /// The start of the value: of a string without its quotes, of an array or an object with its
  /// brackets.
  var start: Int
  var end: Int
  /// The index of the first node after the value and everything within it.
  var next: Int

  /// The range of the value in the bytes.
  var range: Range<Int> { start..<end }
}
