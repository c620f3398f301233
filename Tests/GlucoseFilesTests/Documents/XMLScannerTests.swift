import Foundation
import Testing

@testable import GlucoseFiles

struct XMLScannerTests {
  /// Returns the scanned events: `<name a=b>` and `</>`, then `.` at the end or `cut`.
  private func events(_ bytes: [UInt8], pieces size: Int? = nil) throws(XMLFault) -> [String] {
    var scanner = XMLScanner(size == nil ? bytes : [], isWhole: size == nil)
    var rest = bytes[...]
    var events: [String] = []
    while true {
      switch try scanner.next() {
      case .start:
        var text = "<" + String(decoding: scanner.buffer[scanner.name], as: UTF8.self)
        for (index, attribute) in scanner.attributes.enumerated() {
          let name = String(decoding: scanner.buffer[attribute.name], as: UTF8.self)
          text += " \(name)=\(scanner.value(index) ?? "")"
        }
        events.append(text + ">")
      case .end: events.append("</>")
      case .needsMore:
        if rest.isEmpty {
          scanner.finish()
        } else {
          scanner.append(Array(rest.prefix(size ?? 1)))
          rest = rest.dropFirst(size ?? 1)
        }
      case .cut: return events + ["cut"]
      case .endOfDocument: return events + ["."]
      }
    }
  }

  private func events(_ text: String) throws(XMLFault) -> [String] {
    try events(Array(text.utf8))
  }

  @Test(arguments: [
    ("<a/>", "<a> </> ."), ("<a></a >", "<a> </> ."),
    ("<a><b/>text<b/></a>", "<a> <b> </> <b> </> </> ."),
    ("<?xml version='1.0'?>\n<!-- c --><a/>\n<!-- d --><?p q?>", "<a> </> ."),
    ("<a x = '1'\ty=\"2\"/>", "<a x=1 y=2> </> ."), ("<a x='\"' y=\"'\"/>", "<a x=\" y='> </> ."),
    ("<a><![CDATA[<b>&x;]] >]]></a>", "<a> </> ."), ("<a>&lt;&#65;&#x1F600;</a>", "<a> </> ."),
    ("<a x='&lt;&gt;&amp;&apos;&quot;&#233;&#xe9;'/>", "<a x=<>&'\"éé> </> ."),
    ("<a x='1\n2\t3\r\n4&#10;5'/>", "<a x=1 2 3 4\n5> </> ."),
    ("<é:b-1.2 é='ü'/>", "<é:b-1.2 é=ü> </> ."),
    ("<!DOCTYPE a SYSTEM \"x>y.dtd\"><a/>", "<a> </> ."),
    (
      "<!DOCTYPE a [<!ELEMENT a (b|c)*><!-- ]> ' --><?p ]>?><!ENTITY e \"]>\">%e;]><a/>",
      "<a> </> ."
    ),
  ])
  func scansADocument(_ text: String, _ expected: String) throws {
    #expect(try events(text).joined(separator: " ") == expected)
    // The events are independent of the size of the pieces.
    for size in [1, 2, 3, 7, 16] {
      #expect(try events(Array(text.utf8), pieces: size).joined(separator: " ") == expected)
    }
  }

  @Test(arguments: [
    ("<a><b></a></b>", XMLFlaw.wrongEndTag), ("<a></ab>", .wrongEndTag),
    ("</a>", .wrongEndTag), ("<a x='1' x='2'/>", .repeatedAttribute),
    ("<a x='<'/>", .unexpectedCharacter), ("<a x=1/>", .unexpectedCharacter),
    ("<a x/>", .unexpectedCharacter), ("<a x='1'y='2'/>", .unexpectedCharacter),
    ("<a/><b/>", .unexpectedCharacter), ("<a/>text", .unexpectedCharacter),
    ("text<a/>", .unexpectedCharacter), ("<a>]]></a>", .unexpectedCharacter),
    ("<a><!-- -- --></a>", .unexpectedCharacter), ("<a><!x></a>", .unexpectedCharacter),
    ("<1a/>", .unexpectedCharacter), ("< a/>", .unexpectedCharacter),
    ("<a/ >", .unexpectedCharacter), ("<a></a x>", .unexpectedCharacter),
    ("<a><!DOCTYPE a></a>", .unexpectedCharacter), ("<![CDATA[x]]><a/>", .unexpectedCharacter),
    ("<!DOCTYPE a><!DOCTYPE a><a/>", .unexpectedCharacter),
    ("<a><?xml version='1.0'?></a>", .unexpectedCharacter),
    ("<a>&#0;</a>", .controlCharacter), ("<a>&#xD800;</a>", .unexpectedCharacter),
    ("<a>&#;</a>", .unexpectedCharacter), ("<a>&#+65;</a>", .unexpectedCharacter),
    ("<a>&#1;</a>", .controlCharacter), ("<a>\u{1}</a>", .controlCharacter),
    ("<a x='\u{1F}'/>", .controlCharacter), ("<a>&e;</a>", .entity), ("<a x='&e;'/>", .entity),
    ("<a>&AMP;</a>", .entity), ("<a>&averylongnameofanentity</a>", .entity),
  ])
  func refusesMalformedDocuments(_ text: String, _ reason: XMLFlaw) {
    let fault = #expect(throws: XMLFault.self) { try events(text) }
    #expect(fault?.reason == reason)
    for size in [1, 5] {
      let fault = #expect(throws: XMLFault.self) { try events(Array(text.utf8), pieces: size) }
      #expect(fault?.reason == reason)
    }
  }

  @Test func aTruncatedDocumentIsDetected() throws {
    let text =
      "<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a ANY>]><!-- c --><a x='&lt;'>t<b/>"
      + "<![CDATA[x]]>&amp;</a>"
    for end in 0..<text.utf8.count {
      #expect(try events(Array(text.utf8.prefix(end))).last == "cut", "cut at \(end)")
    }
  }

  @Test func entitiesAreNeverExpanded() {
    // Each would expand to ten of the previous one: a thousand million at the end.
    var text = "<!DOCTYPE a [<!ENTITY e0 \"lol\">"
    for level in 1...9 {
      text += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    text += "]><a>&e9;</a>"
    let fault = #expect(throws: XMLFault.self) { try events(text) }
    #expect(fault?.reason == .entity)
    #expect(throws: XMLFault.self) {
      try events("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>")
    }
  }

  @Test func refusesTooDeeplyNestedOrTooLongMarkup() throws {
    let deep = #expect(throws: XMLFault.self) {
      try events(String(repeating: "<a>", count: 100_000))
    }
    #expect(deep?.reason == .tooDeep)
    let limit = XMLScanner.depthLimit
    let nested = String(repeating: "<a>", count: limit) + String(repeating: "</a>", count: limit)
    #expect(try events(nested).last == ".")
    let many = "<a " + (0...XMLScanner.attributeLimit).map { "x\($0)='' " }.joined() + "/>"
    let attributes = #expect(throws: XMLFault.self) { try events(many) }
    #expect(attributes?.reason == .tooLong)
    let long = Array("<a x='".utf8) + Array(repeating: 0x61, count: XMLScanner.lengthLimit + 1)
    let fault = #expect(throws: XMLFault.self) { try events(long, pieces: 1 << 16) }
    #expect(fault?.reason == .tooLong)
  }

  @Test func longTextBetweenTagsIsNotKeptInMemory() throws {
    var scanner = XMLScanner(Array("<a>".utf8), isWhole: false)
    #expect(try scanner.next() == .start)
    let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
    for opening in ["", "<!-- ", "<![CDATA["] {
      scanner.append(Array(opening.utf8))
      for _ in 0..<64 {
        #expect(try scanner.next() == .needsMore)
        scanner.append(piece)
        #expect(scanner.buffer.count < piece.count + 64)
      }
      scanner.append(Array((opening == "<!-- " ? "-->" : opening.isEmpty ? "" : "]]>").utf8))
    }
    scanner.append(Array("</a>".utf8))
    #expect(try scanner.next() == .end)
  }

  @Test func countsLinesAcrossPieces() throws {
    let text = Array("<a>\n\n<b\n x='1'/>\n<c/></a>".utf8)
    for size in 1...text.count {
      var scanner = XMLScanner([], isWhole: false)
      var rest = text[...]
      var lines: [Int] = []
      loop: while true {
        switch try scanner.next() {
        case .start: lines.append(scanner.line())
        case .needsMore:
          if rest.isEmpty { scanner.finish() } else { scanner.append(Array(rest.prefix(size))) }
          rest = rest.dropFirst(size)
        case .end: break
        case .cut, .endOfDocument: break loop
        }
      }
      #expect(lines == [1, 3, 5])
    }
  }

  @Test func keepsACharacterSplitBetweenPieces() {
    let text = Array("aé\u{1F600}b".utf8)
    for size in 1...4 {
      var pieces = UTF8Pieces()
      var joined: [UInt8] = []
      for start in stride(from: 0, to: text.count, by: size) {
        joined += pieces.text(of: Array(text[start..<min(start + size, text.count)])) ?? []
      }
      #expect(joined == text)
      #expect(pieces.rest == [])
    }
    var pieces = UTF8Pieces()
    #expect(pieces.text(of: [0xC3, 0x28]) == nil)
    // A zero byte affects only the text that contains it.
    #expect(pieces.text(of: [0x41, 0x00]) == Array("A?".utf8))
  }
}
