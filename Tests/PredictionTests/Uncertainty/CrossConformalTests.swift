import GlucoseDiary
import Foundation
import GlucoseMath
import PredictionEvaluation
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
      var range = DesignRows.OriginRange(end: FoldRule(series, options).test.start)
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

  /// Of errors with standard deviations of 1 and 10 mg/dL, the 90 percent interval of the smaller,
  /// ±1.645, contains 0.131 of the larger, and that of the larger all of the smaller.
  @Test func coverageOfAFoldIsThatOfIntervalsOfTheOthers() throws {
    let samples = try [1.0, 10].map { deviation in
      var generator = SeededGenerator(seed: 195)
      var sample = CalibrationSet(outcomes: 1)
      var origins = DesignRows.OriginRange()
      let series = try Synthetic.autoregression(count: 4000, seed: 194)
      stream.forEachBlock(of: PreparedSeries(series), in: &origins) { block in
        sample.add(
          block, stream.map, (0..<block.rows).map { _ in deviation * generator.normal() })
      }
      return sample
    }
    var coverage = EmpiricalCoverage(of: samples, leavingOut: 0)
    coverage += EmpiricalCoverage(of: samples, leavingOut: 1)
    #expect(coverage.counts == [samples[0].rows + samples[1].rows])
    let share = try #require(coverage.share(0.9, outcome: 0))
    #expect(abs(share - 0.5655) < 0.02)
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
