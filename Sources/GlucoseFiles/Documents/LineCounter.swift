// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Counts lines as far as it is asked, and never a byte twice.
struct LineCounter {
  private var position = 0
  private var line = 1

  /// The line of the byte at `offset`, counted from 1; at the position it stopped at if that lies
  /// further back.
  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    let end = min(offset, bytes.count)
    if position < end {
      line += Self.lineFeeds(bytes, position..<end)
      position = end
    }
    return line
  }

  /// How many line feeds stand in `range`.
  static func lineFeeds(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
    let words = unsafe bytes.elementSpan.bytes
    let pattern = ByteWords.filled(with: Byte.lineFeed)
    let low = ByteWords.filled(with: 0x7F)
    var (index, count) = (range.lowerBound, 0)
    while index &+ 8 <= range.upperBound {
      // The highest bit of a byte stays clear exactly where it is a line feed.
      let rest = ByteWords.load(words, at: index) ^ pattern
      count &+= (~(((rest & low) &+ low) | rest | low)).nonzeroBitCount
      index &+= 8
    }
    while index < range.upperBound {
      if bytes[index] == Byte.lineFeed { count &+= 1 }
      index &+= 1
    }
    return count
  }
}

extension [UInt8] {
  /// The rest of the line from `position` on, as people care to see it.
  func lineExcerpt(from position: Int) -> String {
    let line = self[Swift.min(position, count)...].prefix(240).prefix {
      $0 != Byte.lineFeed && $0 != Byte.carriageReturn
    }
    return TableCursor.excerpt(String(decoding: line, as: UTF8.self))
  }
}
