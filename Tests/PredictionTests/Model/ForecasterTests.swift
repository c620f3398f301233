import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct ForecasterTests {
  private static let lagsOnly: FitOptions = {
    var options = FitOptions()
    options.detail = .lags
    return options
  }()

  private static let withClock: FitOptions = {
    var options = FitOptions()
    options.zone = .gmt
    return options
  }()

  @Test func recoversTheCoefficientsOfAnAutoregression() throws {
    let people = try (0..<4).map { try Synthetic.autoregression(count: 6000, seed: 20 + $0) }
    let model = try Forecaster.fit(people, Self.lagsOnly)
    // The change of the first step is (a + b − 1)·x − b·(x − x before), with level in units of 50
    // and changes of 10 mg/dL; further changes have no weight.
    let (first, second) = Synthetic.coefficients
    let weights = model.populationWeights[..<model.map.columns]
    #expect(abs(weights[1] - (first + second - 1) * 50) < 0.25)
    #expect(abs(weights[2] - -second * 10) < 0.25)
    #expect(weights[3...].allSatisfy { abs($0) < 0.35 })
  }

  @Test func forecastsAnAutoregressionAsWellAsCanBe() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 5000, seed: 30 + $0) }
    let model = try Forecaster.fit(people, Self.lagsOnly)
    let series = try Synthetic.autoregression(count: 400, seed: 40)
    for index in stride(from: 20, to: 400, by: 13) {
      let forecast = try model.forecast(after: series, at: series[index].time)
      let best = Synthetic.expectation(
        now: series[index].glucose.mgdL, before: series[index - 1].glucose.mgdL, steps: 6)
      for (point, expected) in zip(forecast.points, best) {
        #expect(abs(point.glucose.mgdL - expected) < 2.5)
      }
    }
  }

  @Test func followsASineExactly() throws {
    // A sine satisfies x(t+1) = 2 cos(ω) x(t) − x(t−1): lags alone predict it.
    let values = (0..<3000).map { 140 + 50 * sin(Double($0) * 0.11) }
    let series = try Synthetic.series(values)
    let model = try Forecaster.fit([series], Self.lagsOnly)
    let forecast = try model.forecast(
      after: series.prefix(before: series[2900].time), at: series[2899].time)
    for (step, point) in forecast.points.enumerated() {
      #expect(abs(point.glucose.mgdL - values[2900 + step]) < 0.05)
    }
  }

  @Test(arguments: [(SensorCadence.fiveMinutes, 300.0, 12), (.fifteenMinutes, 900, 4)])
  func reachesAnHourAhead(cadence: SensorCadence, step: Double, points: Int) throws {
    var options = FitOptions()
    options.horizon = .seconds(3600)
    let series = try Synthetic.autoregression(count: 1500, seed: 50, step: step)
    let model = try Forecaster.fit([series], options)
    #expect(model.cadence == cadence)
    let forecast = try model.forecast(after: series, at: series[1499].time)
    #expect(forecast.points.count == points)
    #expect(forecast.points.last?.time == series[1499].time.addingTimeInterval(3600))
    #expect(forecast.origin == series[1499])
  }

  /// The most important test: later readings must have no effect.
  @Test func laterReadingsHaveNoEffect() throws {
    let series = try Synthetic.autoregression(count: 1600, seed: 51)
    let model = try Forecaster.fit([series], Self.withClock)
    var generator = SeededGenerator(seed: 52)
    for index in [400, 911, 1590] {
      let now = series[index].time
      let noisy = try series.mapped {
        $0.time <= now
          ? $0 : Reading(time: $0.time, glucose: .mgdL(.random(in: 40...400, using: &generator)))
      }
      let expected = try model.forecast(after: series.prefix(through: now), at: now)
      #expect(try model.forecast(after: series, at: now) == expected)
      #expect(try model.forecast(after: noisy, at: now) == expected)
    }
  }

  @Test func aFitDoesNotUseTheTestPart() throws {
    let series = try Synthetic.autoregression(count: 2000, seed: 53)
    var generator = SeededGenerator(seed: 54)
    let cut = series[1400].time
    let noisy = try series.mapped {
      $0.time < cut
        ? $0 : Reading(time: $0.time, glucose: .mgdL(.random(in: 40...400, using: &generator)))
    }
    let model = try Forecaster.fit([series], Self.withClock)
    let other = try Forecaster.fit([noisy], Self.withClock)
    #expect(model.populationWeights == other.populationWeights)
    #expect(model.range == other.range)
    #expect(model.measured != other.measured)
  }

  @Test func theZoneGivesTheTimeOfDay() throws {
    let values = (0..<4000).map { 140 + 40 * sin(Double($0) / 288 * 2 * .pi) }
    var generator = SeededGenerator(seed: 56)
    let series = try Synthetic.series(values.map { $0 + generator.normal() })
    let model = try Forecaster.fit([series], Self.withClock)
    // Six hours further east, the same readings have another time of day.
    var elsewhere = model
    elsewhere.zone = TimeZone(secondsFromGMT: 6 * 3600)
    let now = series[3999].time
    let here = try model.forecast(after: series, at: now)
    #expect(try elsewhere.forecast(after: series, at: now) != here)
    elsewhere.zone = .gmt
    #expect(try elsewhere.forecast(after: series, at: now) == here)
  }

  @Test func forecastsTheSameEveryTime() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 900, seed: 60 + $0) }
    let first = try Forecaster.fit(people, Self.withClock)
    #expect(try Forecaster.fit(people, Self.withClock) == first)
  }

  @Test(arguments: ["meanGram", "populationWeights", "ridges"])
  func aModelWhosePartsDoNotFitIsRefused(part: String) throws {
    let series = try Synthetic.autoregression(count: 900, seed: 61)
    let data = try JSONEncoder().encode(try Forecaster.fit([series], Self.lagsOnly))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(throws: Never.self) {
      try JSONDecoder().decode(
        Forecaster.self, from: JSONSerialization.data(withJSONObject: object))
    }
    object[part] = [1.0]
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Forecaster.self, from: JSONSerialization.data(withJSONObject: object))
    }
  }

  /// Values of a file from elsewhere are arbitrary.
  @Test(arguments: [Double.nan, .infinity, 1e9])
  func weightsThatNoFitGivesAreRefused(value: Double) throws {
    let series = try Synthetic.autoregression(count: 900, seed: 61)
    let model = try Forecaster.fit([series], Self.lagsOnly)
    let data = try JSONEncoder().encode(model)
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var weights = model.populationWeights
    weights[3] = value
    let packed = try JSONEncoder().encode(DoubleBytes(wrappedValue: weights))
    object["populationWeights"] = try JSONSerialization.jsonObject(
      with: packed, options: .fragmentsAllowed)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Forecaster.self, from: JSONSerialization.data(withJSONObject: object))
    }
  }

  @Test(arguments: ["recordCount", "rowCount"])
  func negativeNumbersOfRowsAreRefused(part: String) throws {
    let series = try Synthetic.autoregression(count: 900, seed: 61)
    let data = try JSONEncoder().encode(try Forecaster.fit([series], Self.lagsOnly))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    object[part] = -1
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Forecaster.self, from: JSONSerialization.data(withJSONObject: object))
    }
  }

  @Test func isTheSameHoweverManyTasksShareTheFit() async throws {
    // Two and a half blocks, so that results wait to be consumed.
    let people = try (0..<5).map { try Synthetic.autoregression(count: 8200, seed: 65 + $0) }
    var options = Self.lagsOnly
    options.zone = .gmt
    let recordings = people.map { Recording(series: $0) }
    let expected = try Forecaster.fit(people, options)
    for tasks in [1, 3] {
      let shares = Shares()
      let model = try await Forecaster.fit(recordings, options, tasks: tasks) { shares.add($0) }
      #expect(model == expected)
      #expect(shares.all.last == 1)
      #expect(zip(shares.all, shares.all.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func aFitStopsWhenItsTaskIsCancelled() async throws {
    let people = try (0..<3).map {
      Recording(series: try Synthetic.autoregression(count: 3000, seed: 70 + $0))
    }
    let fit = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Forecaster.fit(people, Self.lagsOnly) { _ in }
    }
    await #expect(throws: CancellationError.self) { try await fit.value }
  }

  @Test func theLastEightDaysAreEnough() throws {
    // A reading is missing where the day's first hour begins.
    let series = try Synthetic.autoregression(count: 2500, seed: 66).without(2198..<2200)
    var options = Self.withClock
    options.minimumDetail = .kernel
    let model = try Forecaster.fit([series], options)
    #expect(model.detail == .kernel)
    for index in [2300, 2477, 2496] {
      let now = series[index].time
      let start = now.addingTimeInterval(-8 * 86_400)
      let recent = series[positions: series.index(atOrAfter: start)..<index + 1]
      let ours = try model.forecast(after: recent, at: now)
      let whole = try model.forecast(after: series, at: now)
      for (one, other) in zip(ours.points, whole.points) {
        #expect(abs(one.glucose.mgdL - other.glucose.mgdL) < 1e-9)
      }
    }
  }

  @Test func duplicatedReadingsChangeNothing() throws {
    let series = try Synthetic.autoregression(count: 1200, seed: 62)
    let doubled = try GlucoseSeries(Array(series) + Array(series.suffix(500)))
    #expect(try Forecaster.fit([doubled]) == Forecaster.fit([series]))
  }

  @Test func readsADenserRecordAtItsOwnSteps() throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 63)
    let model = try Forecaster.fit([series])
    // A reading every minute, interpolated linearly between the others.
    let values = series.values
    let dense = try Synthetic.series(
      (0..<1000).map { minute in
        let share = Double(minute % 5) / 5
        return values[minute / 5] * (1 - share) + values[minute / 5 + 1] * share
      }, step: 60)
    let now = dense[995].time
    let forecast = try model.forecast(after: dense, at: now)
    let expected = try model.forecast(after: series, at: now)
    #expect(forecast.points.count == 6)
    // The same history; only the mean and standard deviation of the last day include more readings.
    for (one, two) in zip(forecast.points, expected.points) {
      #expect(abs(one.glucose.mgdL - two.glucose.mgdL) < 1)
    }
  }

  @Test func valuesNoSensorShowsDoNoHarm() throws {
    var values = [Double](repeating: 100, count: 1500)
    for index in stride(from: 5, to: 1500, by: 97) { values[index] = 100_000 }
    values[1499] = .leastNonzeroMagnitude
    let series = try Synthetic.series(values)
    let model = try Forecaster.fit([series], Self.withClock)
    let forecast = try model.personalized(to: series).forecast(after: series, at: series[1499].time)
    #expect(forecast.points.allSatisfy { (39...401).contains($0.glucose.mgdL) })
  }

  @Test func valuesStayWithinTheirLimits() throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 64)
    let model = try Forecaster.fit([series])
    for slope in [-9.0, 9] {
      let values = (0..<40).map { 220 + slope * Double($0 - 20) }.map { min(max($0, 40), 400) }
      let steep = try Synthetic.series(values)
      let forecast = try model.forecast(after: steep, at: steep[39].time, coverage: 0.95)
      for point in forecast.points {
        #expect(point.lower.mgdL >= 39 && point.upper.mgdL <= 401)
      }
    }
  }
}

/// The progress of a fit.
private final class Shares: Sendable {
  private let values = Lock<[Double]>([])

  var all: [Double] { values.withLock { $0 } }

  func add(_ share: Double) { values.withLock { $0.append(share) } }

  /// Two hours ahead are twenty-seven targets, more than a sixth of the validation rows.
  @Test func aFewDaysAreEnoughForTwoHoursAhead() throws {
    let series = try Synthetic.autoregression(count: 800, seed: 301)
    var options = FitOptions()
    options.horizon = .seconds(7200)
    let model = try Forecaster.fit([series], options)
    #expect(try model.forecast(after: series, at: series[799].time).points.count == 24)
  }
}
