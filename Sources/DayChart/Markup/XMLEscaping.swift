// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text as it may stand in an XML document, within an element or a quoted attribute.
  ///
  /// Control characters are removed, for XML 1.0 forbids most of them and none can be seen; so are the
  /// two code points that are no characters and that it forbids too. Line breaks and tabs become
  /// spaces.
  var xmlEscaped: String {
    if utf8.allSatisfy(\.isPlainInXML) { return self }
    var output = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      case "\n", "\r", "\t": output += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

extension UInt8 {
  /// Whether the byte is a printable ASCII character that XML does not use itself.
  fileprivate var isPlainInXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7F).contains(self)
    }
  }
}
