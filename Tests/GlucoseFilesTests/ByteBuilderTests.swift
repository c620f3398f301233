import Testing

@testable import GlucoseFiles

struct ByteBuilderTests {
  private func text(_ time: Double, offset: Double = 0) -> String {
    var builder = ByteBuilder(capacity: 64)
    builder.add(time: time, offset: offset)
    return String(decoding: builder.bytes, as: UTF8.self)
  }

  @Test func timesAreWrittenOnBothSidesOfTheReferenceDate() {
    #expect(text(0) == "2001-01-01T00:00:00Z")
    #expect(text(-1) == "2000-12-31T23:59:59Z")
    #expect(text(-0.5) == "2000-12-31T23:59:59.500Z")
    #expect(text(-86_400, offset: -3600) == "2000-12-30T23:00:00-01:00")
    #expect(text(1.000_000_001) == "2001-01-01T00:00:01.000000001Z")
    // Rounded to the nanosecond, it is the next second.
    #expect(text(9.999_999_999_6) == "2001-01-01T00:00:10Z")
    // An offset with seconds has no notation.
    #expect(text(3600, offset: 1172) == "2001-01-01T01:00:00Z")
    #expect(text(0, offset: 20_700) == "2001-01-01T05:45:00+05:45")
    #expect(text(CSVWriter.writableTimes.lowerBound) == "0001-01-02T00:00:00Z")
    #expect(text(CSVWriter.writableTimes.upperBound) == "9999-12-30T00:00:00Z")
  }

  @Test func everySecondOfADayIsWritten() {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let wrong = (0..<86_400).filter { second in
      let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
      return text(Double(second)) != "2001-01-01T\(clock)Z"
    }
    #expect(wrong.isEmpty)
  }

  /// Before each addition, the buffer is full or has room for any number of bytes.
  @Test(arguments: 0...65)
  func contentIsKeptWhenTheBufferGrows(filled: Int) {
    var builder = ByteBuilder(capacity: 64)
    for _ in 0..<filled { builder.add(Byte.comma) }
    builder.add(time: 0, offset: 3600)
    builder.add(number: 112.5)
    builder.add(number: 97)
    builder.add(number: -1234)
    builder.add(Array(repeating: Byte.zero, count: 200))
    let expected =
      String(repeating: ",", count: filled) + "2001-01-01T01:00:00+01:00112.597-1234"
      + String(repeating: "0", count: 200)
    #expect(String(decoding: builder.bytes, as: UTF8.self) == expected)
  }
}
