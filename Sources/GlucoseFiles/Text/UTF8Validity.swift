enum UTF8Validity: Equatable {
  case valid
  /// The bytes are valid up to this position, where the file ends within a character.
  case cut(at: Int)
  /// The bytes contain a zero byte, which text never does.
  case hasZero
  case invalid

  init(of bytes: Span<UInt8>) { self = Self.validity(of: bytes) }

  private static func validity(of bytes: Span<UInt8>) -> Self {
    let words = unsafe bytes.bytes
    var index = 0
    while index < bytes.count {
      // ASCII without zero bytes, the most common case, is scanned by words, four at a time.
      while index &+ 32 <= bytes.count, ByteWords.arePlainASCII(words, at: index) { index &+= 32 }
      while index &+ 8 <= bytes.count, ByteWords.isPlainASCII(ByteWords.load(words, at: index)) {
        index &+= 8
      }
      let end = min(index &+ 8, bytes.count)
      while index < end {
        let lead = bytes[index]
        if lead == 0 { return .hasZero }
        if lead < 0x80 {
          index += 1
          continue
        }
        guard let (length, second) = sequence(after: lead) else { return .invalid }
        for offset in 1..<length {
          guard index + offset < bytes.count else { return .cut(at: index) }
          let byte = bytes[index + offset]
          guard offset == 1 ? second.contains(byte) : 0x80...0xBF ~= byte else { return .invalid }
        }
        index += length
      }
    }
    return .valid
  }

  /// Returns the length of the sequence that starts with `lead` and the range of its second byte
  /// (Unicode 16, table 3-7), or `nil` if no sequence starts with it.
  private static func sequence(after lead: UInt8) -> (Int, ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
