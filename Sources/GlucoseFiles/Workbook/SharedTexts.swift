// SPDX-License-Identifier: Apache-2.0

/// The shared texts of a workbook's cells (ECMA-376 part 1, 18.4), in one array.
struct SharedTexts {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Creates an empty list.
  init() {}

  init(_ stream: ByteStream) throws(ReadError) {
    var part = try PartReader(stream, "the part of texts")
    var text = TextCollector()
    while let begins = try part.next() {
      if begins {
        text.open(&part, item: "si")
      } else if let whole = text.close(&part) {
        bytes += whole
        ends.append(bytes.count)
      }
    }
  }

  /// The range of the text with a number, or `nil` if there is none.
  subscript(number: Int) -> Range<Int>? {
    guard ends.indices.contains(number) else { return nil }
    return (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }
}

/// A collector of the text of an item, which may consist of runs in different styles; phonetic text
/// beside it is ignored.
struct TextCollector {
  private var itemDepth: Int?
  private var pronunciationDepth: Int?

  /// Processes the start of an element.
  mutating func open(_ part: inout PartReader, item: StaticString) {
    guard itemDepth != nil else {
      if part.scanner.localName(is: item) {
        itemDepth = part.scanner.depth
        part.scanner.text.removeAll(keepingCapacity: true)
      }
      return
    }
    if part.scanner.localName(is: "rPh") {
      pronunciationDepth = part.scanner.depth
    } else if part.scanner.localName(is: "t"), pronunciationDepth == nil {
      part.scanner.collectsText = true
    }
  }

  /// Processes the end of an element, and returns the text if it is the end of the item.
  mutating func close(_ part: inout PartReader) -> [UInt8]? {
    part.scanner.collectsText = false
    let depth = part.scanner.depth
    if let pronunciation = pronunciationDepth, depth < pronunciation { pronunciationDepth = nil }
    guard let item = itemDepth, depth < item else { return nil }
    itemDepth = nil
    return part.takeText()
  }
}
