import Foundation
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct GlycemicTargetTests {
  /// A series with as many readings of each value as asked for.
  private func series(_ counts: [(value: Double, count: Int)]) throws -> GlucoseSeries {
    let values = counts.flatMap { Array(repeating: $0.value, count: $0.count) }
    return try ValidatedReadings(times: values.indices.map { Double($0) * 300 }, values: values)
      .series
  }

  private func isMet(
    _ measure: GlycemicTarget.Measure, _ population: TargetPopulation, _ series: GlucoseSeries,
    _ unit: GlucoseUnit = .mgdL
  ) throws -> Bool? {
    let results = series.targetResults(for: population, in: unit)
    return try #require(results.first { $0.target.measure == measure }).isMet
  }

  /// Targets are strict: 70 % in range is not more than 70 %, 4 % below it not less than 4 %.
  @Test(arguments: [
    (TargetPopulation.adults, GlycemicTarget.Measure.inRange, 120.0, 200.0, 70, false),
    (.adults, .inRange, 120, 200, 71, true),
    (.olderOrHighRisk, .inRange, 120, 200, 50, false),
    (.olderOrHighRisk, .inRange, 120, 200, 51, true),
    (.pregnancy, .inRange, 120, 150, 70, false),
    (.pregnancy, .inRange, 140, 150, 71, true),
    (.adults, .belowRange, 69, 120, 4, false),
    (.adults, .belowRange, 69, 120, 3, true),
    (.olderOrHighRisk, .belowRange, 69, 120, 1, false),
    (.olderOrHighRisk, .belowRange, 70, 120, 100, true),
    (.pregnancy, .belowRange, 62, 120, 4, false),
    (.pregnancy, .belowRange, 63, 120, 90, true),
    (.adults, .veryLow, 53, 120, 1, false),
    (.adults, .veryLow, 54, 120, 3, true),
    (.pregnancy, .veryLow, 53, 120, 1, false),
    (.adults, .aboveRange, 181, 120, 25, false),
    (.adults, .aboveRange, 181, 120, 24, true),
    (.adults, .aboveRange, 300, 120, 25, false),
    (.pregnancy, .aboveRange, 141, 120, 25, false),
    (.adults, .veryHigh, 251, 120, 5, false),
    (.adults, .veryHigh, 250, 120, 24, true),
    (.olderOrHighRisk, .veryHigh, 251, 120, 10, false),
    (.olderOrHighRisk, .veryHigh, 251, 120, 9, true),
  ])
  func edgesAreThoseOfTheConsensus(
    population: TargetPopulation, measure: GlycemicTarget.Measure, value: Double, other: Double,
    count: Int, isMet: Bool
  ) throws {
    let series = try series([(value, count), (other, 100 - count)])
    #expect(try self.isMet(measure, population, series) == isMet)
  }

  @Test func aVariationOf36PercentMeetsItsTarget() throws {
    // Two readings m ± d have the deviation √2 d, so 36 % of 100 is at d = 36 / √2.
    let distance = 36 / 2.0.squareRoot()
    let above = try series([(100 - distance - 0.01, 1), (100 + distance + 0.01, 1)])
    let below = try series([(100 - distance + 0.01, 1), (100 + distance - 0.01, 1)])
    for population in TargetPopulation.allCases {
      #expect(try isMet(.coefficientOfVariation, population, above) == false)
      #expect(try isMet(.coefficientOfVariation, population, below) == true)
      let target = try #require(population.targets.first { $0.measure == .coefficientOfVariation })
      #expect(target.isMet(by: Percentage(36)))
    }
  }

  @Test func edgesAreExactInTheUnitOfTheReadings() throws {
    let edge = Glucose.mmolL(10.0).mgdL
    let series = try series([(edge, 100)])
    #expect(try isMet(.inRange, .adults, series, .mmolL) == true)
    #expect(try isMet(.inRange, .adults, series, .mgdL) == false)
  }

  @Test func oneReadingHasNoVariationAndNoneHasNoResults() throws {
    #expect(try isMet(.coefficientOfVariation, .adults, try series([(100, 1)])) == nil)
    #expect(GlucoseSeries().targetResults(for: .adults, in: .mgdL).isEmpty)
  }

  @Test func theTimeBelow54IsShownToOlderPeopleWithoutATarget() throws {
    let bands = TargetPopulation.olderOrHighRisk.bands(in: .mmolL)
    #expect(bands == .consensus(in: .mmolL))
    #expect(!TargetPopulation.olderOrHighRisk.targets.contains { $0.measure == .veryLow })
    let times = try #require(
      try series([(50, 3), (60, 2), (120, 95)]).statistics(bands: bands)
    ).timeInRanges
    #expect(times[.veryLow] == Percentage(3) && times.belowRange == Percentage(5))
    #expect(TargetPopulation(bands: bands) == .adults)
  }

  /// The columns say the same whatever bands the row is made with.
  @Test(arguments: [
    RangeBands.consensus(in: .mgdL), .tight(in: .mgdL), .pregnancy(in: .mgdL),
  ])
  func columnsDoNotFollowTheBandsOfARow(bands: RangeBands) throws {
    // 69 days.
    let series = try series(
      [(50, 200), (65, 400), (130, 14_000), (160, 3400), (200, 1200), (300, 800)])
    let row = try #require(series.metricRows(in: .gmt, bands: bands).first)
    func number(_ name: String) throws -> Double? {
      try #require(MetricColumn(named: name)).value(of: row)
    }
    #expect(try number("standard_range_percent") == 87)
    #expect(try number("tight_range_percent") == 70)
    #expect(try number("pregnancy_range_percent") == 72)
    #expect(try number("meets_adults_in_range") == 1)
    #expect(try number("meets_adults_very_low") == 0)
    #expect(try number("meets_adults_targets") == 0)
    #expect(try number("meets_pregnancy_in_range") == 1)
    #expect(try number("meets_older_very_high") == 1)
    #expect(try number("meets_older_below_range") == 0)
  }

  /// Two weeks suffice for every target, as in a standard report.
  @Test func columnsAreEmptyWithTooLittleData() throws {
    func numbers(_ days: Int) throws -> [Double?] {
      let row = try #require(
        series([(120, days * 288)]).metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first)
      return try ["meets_adults_in_range", "meets_adults_below_range", "meets_adults_targets"].map {
        try #require(MetricColumn(named: $0)).value(of: row)
      }
    }
    #expect(try numbers(13) == [nil, nil, nil])
    #expect(try numbers(14) == [1, 1, 1])
    // One target that is not met decides.
    let row = try #require(
      series([(200, 15 * 288)]).metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first)
    #expect(try #require(MetricColumn(named: "meets_adults_targets")).value(of: row) == 0)
  }

  @Test func theIndicatorInMmolPerMolIsThatOfThePublishedFormula() throws {
    let statistics = try #require(
      try series([(180.1559, 3)]).statistics(bands: .consensus(in: .mgdL)))
    #expect(abs(statistics.glucoseManagementIndicatorMmolPerMol - 59.7687) < 1e-9)
  }

  @Test func theZoneOfTheRiskIndexHasALetter() throws {
    let column = try #require(MetricColumn(named: "gri_zone"))
    let row = try #require(
      try series([(60, 10), (120, 90)]).metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first)
    // 2.4 × 10 % = 24: the second zone.
    #expect(column.value(of: row) == 2)
    #expect(column.label(for: 2) == "B")
    #expect(column.label(for: 5) == "E")
    #expect(column.label(for: 0) == nil)
    #expect(MetricColumn(named: "gri")?.label(for: 24) == nil)
  }
}
