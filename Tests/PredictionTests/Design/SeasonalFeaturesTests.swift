import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct PastDaysTests {
  private func row(_ series: GlucoseSeries, at index: Int) -> [Double] {
    var row = [Double](repeating: .nan, count: SeasonalFeatures.count)
    var pastDays = SeasonalFeatures()
    var room = row.mutableElementSpan
    pastDays.write(
      of: series, at: series.times[index], level: series.values[index], within: nil, to: &room,
      from: 0)
    return row
  }

  @Test func recurringChangesAreAMeanShrunkTowardsZero() throws {
    // The same every day: from 100 up by 1 mg/dL every five minutes and down at midnight. On day
    // three there are three days of history. With repeatability ρ, three days give 3ρ / (1 + 2ρ) of
    // their mean.
    let values = (0..<(4 * 288)).map { 100 + Double($0 % 288) }
    let series = try Synthetic.series(values)
    let row = row(series, at: 3 * 288 + 50)
    let line = SeasonalFeatures.DayRepeatability.Line(series)
    var repeatability = SeasonalFeatures.DayRepeatability()
    let share = repeatability.value(
      of: line, at: series.times[3 * 288 + 50], from: series.times[0])
    #expect(share > 0.08)
    let shrunken = 3 * 3 * share / (1 + 2 * share)
    #expect(abs(row[0] - shrunken * 6 / 20) < 1e-12)
    #expect(abs(row[1] - shrunken * 12 / 20) < 1e-12)
    #expect(abs(row[2]) < 1e-12)
    #expect(abs(row[3] - 3 / 7.0) < 1e-12)
  }

  @Test func withinTheFirstDayThereIsNoPastDay() throws {
    let series = try Synthetic.autoregression(count: 288, seed: 400)
    #expect(row(series, at: 287) == [0, 0, 0, 0])
  }

  @Test func aMissingDayHasNoEffect() throws {
    let whole = try Synthetic.series(
      (0..<864).map { (place: Int) -> Double in 100 + Double(place % 288) / 4 })
    // Yesterday, from an hour before this time to two hours after it.
    let index = 2 * 288 + 100
    let series = try whole.without(288 + 88..<288 + 124)
    let row = row(series, at: index - 36)
    var repeatability = SeasonalFeatures.DayRepeatability()
    let share = repeatability.value(
      of: SeasonalFeatures.DayRepeatability.Line(series), at: series.times[index - 36],
      from: series.times[0])
    #expect(abs(row[0] - 3 * share * 1.5 / 20) < 1e-12)
    #expect(abs(row[3] - 1 / 7.0) < 1e-12)
  }

  @Test func readingsLaterThanTheDayBeforeHaveNoEffect() throws {
    let series = try Synthetic.autoregression(count: 4 * 288, seed: 401)
    let index = 3 * 288 + 20
    let now = series[index].time
    // With any last 22 hours, the features of past days are the same, except for the repeatability
    // of days, by which both changes are shrunk.
    let changed = try series.mapped { reading in
      reading.time > now.addingTimeInterval(-22 * 3600) && reading.time != now
        ? Reading(time: reading.time, glucose: .mgdL(300)) : reading
    }
    let (one, other) = (row(changed, at: index), row(series, at: index))
    #expect(one[2...] == other[2...])
    #expect(abs(one[0] * other[1] - other[0] * one[1]) < 1e-12)
    // Later readings have no effect.
    let later = try series.mapped { reading in
      reading.time > now ? Reading(time: reading.time, glucose: .mgdL(300)) : reading
    }
    #expect(row(later, at: index) == other)
  }

  @Test(arguments: [60.0, 300, 900])
  func movingCursorsEqualNewOnes(step: Double) throws {
    let series = try Synthetic.autoregression(
      count: Int(9 * 86_400 / step), seed: 402, step: step
    ).without(1000..<1040)
    var pastDays = SeasonalFeatures()
    for index in stride(from: 0, to: series.count, by: 7) {
      var moved = [Double](repeating: .nan, count: SeasonalFeatures.count)
      var room = moved.mutableElementSpan
      pastDays.write(
        of: series, at: series.times[index], level: series.values[index], within: nil, to: &room,
        from: 0)
      #expect(moved == row(series, at: index))
    }
  }

  /// The last eight days of a record give the features of the whole record.
  @Test func readingsOlderThanEightDaysHaveNoEffect() throws {
    let series = try Synthetic.autoregression(count: 20 * 288, seed: 403)
    for index in [12 * 288 + 7, 15 * 288 + 100, 20 * 288 - 1] {
      let cut = try GlucoseSeries(series[positions: (index - 8 * 288)..<index + 1].map { $0 })
      #expect(row(series, at: index) == row(cut, at: 8 * 288))
    }
  }
}
