extension String {
  /// Returns the width of the text in a wide sans-serif font of `size`, since that of the device
  /// that displays a picture is unknown.
  package func width(size: Double) -> Double {
    size * unicodeScalars.reduce(0) { $0 + $1.advance }
  }

  package func fitted(to width: Double, size: Double) -> String {
    guard self.width(size: size) > width else { return self }
    var text = ""
    var room = width - size
    for character in self {
      room -= String(character).width(size: size)
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text between isolates if it may contain text from right to left, so that numbers beside it
  /// keep their place; otherwise the text itself.
  ///
  /// Without isolates, the amount of "עוגה: 40 g" would be displayed before the name and apart from
  /// its unit (Unicode Standard Annex 9).
  var isolated: String {
    unicodeScalars.contains(where: \.mayBeRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
  }
}

extension Unicode.Scalar {
  fileprivate var advance: Double {
    switch self {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", "(", ")", " ", "/", "-": 0.4
    case "m", "w", "M", "W", "%", "@": 1
    case "A"..."Z": 0.75
    case "\u{0}"..."\u{7F}": 0.65
    case "\u{80}"..."\u{10FF}": 0.75
    default: 1.2
    }
  }

  fileprivate var mayBeRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2068, 0xFB1D...0xFDFF, 0xFE70...0xFEFE,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
