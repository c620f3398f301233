import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct HistoryFeaturesTests {
  private let map = FeatureMap(
    cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)

  private func row(_ series: GlucoseSeries) -> [Double] {
    var row = [Double](repeating: .nan, count: map.columns)
    var cursor = FeatureMap.Cursor(map)
    var room = row.mutableElementSpan
    map.write(
      PreparedSeries(series), at: series.count - 1, timeOfDay: nil, cursor: &cursor, to: &room,
      from: 0)
    return row
  }

  private func history(_ series: GlucoseSeries) -> [Double] {
    Array(row(series)[map.layout.history])
  }

  @Test func anHourOfReadingsIsWorkedByHand() throws {
    // 13 readings cover 65 minutes: of 6 hours 295 of 360 minutes are missing, of a day 1375 of
    // 1440. Up 2 mg/dL every five minutes, now 180: level 1.
    let block = history(try Synthetic.series((0...12).map { 156 + 2 * Double($0) }))
    for (start, missing) in [(0, 295 / 360.0), (7, 1375 / 1440.0)] {
      #expect(abs(block[start] - missing) < 1e-12)
      #expect(abs(block[start + 1] - missing) < 1e-12)
      #expect(abs(block[start + 2] - missing * 0.2) < 1e-12)
      #expect(abs(block[start + 5] - missing * 24 / (10 * 12.0.squareRoot())) < 1e-12)
      #expect(abs(block[start + 6]) < 1e-12)
    }
    #expect(block[14] == 0 && block[15] == 0)
  }

  @Test func onceADayIsInViewNothingIsMissing() throws {
    let series = try Synthetic.autoregression(count: 300, seed: 410)
    #expect(history(series).allSatisfy { $0 == 0 })
  }

  @Test func aBridgedGapIsWorkedByHand() throws {
    // Four readings are missing, from 35 to 10 minutes ago: of 25 minutes 5 are a usual step.
    let whole = try Synthetic.autoregression(count: 300, seed: 411)
    let block = history(try whole.without(293..<297))
    #expect(abs(block[14] - 20 / 60.0) < 1e-12)
    // The five minutes of the gap that are in the last quarter of an hour.
    #expect(abs(block[15] - 5 / 15.0) < 1e-12)
    #expect(history(try whole.without(280..<281))[14] == 0)
    // One lost reading is a gap of two steps.
    #expect(abs(history(try whole.without(295..<296))[14] - 5 / 60.0) < 1e-12)
  }

  /// Squares of 0 to 15 every five minutes, of which three are missing from 25 to 15 minutes ago.
  @Test func theChangesAndFractionsOfABridgedGapAreWorkedByHand() throws {
    let series = try Synthetic.series((0...15).map { 100 + Double($0 * $0) }).without(10..<13)
    let row = row(series)
    // From 9 to 13 steps, 88 mg/dL on a line.
    let changes = [29.0, 27, 22, 22, 22, 22, 17, 15, 13, 11, 9, 7]
    for (column, change) in zip(map.layout.changes, changes) {
      #expect(abs(row[column] * TrendFeatures.changeUnit - change) < 1e-9)
    }
    let block = Array(row[map.layout.history])
    // Of 20 minutes 5 are a usual step; the last quarter of an hour begins 5 minutes before the
    // end of the gap.
    #expect(abs(block[HistoryFeatures.bridgedShares.hour] - 15 / 60.0) < 1e-12)
    #expect(abs(block[HistoryFeatures.bridgedShares.quarter] - 5 / 15.0) < 1e-12)
  }

  /// Each new reading changes features slightly: no window enters the view at once.
  @Test func featuresChangeSmoothlyAsHistoryGrows() throws {
    let series = try Synthetic.autoregression(count: 700, seed: 412, noise: 1)
    let windows = map.layout.windows
    let now = series.count - 1
    var before: [Double]?
    for length in 13...600 {
      let row = row(series[positions: now - length..<now + 1])
      let block = Array(row[windows]) + Array(row[map.layout.history])
      if let before {
        for (one, other) in zip(before, block) { #expect(abs(one - other) < 0.12) }
      }
      before = block
    }
  }
}
