// SPDX-License-Identifier: Apache-2.0

import Diary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct CrossCalibrationTests {
  private let stream = DesignRows(
    map: FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false),
    leads: [300], zone: nil)

  @Test func everyRowThatIsNotHeldOutIsInOnePart() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 2500, seed: 190 + $0) }
    let options = FitOptions()
    var rows = [Int](repeating: 0, count: CalibrationParts.count)
    CalibrationParts(people.map { Recording(series: $0) }, options).forEachBlock(stream) {
      rows[$0] += $1.rows
    }
    var expected = 0
    for series in people {
      let trace = PreparedSeries(series)
      var walk = DesignRows.OriginRange(end: RecordSplit(trace, options).cut)
      stream.forEachBlock(of: trace, in: &walk) { expected += $0.rows }
    }
    #expect(rows.reduce(0, +) == expected)
    // Six days each: no part is left without one.
    #expect(rows.allSatisfy { $0 > 288 })
  }

  @Test func aRecordOfADayAndAHalfHasAllParts() throws {
    let series = try Synthetic.autoregression(count: 430, seed: 192)
    var rows = [Int](repeating: 0, count: CalibrationParts.count)
    CalibrationParts([Recording(series: series)], FitOptions()).forEachBlock(stream) {
      rows[$0] += $1.rows
    }
    #expect(rows.allSatisfy { $0 > 40 })
  }

  /// Glucose is restless half of the day, and the fit ends in the other half, of which no range must be.
  @Test func holdsItsShareThoughTheLastPartIsUnlikeTheOthers() throws {
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
    options.detail = .day
    options.minimumDetail = .day
    let model = try Forecaster.fit(people, options)
    let measured = try #require(model.measuredCoverage(of: 0.9, lead: .seconds(1800)))
    #expect(abs(measured - 0.9) < 0.04)
  }
}
