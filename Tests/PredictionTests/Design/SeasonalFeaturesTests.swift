// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct PastDaysTests {
  private func row(_ series: GlucoseSeries, at index: Int) -> [Double] {
    var row = [Double](repeating: .nan, count: SeasonalFeatures.count)
    var pastDays = SeasonalFeatures()
    var room = row.mutableSpan
    pastDays.write(
      of: series, at: series.times[index], level: series.values[index], within: nil, to: &room,
      from: 0)
    return row
  }

  @Test func whatRecursEachDayIsTheMeanDrawnTowardsNothing() throws {
    // Each day the same: from 100 up by 1 mg/dL every five minutes and down at midnight. On day three there
    // are three days behind, of which two cautious ones make five.
    let values = (0..<(4 * 288)).map { 100 + Double($0 % 288) }
    let series = try Synthetic.series(values)
    let row = row(series, at: 3 * 288 + 50)
    #expect(abs(row[0] - 3 * 6 / 5.0 / 20) < 1e-12)
    #expect(abs(row[1] - 3 * 12 / 5.0 / 20) < 1e-12)
    #expect(abs(row[2]) < 1e-12)
    #expect(abs(row[3] - 3 / 7.0) < 1e-12)
  }

  @Test func withinTheFirstDayNothingIsKnown() throws {
    let series = try Synthetic.autoregression(count: 288, seed: 400)
    #expect(row(series, at: 287) == [0, 0, 0, 0])
  }

  @Test func aDayThatIsMissingCountsForNothing() throws {
    let whole = try Synthetic.series((0..<(3 * 288)).map { 100 + Double($0 % 288) / 4 })
    // Yesterday from an hour before this time on to two hours after it.
    let index = 2 * 288 + 100
    let row = row(try whole.without(288 + 88..<288 + 124), at: index - 36)
    #expect(abs(row[0] - 1.5 / 3 / 20) < 1e-12)
    #expect(abs(row[3] - 1 / 7.0) < 1e-12)
  }

  @Test func nothingLaterThanTheDayBeforeEnters() throws {
    let series = try Synthetic.autoregression(count: 4 * 288, seed: 401)
    let index = 3 * 288 + 20
    let now = series[index].time
    // Whatever came in the last 22 hours, and later, the past days are what they were.
    let changed = try series.mapped { reading in
      reading.time > now.addingTimeInterval(-22 * 3600) && reading.time != now
        ? Reading(time: reading.time, glucose: .mgdL(300)) : reading
    }
    #expect(row(changed, at: index) == row(series, at: index))
  }

  @Test(arguments: [60.0, 300, 900])
  func cursorsThatMoveFindWhatFreshOnesFind(step: Double) throws {
    let series = try Synthetic.autoregression(
      count: Int(9 * 86_400 / step), seed: 402, step: step
    ).without(1000..<1040)
    var pastDays = SeasonalFeatures()
    for index in stride(from: 0, to: series.count, by: 7) {
      var moved = [Double](repeating: .nan, count: SeasonalFeatures.count)
      var room = moved.mutableSpan
      pastDays.write(
        of: series, at: series.times[index], level: series.values[index], within: nil, to: &room,
        from: 0)
      #expect(moved == row(series, at: index))
    }
  }
}
