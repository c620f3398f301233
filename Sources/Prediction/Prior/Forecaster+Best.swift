// SPDX-License-Identifier: Apache-2.0

public import Diary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// The model that serves one person best: the one that ships, made the person's own, or one fitted to nobody
  /// else.
  ///
  ///     let mine = try Forecaster.best(for: recording, in: oslo)
  ///     let forecast = try mine.forecast(after: recording.series, at: now)
  ///
  /// Both are made of the first 70 percent of the record and forecast the rest; the one that errs less, in root
  /// mean square at `horizon`, is then made of the whole. Where a record is too short for a model of its own,
  /// the other is taken. People with weeks of readings are mostly served best by the model that ships; people
  /// who log their meals with care, or whose sensor it has not met, by their own.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model is to look: a multiple of the sensor's cadence, at most one hour.
  /// - Throws: ``FitError`` if there are fewer than two readings, or they are too far apart.
  /// - Complexity: that of two fits, see ``fit(_:_:)``.
  public static func best(
    for recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    let series = recording.series
    guard let cadence = SensorCadence(of: series) else {
      throw FitError(.cadence(found: series.cadence, expected: nil), record: 0)
    }
    let cut = series.count * 7 / 10
    let past = Recording(series: series[positions: 0..<cut], events: recording.events)
    guard let shipped = try? prior(for: series, zone: zone, horizon: horizon) else {
      return try own(of: recording, in: zone, horizon: horizon)
    }
    guard let own = try? own(of: past, in: zone, horizon: horizon),
      own.cadence == cadence, own.errs(lessThan: shipped.personalised(to: past.series), on: series)
    else { return shipped.personalisedAndMeasured(on: series) }
    return try Self.own(of: recording, in: zone, horizon: horizon)
  }

  /// This model made the person's own, which tells how often its ranges held the last 30 percent of the record
  /// when it had learned from the rest.
  private func personalisedAndMeasured(on series: GlucoseSeries) -> Forecaster {
    var options = options
    options.heldOut = 0.3
    let measured = measurement(on: Recording(series: series), options).personal
    var model = personalised(to: series)
    if measured.counts.allSatisfy({ $0 >= Self.enoughForShares }) {
      model.measuredPersonal = measured
    }
    return model
  }

  /// So many outcomes tell how often ranges hold: about a day, every five minutes.
  private static let enoughForShares = 250
  /// About how many moments tell which of two models is better.
  private static let enoughToCompare = 4000

  /// Whether this model's forecasts of the last 30 percent of a record are closer than another's.
  private func errs(lessThan other: Forecaster, on series: GlucoseSeries) -> Bool {
    let names = ["own", "other"]
    let test = Backtest(
      of: [series], at: [cadence.step * steps],
      every: max(series.count * 3 / 10 / Self.enoughToCompare, 1)
    ) { _, _ in
      zip([self, other], names).map { ModelInTest($0, called: $1, isLearning: false) }
    }
    let errors = names.map { test.score(of: $0, lead: cadence.step * steps)?.rootMeanSquare }
    guard let own = errors[0], let other = errors[1] else { return false }
    return own < other
  }
}
