// SPDX-License-Identifier: Apache-2.0

/// Scans an XML document tag by tag, from bytes that may arrive in pieces of any size.
///
/// The scanner checks that the document is well-formed (XML 1.0, fifth edition, without validation),
/// and tells where elements begin and end and which attributes they have. Texts between tags are
/// checked and, unless they are asked for, passed over. A document type with an internal
/// subset is passed over too; of entities only the five predefined ones and characters by number are
/// known, so nothing can be made to expand, and nothing outside the document is ever looked at.
///
/// It holds what is not scanned yet and nothing else: a piece, and at most one unfinished tag.
/// The bytes are UTF-8 that was checked before.
struct XMLScanner {
  /// How many elements may stand in each other.
  static let depthLimit = 100
  /// How many bytes a tag or a document type may have.
  static let lengthLimit = 1 << 20
  /// How many attributes a tag may have.
  static let attributeLimit = 256

  /// What a step came to.
  enum Event: Equatable {
    /// An element begins; its name and attributes are known until the next step.
    case start
    /// The element that was opened last ends.
    case end
    /// What follows has not arrived yet.
    case needsMore
    /// The document is whole.
    case endOfDocument
    /// The bytes end although the document does not.
    case cut
  }

  /// An attribute's place in the buffer.
  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
    /// Whether the value holds references, tabs or line ends.
    var needsDecoding: Bool
  }

  /// What arrived and is not scanned yet, with what was scanned last.
  private(set) var buffer: [UInt8]
  /// The name of the element that begins, after ``DiaryEvent/start``.
  private(set) var name = 0..<0
  /// The attributes of the element that begins, after ``DiaryEvent/start``.
  private(set) var attributes: [Attribute] = []

  // What the parts in other files work on.
  var index: Int
  var mode = Mode.markup
  var hasRoot = false
  var hasDocumentType = false
  private(set) var isWhole = false

  /// Whether the text between tags is added to ``text``.
  var collectsText = false
  /// The text that was collected; its owner empties it.
  var text: [UInt8] = []

  /// The names of the open elements, one behind the other, and where each begins.
  private var openNames: [UInt8] = []
  private var openStarts: [Int] = []
  private var closesAtOnce = false

  /// Where the tag scanned last begins.
  private var tagStart = 0
  /// The line feeds before the position up to which they were counted.
  private var linesBefore = 0
  private var counted: Int

  /// What the scanner is within.
  enum Mode: Equatable {
    case markup
    case comment, characterData, instruction
  }

  /// A scanner before the document that begins at `start` of the bytes, which are all of it or, if
  /// more will arrive, its first piece.
  init(_ bytes: [UInt8], from start: Int = 0, isWhole: Bool = true) {
    buffer = bytes
    index = start
    counted = start
    self.isWhole = isWhole
  }

  /// How many elements are open; the one that begins is among them.
  var depth: Int { openStarts.count }

  /// Takes the next piece and forgets what is scanned.
  mutating func append(_ piece: [UInt8]) {
    linesBefore += LineCounter.lineFeeds(buffer, counted..<max(index, counted))
    counted = 0
    if index == buffer.count {
      buffer = piece
    } else {
      buffer.removeSubrange(..<index)
      buffer += piece
    }
    index = 0
    tagStart = 0
  }

  /// Takes note that no piece follows.
  mutating func finish() { isWhole = true }

  /// The line on which the tag scanned last begins, counted from 1.
  mutating func line() -> Int { line(of: tagStart) }

  /// The line of a position in the buffer, or of the position asked for last if that lies further on.
  mutating func line(of position: Int) -> Int {
    let position = max(min(position, buffer.count), counted)
    linesBefore += LineCounter.lineFeeds(buffer, counted..<position)
    counted = position
    return linesBefore + 1
  }

  /// Scans to the next tag.
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
      guard try collectsText && depth > 0 ? takeText() : skipText() else { return starved() }
      tagStart = index
      switch try markup() {
      case .tag(let event): return event
      case .passed: continue
      case .unfinished: return starved()
      }
    }
  }

  private func starved() -> Event {
    guard isWhole else { return .needsMore }
    return hasRoot && depth == 0 && index == buffer.count ? .endOfDocument : .cut
  }

  /// Opens the element of a start tag that ends at `end`.
  mutating func openElement(
    _ name: Range<Int>, _ attributes: [Attribute], end: Int, isEmpty: Bool
  ) throws(XMLFault) {
    guard depth < Self.depthLimit else { throw XMLFault(.tooDeep, at: index) }
    guard depth > 0 || !hasRoot else { throw XMLFault(.unexpectedCharacter, at: index) }
    hasRoot = true
    openStarts.append(openNames.count)
    openNames += buffer[name]
    self.name = name
    self.attributes = attributes
    closesAtOnce = isEmpty
    index = end
  }

  /// Closes the open element by an end tag of this name that ends at `end`.
  mutating func closeElement(_ name: Range<Int>, end: Int) throws(XMLFault) {
    guard let start = openStarts.last, openNames[start...].elementsEqual(buffer[name]) else {
      throw XMLFault(.wrongEndTag, at: index)
    }
    closeElement()
    index = end
  }

  private mutating func closeElement() {
    if let start = openStarts.popLast() { openNames.removeSubrange(start...) }
  }

  /// Storage for the attributes of the next tag.
  mutating func takeAttributes() -> [Attribute] {
    var storage: [Attribute] = []
    swap(&storage, &attributes)
    storage.removeAll(keepingCapacity: true)
    return storage
  }
}
