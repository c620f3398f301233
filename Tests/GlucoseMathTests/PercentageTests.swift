import Foundation
import GlucoseMath
import Testing

struct PercentageTests {
  @Test(arguments: [
    (0.71329, "71.3 %"), (0.7, "70 %"), (-0.0204, "-2 %"), (0, "0 %"), (-0.00001, "0 %"),
    (1.5, "150 %"),
  ])
  func hasOneDecimalPlaceAsText(fraction: Double, text: String) {
    #expect("\(Percentage(fraction: fraction))" == text)
  }

  @Test func wholeAndDecimalPercentagesAreRestored() {
    for whole in 0...1000 {
      let percent = Double(whole) / 10
      #expect(Percentage(percent).percent == percent)
      #expect(Percentage(fraction: Percentage(percent).fraction) == Percentage(percent))
    }
    #expect(100 * Percentage(29).fraction != 29)
  }

  /// Counts compare with limits as the rational numbers do.
  @Test func countsCompareExactlyWithLimits() throws {
    for total in stride(from: 1, through: 200, by: 9) {
      for count in 0...total {
        for limit in [1, 4, 25, 29, 50, 57, 70, 99] {
          let part = try #require(Percentage(count, of: total))
          let limitPart = Percentage(Double(limit))
          #expect((part < limitPart) == (100 * count < limit * total))
          #expect((part == limitPart) == (100 * count == limit * total))
        }
      }
    }
  }

  @Test func noPartOfNothing() {
    #expect(Percentage(0, of: 0) == nil && Percentage(1.0, of: 0) == nil)
    #expect(Percentage(.infinity, of: 2) == nil && Percentage(.nan, of: 2) == nil)
    #expect(Percentage(.greatestFiniteMagnitude, of: 0.1) == nil)
    #expect(Percentage(3, of: 2) == Percentage(150))
  }

  @Test func differencesArePercentagePoints() {
    #expect(Percentage(70) + Percentage(4) == Percentage(74))
    #expect((Percentage(50) - Percentage(75)).percent == -25)
    #expect([Percentage(25), Percentage(50)].reduce(.zero, +) == Percentage(75))
    #expect([Percentage(4), .zero, Percentage(70)].max() == Percentage(70))
  }

  @Test func isStoredAsAFraction() throws {
    let parts = [Percentage(70), Percentage(1, of: 3), .zero].compactMap { $0 }
    let data = try JSONEncoder().encode(parts)
    #expect(try JSONDecoder().decode([Percentage].self, from: data) == parts)
    #expect(try JSONDecoder().decode([Double].self, from: data) == [0.7, 1 / 3.0, 0])
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(throws: DecodingError.self) {
      try decoder.decode([Percentage].self, from: Data(#"["nan"]"#.utf8))
    }
  }

  @Test func aPercentageThatIsNotFiniteIsAMistake() async {
    await #expect(processExitsWith: .failure) { _ = Percentage(.nan) }
  }
}
