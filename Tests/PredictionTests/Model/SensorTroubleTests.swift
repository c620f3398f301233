import Foundation
import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

/// Irregularities of sensors: compression lows, readings beyond their range, a reading every
/// minute, doubled hours.
struct SensorTroubleTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    options.zone = .gmt
    options.minimumDetail = .daily
    options.detail = .daily
    return options
  }()

  private func person(_ count: Int, seed: UInt64, step: Double = 300) throws -> GlucoseSeries {
    try Synthetic.autoregression(count: count, seed: seed, step: step)
  }

  /// Returns a record with pressure on the sensor: within five minutes it falls by 70 mg/dL,
  /// remains there for half an hour, and rises again.
  private func compressed(_ series: GlucoseSeries, at begin: Int) throws -> GlucoseSeries {
    let times = Set((begin..<begin + 6).map { series[$0].time })
    return try series.mapped { reading in
      times.contains(reading.time)
        ? Reading(time: reading.time, glucose: .mgdL(max(reading.glucose.mgdL - 70, 40)))
        : reading
    }
  }

  @Test func aCompressionLowPassesWithoutATraceWithinADay() throws {
    let model = try Forecaster.fit([person(3000, seed: 600)], Self.options)
    let series = try person(1200, seed: 601)
    let dipped = try compressed(series, at: 500)
    // During it and for the hour of history after it, there are forecasts, within their limits.
    for index in 500..<520 {
      let forecast = try model.forecast(after: dipped, at: dipped[index].time)
      for point in forecast.points {
        #expect((39...401).contains(point.glucose.mgdL) && point.lower <= point.upper)
      }
    }
    // Two hours later it has little effect, and after a day none, except through past days.
    func difference(_ index: Int) throws -> Double {
      let (one, other) = (
        try model.forecast(after: dipped, at: series[index].time),
        try model.forecast(after: series, at: series[index].time)
      )
      return zip(one.points, other.points).map { abs($0.glucose.mgdL - $1.glucose.mgdL) }.max() ?? 0
    }
    #expect(try difference(500 + 24) < 5)
    #expect(try difference(500 + 150) < 2)
    #expect(try difference(500 + 400) < 1)
  }

  @Test func compressionLowsInAFitDoNotUpsetIt() throws {
    let series = try person(4000, seed: 602)
    var dipped = series
    for night in 0..<12 { dipped = try compressed(dipped, at: 30 + night * 288) }
    let models = try [series, dipped].map { try Forecaster.fit([$0], Self.options) }
    let test = Backtest(of: [series], at: [.seconds(1800)], every: 2) { _, _ in
      [
        models[0].identified(as: "clean"),
        models[1].identified(as: "dipped"),
      ]
    }
    func error(_ name: String) throws -> Double {
      try #require(test.score(of: name, lead: .seconds(1800))?.rootMeanSquare)
    }
    let (dippedError, cleanError) = (try error("dipped"), try error("clean"))
    #expect(dippedError < 1.2 * cleanError)
  }

  /// A reading at or beyond the end of a sensor's range is used as it is; expected values are
  /// clipped to 39 to 401 mg/dL, where either end represents all values beyond it.
  @Test(arguments: [(401.0, true), (450, true), (500, true), (40, false), (39, false), (20, false)])
  func readingsBeyondTheSensorsRangeGiveForecastsAtItsEnd(level: Double, isHigh: Bool) throws {
    let model = try Forecaster.fit([person(3000, seed: 603)], Self.options)
    // An hour and a half at the end of the range.
    let series = try Synthetic.series((0..<20).map { _ in level })
    let forecast = try model.forecast(after: series, at: series[19].time)
    #expect(forecast.origin.glucose.mgdL == level)
    for point in forecast.points {
      #expect((39...401).contains(point.lower.mgdL) && (39...401).contains(point.upper.mgdL))
      #expect(point.lower <= point.glucose && point.glucose <= point.upper)
    }
    let first = try #require(forecast.points.first).glucose.mgdL
    #expect(isHigh ? first > 340 : first < 80)
  }

  @Test func aRecordFullOfSaturatedReadingsIsFitted() throws {
    var generator = SeededGenerator(seed: 604)
    // Oscillations from far below to far above the sensor's range.
    let values = (0..<3000).map { index in
      min(max(220 + 260 * sin(Double(index) * 0.09) + 3 * generator.normal(), 39), 401)
    }
    let series = try Synthetic.series(values)
    let model = try Forecaster.fit([series], Self.options)
    let test = Backtest(of: [series], at: [.seconds(1800)], every: 2) { _, past in
      [model.personalized(to: past), Baseline.lastValue]
    }
    let lead = Duration.seconds(1800)
    let own = try #require(test.score(of: "personal-model", lead: lead)?.rootMeanSquare)
    let last = try #require(test.score(of: "last-value", lead: lead)?.rootMeanSquare)
    #expect(own < 0.3 * last)
  }

  /// A record with a reading every minute is fitted, tested and added at steps of five minutes, and
  /// later readings have no effect on a forecast.
  @Test func aReadingEveryMinuteIsFittedTestedAndForecast() throws {
    let sparse = try person(1700, seed: 605)
    let values = sparse.values
    var generator = SeededGenerator(seed: 606)
    let dense = try Synthetic.series(
      (0..<8000).map { minute in
        let share = Double(minute % 5) / 5
        return values[minute / 5] * (1 - share) + values[minute / 5 + 1] * share
          + 0.3 * generator.normal()
      }, step: 60)
    let model = try Forecaster.fit([dense], Self.options)
    #expect(model.cadence == .fiveMinutes)
    // 70 percent of 1,600 steps, without the hour of history and the outcomes, with a row every
    // four and a half or five minutes: with readings a minute apart, each is one reading early.
    #expect((1090...1220).contains(model.rowCount))
    let own = model.personalized(to: dense[positions: 0..<5600])
    let test = Backtest(of: [dense], at: model.leads) { _, _ in [own, Baseline.lastValue] }
    #expect((470...535).contains(test.originCount))
    let lead = Duration.seconds(1800)
    #expect(
      try #require(test.score(of: "personal-model", lead: lead)?.rootMeanSquare)
        < #require(test.score(of: "last-value", lead: lead)?.rootMeanSquare))
    for index in [5700, 6543, 7801] {
      let now = dense[index].time
      let noisy = try dense.mapped {
        $0.time <= now
          ? $0 : Reading(time: $0.time, glucose: .mgdL(.random(in: 40...400, using: &generator)))
      }
      let forecast = try own.forecast(after: noisy, at: now)
      #expect(try forecast == own.forecast(after: dense.prefix(through: now), at: now))
      let ahead: [Double] = forecast.points.map { $0.time.timeIntervalSince(now) }
      #expect(ahead == [300, 600, 900, 1200, 1500, 1800])
    }
  }

  /// If clocks are set back, a local time that is read without the change repeats an hour, of which
  /// one reading per instant is kept; if they are set forward, an hour is missing.
  @Test func clockChangesDoNotStopForecasts() throws {
    let series = try person(2500, seed: 607)
    let change = series[1200].time
    let back = try GlucoseSeries(
      series.map { reading in
        reading.time < change
          ? reading
          : Reading(time: reading.time.addingTimeInterval(-3600), glucose: reading.glucose)
      })
    let forward = try series.mapped { reading in
      reading.time < change
        ? reading
        : Reading(time: reading.time.addingTimeInterval(3600), glucose: reading.glucose)
    }
    #expect(back.count == series.count - 12)
    let model = try Forecaster.fit([series], Self.options)
    for changed in [back, forward] {
      let test = Backtest(of: [changed], at: model.leads, testPercentage: Percentage(fraction: 0.6))
      {
        _, past in
        [model.personalized(to: past), Baseline.lastValue]
      }
      // Origins within an hour of a gap have no forecast, and all others do.
      #expect(test.originCount > Int(0.6 * Double(changed.count)) - 40)
      let own = try #require(
        test.score(of: "personal-model", lead: .seconds(1800))?.rootMeanSquare)
      let last = try #require(test.score(of: "last-value", lead: .seconds(1800))?.rootMeanSquare)
      #expect(own < last)
    }
    // The hour after the missing one has no forecast, with the reason.
    let index = forward.index(atOrAfter: change.addingTimeInterval(3600)) + 5
    #expect {
      try model.forecast(after: forward, at: forward[index].time)
    } throws: { error in
      if case .gap = (error as? ForecastUnavailable)?.reason { true } else { false }
    }
  }

  /// Returns the readings at every third position before `end`, and all from it.
  private func sparse(_ series: GlucoseSeries, before end: Int) throws -> GlucoseSeries {
    try GlucoseSeries(series.indices.filter { $0 >= end || (end - $0) % 3 == 0 }.map { series[$0] })
  }

  /// Returns the root mean square error of the last lead, and the fraction of outcomes in intervals,
  /// of forecasts from these positions of a record, whose earlier readings may be others.
  private func accuracy(
    _ model: Forecaster, _ series: GlucoseSeries, at positions: some Sequence<Int>,
    seeing seen: (Int) throws -> GlucoseSeries
  ) throws -> (error: Double, coverage: Double) {
    var (count, squares, held) = (0.0, 0.0, 0.0)
    for index in positions {
      let forecast = try model.forecast(after: seen(index), at: series[index].time)
      let point = try #require(forecast.points.last)
      let outcome = series[index + 6].glucose
      count += 1
      squares += (point.glucose.mgdL - outcome.mgdL) * (point.glucose.mgdL - outcome.mgdL)
      held += point.lower <= outcome && outcome <= point.upper ? 1 : 0
    }
    return ((squares / count).squareRoot(), held / count)
  }

  /// Returns the record with the noise of a sensor, of this standard deviation.
  private func noisy(_ series: GlucoseSeries, _ deviation: Double) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: 640)
    return try series.mapped {
      Reading(
        time: $0.time, glucose: .mgdL(max($0.glucose.mgdL + deviation * generator.normal(), 40)))
    }
  }

  /// An hour after a change from a sensor with a reading every 15 minutes to one with a reading every
  /// five, a forecast is about as accurate as with the new sensor alone: the day before does not look
  /// like that of a sensor without noise.
  @Test func aChangeToADenserSensorHardlyChangesForecasts() throws {
    let people = try (0..<4).map {
      try noisy(person(2000, seed: 620 + UInt64($0)), $0 < 2 ? 0 : 6)
    }
    let model = try Forecaster.fit(people, Self.options)
    let series = try noisy(person(3000, seed: 630), 6)
    let origins = stride(from: 400, to: 2900, by: 11)
    let alone = try accuracy(model, series, at: origins) { series[positions: 0..<$0 + 1] }
    let changed = try accuracy(model, series, at: origins) {
      try sparse(series[positions: max($0 - 400, 0)..<$0 + 1], before: min($0, 400) - 12)
    }
    #expect(changed.error < 1.05 * alone.error && abs(changed.coverage - 0.9) < 0.05)
  }

  /// A model that is personalized to a record with a reading every 15 minutes is not less accurate
  /// for a sensor with a reading every five.
  @Test func aPersonalModelOfASparserSensorIsOfUse() throws {
    let model = try Forecaster.fit((0..<3).map { try person(2500, seed: 620 + $0) }, Self.options)
    let series = try person(4000, seed: 631)
    let own = model.personalized(to: try sparse(series[positions: 0..<3000], before: 3000))
    #expect(own.weights != model.populationWeights)
    let origins = stride(from: 3300, to: 3900, by: 3)
    let plain = try accuracy(model, series, at: origins) { series[positions: 0..<$0 + 1] }
    let personal = try accuracy(own, series, at: origins) { series[positions: 0..<$0 + 1] }
    #expect(personal.error < 1.05 * plain.error && abs(personal.coverage - 0.9) < 0.05)
  }

  @Test func readingsThatComeTwiceCountOnce() throws {
    let series = try person(2000, seed: 608)
    // A receiver and a phone store the same readings, 20 seconds apart.
    let doubled = try GlucoseSeries(
      series.flatMap {
        [$0, Reading(time: $0.time.addingTimeInterval(20), glucose: $0.glucose)]
      })
    var options = Self.options
    options.cadence = .fiveMinutes
    let one = try Forecaster.fit([series], options)
    let two = try Forecaster.fit([doubled], options)
    #expect(two.rowCount <= one.rowCount + 1)
    let now = series[1990].time
    let (ours, theirs) = (
      try one.forecast(after: series, at: now), try two.forecast(after: doubled, at: now)
    )
    for (point, other) in zip(ours.points, theirs.points) {
      #expect(abs(point.glucose.mgdL - other.glucose.mgdL) < 5)
    }
  }
}
