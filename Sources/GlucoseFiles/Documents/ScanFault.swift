/// A violation of a scanner's grammar, with its position.
struct ScanFault<Flaw: Equatable & Sendable>: Error, Equatable {
  var reason: Flaw
  var offset: Int

  init(_ reason: Flaw, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// A violation of the JSON grammar (RFC 8259), with its position.
typealias JSONFault = ScanFault<JSONFlaw>

enum JSONFlaw: String {
  case unexpectedEnd = "the document ends within a value"
  case unexpectedCharacter = "a character that JSON does not allow here"
  case malformedNumber = "a number that is not in JSON notation"
  case malformedEscape = "an invalid escape sequence"
  case controlCharacter = "a control character within a string"
  case tooDeep = "more than 100 nested values"
}

/// A violation of well-formedness (XML 1.0, fifth edition), with its position in the scanner's
/// buffer.
typealias XMLFault = ScanFault<XMLFlaw>

enum XMLFlaw: String {
  case unexpectedCharacter = "a character that XML does not allow here"
  case controlCharacter = "a control character, which XML does not allow"
  case wrongEndTag = "an end tag that does not match the open element"
  case repeatedAttribute = "an attribute that occurs twice in its element"
  /// An entity that is not predefined, which this reader would have to expand.
  case entity = "an entity that is not predefined; entities are not expanded"
  case tooLong =
    "a tag or a document type longer than 1048576 bytes, or one with more than 256 attributes"
  case tooDeep = "more than 100 nested elements"
}
