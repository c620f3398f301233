import Testing

@testable import GlucoseFiles

struct JSONDocumentsTests {
  /// Returns the steps through a text, with each document as written.
  private func steps(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    var documents = try #require(JSONDocuments(bytes, from: 0))
    var steps: [String] = []
    while true {
      switch try documents.next() {
      case .document:
        let range = documents.scanner.nodes[0].range
        let written = String(decoding: bytes[range], as: UTF8.self)
        steps.append((documents.scanner.section.map { $0 + " " } ?? "") + written)
      case .unread: steps.append("unread")
      case .end: return steps
      case .cut(let start): return steps + ["cut at \(start)"]
      case .brokenLine(let start, _): steps.append("broken at \(start)")
      }
    }
  }

  @Test func scansALine() throws {
    #expect(try steps("[{\"a\":1},\n {}, 3]\n") == ["{\"a\":1}", "{}", "3"])
    #expect(try steps("[]") == [])
  }

  @Test func scansLines() throws {
    #expect(
      try steps("{\"a\":1}\n{\"a\":2}\r\n\n{\"a\":3}") == ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"])
  }

  @Test func scansListsInAnObject() throws {
    let text = "{\"status\":200,\"entries\":[{\"a\":1}],\"x\":[1,2],\"treatments\":[{\"b\":2},{}]}"
    #expect(try steps(text) == ["entries {\"a\":1}", "treatments {\"b\":2}", "treatments {}"])
    #expect(try steps("{\"entries\":[]}") == [])
  }

  @Test func anObjectWithoutListsIsADocument() throws {
    #expect(try steps("{\"data\":{\"a\":[]}}") == ["{\"data\":{\"a\":[]}}"])
    #expect(try steps("{\"entries\":3}") == ["{\"entries\":3}"])
  }

  @Test func anInvalidLineCostsOnlyItself() throws {
    #expect(
      try steps("{\"a\":1}\n{\"a\":\n{\"a\":2}\nnonsense\n{\"a\":3}\n") == [
        "{\"a\":1}", "broken at 8", "{\"a\":2}", "broken at 22", "{\"a\":3}",
      ])
  }

  @Test(arguments: [
    "[{\"a\":1},{\"a\"", "[{\"a\":1},", "[{\"a\":1}", "[{\"a\":1}\n", "{\"entries\":[{\"a\":1}",
    "{\"entries\":[{\"a\":1}]", "{\"entries\":[{\"a\":1}],\"tre", "{\"a\":1}\n{\"b\"",
  ])
  func aTruncatedTextIsIncomplete(_ text: String) throws {
    let steps = try steps(text)
    #expect(steps.count == 2)
    #expect(steps.first?.hasSuffix("{\"a\":1}") == true)
    #expect(steps.last?.hasPrefix("cut at") == true)
  }

  @Test(arguments: [
    "[{}] x", "[{},]", "[{} {}]", "[{}}", "{\"entries\":[{}]} {}", "{\"entries\":[{}}",
  ])
  func invalidJSONIsAnError(_ text: String) {
    #expect(throws: JSONFault.self) { try steps(text) }
  }

  @Test(arguments: ["", "  ", "a,b", "<a/>", "\"a\"", "12"])
  func aTextThatDoesNotBeginLikeJSONIsNotScanned(_ text: String) {
    #expect(JSONDocuments(Array(text.utf8), from: 0) == nil)
  }
}
