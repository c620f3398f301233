// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct LagSumsTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    options.detail = .lags
    return options
  }()

  /// Returns the sums of rows that are all written.
  private func written(_ series: GlucoseSeries, _ options: FitOptions) -> [NormalEquations] {
    let statistics = FitStatistics(cadence: .fiveMinutes, options)
    let trace = PreparedSeries(series)
    let rule = FoldRule(series, options)
    var range = rule.training
    var folds = (0..<FoldRule.count).map { statistics.sums[$0, 0] }
    let rows = statistics.rows
    rows.forEachBlock(of: trace, in: &range, partedBy: rule.trainingFold) { folds[$0].add($1) }
    range = rule.validation
    rows.forEachBlock(of: trace, in: &range) { folds[FoldRule.validationFold].add($0) }
    return folds
  }

  @Test(arguments: [12, 24], [0, 1, 2])
  func equalTheSumsOfRowsThatAreWrittenOut(lags: Int, record: Int) throws {
    var options = Self.options
    options.history = .seconds(300 * lags)
    var series = try Synthetic.autoregression(count: 3000, seed: 400 + UInt64(record))
    if record > 0 {
      // A gap that is bridged, one that is not, and a late reading.
      series = try series.without(700..<702).without(1500..<1540)
      let late = series[2100].time
      if record > 1 {
        series = try series.mapped {
          $0.time == late
            ? Reading(time: $0.time.addingTimeInterval(40), glucose: $0.glucose) : $0
        }
      }
    }
    var statistics = FitStatistics(cadence: .fiveMinutes, options)
    try statistics.add(series)
    let expected = written(series, options)
    #expect(statistics.rowCount == expected.reduce(0) { $0 + $1.rows })
    for (fold, theirs) in expected.enumerated() {
      let ours = statistics.sums[fold, 0]
      #expect(ours.rows == theirs.rows && ours.counts == theirs.counts)
      for outcome in 0..<6 {
        let (one, other) = (ours.gram(of: outcome), theirs.gram(of: outcome))
        for (a, b) in zip(one.elements, other.elements) { #expect(abs(a - b) < 1e-7) }
        #expect(abs(ours.squares[outcome] - theirs.squares[outcome]) < 1e-6)
      }
      for (a, b) in zip(ours.products, theirs.products) { #expect(abs(a - b) < 1e-7) }
    }
  }

  /// Rows that are not written are counted by level too, so that a record with a late reading and
  /// one without have the levels of the same rows.
  @Test func rowsOfRegularRunsAreCountedByLevel() throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 404)
    var statistics = FitStatistics(cadence: .fiveMinutes, Self.options)
    try statistics.add(series)
    #expect(statistics.levels.total == statistics.rowCount && statistics.rowCount > 1900)
    var expected = FitStatistics.LevelHistogram()
    let rule = FoldRule(series, Self.options)
    for var range in [rule.training, rule.validation] {
      statistics.rows.forEachBlock(of: PreparedSeries(series), in: &range) {
        expected.add($0.levels.prefix($0.rows))
      }
    }
    #expect(statistics.levels == expected)
  }

  @Test func stretchesLieWithinRegularRuns() throws {
    // Ten readings, a gap, ten readings: with two lags and one outcome, seven rows of each run.
    let series = try Synthetic.series((0..<24).map { 100 + Double($0) }).without(10..<14)
    let regular = FitStatistics.RegularRuns(series.times, step: 300, lags: 2, outcomes: 1)
    #expect(regular.runs == [2..<9, 12..<19])
    #expect(regular.rest == [0..<2, 9..<12, 19..<20])
    #expect(regular.areUsual)
    let long = FitStatistics.RegularRuns(series.times, step: 300, lags: 9, outcomes: 1)
    #expect(long.runs.isEmpty && long.rest == [0..<20])
    let other = FitStatistics.RegularRuns(series.times, step: 299, lags: 1, outcomes: 1)
    #expect(other.runs.isEmpty && !other.areUsual)
    let none = FitStatistics.RegularRuns(GlucoseSeries().times, step: 300, lags: 1, outcomes: 1)
    #expect(none.runs.isEmpty && none.rest.isEmpty && !none.areUsual)
  }
}
