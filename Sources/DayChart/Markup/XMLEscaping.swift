extension String {
  /// The text with no-break spaces before the signs of percentages, for a paragraph of a page.
  package var withUnbrokenPercentages: String { replacing(" %", with: "\u{A0}%") }

  /// The text escaped for an XML document, in an element or a quoted attribute, without control
  /// characters and the two noncharacters that XML 1.0 forbids. Line breaks and tabs become spaces.
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

extension [UInt8] {
  mutating func append(xmlEscaped text: String) {
    let start = endIndex
    self += text.utf8
    guard self[start...].allSatisfy(\.isPlainInXML) else {
      removeSubrange(start...)
      self += text.xmlEscaped.utf8
      return
    }
  }
}

extension UInt8 {
  /// Whether the byte is a printable ASCII character without a special meaning in XML.
  fileprivate var isPlainInXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20..<0x7F).contains(self)
    }
  }
}
