import Foundation
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct AccuracyTableTests {
  private func study(_ values: [(reference: Double, measured: Double)]) throws -> AccuracyStudy {
    try #require(
      AccuracyStudy(
        values.enumerated().map { index, value in
          AccuracyStudy.Pair(
            GlucosePair(reference: .mgdL(value.reference), measured: .mgdL(value.measured)),
            at: Date(timeIntervalSinceReferenceDate: Double(index) * 900))
        }))
  }

  @Test func everyNumberHasAColumn() throws {
    let table = try study([(60, 66), (100, 110), (200, 190), (250, 300)]).table
    #expect(Set(table.flatMap(\.numbers.keys)).isSubset(of: AccuracyStudy.tableColumns))
    #expect(Set(table.map { $0.part + " " + $0.name }).count == table.count)
    #expect(
      Set(table.map(\.part)).isSubset(of: [
        "accuracy", "criterion", "grid", "trend", "alarm", "deviation",
      ]))
  }

  @Test func rowsHaveTheNumbersOfTheStudy() throws {
    let table = try study([(60, 66), (100, 110), (200, 190), (250, 300)]).table
    let all = try #require(table.first { $0.part == "accuracy" && $0.name == "all" })
    #expect(all.numbers["pairs"] == 4 && all.meaning == nil)
    // 10 %, 10 %, −5 %, and 20 %.
    #expect(abs(try #require(all.numbers["bias_percent"]) - 8.75) < 1e-12)
    #expect(abs(try #require(all.numbers["mard_percent"]) - 11.25) < 1e-12)
    #expect(all.numbers["within_15_percent"] == 75)
    let zones = table.filter { $0.part == "grid" && $0.name.hasPrefix("clarke") }
    #expect(zones.reduce(0) { $0 + ($1.numbers["count"] ?? 0) } == 4)
    let criterion = try #require(table.first { $0.part == "criterion" && $0.name == "A" })
    #expect(criterion.meaning != nil && criterion.numbers["met"] == 0)
    let alarm = try #require(table.first { $0.part == "alarm" })
    #expect(alarm.numbers["lower_bound_percent"] == nil)
  }

  /// Creates a study of pairs 15 minutes apart, with readings that are 10 % above the references of a
  /// laboratory, and otherwise 30 %.
  private func study(of comparators: [AccuracyStudy.Comparator?]) throws -> AccuracyStudy {
    try #require(
      AccuracyStudy(
        comparators.enumerated().map { index, comparator in
          AccuracyStudy.Pair(
            GlucosePair(
              reference: .mgdL(100), measured: .mgdL(comparator == .laboratory ? 110 : 130)),
            at: Date(timeIntervalSinceReferenceDate: Double(index) * 900), comparator: comparator)
        }))
  }

  @Test func aMixtureOfComparatorsHasARowForEach() throws {
    let study = try study(of: [nil, .meter, .laboratory, .laboratory, .sensor])
    let rows = study.table.filter { $0.name.hasPrefix("comparator_") }
    #expect(
      rows.map(\.name) == [
        "comparator_laboratory", "comparator_meter", "comparator_sensor", "comparator_unknown",
      ])
    #expect(rows.map { $0.numbers["pairs"] } == [2, 1, 1, 1])
    #expect(rows.map { $0.numbers["within_20_percent"] } == [100, 0, 0, 0])
    let tables = study.tables(in: .mgdL)
    let table = try #require(tables.first { $0.title.hasPrefix("Agreement by comparator;") })
    #expect(
      table.rows.map(\.first) == [
        "a laboratory method", "a meter", "another sensor", "a method that is not stated",
      ])
    let page = study.page(in: .mgdL)
    #expect(
      page.contains(
        "5 pairs of 1 sensor, compared with a laboratory method (2), a meter (1), another sensor (1), "
          + "a method that is not stated (1); mg/dL."))
    #expect(
      page.contains(
        "For 3 of the 5 pairs, the comparator is another or is not stated, and its own errors are "
          + "part of each number; all pairs are judged together."))
    // All pairs count: 2 of 5 are within 20 %.
    let criterion = try #require(study.specialControls.first { $0.letter == "G" })
    #expect(criterion.rate?.count == 2 && criterion.rate?.total == 5)
  }

  @Test(
    arguments: [
      (AccuracyStudy.Comparator.laboratory, "a laboratory method", false),
      (.meter, "a meter", true), (.sensor, "another sensor", true),
      (nil, "a method that is not stated", true),
    ] as [(AccuracyStudy.Comparator?, String, Bool)])
  func oneComparatorIsNamed(
    comparator: AccuracyStudy.Comparator?, name: String, isNoted: Bool
  ) throws {
    let study = try study(of: [comparator, comparator])
    let rows = study.rows.map(\.group).filter { if case .comparator = $0 { true } else { false } }
    #expect(rows == (comparator == nil ? [] : [.comparator(comparator)]))
    #expect(!study.tables(in: .mgdL).contains { $0.title.hasPrefix("Agreement by comparator") })
    let page = study.page(in: .mgdL)
    #expect(page.contains("2 pairs of 1 sensor, compared with \(name); mg/dL."))
    #expect(page.contains("The comparator is another or is not stated") == isNoted)
  }

  /// Rates are between measurements by one method: a bias between two is no change of glucose.
  @Test func ratesAreThoseOfOneComparator() throws {
    let study = try #require(
      AccuracyStudy(
        (0..<12).map { index in
          let isMeter = index % 2 == 1
          return AccuracyStudy.Pair(
            GlucosePair(reference: .mgdL(isMeter ? 224 : 200), measured: .mgdL(200)),
            at: Date(timeIntervalSinceReferenceDate: Double(index) * 600),
            comparator: isMeter ? .meter : .laboratory)
        }))
    #expect(study.trends.count == 10)
    #expect(study.trends.zoneCounts[.a] == 10)
  }
}
