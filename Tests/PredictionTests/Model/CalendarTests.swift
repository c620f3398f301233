import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSimulation
import GlucoseTestSupport
import PredictionEvaluation
import Testing

@testable import Prediction

/// The independence of models and tests from the date: shifted by whole days, a cohort has the same
/// forecasts.
struct CalendarTests {
  private static let day = 86_400.0
  /// A year and two days: another day of the week, of the month, and of the year.
  private static let shift = 367 * day

  private static func patient(_ seed: UInt64, days: Int) -> Recording {
    let first = LocalDay(
      containing: Date(timeIntervalSinceReferenceDate: Synthetic.start), in: .gmt)
    return VirtualPatient(seed: seed).simulate(days: days, from: first)
  }

  /// Returns the expected values and bounds of the forecasts at some readings of a recording, as far
  /// as there is a history.
  private func forecasts(_ model: Forecaster, _ recording: Recording) -> [Double] {
    let series = recording.series
    return stride(from: 1, to: 400, by: 37).flatMap { back in
      let forecast = try? model.forecast(
        after: recording, at: series[series.count - back].time)
      return (forecast?.points ?? []).flatMap {
        [$0.glucose.mgdL, $0.lower.mgdL, $0.upper.mgdL]
      }
    }
  }

  private func expectEqual(_ one: [Double], _ other: [Double]) {
    #expect(one.count == other.count && !one.isEmpty)
    #expect(zip(one, other).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  private func options(_ detail: FeatureDetail) -> FitOptions {
    var options = FitOptions()
    options.detail = detail
    options.minimumDetail = detail
    options.zone = .gmt
    options.usesEvents = true
    return options
  }

  @Test(arguments: [FeatureDetail.daily, .kernel])
  func aFitAndItsPersonalModelDoNotDependOnTheDate(_ detail: FeatureDetail) throws {
    let people = (0..<2).map { Self.patient(40 + $0, days: 5) }
    func result(_ people: [Recording]) throws -> [Double] {
      let model = try Forecaster.fit(people, options(detail))
      let own = model.personalized(to: people[1])
      return forecasts(model, people[0]) + forecasts(own, people[1])
    }
    let expected = try result(people)
    expectEqual(try result(people.map { try $0.shifted(by: Self.shift) }), expected)
  }

  /// Daily updates, each with the last eight days only, give the same weights on any date.
  @Test func updatesDoNotDependOnTheDate() throws {
    let model = try Forecaster.pretrained(for: .unsmoothed, zone: .gmt)
    let recording = Self.patient(44, days: 4)
    func result(_ recording: Recording) throws -> [Double] {
      let series = recording.series
      var own = model.personalized(to: Recording(series: series[positions: 0..<400]))
      for end in stride(from: 500, through: series.count, by: 100) {
        own.update(with: series[positions: max(0, end - 8 * 288)..<end])
      }
      return forecasts(own, recording)
    }
    let expected = try result(recording)
    expectEqual(try result(recording.shifted(by: Self.shift)), expected)
  }

  @Test func theBestModelDoesNotDependOnTheDate() throws {
    let recording = Self.patient(45, days: 4)
    func result(_ recording: Recording) throws -> (ModelSelection?, [Double]) {
      let model = try Forecaster.best(for: recording, in: .gmt)
      return (model.selection, forecasts(model, recording))
    }
    let expected = try result(recording)
    let shifted = try result(recording.shifted(by: Self.shift))
    #expect(shifted.0 == expected.0)
    expectEqual(shifted.1, expected.1)
  }

  /// Returns the errors, coverage and alarms of a back-test of a population's and of personal models.
  private func backtest(_ people: [Recording], _ options: FitOptions) throws -> [Double] {
    let model = try Forecaster.fit(people, options)
    let test = Backtest(
      ofRecordings: people, at: [.seconds(1800)], every: 3, updateInterval: .seconds(86_400),
      alarmsOf: [.above(.mgdL(180))]
    ) { _, past in [model, model.personalized(to: past).identified(as: "own")] }
    var numbers: [Double?] = []
    for score in test.scores {
      numbers += [score.errors.rootMeanSquare, score.errors.coverage, score.errors.crps]
    }
    for alarm in test.alarms {
      numbers += [alarm.all.sensitivity, Double(alarm.all.falseAlarms)]
    }
    return numbers.map { $0 ?? -1 }
  }

  @Test func aBacktestDoesNotDependOnTheDate() throws {
    let people = (0..<2).map { Self.patient(47 + $0, days: 5) }
    let expected = try backtest(people, options(.daily))
    let shifted = try people.map { try $0.shifted(by: Self.shift) }
    expectEqual(try backtest(shifted, options(.daily)), expected)
  }

  @Test(.enabled(if: Datasets.has("hall"), Datasets.skipped))
  func aBacktestOfRecordingsDoesNotDependOnTheDate() throws {
    let people = Array(try RealRecordings.recordings(of: "hall").prefix(4))
    var options = options(.kernel)
    options.usesEvents = false
    let expected = try backtest(people, options)
    let shifted = try people.map { try $0.shifted(by: Self.shift) }
    expectEqual(try backtest(shifted, options), expected)
  }
}

extension Recording {
  /// Returns the recording with its clock set forward.
  fileprivate func shifted(by seconds: Double) throws -> Recording {
    Recording(
      series: try series.shifted(by: seconds),
      events: events.map {
        DiaryEvent(
          id: $0.id, at: $0.time.addingTimeInterval(seconds), in: $0.zone, $0.content,
          note: $0.note)
      })
  }
}
