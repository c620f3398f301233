// SPDX-License-Identifier: Apache-2.0

/// A violation of the JSON grammar (RFC 8259), with its position.
typealias JSONFault = ScanFault<JSONFlaw>

/// A violation of the JSON grammar.
enum JSONFlaw: Equatable {
  /// The bytes end within a value.
  case unexpectedEnd
  /// A character that the grammar does not allow here.
  case unexpectedCharacter
  /// A number in a notation that JSON does not allow, such as `01` or `1.`.
  case malformedNumber
  /// A backslash before a character that cannot be escaped.
  case malformedEscape
  /// A control character within a string.
  case controlCharacter
  /// More nested arrays and objects than in any export.
  case tooDeep
}

extension JSONFlaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .unexpectedEnd: "the document ends within a value"
    case .unexpectedCharacter: "a character that JSON does not allow here"
    case .malformedNumber: "a number that is not in JSON notation"
    case .malformedEscape: "an invalid escape sequence"
    case .controlCharacter: "a control character within a string"
    case .tooDeep: "more than \(JSONScanner.depthLimit) nested values"
    }
  }
}
