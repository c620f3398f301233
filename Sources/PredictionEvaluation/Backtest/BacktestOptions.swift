public import GlucoseMath
internal import Prediction

/// The options of a back-test.
///
///     var options = BacktestOptions(leads: model.leads)
///     options.crossings = Backtest.standardCrossings(in: .mgdL)
public struct BacktestOptions: Equatable, Codable, Sendable {
  /// The leads to test, ascending; the last is the horizon of alarms.
  public var leads: [Duration]
  /// The part of each record's readings, at its end, to test on, above 0 and below 100 %.
  public var testPercentage = Percentage(30)
  /// The distance between tested origins: 1 for all, or for example 12 for every twelfth, for a
  /// quick estimate.
  public var originStride = 1
  /// The length of the history that forecasts use, or `nil` for the whole record. With a length,
  /// an origin is tested only if a run of readings without a gap longer than 30 minutes extends
  /// over it. It limits forecasts and the calibration of their intervals, but not updates.
  public var context: Duration?
  /// The interval at which predictors are updated with the test so far, or `nil` for no updates.
  public var updateInterval: Duration?
  /// A Boolean value that indicates whether to measure the errors over the path of each forecast;
  /// see ``Backtest/pathSummary(of:)``. They take 16 bytes per predictor and origin.
  public var measuresPaths = false
  /// The crossings to test alarms of.
  ///
  /// A `Forecaster` has probabilities of crossings below 50 to 100 mg/dL and above 140 to 300
  /// mg/dL. With another threshold its alarms are raised, as those of other predictors, by the
  /// distance by which its path exceeds the threshold, and their reliability is not tested.
  public var crossings: [ThresholdCrossing] = []
  /// The limits at which alarms are compared.
  public var alarmLimits: [AlarmLimit] = [.falseAlarmsPerWeek(7), .falseAlarmsPerWeek(3)]

  /// Creates options for a test at `leads`.
  public init(leads: [Duration]) { self.leads = leads }

  private enum CodingKeys: String, CodingKey {
    case leads, context, updateInterval, crossings, alarmLimits, testPercentage, originStride
    case measuresPaths
  }

  /// Decodes options, or throws if they are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    leads = try container.durations(forKey: .leads)
    testPercentage = try container.decode(Percentage.self, forKey: .testPercentage)
    originStride = try container.decode(Int.self, forKey: .originStride)
    context = try container.durationIfPresent(forKey: .context)
    updateInterval = try container.durationIfPresent(forKey: .updateInterval)
    measuresPaths = try container.decode(Bool.self, forKey: .measuresPaths)
    crossings = try container.decode([ThresholdCrossing].self, forKey: .crossings)
    alarmLimits = try container.decode([AlarmLimit].self, forKey: .alarmLimits)
    try decoder.require(mistake == nil, mistake ?? "")
    let longest = Duration.seconds(StoredLimits.instant)
    try decoder.require(
      (leads + [context, updateInterval].compactMap(\.self)).allSatisfy { $0 <= longest }
        && StoredLimits.counts.contains(originStride) && alarmLimits.allSatisfy(\.isFinite),
      "The times of a back-test must be at most \(StoredLimits.instant) s, and its limits finite")
  }

  /// Encodes the options, with durations in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(seconds: leads, forKey: .leads)
    try container.encode(testPercentage, forKey: .testPercentage)
    try container.encode(originStride, forKey: .originStride)
    try container.encodeIfPresent(seconds: context, forKey: .context)
    try container.encodeIfPresent(seconds: updateInterval, forKey: .updateInterval)
    try container.encode(measuresPaths, forKey: .measuresPaths)
    try container.encode(crossings, forKey: .crossings)
    try container.encode(alarmLimits, forKey: .alarmLimits)
  }

  func check() { precondition(mistake == nil, mistake ?? "") }

  private static let longestLead = Duration.seconds(7 * 86_400)

  private var mistake: String? {
    if testPercentage <= .zero || testPercentage >= Percentage(100) {
      return "`testPercentage` must be above 0 and below 100 %"
    }
    if originStride <= 0 { return "`originStride` must be positive" }
    if let updateInterval, updateInterval <= .zero { return "`updateInterval` must be positive" }
    if let context, context <= .zero { return "`context` must be positive" }
    let ascends = zip(leads, leads.dropFirst()).allSatisfy { $0 < $1 }
    return ascends && leads.allSatisfy { $0 > .zero && $0 <= Self.longestLead }
      ? nil : "`leads` must be positive, ascending, and at most a week"
  }

  func cut(_ series: GlucoseSeries) -> Int {
    Int(Double(series.count) * (1 - testPercentage.fraction))
  }
}
