import Testing

@testable import DayChart

struct MarkupTests {
  @Test func elementsAreIndentedAndTextIsInline() {
    let element = Markup(
      "g", ["id": "a", "opacity": 0.5],
      [Markup("path", ["d": "M0 0"]), Markup("text", text: "a & b")])
    #expect(
      element.document == """
        <g id="a" opacity="0.5">
          <path d="M0 0"/>
          <text>a &amp; b</text>
        </g>

        """)
  }

  @Test func attributesAreInTheirGivenOrder() {
    var element = Markup("a", ["z": 1, "b": 2])
    element.set("a", "3")
    #expect(element.document == "<a z=\"1\" b=\"2\" a=\"3\"/>\n")
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (1.5, "1.5"), (-1.25, "-1.25"), (2.0 / 3, "0.67"),
    (-0.004, "0"), (0.005, "0.01"), (-0.05, "-0.05"), (1234.5, "1234.5"), (.nan, "0"),
    (.infinity, "1000000"), (-1e300, "-1000000"), (10, "10"), (100.1, "100.1"),
  ])
  func numbersAreWrittenToHundredths(number: Double, text: String) {
    #expect(number.svgNumber == text)
  }

  @Test(arguments: [(5.05, 1, "5.1"), (10, 1, "10.0"), (99.5, 0, "100"), (-0.04, 1, "0.0")])
  func decimalsAreUntrimmedByDefault(number: Double, places: Int, text: String) {
    #expect(number.decimal(places: places) == text)
  }

  @Test func textIsEscapedAndControlCharactersAreRemoved() {
    #expect("<&\">'".xmlEscaped == "&lt;&amp;&quot;&gt;&#39;")
    #expect("a\u{0}b\u{1B}c\u{7F}d\u{85}e\u{FFFE}f".xmlEscaped == "abcdef")
    #expect("a\nb\tc\r\nd".xmlEscaped == "a b c  d")
    #expect("Gulrøtter 🥕 人参".xmlEscaped == "Gulrøtter 🥕 人参")
  }

  @Test func textThatIsTooWideIsTruncatedWithAnEllipsis() {
    let long = String(repeating: "word ", count: 40)
    let fitted = long.fitted(to: 100, size: 12)
    #expect(fitted.hasSuffix("…"))
    #expect(fitted.width(size: 12) <= 100 + 12)
    #expect("word".fitted(to: 100, size: 12) == "word")
    #expect("word".fitted(to: 0, size: 12) == "…")
  }
}
