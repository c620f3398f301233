// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The design of a back-test: what a model may have learned from before it is tested on the last part of a
/// person's record.
public enum BacktestDesign: String, Hashable, Codable, Sendable, CaseIterable {
  /// The model learns from the earlier part of everyone's record, the person's included.
  case chronological
  /// The model learns from the earlier part of everyone else's record, and then the personal model from the
  /// earlier part of the person's own: a newcomer's case. One fit to a person, so it takes long.
  case leaveOnePersonOut = "leave-one-person-out"
  /// As ``chronological``, and the personal model learns every day of the test: the case in use.
  case rolling
  /// The model is the one that ``Forecaster/best(for:in:horizon:among:)`` chooses for each person from the earlier
  /// part of their record, as `glucose predict` does. Nothing is fitted to the people together, and the pretrained
  /// models that ship may have learned from them.
  case best
  /// The split of GlucoFM-Bench: the first 80 percent of each record train, forecasts see 12 hours, and the
  /// error is that at 30 minutes, as mean and standard deviation over people.
  case glucoFMBench = "glucofm-bench"
  /// The leads of MetaboNet-Bench: errors at 30, 60, 90 and 120 minutes, of all forecasts together.
  case metaboNetBench = "metabonet-bench"

  /// The horizon that the design asks of the model, or `nil` if it leaves it open.
  public var horizon: Duration? {
    switch self {
    case .chronological, .leaveOnePersonOut, .rolling, .best: nil
    case .glucoFMBench: .seconds(1800)
    case .metaboNetBench: .seconds(7200)
    }
  }

  /// The leads that the design reports, or `nil` if it leaves them open.
  public var reportedLeads: [Duration]? {
    switch self {
    case .chronological, .leaveOnePersonOut, .rolling, .best: nil
    case .glucoFMBench: [.seconds(1800)]
    case .metaboNetBench: [1800, 3600, 5400, 7200].map { .seconds($0) }
    }
  }

  /// The last fraction of each record that is tested on, or `nil` if the design leaves it open.
  public var testShare: Double? { self == .glucoFMBench ? 0.2 : nil }

  /// The time before an origin that forecasts see, or `nil` for the whole record.
  public var context: Duration? { self == .glucoFMBench ? .seconds(12 * 3600) : nil }

  /// Returns the predictors that models are compared with by default, for a record before its test.
  ///
  /// The second-order autoregression is among them where readings come every five minutes.
  public static func baselines(
    past: GlucoseSeries, cadence: SensorCadence
  ) -> [any Predictor] {
    var baselines: [any Predictor] = [
      PersonalAutoregression(fittedTo: past, order: cadence == .fiveMinutes ? 6 : 4)
    ]
    if cadence == .fiveMinutes { baselines.append(SecondOrderAutoregression()) }
    return baselines + [
      Momentum(), LinearExtrapolation(), LinearExtrapolation(over: .seconds(1800)), LastValue(),
    ]
  }
}
