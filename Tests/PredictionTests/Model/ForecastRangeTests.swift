import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct ForecastRangeTests {
  @Test func intervalsHaveTheirNominalCoverage() throws {
    let people = try (0..<4).map { try Synthetic.autoregression(count: 3000, seed: 70 + $0) }
    let model = try Forecaster.fit(people)
    for coverage in [0.5, 0.63, 0.8, 0.9, 0.95] {
      // Of 3,500 outcomes in correlated runs, about one in fifty is on the other side by chance.
      for lead in model.leads {
        let measured = try #require(model.empiricalCoverage(of: coverage, lead: lead))
        #expect(abs(measured - coverage) < 0.04)
      }
      let forecast = try model.forecast(
        after: people[0], at: people[0][2999].time, coverage: coverage)
      #expect(forecast.nominalCoverage == coverage)
      #expect(
        forecast.empiricalCoverage == model.empiricalCoverage(of: coverage, lead: .seconds(1800)))
    }
  }

  @Test func growsWithCoverageAndLead() throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 75)
    let model = try Forecaster.fit([series])
    let now = series[2999].time
    var last = [Double](repeating: 0, count: 6)
    for coverage in stride(from: 0.5, through: 0.95, by: 0.05) {
      let points = try model.forecast(after: series, at: now, coverage: min(coverage, 0.95)).points
      let widths = points.map { $0.upper.mgdL - $0.lower.mgdL }
      #expect(zip(widths, last).allSatisfy { $0 >= $1 })
      #expect(zip(widths.dropFirst(), widths).allSatisfy { $0 > $1 })
      last = widths
    }
  }

  /// A sensor that is noisy half of the time determines when the interval must be wide.
  @Test func isWiderWhereGlucoseIsMoreVariable() throws {
    var generator = SeededGenerator(seed: 76)
    var value = 0.0
    let values = (0..<6000).map { index in
      value = 0.98 * value + (index / 150 % 2 == 0 ? 1 : 8) * generator.normal()
      return min(max(150 + value, 45), 395)
    }
    let series = try Synthetic.series(values)
    let model = try Forecaster.fit([series])
    func width(_ index: Int) throws -> Double {
      let point = try #require(
        try model.forecast(after: series, at: series[index].time).points.last)
      return point.upper.mgdL - point.lower.mgdL
    }
    #expect(try 2 * width(5849) < width(5999))
  }

  @Test func followsThePersonsOwnErrors() throws {
    let calm = try (0..<4).map {
      try Synthetic.autoregression(count: 2500, seed: 77 + $0, noise: 1)
    }
    let restless = try Synthetic.autoregression(count: 2500, seed: 90, noise: 2)
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit(calm, options)
    let own = model.personalized(to: restless)
    #expect(own.spread(outcome: 5) > 1.1)
    #expect(model.spread(outcome: 5) == 1)
    #expect(abs(model.personalized(to: calm[0]).spread(outcome: 5) - 1) < 0.1)
  }

  /// Without a test part, coverage is that of each fold by intervals of the others.
  @Test func coverageIsMeasuredOnTheFoldsIfNothingIsHeldOut() throws {
    var options = FitOptions()
    options.testPercentage = .zero
    let series = try Synthetic.autoregression(count: 3000, seed: 91)
    let model = try Forecaster.fit([series], options)
    let coverage = try #require(model.empiricalCoverage(of: 0.9, lead: .seconds(1800)))
    #expect((0.86...0.94).contains(coverage))
    #expect(model.measured?.counts[5] ?? 0 > 2500)
    // A personal model has the coverage of people only if it was measured on them.
    #expect(model.personalized(to: series).empiricalCoverage(of: 0.9, lead: .seconds(1800)) == nil)
  }

  /// Coverage is that of the test part, which neither model has seen.
  @Test func coverageIsMeasuredOnTheTestAlone() throws {
    let series = try Synthetic.autoregression(count: 2000, seed: 260)
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([series], options)
    let coverage = model.coverage(of: Recording(series: series))
    // The last 600 readings, without the targets one to six steps ahead, and three for late
    // origins.
    #expect(coverage.everyone.counts == (1...9).map { 600 - $0 })
    #expect(coverage.personal.counts == coverage.everyone.counts)
    #expect(model.measured == coverage.everyone && model.measuredPersonal == coverage.personal)
    var own = model.personalized(to: series[positions: 0..<1400])
    var expected = EmpiricalCoverage(outcomes: own.steps)
    var test = DesignRows.OriginRange(start: series.times[1400])
    own.rows.forEachBlock(of: PreparedSeries(series), in: &test) {
      own.record($0, in: &expected)
    }
    #expect(coverage.personal == expected)
  }

  /// Thirty-four features of about three hundred rows of noise: intervals of the fit's own errors
  /// are too narrow.
  @Test func intervalsAreThoseOfDaysThatWereLeftOut() throws {
    var held = 0.0
    for seed in 270..<282 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let series = try Synthetic.series((0..<420).map { _ in 140 + 20 * generator.normal() })
      var options = FitOptions()
      (options.detail, options.minimumDetail) = (.interactions, .interactions)
      options.ridgeCandidates = [1e-9]
      held += try #require(
        try Forecaster.fit([series], options).empiricalCoverage(of: 0.9, lead: .seconds(300)))
    }
    #expect(abs(held / 12 - 0.9) < 0.025)
  }
}
