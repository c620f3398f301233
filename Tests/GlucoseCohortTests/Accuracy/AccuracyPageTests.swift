import DayChart
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import GlucoseCohort

@Suite struct AccuracyPageTests {
  /// Two sensors with 120 pairs each of 50, 120, and 240 mg/dL, on two days of wear, the first 10 %
  /// above the reference and the second equal to it.
  private let study: AccuracyStudy

  init() throws {
    let pairs = [("a & b", 1.1), ("c", 1)].flatMap { name, factor in
      (0..<360).map { index in
        let reference = [50.0, 120, 240][index % 3]
        let seconds = Double(index) * 480
        return AccuracyStudy.Pair(
          GlucosePair(reference: .mgdL(reference), measured: .mgdL(reference * factor)),
          at: Date(timeIntervalSinceReferenceDate: seconds), sensor: name,
          wearTime: .seconds(seconds))
      }
    }
    study = try #require(AccuracyStudy(pairs))
  }

  private func main(_ unit: GlucoseUnit) throws -> ParsedElement {
    let html = study.page(in: unit, title: "Accuracy <1>")
    let start = try #require(html.range(of: "<main>"))
    let end = try #require(html.range(of: "</main>"))
    return try #require(ParsedElement.parse(String(html[start.lowerBound..<end.upperBound])))
  }

  @Test(arguments: GlucoseUnit.allCases)
  func thePageHasTheNumbersOfTheStudyInTheUnit(unit: GlucoseUnit) throws {
    let main = try main(unit)
    let rows = main.all.filter { $0.name == "tr" }.map {
      $0.children.map { $0.text.replacing("\u{A0}", with: " ") }
    }
    #expect(main.children.first?.text == "Accuracy <1>")
    #expect(
      rows.contains([
        "A", "sensor < 70 mg/dL", "within 15 mg/dL", "240", "100.0 %", "98.8 %", "bound > 85 %",
        "yes",
      ]))
    #expect(rows.contains { $0.first == "H" && $0.last == "yes" && $0[5].isEmpty })
    let all = try #require(rows.first { $0.first == "all" })
    // The mean absolute difference is half of 10 % of the mean reference, 410 / 3.
    let mean = unit == .mgdL ? "6.8" : "0.38"
    #expect(Array(all.prefix(5)) == ["all", "720", "5.0 %", "5.0 %", mean], "\(all)")
    let low = unit == .mgdL ? "< 70 mg/dL" : "< 3.9 mmol/L"
    #expect(rows.contains { $0.first == "reference \(low)" && $0[1] == "240" })
    #expect(rows.contains { $0.first == "day 2" })
    #expect(rows.contains { $0.first == "a & b" && $0[1] == "360" })
    #expect(rows.contains { $0.first == "Parkes, type 1" && $0[2] == "100.0 %" })
    #expect(rows.contains { $0.first == "1, no risk" })
    let deviation = try #require(rows.first { $0.first == "\(low), in \(unit.rawValue)" })
    // Of two sensors, the deviations of 0 and of 5 mg/dL are the ends of every interval.
    #expect(deviation[3].hasPrefix(unit == .mgdL ? "0.0 to 5.0" : "0.00 to 0.28"), "\(deviation)")
    let other: GlucoseUnit = unit == .mgdL ? .mmolL : .mgdL
    let texts = main.all.filter { $0.name == "text" }.map(\.text)
    #expect(texts.contains { $0.contains(unit.rawValue) })
    #expect(!texts.contains { $0.contains(other.rawValue) })
  }

  @Test func thePageHasPicturesForAPhoneAndForPaperAndFetchesNothing() throws {
    let main = try main(.mgdL)
    let titles = main.all.filter { $0.name == "svg" }.compactMap { $0.children.first?.text }
    #expect(
      titles == [
        "Difference against mean", "Difference against mean", "Parkes error grid, type 1",
        "Parkes error grid, type 1",
      ])
    let html = study.page(in: .mgdL)
    #expect(html.contains("default-src 'none'") && !html.contains("<script"))
  }

  @Test func theBoundsOfAgreementAreThoseOfTheTable() throws {
    let table = try #require(
      study.tables(in: .mgdL).first { $0.title.hasPrefix("Lower one-sided 95 % bounds") })
    let whole = try #require(study.table.first { $0.name == "all" })
    let bounds = [15, 20, 30, 40].map { limit in
      whole.numbers["within_\(limit)_lower_bound_percent"].map { String(format: "%.1f %%", $0) }
    }
    let row = try #require(table.rows.first { $0.first == "all" })
    #expect(row.dropFirst(2).map { $0?.replacing("\u{A0}", with: " ") } == bounds)
  }

  @Test func aStudyOfOneSensorHasNoTablesOfSensorsAndOfDeviations() throws {
    let one = try #require(AccuracyStudy(study.pairs.filter { $0.sensor == "c" }))
    let titles = one.tables(in: .mgdL).map(\.title)
    #expect(
      titles.contains { $0.hasPrefix("Agreement by day of wear;") }
        && !titles.contains { $0.hasPrefix("Agreement by sensor") })
    #expect(!titles.contains { $0.contains("CG-DIVA") })
  }
}
