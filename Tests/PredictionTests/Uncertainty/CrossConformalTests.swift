// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct CrossCalibrationTests {
  private let stream = DesignRows(
    map: FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false),
    leads: [300], zone: nil)

  private func rows(_ people: [GlucoseSeries], _ options: FitOptions) -> [Int] {
    var rows = [Int](repeating: 0, count: FoldRule.count)
    for series in people {
      stream.forEachFoldedBlock(of: Recording(series: series), options) { rows[$0] += $1.rows }
    }
    return rows
  }

  @Test func everyRowBeforeTheTestIsInOneFold() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 2500, seed: 190 + $0) }
    let options = FitOptions()
    let rows = rows(people, options)
    var expected = 0
    for series in people {
      var range = DesignRows.OriginRange(end: FoldRule(series, options).testStart)
      stream.forEachBlock(of: PreparedSeries(series), in: &range) { expected += $0.rows }
    }
    #expect(rows.reduce(0, +) == expected)
    // Six days each: no fold is empty.
    #expect(rows.allSatisfy { $0 > 288 })
  }

  @Test func aRecordOfADayAndAHalfHasAllFolds() throws {
    let series = try Synthetic.autoregression(count: 430, seed: 192)
    #expect(rows([series], FitOptions()).allSatisfy { $0 > 40 })
  }

  /// Glucose is variable half of the day, and the fit ends in the other half, which no interval is
  /// calibrated on alone.
  @Test func coverageIsNominalThoughTheLastPartIsUnlikeTheOthers() throws {
    let people = try (0..<30).map { person in
      var generator = SeededGenerator(seed: 200 + UInt64(person))
      var value = 0.0
      return try Synthetic.series(
        (0..<576).map { index in
          value = 0.95 * value + (index % 288 < 144 ? 3 : 9) * generator.normal()
          return min(max(150 + value, 45), 395)
        })
    }
    var options = FitOptions()
    options.zone = .gmt
    options.detail = .daily
    options.minimumDetail = .daily
    let model = try Forecaster.fit(people, options)
    let measured = try #require(model.empiricalCoverage(of: 0.9, lead: .seconds(1800)))
    #expect(abs(measured - 0.9) < 0.04)
  }
}
