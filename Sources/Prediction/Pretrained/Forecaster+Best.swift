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
  ///     let forecast = try mine.forecast(after: recording, at: now)
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
  /// - Throws: ``FitError`` if there are fewer than two readings, they are too far apart, or `horizon` is none
  ///   of those.
  /// - Complexity: that of two fits, see ``fit(_:_:)``, of two personal models and of the forecasts that compare
  ///   them.
  public static func best(
    for recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    let series = recording.series
    guard let cadence = SensorCadence(of: series) else {
      throw FitError(.cadence(found: series.cadence, expected: nil))
    }
    guard cadence.allows(horizon) else {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    guard let shipped = try? prior(for: series, zone: zone, horizon: horizon) else {
      return try fitAlone(to: recording, in: zone, horizon: horizon)
    }
    let comparison = Comparison(recording, cadence, in: zone, horizon)
    if comparison?.favoursOwn ?? false {
      return try fitAlone(to: recording, in: zone, horizon: horizon)
    }
    var model = shipped.personalized(to: recording)
    model.person?.measured = comparison?.measured
    return model
  }

  /// The two models made of the first part of a record, tried on the last.
  private struct Comparison {
    /// About how many moments tell which of the two is better, and how many outcomes how often ranges hold.
    private static let enough = (moments: 4000, outcomes: 250)

    /// Whether forecasts of the person's own model were closer.
    let favoursOwn: Bool
    /// How often the ranges of the other held, or `nil` with few outcomes.
    let measured: EmpiricalCoverage?

    /// - Returns: `nil` if nothing can be made of the first part.
    init?(
      _ recording: Recording, _ cadence: SensorCadence, in zone: TimeZone?, _ horizon: Duration
    ) {
      let series = recording.series
      let cut = Int(Double(series.count) * 0.7)
      let past = series[positions: 0..<cut]
      guard SensorCadence(of: past) == cadence,
        let prior = try? Forecaster.prior(for: past, zone: zone, horizon: horizon)
      else { return nil }
      let shipped = prior.personalized(to: past)
      let measured = shipped.adaptedCoverage(on: series, from: cut)
      self.measured =
        measured.counts.allSatisfy { $0 >= Self.enough.outcomes } ? measured : nil
      // What is logged later counts for no moment before it.
      let known = Recording(series: past, events: recording.events)
      guard let own = try? Forecaster.fitAlone(to: known, in: zone, horizon: horizon) else {
        favoursOwn = false
        return
      }
      // Of a dense record a step is one moment.
      let perStep = max(cadence.step / (series.cadence ?? cadence.step), 1)
      let moments = Int(Double(series.count - cut) / perStep)
      var options = BacktestOptions(leads: [horizon])
      options.every = max(moments / Self.enough.moments, 1)
      let test = Backtest(of: [recording], options) { _, _ in
        [own.identified(as: "own"), shipped.identified(as: "shipped")]
      }
      let errors = ["own", "shipped"].map { test.score(of: $0, lead: horizon)?.rootMeanSquare }
      favoursOwn = (errors[0] ?? .infinity) < (errors[1] ?? 0)
    }
  }

  /// How often the ranges of this personal model, which follow what comes, hold the outcomes of a record from
  /// reading `cut` on.
  private func adaptedCoverage(on series: GlucoseSeries, from cut: Int) -> EmpiricalCoverage {
    var coverage = EmpiricalCoverage(outcomes: steps)
    var model = self
    let trace = PreparedSeries(series)
    var walk = DesignRows.OriginRange(start: cut < trace.times.count ? trace.times[cut] : .infinity)
    rows.forEachBlock(of: trace, in: &walk) { model.recordAdapting($0, in: &coverage) }
    return coverage
  }
}
