// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Why no model could be fitted.
public struct FitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There are no records.
    case noRecords
    /// The record's readings are too far apart for the model; `found` is their median gap, or `nil`
    /// if there are fewer than two.
    case cadence(found: Duration?, expected: SensorCadence?)
    /// The model is to look so far ahead, which is no multiple of the time between readings or above two hours.
    case horizon(Duration, cadence: SensorCadence)
    /// There are too few moments with an hour of history before and an outcome after them.
    case tooFewRows(found: Int, needed: Int)
    /// The statistics to be added have more rows or records together than are counted exactly.
    case tooManyRows(limit: Int)
    /// Sums of different models were added, or sums and options disagree.
    case differentModels
    /// The regression has no solution: a value is beyond what numbers hold.
    case notSolvable
  }

  /// What is wrong.
  public let reason: Reason
  /// The record at fault, counted from zero in what was handed in, if it is one.
  public let record: Int?

  init(_ reason: Reason, record: Int? = nil) {
    self.reason = reason
    self.record = record
  }

  /// What is wrong and where, as a sentence.
  public var description: String {
    let place = record.map { "Record \($0)" } ?? "The record"
    return switch reason {
    case .noRecords: "There is no record to fit a model to."
    case .cadence(nil, _): "\(place) has fewer than two readings."
    case .cadence(let found?, let expected?):
      "\(place) has a reading every \(found.words()); the model needs one every "
        + "\(expected.rawValue)."
    case .cadence(let found?, nil):
      "\(place) has a reading every \(found.words()); models need one every 15 or less."
    case .horizon(let horizon, let cadence):
      "A horizon of \(horizon.words()) is no multiple of the \(cadence.rawValue)-minute cadence up to "
        + "\(SensorCadence.longestHorizon.words())."
    case .tooFewRows(let found, let needed):
      "The records hold \(found) moments with history and outcome; a fit needs \(needed)."
    case .tooManyRows(let limit): "The statistics have more than \(limit) rows or records together."
    case .differentModels: "Sums of different models do not add."
    case .notSolvable: "The regression has no solution in finite numbers."
    }
  }
}

extension Duration {
  /// The duration in words: minutes up to two hours, hours up to two days, then days, each with at most one
  /// decimal and none where it is zero.
  func words(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String {
    let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
    let seconds = inSeconds
    let (unit, name) = units.first { seconds >= 2 * $0.0 } ?? (60, "minute")
    let tenths = (seconds / unit * 10).rounded(rule)
    guard let whole = Int(exactly: tenths) else { return "\(tenths / 10) \(name)s" }
    let number = whole % 10 == 0 ? "\(whole / 10)" : "\(Double(whole) / 10)"
    return "\(number) \(name)\(whole == 10 ? "" : "s")"
  }
}
