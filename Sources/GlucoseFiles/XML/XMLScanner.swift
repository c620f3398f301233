/// A scanner that reads an XML document tag by tag, from valid UTF-8 in pieces of any size.
///
/// The scanner checks that the document is well formed (XML 1.0, fifth edition, without
/// validation). A document type with an internal subset is skipped; only the five predefined
/// entities and references by number are supported, so nothing can be expanded, and nothing outside
/// the document is ever read. The buffer contains a piece, and at most one unfinished tag.
struct XMLScanner {
  static let depthLimit = 100
  /// The maximum number of bytes of a tag or a document type.
  static let lengthLimit = 1 << 20
  static let attributeLimit = 256

  enum Event: Equatable {
    /// The start of an element; its name and attributes are available until the next step.
    case start
    case end
    case needsMore
    case endOfDocument
    case cut
  }

  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
    /// Whether the value contains references, tabs, or line ends.
    var needsDecoding: Bool
  }

  /// The bytes that have not been scanned, after the last scanned tag.
  private(set) var buffer: [UInt8]
  /// The name of the current element, after its start or its end.
  private(set) var name = 0..<0
  var attributes: [Attribute] = []

  // The state used by the extensions in other files.
  var index = 0
  var mode = Mode.markup
  var hasRoot = false
  var hasDocumentType = false
  private(set) var isWhole: Bool

  var collectsText = false
  /// The collected text, which the caller removes.
  var text: [UInt8] = []

  /// The names of the open elements in one array, and the start of each.
  private var openNames: [UInt8] = []
  private var openStarts: [Int] = []
  private var closesAtOnce = false

  private var tagStart = 0
  private var lines = LineCounter()

  enum Mode: Equatable {
    case markup
    case comment, characterData, instruction
  }

  /// Creates a scanner of a whole document or, if `isWhole` is `false`, of its first piece.
  init(_ bytes: [UInt8], isWhole: Bool) { (buffer, self.isWhole) = (bytes, isWhole) }

  var depth: Int { openStarts.count }

  /// Returns whether the element around the one that was opened last has a local name.
  func isChild(of parent: StaticString) -> Bool {
    guard let last = openStarts.last, openStarts.count > 1 else { return false }
    let name = Self.local(openStarts[openStarts.count - 2]..<last, in: openNames)
    return ByteWords.isEqual(openNames, name, parent)
  }

  mutating func append(_ piece: [UInt8]) {
    _ = lines.line(of: index, in: buffer)
    lines.position = 0
    if index == buffer.count {
      buffer = piece
    } else {
      buffer.removeSubrange(..<index)
      buffer += piece
    }
    index = 0
    tagStart = 0
  }

  mutating func finish() { isWhole = true }

  /// Returns the line on which the last scanned tag begins, counted from 1.
  mutating func line() -> Int { line(of: tagStart) }

  /// Returns the line of a position in the buffer, at least that of the last requested position.
  mutating func line(of position: Int) -> Int { lines.line(of: position, in: buffer) }

  mutating func next() throws(XMLFault) -> Event {
    if closesAtOnce {
      closesAtOnce = false
      closeElement()
      return .end
    }
    while true {
      switch mode {
      case .comment: guard try skipComment() else { return starved() }
      case .characterData: guard passCharacterData() else { return starved() }
      case .instruction: guard skip(to: "?>") else { return starved() }
      case .markup: break
      }
      guard try passText() else { return starved() }
      tagStart = index
      if let event = try markup() { return event == .needsMore ? starved() : event }
    }
  }

  private func starved() -> Event {
    guard isWhole else { return .needsMore }
    return hasRoot && depth == 0 && index == buffer.count ? .endOfDocument : .cut
  }

  mutating func openElement(_ name: Range<Int>, end: Int, isEmpty: Bool) throws(XMLFault) {
    guard depth < Self.depthLimit else { throw XMLFault(.tooDeep, at: index) }
    guard depth > 0 || !hasRoot else { throw XMLFault(.unexpectedCharacter, at: index) }
    hasRoot = true
    openStarts.append(openNames.count)
    openNames += buffer[name]
    (self.name, closesAtOnce, index) = (name, isEmpty, end)
  }

  mutating func closeElement(_ name: Range<Int>, end: Int) throws(XMLFault) {
    guard let start = openStarts.last, openNames[start...].elementsEqual(buffer[name])
    else { throw XMLFault(.wrongEndTag, at: index) }
    closeElement()
    (self.name, index) = (name, end)
  }

  private mutating func closeElement() {
    if let start = openStarts.popLast() { openNames.removeSubrange(start...) }
  }
}
