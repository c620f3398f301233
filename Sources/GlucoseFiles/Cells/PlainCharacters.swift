/// A conversion of times and numbers in other scripts to the characters that the scanners read.
///
/// It is used only for a text that could not be read and has bytes outside ASCII.
enum PlainCharacters {
  /// Returns the text in `range` with digits 0 to 9, plain spaces, and `AM` or `PM`, without
  /// directional marks; `nil` if it is already ASCII.
  ///
  /// Names of months are unchanged.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    // No time is longer, nor any relevant number.
    guard range.count <= 96, range.contains(where: { bytes[$0] >= 0x80 }) else { return nil }
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for index in range { copy.append(bytes[index]) }
    let scalars = Array(String(decoding: copy, as: UTF8.self).unicodeScalars)
    var text: [UInt8] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if let (half, next) = greekHalf(index - 1, in: scalars) {
        text += Array(half.utf8)
        index = next
      } else if index < scalars.count, let half = halves[[scalar, scalars[index]]] {
        text += Array(half.utf8)
        index += 1
      } else if let half = arabicHalves[scalar], isAlone(index - 1, in: scalars) {
        text += Array(half.utf8)
      } else if scalar == "г", isAlone(index - 1, in: scalars), index < scalars.count,
        scalars[index] == "."
      {
        // The Russian abbreviation for "year" after its number.
        index += 1
      } else {
        append(scalar, to: &text)
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

  /// Returns AM or PM for `πμ` or `μμ`, with or without points, and the position after it.
  private static func greekHalf(
    _ start: Int, in scalars: [Unicode.Scalar]
  ) -> (half: String, next: Int)? {
    guard let half = greekHalves[scalars[start]] else { return nil }
    var index = start + 1
    let hasPoint = index < scalars.count && scalars[index] == "."
    if hasPoint { index += 1 }
    guard index < scalars.count, greekHalves[scalars[index]] == " PM " else { return nil }
    index += 1
    if hasPoint, index < scalars.count, scalars[index] == "." { index += 1 }
    let isWord = index == scalars.count || !scalars[index].properties.isAlphabetic
    return isWord ? (half, index) : nil
  }

  /// The first letter of morning and that of afternoon, which is also the second letter of both.
  private static let greekHalves: [Unicode.Scalar: String] = [
    "π": " AM ", "Π": " AM ", "μ": " PM ", "Μ": " PM ", "\u{B5}": " PM ",
  ]

  /// Returns whether a character is a word of its own: only spaces, digits, and punctuation are
  /// adjacent to it.
  private static func isAlone(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let neighbors = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
    return neighbors.allSatisfy { !$0.properties.isAlphabetic }
  }

  private static let halves: [[Unicode.Scalar]: String] = [
    ["上", "午"]: " AM ", ["下", "午"]: " PM ", ["午", "前"]: " AM ", ["午", "後"]: " PM ",
    ["오", "전"]: " AM ", ["오", "후"]: " PM ",
  ]

  private static let arabicHalves: [Unicode.Scalar: String] = ["ص": " AM ", "م": " PM "]
}
