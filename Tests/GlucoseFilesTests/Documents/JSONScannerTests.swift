import Foundation
import Testing

@testable import GlucoseFiles

struct JSONScannerTests {
  private func scan(_ text: String) throws(JSONFault) -> JSONScanner {
    var scanner = JSONScanner(Array(text.utf8))
    try scanner.scanValue()
    return scanner
  }

  @Test(arguments: [
    "0", "-0", "12", "-1.5", "1e5", "1E+5", "1.25e-7", "true", "false", "null", "\"\"", "\"a\"",
    "[]", "[ ]", "{}", "{ }", "[1,2]", " [ 1 , [ ] , { \"a\" : null } ] ", "{\"a\":{\"b\":[{}]}}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"", "\"é\u{1F600}\"", "\"\u{7F}\"",
  ])
  func acceptsWhatRFC8259Allows(_ text: String) throws {
    var scanner = try scan(text)
    #expect(scanner.peek() == nil)
  }

  @Test(arguments: [
    ("[1,]", 3), ("{\"a\":1,}", 7), ("{a:1}", 1), ("[1 2]", 3), ("{\"a\" 1}", 5), ("nul1", 3),
    ("'a'", 0), ("]", 0), ("[}", 1), ("{\"a\":1]", 6), ("NaN", 0), ("Infinity", 0), ("+1", 0),
    (".5", 0), ("{1:2}", 1), ("[,1]", 1), ("//", 0), ("\u{FEFF}1", 0), ("{\"a\":}", 5),
  ])
  func refusesWhatRFC8259DoesNotAllow(_ text: String, _ offset: Int) {
    #expect(throws: JSONFault(.unexpectedCharacter, at: offset)) { try scan(text) }
  }

  @Test(arguments: ["01", "-01", "1.", "1.e5", "1e", "1e+", "-", "-a", "00"])
  func refusesNumbersInOtherNotations(_ text: String) {
    #expect(throws: JSONFault(.malformedNumber, at: 1)) { try scan("[\(text)]") }
  }

  @Test(arguments: ["\\a", "\\u12", "\\u12G4", "\\x41", "\\U0041"])
  func refusesInvalidEscapes(_ text: String) {
    #expect(throws: JSONFault(.malformedEscape, at: 1)) { try scan("\"\(text)\"") }
  }

  @Test(arguments: ["\n", "\u{0}", "\u{1F}", "\t"], [0, 3, 7, 8, 15])
  func refusesControlCharactersAtAnyPosition(_ character: String, _ before: Int) {
    let text = "\"" + String(repeating: "x", count: before) + character + "abcdefghijk\""
    #expect(throws: JSONFault(.controlCharacter, at: before + 1)) { try scan(text) }
  }

  @Test func nestsToTheLimitAndNoFurther() throws {
    let limit = JSONScanner.depthLimit
    let deep = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try scan(deep).nodes.count == limit)
    #expect(throws: JSONFault(.tooDeep, at: limit)) {
      try scan(String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: JSONFault.self) { try scan(String(repeating: "{\"a\":", count: 1_000_000)) }
  }

  @Test func aTruncatedTextIsAnError() throws {
    let text = "{\"a\":[1.5e-3,true,\"x\\u00e9y\",{\"b\":null}],\"c\":-12}"
    for end in 0..<text.utf8.count {
      var scanner = JSONScanner(Array(text.utf8.prefix(end)))
      let fault = #expect(throws: JSONFault.self) { try scanner.scanValue() }
      #expect(fault?.reason == .unexpectedEnd, "cut at \(end)")
    }
  }

  @Test func listsValuesInOrder() throws {
    let scanner = try scan("{\"a\":[1,{\"b\":2}],\"c\":\"d\"}")
    #expect(
      scanner.nodes.map(\.kind) == [
        .object, .string, .array, .number, .object, .string, .number, .string, .string,
      ])
    #expect(scanner.nodes.map(\.next) == [9, 2, 7, 4, 7, 6, 7, 8, 9])
    #expect(scanner.text(scanner.member("c", of: 0)) == "d")
    #expect(scanner.member("b", of: 0) == nil)
    var elements: [Int] = []
    scanner.forEachElement(of: 2) { elements.append($0) }
    #expect(elements == [3, 4])
  }

  @Test func usesTheLastOfTwoMembersWithOneName() throws {
    let scanner = try scan("{\"sgv\":1,\"sgv\":2}")
    #expect(scanner.number(scanner["sgv"]) == 2)
  }

  @Test(arguments: [
    ("\\u00e9", "é"), ("\\ud83d\\ude00", "\u{1F600}"), ("\\ud83d", "\u{FFFD}"),
    ("\\ude00x", "\u{FFFD}x"), ("\\ud83d\\u0041", "\u{FFFD}A"),
    ("a\\n\\t\\\\\\\"\\/", "a\n\t\\\"/"),
    ("\\b\\f\\r", "\u{8}\u{C}\r"), ("\\u0000", "\u{0}"),
  ])
  func resolvesEscapes(_ written: String, _ text: String) throws {
    let scanner = try scan("\"\(written)\"")
    #expect(scanner.text(0) == text)
  }

  @Test(arguments: [
    "0.1", "1761438961000", "9007199254740993", "123456789012345678901234567890", "5e-324",
    "1.7976931348623157e308", "-2.2250738585072014E-308", "0.30000000000000004",
  ])
  func readsNumbersExactly(_ text: String) throws {
    #expect(try scan(text).number(0) == Double(text))
    #expect(try scan("\" \(text) \"").number(0) == Double(text))
  }

  @Test(arguments: [
    "1e999", "\"abc\"", "\"\"", "true", "null", "[]", "\"0x10\"", "\"1,5\"", "\"inf\"",
  ])
  func returnsNilForOtherValues(_ text: String) throws {
    #expect(try scan(text).number(0) == nil)
  }

  @Test func readsMillisecondsToTheLastBit() throws {
    for (text, seconds) in [
      ("1761438961000", 783_131_761.0), ("1761438961001", 783_131_761.001),
      ("1761438961000.5", 783_131_761.0005), ("978307200000", 0.0), ("0", -978_307_200.0),
      ("1.761438961e12", 783_131_761.0),
    ] {
      #expect(try scan(text).instant(milliseconds: 0) == seconds, "\(text)")
    }
  }

  @Test func agreesWithFoundationOnEverySample() throws {
    for name in ["nightscout-entries.json", "nightscout-treatments.json", "tidepool-export.json"] {
      let bytes = try Sample.fixture(name)
      var scanner = JSONScanner(bytes)
      try scanner.scanValue()
      let expected = try JSONDecoder().decode(Tree.self, from: Data(bytes))
      #expect(Tree(scanner, 0) == expected)
    }
  }

  /// A value as decoded by Foundation and by the scanner.
  private enum Tree: Decodable, Equatable {
    case object([String: Tree])
    case array([Tree])
    case string(String)
    case number(Double)
    case other(Bool?)

    init(from decoder: any Decoder) throws {
      if let members = try? [String: Tree](from: decoder) {
        self = .object(members)
      } else if let elements = try? [Tree](from: decoder) {
        self = .array(elements)
      } else if let text = try? String(from: decoder) {
        self = .string(text)
      } else if let number = try? Double(from: decoder) {
        self = .number(number)
      } else {
        self = .other(try? Bool(from: decoder))
      }
    }

    init(_ scanner: JSONScanner, _ node: Int) {
      switch scanner.nodes[node].kind {
      case .object:
        var members: [String: Tree] = [:]
        scanner.forEachMember(of: node) { members[scanner.text($0) ?? ""] = Tree(scanner, $1) }
        self = .object(members)
      case .array:
        var elements: [Tree] = []
        scanner.forEachElement(of: node) { elements.append(Tree(scanner, $0)) }
        self = .array(elements)
      case .string: self = .string(scanner.text(node) ?? "")
      case .number: self = .number(scanner.number(node) ?? .nan)
      case .true: self = .other(true)
      case .false: self = .other(false)
      case .null: self = .other(nil)
      }
    }
  }
}
