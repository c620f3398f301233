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

/// A violation of well-formedness (XML 1.0, fifth edition), with its position in the scanner's
/// buffer.
typealias XMLFault = ScanFault<XMLFlaw>

/// A violation of well-formedness.
enum XMLFlaw: Equatable {
  /// A character that the grammar does not allow here.
  case unexpectedCharacter
  /// A control character, which XML 1.0 does not allow, even as a reference by number.
  case controlCharacter
  /// An end tag that does not match the open element.
  case wrongEndTag
  /// An attribute that occurs twice in an element.
  case repeatedAttribute
  /// An entity that is not predefined, which this reader would have to expand.
  case entity
  /// A tag or a document type that is longer than in any export, or has more attributes.
  case tooLong
  /// More nested elements than in any export.
  case tooDeep
}

extension XMLFlaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .unexpectedCharacter: "a character that XML does not allow here"
    case .controlCharacter: "a control character, which XML does not allow"
    case .wrongEndTag: "an end tag that does not match the open element"
    case .repeatedAttribute: "an attribute that occurs twice in its element"
    case .entity: "an entity that is not predefined; entities are not expanded"
    case .tooLong:
      "a tag or a document type longer than \(XMLScanner.lengthLimit) bytes, or one "
        + "with more than \(XMLScanner.attributeLimit) attributes"
    case .tooDeep: "more than \(XMLScanner.depthLimit) nested elements"
    }
  }
}
