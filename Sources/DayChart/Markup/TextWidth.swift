// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Returns an upper estimate of the width of the text in a common sans-serif font of `size`.
  ///
  /// The font of the device that displays a picture is unknown, so the estimate is for a wide font.
  package func width(size: Double) -> Double {
    size * unicodeScalars.reduce(0) { $0 + $1.advance }
  }

  /// Returns the text, truncated with an ellipsis if it is wider than `width` in a font of `size`.
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
}

extension Unicode.Scalar {
  /// The estimated width as a fraction of the font size.
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
}
