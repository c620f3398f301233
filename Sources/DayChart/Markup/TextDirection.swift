// SPDX-License-Identifier: Apache-2.0

extension String {
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
  /// A Boolean value that indicates whether the scalar is in a block of scripts from right to left,
  /// or changes the direction of text.
  fileprivate var mayBeRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2068, 0xFB1D...0xFDFF, 0xFE70...0xFEFE,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
