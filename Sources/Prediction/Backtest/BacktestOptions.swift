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
  /// if readings without a gap above 30 minutes reach back so far.
  public var context: Duration?
  /// The time after which predictors learn from the test so far, or `nil` if they do not.
  public var updateInterval: Duration?
  /// The crossings to test alarms of.
  public var crossings: [ThresholdCrossing] = []
  /// The false alarms per week at which alarms are compared.
  public var falseAlarmsPerWeek = [7.0, 3]

  /// Creates options for a test at these leads.
  public init(leads: [Duration]) { self.leads = leads }

  /// Decodes options and checks that they are within their bounds.
  ///
  /// - Throws: `DecodingError` if they are not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    leads = try container.decode([Duration].self, forKey: .leads)
    testShare = try container.decode(Double.self, forKey: .testShare)
    every = try container.decode(Int.self, forKey: .every)
    context = try container.decodeIfPresent(Duration.self, forKey: .context)
    updateInterval = try container.decodeIfPresent(Duration.self, forKey: .updateInterval)
    crossings = try container.decode([ThresholdCrossing].self, forKey: .crossings)
    falseAlarmsPerWeek = try container.decode([Double].self, forKey: .falseAlarmsPerWeek)
    try decoder.require(mistake == nil, mistake ?? "")
    let longest = Duration.seconds(StoredLimits.instant)
    try decoder.require(
      (leads + [context, updateInterval].compactMap(\.self)).allSatisfy { $0 <= longest }
        && StoredLimits.counts.contains(every) && falseAlarmsPerWeek.allSatisfy(\.isFinite),
      "The times of a back-test must be at most \(StoredLimits.instant) s, and its rates finite")
  }

  /// - Precondition: The options are within their bounds.
  func check() { precondition(mistake == nil, mistake ?? "") }

  /// What is wrong with the options, as a sentence, or `nil`.
  private var mistake: String? {
    if !(testShare > 0 && testShare < 1) { return "`testShare` must lie between 0 and 1" }
    if every <= 0 { return "`every` must be positive" }
    if let updateInterval, updateInterval <= .zero { return "`updateInterval` must be positive" }
    if let context, context <= .zero { return "`context` must be positive" }
    let ascends = zip(leads, leads.dropFirst()).allSatisfy { $0 < $1 }
    return ascends && leads.allSatisfy { $0 > .zero }
      ? nil : "`leads` must be positive and ascending"
  }

  /// The position of the first reading of the test.
  func cut(_ series: GlucoseSeries) -> Int { Int(Double(series.count) * (1 - testShare)) }
}
