// SPDX-License-Identifier: Apache-2.0

/// What keeps bytes from being JSON (RFC 8259), and where.
typealias JSONFault = ScanFault<JSONFlaw>

/// What keeps bytes from being JSON.
enum JSONFlaw: Equatable {
  /// The bytes end within a value.
  case unexpectedEnd
  /// Another character than the grammar allows here.
  case unexpectedCharacter
  /// A number written in a way that JSON does not know, such as `01` or `1.`.
  case malformedNumber
  /// A backslash before something that it cannot escape.
  case malformedEscape
  /// A control character within a string.
  case controlCharacter
  /// More arrays and objects in each other than any export has.
  case tooDeep
}

extension JSONFlaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .unexpectedEnd: "it ends within a value"
    case .unexpectedCharacter: "a character that JSON does not have here"
    case .malformedNumber: "a number that is not written as JSON writes numbers"
    case .malformedEscape: "a backslash that escapes nothing"
    case .controlCharacter: "a control character within a string"
    case .tooDeep: "more than \(JSONScanner.depthLimit) values in each other"
    }
  }
}
