/// A conversion of times and numbers in other scripts to the characters that the scanners read.
///
/// It is used only for a text that could not be read and has bytes outside ASCII.
enum PlainCharacters {
  /// Returns the text in `range` with digits 0 to 9, plain spaces, and `AM` or `PM`, without
  /// directional marks and in lower case; `nil` if it is already ASCII.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    // No time is longer, nor any relevant number.
    guard range.count <= 96, range.contains(where: { bytes[$0] >= 0x80 }) else { return nil }
    let copy = range.map { bytes[$0] }
    // The scanners ignore case.
    let scalars = String(decoding: copy, as: UTF8.self).lowercased().unicodeScalars
      .map { $0 == "\u{B5}" ? "μ" : $0 }
    var text: [UInt8] = []
    var index = 0
    while index < scalars.count {
      if let word = words.first(where: { $0.occurs(at: index, in: scalars) }) {
        text += Array(word.plain.utf8)
        index += word.scalars.count
      } else {
        append(scalars[index], to: &text)
        index += 1
      }
    }
    while text.last == Byte.blank { text.removeLast() }
    return Array(text.drop { $0 == Byte.blank })
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    switch scalar.value {
    case 0x660...0x669: text.append(Byte.zero + UInt8(scalar.value - 0x660))
    case 0x6F0...0x6F9: text.append(Byte.zero + UInt8(scalar.value - 0x6F0))
    case 0x966...0x96F: text.append(Byte.zero + UInt8(scalar.value - 0x966))
    case 0xFF10...0xFF19: text.append(Byte.zero + UInt8(scalar.value - 0xFF10))
    case 0x66B: text.append(Byte.point)
    case 0x60C: text.append(Byte.comma)
    case 0x2212: text.append(Byte.minus)
    case 0xFF1A: text.append(Byte.colon)
    case 0xA0, 0x2007, 0x2009, 0x202F, 0x3000: text.append(Byte.blank)
    // Directional marks.
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
    // Year and month in Chinese, Japanese, and Korean, and the space after them.
    case 0x5E74, 0x6708, 0xB144, 0xC6D4: text.append(Byte.minus)
    // Day.
    case 0x65E5, 0xC77C: text.append(Byte.blank)
    case 0x20 where text.last == Byte.minus: break
    default: text += Array(String(scalar).utf8)
    }
  }

  private struct Word {
    var scalars: [Unicode.Scalar]
    var plain: String
    /// Whether letters beside the word make it a part of another.
    var isSeparate: Bool

    func occurs(at index: Int, in text: [Unicode.Scalar]) -> Bool {
      guard text[index...].starts(with: scalars) else { return false }
      let neighbors = [index - 1, index + scalars.count].filter(text.indices.contains)
      return !isSeparate || neighbors.allSatisfy { !text[$0].properties.isAlphabetic }
    }
  }

  /// The words for morning and afternoon, and the Russian abbreviation for "year" after its number.
  private static let words: [Word] = {
    let words: [(texts: [String], plain: String, isSeparate: Bool)] = [
      (["上午", "午前", "오전"], " AM ", false), (["下午", "午後", "오후"], " PM ", false),
      (["ص", "π.μ.", "π.μ", "πμ"], " AM ", true), (["م", "μ.μ.", "μ.μ", "μμ"], " PM ", true),
      (["г."], "", true),
    ]
    return words.flatMap { word in
      word.texts.map {
        Word(scalars: Array($0.unicodeScalars), plain: word.plain, isSeparate: word.isSeparate)
      }
    }
  }()
}
