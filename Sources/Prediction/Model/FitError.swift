internal import GlucoseMath
public import GlucoseFoundation

/// The reason why a model could not be fitted or found.
public struct FitError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Equatable, Sendable {
    /// There are no recordings.
    case noRecords
    /// The readings of the recording are too far apart for the model; `found` is their median gap,
    /// or `nil` if there are fewer than two readings.
    case cadence(found: Duration?, expected: SensorCadence?)
    /// The horizon is not a multiple of the cadence, or is longer than two hours.
    case horizon(Duration, cadence: SensorCadence)
    /// An option is not within its bounds; the sentence names the option and the bounds.
    case invalidOptions(String)
    /// There are too few rows: readings with an hour of history before and an outcome after them.
    case tooFewRows(found: Int, needed: Int)
    /// There are too few rows without those of the study, or of the people, that are left out to
    /// select hyperparameters and to calibrate intervals.
    case tooFewRowsLeft(found: Int, needed: Int)
    /// The sum of two statistics has more rows or recordings than the limit of exact counts.
    case tooManyRows(limit: Int)
    /// The statistics differ in options or landmarks.
    case differentModels
    /// The regression has no solution in finite numbers.
    case notSolvable
    /// A person has recordings in more than one partition.
    case repeatedRecord(id: String)
    /// A partitioned fit has rounds left.
    case incomplete
    /// The pretrained models were trained without recordings of such a sensor, in words.
    case noModel(_ sensor: String)
    /// The library's pretrained models cannot be read.
    case unreadableModels(StoredModelError)
  }

  /// The reason for the error.
  public let reason: Reason
  /// The position of the recording at fault in the collection that was passed, counted from zero,
  /// or `nil` if the error concerns no single recording.
  public let record: Int?

  package init(_ reason: Reason, record: Int? = nil) {
    self.reason = reason
    self.record = record
  }

  /// A sentence that describes the error and its place.
  public var description: String { description(of: record.map { "Record \($0)" } ?? "The record") }

  /// The description, for alerts.
  public var errorDescription: String? { description }

  /// Returns a sentence that describes the error, with a name for the recording it concerns as the
  /// first words of a sentence: an id, or a file.
  public func description(of place: String) -> String {
    switch reason {
    case .noRecords: "There are no recordings to fit a model to."
    case .cadence(nil, _): "\(place) has fewer than two readings."
    case .cadence(let found?, let expected?):
      "\(place) has a reading every \(found.words()); the model needs one every "
        + "\(expected.rawValue) minutes."
    case .cadence(let found?, nil):
      "\(place) has a reading every \(found.words()); models need one at least every 15 minutes."
    case .horizon(let horizon, let cadence):
      "A horizon of \(horizon.words()) is not a multiple of the \(cadence.rawValue)-minute cadence up to "
        + "\(SensorCadence.longestHorizon.words())."
    case .invalidOptions(let fault): "\(fault)."
    case .tooFewRows(let found, let needed):
      "The records have \(found) rows with history and outcome; a fit needs at least \(needed)."
    case .tooFewRowsLeft(let found, let needed):
      "Without the study or the people left out, the records have \(found) rows with history and "
        + "outcome; training needs at least \(needed)."
    case .tooManyRows(let limit): "The statistics have more than \(limit) rows or records together."
    case .differentModels: "The statistics differ in options or landmarks."
    case .notSolvable: "The regression has no solution in finite numbers."
    case .repeatedRecord(let id):
      "There are several recordings of \(id): all readings of a person must be in one partition."
    case .incomplete: "The fit has rounds left, so there is no model yet."
    case .noModel(let sensor): "There is no pretrained model for \(sensor)."
    case .unreadableModels(let error): error.description
    }
  }
}

extension Duration {
  /// Returns the duration as text: in minutes up to two hours, in hours up to two days, and in days
  /// from there, to one decimal place and without a decimal of zero.
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
