import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct HemoglobinA1cTests {
  /// The table of the NGSP: percent and mmol/mol.
  @Test(arguments: [(5.0, 31), (6, 42), (6.5, 48), (7, 53), (8, 64), (9, 75), (10, 86), (12, 108)])
  func unitsAreThoseOfTheMasterEquation(percent: Double, mmolPerMol: Double) throws {
    let result = try #require(HemoglobinA1c(percent: percent))
    #expect(result.mmolPerMol.rounded() == mmolPerMol)
    let other = try #require(HemoglobinA1c(mmolPerMol: result.mmolPerMol))
    #expect(abs(other.percent - percent) < 1e-12)
  }

  @Test func numbersOfAnotherUnitAreRefused() throws {
    #expect(HemoglobinA1c(percent: 53) == nil && HemoglobinA1c(percent: .nan) == nil)
    #expect(HemoglobinA1c(mmolPerMol: 7) == nil)
    let result = try #require(HemoglobinA1c(percent: 7.1))
    #expect(try HostileJSON.stored(result) == result)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([HemoglobinA1c].self, from: Data("[53]".utf8))
    }
  }

  @Test func theGapIsHandWorked() throws {
    let drawn = instant(100 * 86_400)
    // 150 mg/dL in the 84 days, and 300 before them.
    let series = try GlucoseSeries(
      readings([Double](repeating: 300, count: 4 * 288), from: 12 * 86_400)
        + readings([Double](repeating: 150, count: 84 * 288), from: 16 * 86_400))
    let laboratory = try #require(HemoglobinA1c(percent: 6.5))
    let result = try #require(HemoglobinA1cComparison(laboratory, at: drawn, series, in: .gmt))
    // 3.31 + 0.02392 · 150 = 6.898.
    #expect(abs(result.glucoseManagementIndicator - 6.898) < 1e-9)
    #expect(abs(result.difference + 0.398) < 1e-9)
    #expect(
      result.sufficiency.dayCount == 84 && result.sufficiency.isSufficient
        && result.sufficiency.activePercentage == Percentage(100))
    #expect(result.range == instant(16 * 86_400)..<drawn)
  }

  @Test func fewReadingsAreStated() throws {
    let result = try #require(HemoglobinA1c(percent: 7))
    let month = try GlucoseSeries(readings([Double](repeating: 150, count: 30 * 288)))
    // 30 of 84 days.
    let sparse = HemoglobinA1cComparison(result, at: instant(84 * 86_400), month, in: .gmt)
    #expect(try #require(sparse).sufficiency.isSufficient == false)
    let whole = HemoglobinA1cComparison(
      result, at: instant(30 * 86_400), month, in: .gmt, window: .seconds(30 * 86_400))
    #expect(try #require(whole).sufficiency.isSufficient)
    #expect(HemoglobinA1cComparison(result, at: instant(0), month, in: .gmt) == nil)
  }
}
