import Foundation
import GlucoseMath
import Testing

@testable import Prediction

/// The bounds that keep a single jump of a sensor, or a level beyond those of a fit, from
/// dominating features.
struct FeatureBoundsTests {
  /// A jump by 300 mg/dL has the first difference 30 and the second differences 30 and −30, in units
  /// of 10, whose squares count as 9; an hour of the usual square of first differences, 0.25, is
  /// added.
  @Test func squaredDifferencesAreBounded() throws {
    let series = PreparedSeries(try Synthetic.series((0..<40).map { $0 < 20 ? 100 : 400 }))
    let features = VariabilityFeatures(series, step: 300)
    #expect(abs(features.roughness(from: 20, through: 21) - 3) < 1e-12)
    let square = 12 / 14.0
    let expected = 0.5 * log(square + 0.0025) + 0.7
    #expect(abs(features.stepSize(from: 20, through: 21) - expected) < 1e-12)
  }

  /// Six readings have a half-hour change of 30, in units of 10, which counts as 20, and six others
  /// the same change before the last half hour; two hours of usual values are added.
  @Test func halfHourChangesAreBounded() throws {
    let series = PreparedSeries(try Synthetic.series((0..<60).map { $0 < 30 ? 100 : 400 }))
    let features = VariabilityFeatures(series, step: 300)
    let (usual, squares) = (24 * 2.6, 2400.0)
    let expected = 24 * 0.64 / (squares + 12 + usual)
    #expect(abs(features.slopeAutocorrelation(from: 30, through: 41) - expected) < 1e-12)
  }

  /// Up and down by 10 mg/dL every hour, and once by 250 more, which counts as 80.
  @Test func hourlyChangesAreBounded() throws {
    func level(_ hour: Int) -> Double { Double(100 + 10 * (hour % 2) + (hour < 100 ? 0 : 250)) }
    let levels = (0..<432).map { half in
      (level(half / 2) + level((half + 1) / 2)) / 2
    }
    let series = try Synthetic.series(levels, step: 1800)
    // The last whole hour is the 215th, and the change of the oldest of 192 hours is unknown.
    let known = (0..<191).map { back in min(level(215 - back) - level(214 - back), 80) }
    let changes = known + [.nan]
    #expect(changes.contains(80))
    var repeatability = SeasonalFeatures.DayRepeatability()
    let found = repeatability.value(
      of: SeasonalFeatures.DayRepeatability.Line(series), at: Synthetic.start + 215 * 3600,
      from: Synthetic.start)
    #expect(
      abs(found - SeasonalFeatures.DayRepeatability.repeatability(of: changes)) < 1e-12)
  }

  /// A level of 300 mg/dL is 200 to a model whose levels are 80 to 200, also as a mean of the last
  /// hours and of past days. The variances are the usual one of 15², shrunk: 225 · 0.25 / 2.25 = 25,
  /// then 1.5 · 25 · 0.25 / 6.25 = 1.5, and then 1.5 · 1.5 · 0.25 / 24.25.
  @Test func levelsBeyondThoseOfAFitAreClipped() throws {
    let map = FeatureMap(
      cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false,
      levelSupport: 80...200)
    let series = PreparedSeries(try Synthetic.series(Array(repeating: 300, count: 600)))
    var row = [Double](repeating: .nan, count: map.columns)
    var cursor = FeatureMap.Cursor(map)
    var room = row.mutableElementSpan
    map.write(series, at: 599, timeOfDay: nil, cursor: &cursor, to: &room, from: 0)
    #expect(abs(row[map.layout.level] - 1.4) < 1e-12)
    let windows = map.layout.windows.lowerBound
    for (window, variance) in [25, 1.5, 0.5625 / 24.25].enumerated() {
      #expect(abs(row[windows + WindowFeatures.mean(ofWindow: window)]) < 1e-12)
      let deviation = row[windows + WindowFeatures.deviation(ofWindow: window)]
      #expect(abs(deviation - variance.squareRoot() / 30) < 1e-12)
    }
    #expect(abs(row[map.layout.seasonal.lowerBound + 2]) < 1e-12)
  }

  /// The level is at most 3, a change at most 3.5, and the statistics of a window 0.7 · 3.5.
  @Test func inputsOfTheKernelAreBounded() {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)
    for sign in [1.0, -1] {
      var features = [Double](repeating: 0, count: map.columns)
      features[map.layout.level] = 9 * sign
      features[map.layout.changes.lowerBound] = 50 * sign
      for column in map.layout.windows { features[column] = 20 * sign }
      let inputs = map.kernelInputs(of: features, rows: 1, isRelative: false)
      let expected = [3] + Array(repeating: 3.5, count: 5) + Array(repeating: 0.7 * 3.5, count: 6)
      #expect(inputs == expected.map { sign * $0 })
    }
  }
}
