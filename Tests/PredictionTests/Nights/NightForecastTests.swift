import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import Prediction

struct NightForecastTests {
  static let bedtime = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// Returns a reading every five minutes of the last `days` days up to bedtime, from the number of
  /// steps before it.
  static func series(days: Double = 4, _ value: (Int) -> Double) throws -> GlucoseSeries {
    try GlucoseSeries(
      (0...Int(288 * days)).map {
        Reading(time: bedtime.addingTimeInterval(-300 * Double($0)), glucose: .mgdL(value($0)))
      })
  }

  @Test func hasTheFeaturesByHand() throws {
    // 140 mg/dL, but 60 in the first hour of the night before the last, and a fall of 30 at the end.
    let series = try Self.series { step in
      if step < 12 { return 110 + 2.5 * Double(step) }
      return step == 2 * 288 - 12 ? 60 : 140
    }
    let bedtime = try Bedtime(series, at: Self.bedtime)
    let day = (0...288).map { $0 < 12 ? 110 + 2.5 * Double($0) : 140 }
    let mean = day.reduce(0, +) / 289
    let deviation = (day.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 288).squareRoot()
    let height = log(110.0 / 120)
    let risk = day.filter { $0 < 112.5 }.map { 1.509 * (pow(log($0), 1.084) - 5.381) }
    let expected = [
      height, height, -0.5, -0.5, -0.5 * height, log(deviation + 5) - 3.5, log(mean / 120),
      (risk.reduce(0) { $0 + 10 * $1 * $1 } / 289).squareRoot(),
      log((log(90.0 / 60) + 0.12) / (4 + 2)),
    ]
    #expect(bedtime.features.count == Bedtime.featureCount)
    for (feature, value) in zip(bedtime.features, expected) {
      #expect(abs(feature - value) < 1e-9, "\(feature) instead of \(value)")
    }
  }

  /// With the log odds ln(hour / 7), the odds are hour / 7, and the probability of hour *h* is
  /// *h* / (7 + *h*).
  @Test func theLikelyTimeIsTheMedianByHand() throws {
    var weights = [Double](repeating: 0, count: NightModel.columns)
    weights[Bedtime.featureCount + 2] = 1
    let night = NightForecast(
      try Bedtime(try Self.series { _ in 120 }, at: Self.bedtime), by: NightModel(weights: weights))
    for hour in 1...7 {
      let expected = Double(hour) / Double(7 + hour)
      #expect(abs(night.probabilitiesBelow70[hour - 1] - expected) < 1e-12)
    }
    // A quarter is between 2 / 9 after two hours and 3 / 10 after three.
    let hours = 2 + (0.25 - 2.0 / 9) / (0.3 - 2.0 / 9)
    #expect(abs(night.likelyTime.timeIntervalSince(night.start) - 3600 * hours) < 1e-3)
  }

  /// With the log odds −ln(hour / 7), the probability falls from 7 / 8, and with a negative weight of
  /// the threshold, it is greater for 54 than for 70 mg/dL.
  @Test func anEarlierHourAndALowerThresholdBoundAProbability() throws {
    var weights = [Double](repeating: 0, count: NightModel.columns)
    weights[Bedtime.featureCount + 1] = -1
    weights[Bedtime.featureCount + 2] = -1
    let night = NightForecast(
      try Bedtime(try Self.series { _ in 120 }, at: Self.bedtime), by: NightModel(weights: weights))
    for probability in night.probabilitiesBelow70 + night.probabilitiesBelow54 {
      #expect(abs(probability - 7.0 / 8) < 1e-12)
    }
  }

  @Test(arguments: 1...12)
  func probabilitiesAreOrdered(seed: Int) throws {
    let day = LocalDay(containing: Self.bedtime, in: .gmt)
    let series = VirtualPatient(seed: UInt64(seed)).simulate(days: 9, from: day).series
    for night in 1...8 {
      let bedtime = day.advanced(by: night).time(hour: 22, minute: 7 * seed % 60)
      guard let forecast = try? NightForecast(after: series, at: bedtime) else { continue }
      let (low, veryLow) = (forecast.probabilitiesBelow70, forecast.probabilitiesBelow54)
      #expect(low.count == 7 && veryLow.count == 7)
      #expect((low + veryLow).allSatisfy { (0...1).contains($0) })
      #expect(low == low.sorted() && veryLow == veryLow.sorted())
      #expect(zip(veryLow, low).allSatisfy { $0 <= $1 })
      #expect(forecast.probabilityBelow70 == low[6] && forecast.probabilityBelow54 == veryLow[6])
      #expect((0...25_200).contains(forecast.likelyTime.timeIntervalSince(bedtime)))
    }
  }

  @Test func aLowerLevelAFallAndLowNightsRaiseTheProbability() throws {
    func probability(_ value: (Int) -> Double) throws -> Double {
      try NightForecast(after: try Self.series(value), at: Self.bedtime).probabilityBelow70
    }
    let usual = try probability { 120 + 20 * sin(Double($0) / 20) }
    #expect(usual > 0.005 && usual < 0.5)
    // The same day, lower by 30 in the end; and 60 in an hour of each earlier night.
    #expect(
      try probability { 120 + 20 * sin(Double($0) / 20) - ($0 < 24 ? 30 : 0) } > 1.2 * usual)
    #expect(
      try probability {
        $0 > 288 && $0 % 288 > 250 && $0 % 288 < 262 ? 60 : 120 + 20 * sin(Double($0) / 20)
      } > 1.2 * usual)
  }

  @Test func aLowAtBedtimeIsCertain() throws {
    let night = try NightForecast(
      after: try Self.series { $0 < 3 ? 65 : 120 }, at: Self.bedtime)
    #expect(night.probabilitiesBelow70 == [Double](repeating: 1, count: 7))
    #expect(night.likelyTime == night.start && night.probabilityBelow54 < 1)
    let lower = try NightForecast(after: try Self.series { $0 < 3 ? 50 : 120 }, at: Self.bedtime)
    #expect(lower.probabilityBelow54 == 1)
  }

  @Test func readingsAfterBedtimeHaveNoEffect() throws {
    let series = try Self.series { 120 + 20 * sin(Double($0) / 20) }
    let later = try GlucoseSeries(
      Array(series)
        + (1...84).map {
          Reading(time: Self.bedtime.addingTimeInterval(300 * Double($0)), glucose: .mgdL(45))
        })
    #expect(
      try NightForecast(after: later, at: Self.bedtime)
        == NightForecast(after: series, at: Self.bedtime))
  }

  @Test func refusesTooFewReadings() throws {
    func reason(_ series: GlucoseSeries, after seconds: Double = 0) -> ForecastUnavailable.Reason? {
      do {
        _ = try NightForecast(after: series, at: Self.bedtime.addingTimeInterval(seconds))
        return nil
      } catch {
        return error.reason
      }
    }
    let whole = try Self.series { _ in 120 }
    #expect(reason(GlucoseSeries()) == .noReadings)
    #expect(reason(whole, after: 900) == nil)
    #expect(reason(whole, after: 901) == .stale(age: .seconds(901), limit: .seconds(900)))
    #expect(reason(try Self.series(days: 0.75) { _ in 120 }) == nil)
    guard
      case .historyTooShort(let found, let needed) = reason(
        try Self.series(days: 0.6) { _ in 120 })
    else {
      Issue.record("0.6 days are less than 70 percent")
      return
    }
    #expect(needed == .seconds(60_480) && found < needed)
  }

  @Test func aNightWithoutSeventyPercentOfItsReadingsDoesNotCount() throws {
    let whole = try Self.series { _ in 120 }
    #expect(whole.nights(before: Self.bedtime).count == 4)
    let start = Self.bedtime.addingTimeInterval(-2 * 86_400)
    // A gap of three of the seven hours.
    let readings = whole.filter {
      !(3600.0...14_400).contains($0.time.timeIntervalSince(start))
    }
    let nights = try GlucoseSeries(readings).nights(before: Self.bedtime)
    #expect(nights.count == 3)
    #expect(nights.allSatisfy { $0.count == 84 })
  }

  /// The night is ahead at a bedtime at which the record ends.
  @Test func aNightIsAheadOfARecordThatEndsAtABedtime() throws {
    let series = try Self.series { _ in 120 }
    // The record ends at 6:13:20 in GMT, 22:13:20 eight hours west of it.
    func zone(_ hours: Int) throws -> TimeZone {
      try #require(TimeZone(secondsFromGMT: 3600 * hours))
    }
    let west = try zone(-8)
    let night = try #require(series.nightAhead(at: Self.bedtime, in: west))
    #expect(try night == NightForecast(after: series, at: Self.bedtime))
    #expect(series.nightAhead(at: Self.bedtime + 900, in: west) != nil)
    #expect(series.nightAhead(at: Self.bedtime + 901, in: west) == nil)
    #expect(series.nightAhead(at: Self.bedtime - 1, in: west) == nil)
    // 21:13:20, 20:13:20, 01:13:20, and 02:13:20.
    #expect(series.nightAhead(at: Self.bedtime, in: try zone(-9)) != nil)
    #expect(series.nightAhead(at: Self.bedtime, in: try zone(-10)) == nil)
    #expect(series.nightAhead(at: Self.bedtime, in: try zone(-5)) != nil)
    #expect(series.nightAhead(at: Self.bedtime, in: try zone(-4)) == nil)
  }
}
