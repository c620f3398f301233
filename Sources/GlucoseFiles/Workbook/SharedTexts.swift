// SPDX-License-Identifier: Apache-2.0

/// The texts that cells of a workbook share (ECMA-376 part 1, 18.4), one behind the other.
struct SharedTexts {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// No texts.
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

  /// Where the text of a number stands, or `nil` if there is none.
  subscript(number: Int) -> Range<Int>? {
    guard ends.indices.contains(number) else { return nil }
    return (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }
}

/// Collects the text of an item, which may be written in runs of different looks; how a word is
/// pronounced, which some write beside it, is no part of it.
struct TextCollector {
  private var itemDepth: Int?
  private var pronunciationDepth: Int?

  /// Takes note of an element that begins.
  mutating func open(_ part: inout PartReader, item: String) {
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

  /// Takes note of an element that ends: the text, if it is the item.
  mutating func close(_ part: inout PartReader) -> [UInt8]? {
    part.scanner.collectsText = false
    let depth = part.scanner.depth
    if let pronunciation = pronunciationDepth, depth < pronunciation { pronunciationDepth = nil }
    guard let item = itemDepth, depth < item else { return nil }
    itemDepth = nil
    return part.takeText()
  }
}
