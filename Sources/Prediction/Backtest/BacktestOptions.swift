// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The questions of a back-test.
///
///     var options = BacktestOptions(leads: model.leads)
///     options.crossings = Backtest.standardCrossings
public struct BacktestOptions: Hashable, Codable, Sendable {
  /// The leads to test, ascending; alarms look as far ahead as the last.
  public var leads: [Duration]
  /// The last fraction of the readings of each record to test on, between 0 and 1.
  public var testShare = 0.3
  /// The stride of tested origins: 1 for all, 12 for each twelfth, for a quick look.
  public var every = 1
  /// The time before an origin that predictors see, or `nil` for the whole record. An origin then counts only
  /// if readings without a gap above 15 minutes reach back so far.
  public var context: Duration?
  /// The time after which predictors learn from the test so far, or `nil` if they do not.
  public var updateInterval: Duration?
  /// The crossings to test alarms of.
  public var crossings: [ThresholdCrossing] = []
  /// The false alarms per week at which alarms are compared.
  public var falseAlarmsPerWeek = [7.0, 3]

  /// Creates options for a test at these leads.
  public init(leads: [Duration]) { self.leads = leads }

  /// - Precondition: The options are within their bounds.
  func check() {
    precondition(testShare > 0 && testShare < 1, "`testShare` must lie between 0 and 1")
    precondition(every > 0, "`every` must be positive")
    precondition(updateInterval.map { $0 > .zero } ?? true, "`updateInterval` must be positive")
    precondition(context.map { $0 > .zero } ?? true, "`context` must be positive")
    precondition(
      zip(leads, leads.dropFirst()).allSatisfy { $0 < $1 } && leads.allSatisfy { $0 > .zero },
      "`leads` must be positive and ascending")
  }

  /// The position of the first reading of the test.
  func cut(_ series: GlucoseSeries) -> Int { Int(Double(series.count) * (1 - testShare)) }
}
