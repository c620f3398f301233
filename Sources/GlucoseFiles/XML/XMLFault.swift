// SPDX-License-Identifier: Apache-2.0

/// What keeps bytes from being a well-formed XML document (XML 1.0, fifth edition), and where in the
/// scanner's buffer.
typealias XMLFault = ScanFault<XMLFlaw>

/// What keeps bytes from being a well-formed XML document.
enum XMLFlaw: Equatable {
  /// A character that the grammar does not allow here.
  case unexpectedCharacter
  /// A control character, which XML 1.0 cannot hold, also not by its number.
  case controlCharacter
  /// An end tag that closes another element than the one that is open.
  case wrongEndTag
  /// An attribute that an element has twice.
  case repeatedAttribute
  /// An entity that a document would have to define, and this reader would have to expand.
  case entity
  /// A tag or a document type longer than any export has, or with more attributes.
  case tooLong
  /// More elements in each other than any export has.
  case tooDeep
}

extension XMLFlaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .unexpectedCharacter: "a character that XML does not have here"
    case .controlCharacter: "a control character, which XML cannot hold"
    case .wrongEndTag: "an end tag that closes another element than the open one"
    case .repeatedAttribute: "an attribute that its element has twice"
    case .entity: "an entity that would have to be expanded, which this reader refuses"
    case .tooLong:
      "a tag or a document type longer than \(XMLScanner.lengthLimit) bytes, or one "
        + "with more than \(XMLScanner.attributeLimit) attributes"
    case .tooDeep: "more than \(XMLScanner.depthLimit) elements in each other"
    }
  }
}
