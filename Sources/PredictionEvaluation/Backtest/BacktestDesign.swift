public import GlucoseMath
public import Prediction

/// The design of a back-test: the training data of a model that is tested on the last part of a
/// person's record.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum BacktestDesign: String, Sendable, CaseIterable {
  /// The training data are the earlier part of all people's records, including the person's own.
  case chronological
  /// The training data are the earlier part of all other people's records, and then, for the
  /// personal model, the earlier part of the person's own: the case of a new user. There is one fit
  /// per person, so this design takes long.
  case leaveOnePersonOut = "leave-one-person-out"
  /// The training data of ``chronological``, and the personal model is updated every day of the
  /// test: the case in daily use.
  case rolling
  /// The model that `Forecaster.best(for:in:type:horizon:among:)` selects for each person from the
  /// earlier part of their record, as `glucose predict` does. There is no fit to the people
  /// together, and the library's pretrained models may be trained on their recordings.
  case best
  /// The split of GlucoFM-Bench: the first 80 percent of each record train, forecasts use 12 hours
  /// of history, and errors are at 15, 30, 60 and 90 minutes, as mean and standard deviation over
  /// people.
  case glucoFMBench = "glucofm-bench"
  /// The leads of MetaboNet-Bench: errors at 30, 60, 90 and 120 minutes, over all forecasts
  /// together.
  case metaboNetBench = "metabonet-bench"
  /// The forecasts of GlucoBench: from 12 hours of history, every 30 minutes, over the path of the
  /// next hour, with errors as medians over paths; see ``Backtest/pathSummary(of:)``.
  case glucoBench = "glucobench"

  /// The horizon that the design prescribes, or `nil` for any horizon.
  var horizon: Duration? { reportedLeads?.last }

  /// The leads that the design reports, or `nil` for any leads.
  public var reportedLeads: [Duration]? {
    switch self {
    case .chronological, .leaveOnePersonOut, .rolling, .best: nil
    case .glucoFMBench: [900, 1800, 3600, 5400].map { .seconds($0) }
    case .metaboNetBench: [1800, 3600, 5400, 7200].map { .seconds($0) }
    case .glucoBench: [1800, 3600].map { .seconds($0) }
    }
  }

  /// The part of each record, at its end, that is tested, or `nil` for any part.
  var testPercentage: Percentage? { self == .glucoFMBench ? Percentage(20) : nil }

  /// The length of the history that forecasts use, or `nil` for the whole record.
  var context: Duration? {
    [.glucoFMBench, .glucoBench].contains(self) ? .seconds(12 * 3600) : nil
  }

  /// Returns the distance between tested origins, in steps of the cadence.
  func originStride(_ cadence: SensorCadence) -> Int {
    self == .glucoBench ? 30 / cadence.rawValue : 1
  }

  /// Returns the baselines with which models are compared by default, for a record before its test;
  /// with a cadence of five minutes, also the second-order autoregression.
  public static func baselines(
    past: GlucoseSeries, cadence: SensorCadence
  ) -> [any Predictor] {
    var baselines: [any Predictor] = [
      PersonalAutoregression(fittedTo: past, order: cadence == .fiveMinutes ? 6 : 4)
    ]
    if cadence == .fiveMinutes { baselines.append(Baseline.secondOrderAutoregression) }
    return baselines + [
      Baseline.momentum, Baseline.linearExtrapolation(),
      Baseline.linearExtrapolation(over: .seconds(1800)), Baseline.lastValue,
    ]
  }
}
