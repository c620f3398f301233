import Foundation
import GlucoseMath
import PredictionTestSupport
import Testing

@testable import Prediction

struct RecentJumpTests {
  /// Readings between 150 and 152, so that none are stuck.
  private static let level = (0..<40).map { 150 + Double($0 % 3) }

  private struct Forecasts {
    let model: Forecaster
    let bounded, plain: Forecaster.Expectation

    /// The expected value 30 minutes ahead.
    func value(_ expectation: Forecaster.Expectation) -> Double {
      expectation.level + expectation.changes[30 / model.cadence.rawValue - 1]
    }

    func interval(_ expectation: Forecaster.Expectation) -> ClosedRange<Double> {
      let outcome = 30 / model.cadence.rawValue - 1
      let bounds = model.bounds(
        level: expectation.level, change: expectation.changes[outcome],
        size: expectation.sizes[outcome], outcome: outcome, coverage: 0.9)
      return bounds.lower...bounds.upper
    }

    var areEqual: Bool {
      bounded.level == plain.level && bounded.changes == plain.changes
        && bounded.sizes == plain.sizes
    }
  }

  private func forecasts(_ values: [Double], step: Double = 300) throws -> Forecasts {
    let series = try Synthetic.series(values, step: step)
    let model = try Forecaster.pretrained(for: series, zone: .gmt)
    let trace = model.prepared(series, [], from: nil)
    let origin = try #require(series.last)
    return Forecasts(
      model: model, bounded: model.expectation(of: trace, origin),
      plain: model.plainExpectation(of: trace, at: values.count - 1, origin))
  }

  @Test(arguments: [300.0, 900], [40.0, -40, 80, -80])
  func aJumpIsNotAmplified(_ step: Double, _ size: Double) throws {
    let forecasts = try forecasts(Self.level + [151 + size], step: step)
    let change = (forecasts.value(forecasts.bounded) - 151) / size
    #expect((0.55...0.85).contains(change))
    #expect(forecasts.value(forecasts.plain) != forecasts.value(forecasts.bounded))
    let interval = forecasts.interval(forecasts.bounded)
    #expect(interval.contains(151) && interval.contains(min(max(151 + size, 75), 225)))
    // It starts from 0.7 of the jump too.
    #expect(abs((forecasts.bounded.level - 151) / size - 0.7) < 0.1)
  }

  /// A reading some seconds or minutes after another is compared with the one before both.
  @Test(arguments: [5.0, 60, 180, 220], [40.0, -40, 80])
  func aJumpSoonAfterAReadingIsNotAmplified(_ delay: Double, _ size: Double) throws {
    let series = try Synthetic.series(Self.level, step: 300)
    let last = try #require(series.last)
    let origin = Reading(
      time: last.time.addingTimeInterval(delay), glucose: .mgdL(last.glucose.mgdL + size))
    let all = try GlucoseSeries(Array(series) + [origin])
    let model = try Forecaster.pretrained(for: series, zone: .gmt)
    func value(_ series: GlucoseSeries) throws -> Double {
      let point = try model.forecast(after: series, at: try #require(series.last).time).points[5]
      return point.glucose.mgdL
    }
    let change = try (value(all) - value(series)) / size
    #expect((0.4...0.9).contains(change), "\(change)")
  }

  @Test func plausibleReadingsStay() throws {
    #expect(try forecasts(Self.level + [165]).areEqual)
    let slope = (0..<24).map { 100 + 6 * Double($0) }
    #expect(try forecasts(slope + [244]).areEqual)
    #expect(try forecasts(slope + [238]).areEqual)
  }

  @Test func theNextReadingRemovesAJump() throws {
    let undamaged = try forecasts(Self.level + [151, 152])
    let forecasts = try forecasts(Self.level + [230, 152])
    #expect(
      abs(forecasts.value(forecasts.bounded) - undamaged.value(undamaged.plain)) < 2)
    #expect(abs(forecasts.bounded.sizes[5] / undamaged.plain.sizes[5] - 1) < 0.1)
  }

  @Test func theNextReadingConfirmsAJump() throws {
    let after = [230.0, 231, 232, 231, 230, 232, 231, 233, 232]
    for count in 2...after.count {
      let forecasts = try forecasts(Self.level + after.prefix(count))
      // The jump is (count - 1) steps old.
      guard count <= 7 else {
        #expect(forecasts.areEqual)
        continue
      }
      let difference = forecasts.value(forecasts.bounded) - forecasts.value(forecasts.plain)
      #expect(-12 < difference && difference < 0)
      #expect(forecasts.bounded.level == forecasts.plain.level)
      #expect(forecasts.bounded.sizes[5] > forecasts.plain.sizes[5] + 0.6 * 50)
    }
  }

  /// A fall of one reading makes a low possible, not likely.
  @Test func crossingsFollowTheBoundedReading() throws {
    let forecasts = try forecasts(Self.level + [100])
    func probability(_ expectation: Forecaster.Expectation) -> Double? {
      forecasts.model.crossings(expectation, count: 6)?
        .probability(of: ThresholdCrossing(.below, .mgdL(70)), byPoint: 5)
    }
    for expectation in [forecasts.bounded, forecasts.plain] {
      #expect((0.01..<0.2).contains(try #require(probability(expectation))))
    }
  }

  private func steps(_ values: [Double], _ times: [Double]) throws -> [Int] {
    let series = PreparedSeries(
      try GlucoseSeries(
        zip(times, values).map {
          Reading(
            time: Date(timeIntervalSinceReferenceDate: Synthetic.start + 60 * $0),
            glucose: .mgdL($1))
        }))
    let cadence: SensorCadence = times[1] - times[0] > 7.5 ? .fifteenMinutes : .fiveMinutes
    return series.steepSteps(before: values.count - 1, cadence).map(\.index)
  }

  /// The range of continuations of 100 and 105 is 105 to 110.
  @Test(arguments: [(125.0, []), (125.1, [2]), (90.0, []), (89.9, [2])] as [(Double, [Int])])
  func aStepIsSteepBeyondTheContinuations(_ value: Double, _ found: [Int]) throws {
    #expect(try steps([100, 105, value], [0, 5, 10]) == found)
  }

  @Test func stepsAreOfTheCadence() throws {
    // With a reading a minute, a jump is compared with the reading five minutes earlier.
    let minutes = (0..<70).map(Double.init)
    let jumped = minutes.map { $0 < 68 ? 100.0 : 120 }
    #expect(try steps(jumped, minutes) == [69])
    // The continuation of two steps is twice that of one.
    #expect(try steps([100, 110, 120, 155], [0, 5, 10, 20]) == [])
    #expect(try steps([100, 110, 120, 156], [0, 5, 10, 20]) == [3])
    // Across more than one lost reading, all changes are plausible.
    #expect(try steps([100, 110, 120, 190], [0, 5, 10, 25]) == [])
  }

  @Test func aReadingSoonAfterAnotherIsComparedWithOneAStepBefore() throws {
    let hours = (0..<8).map { 15 * Double($0) }
    let stored = hours.map { _ in 100.0 }
    #expect(try steps(stored + [130], hours + [120]) == [8])
    #expect(try steps(stored + [130], hours + [112]) == [8])
    #expect(try steps(stored + [100, 130], hours + [112, 120]) == [9])
    #expect(try steps(stored + [100, 100, 130], hours + [112, 120, 135]) == [10])
  }

  /// The standard deviation of 100 and 200 in equal number is 50.
  @Test func equalValuesWidenByTheDayBeforeThem() throws {
    let day = (0..<200).map { $0 % 2 == 0 ? 100.0 : 200 }
    func deviation(_ values: [Double]) throws -> Double {
      PreparedSeries(try Synthetic.series(values)).stuckDeviation(at: values.count - 1)
    }
    // 12 steps are an hour, half an hour more than is plausible.
    #expect(abs(try deviation(day + Array(repeating: 150, count: 13)) - 0.5 * 50) < 1)
    let share = (200.0 / 260).squareRoot()
    #expect(abs(try deviation(day + Array(repeating: 150, count: 60)) - 2 * 50 * share) < 1)
    #expect(try deviation(day + Array(repeating: 150, count: 7)) == 0)
    // A sensor's limits are no values.
    #expect(try deviation(Array(repeating: 400, count: 20)) == 0)
    #expect(try deviation(Array(repeating: 40, count: 20)) == 0)
    let forecasts = try forecasts(Self.level + Array(repeating: 150, count: 13))
    #expect(forecasts.bounded.changes == forecasts.plain.changes)
    #expect(forecasts.bounded.sizes[5] > forecasts.plain.sizes[5])
  }
}
