internal import GlucoseMath

/// A counter of lines up to a position that examines no byte twice.
struct LineCounter {
  private var position = 0
  private var line = 1

  /// Returns the line of the byte at `offset`, counted from 1, or of the last counted position if
  /// `offset` is before it.
  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    let end = min(offset, bytes.count)
    if position < end {
      line += Self.lineFeeds(bytes, position..<end)
      position = end
    }
    return line
  }

  static func lineFeeds(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let words = unsafe bytes.elementSpan.extracting(0..<range.upperBound).bytes
    let lineFeed = ByteWords.filled(with: Byte.lineFeed)
    func next(_ start: Int) -> Int {
      ByteWords.first(of: lineFeed, lineFeed, lineFeed, in: words, from: start)
    }
    var (index, count) = (next(range.lowerBound), 0)
    while index < range.upperBound { (index, count) = (next(index + 1), count + 1) }
    return count
  }
}

extension [UInt8] {
  func lineExcerpt(from position: Int) -> String {
    let line = self[Swift.min(position, count)...].prefix(240).prefix {
      $0 != Byte.lineFeed && $0 != Byte.carriageReturn
    }
    return TableCursor.excerpt(String(decoding: line, as: UTF8.self))
  }
}
