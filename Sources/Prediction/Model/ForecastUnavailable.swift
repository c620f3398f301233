internal import GlucoseMath
public import GlucoseFoundation

/// The reason why a forecast is unavailable.
public struct ForecastUnavailable: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// There is no reading at or before the time of the forecast.
    case noReadings
    /// The last reading is older than the limit.
    case stale(age: Duration, limit: Duration)
    /// The record started too recently.
    case historyTooShort(found: Duration, needed: Duration)
    /// The history that a forecast needs contains a gap longer than 30 minutes.
    case gap(length: Duration, until: Date)
    /// The readings are too far apart for the model.
    case cadence(found: Duration, expected: SensorCadence)
  }

  /// The reason for the error.
  public let reason: Reason

  /// Creates an error with a reason.
  public init(_ reason: Reason) { self.reason = reason }

  /// The description, for alerts.
  public var errorDescription: String? { description }

  /// A sentence that describes the error.
  public var description: String {
    switch reason {
    case .noReadings: "There is no reading to forecast from."
    case .stale(let age, let limit):
      "The last reading is \(age.words(.up)) old; at most \(limit.words()) are allowed."
    case .historyTooShort(let found, let needed):
      "The readings cover \(found.words(.down)); a forecast needs \(needed.words())."
    case .gap(let length, let end):
      "There is no reading for \(length.words()) until \(end.ISO8601Format()); "
        + "a forecast needs history without gaps above 30 minutes."
    case .cadence(let found, let expected):
      "There is a reading every \(found.words()); the model needs one every "
        + "\(expected.rawValue) minutes."
    }
  }
}

extension ForecastUnavailable: Codable {
  private enum CodingKeys: CodingKey {
    case reason, age, limit, found, needed, length, until, expected
  }

  private enum Name: String, Codable {
    case noReadings, stale, historyTooShort, gap, cadence
  }

  /// Decodes the name of a reason and its values, with durations in seconds.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func duration(_ key: CodingKeys) throws -> Duration { try values.duration(forKey: key) }
    reason =
      switch try values.decode(Name.self, forKey: .reason) {
      case .noReadings: .noReadings
      case .stale: .stale(age: try duration(.age), limit: try duration(.limit))
      case .historyTooShort:
        .historyTooShort(found: try duration(.found), needed: try duration(.needed))
      case .gap:
        .gap(length: try duration(.length), until: try values.calendarTime(forKey: .until))
      case .cadence:
        .cadence(
          found: try duration(.found),
          expected: try values.decode(SensorCadence.self, forKey: .expected))
      }
  }

  /// Encodes the name of the reason and its values, with durations in seconds, such as
  /// `{"reason":"cadence","found":600,"expected":5}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ name: Name, _ durations: KeyValuePairs<CodingKeys, Duration> = [:]) throws {
      try container.encode(name, forKey: .reason)
      for (key, duration) in durations { try container.encode(seconds: duration, forKey: key) }
    }
    switch reason {
    case .noReadings: try encode(.noReadings)
    case .stale(let age, let limit): try encode(.stale, [.age: age, .limit: limit])
    case .historyTooShort(let found, let needed):
      try encode(.historyTooShort, [.found: found, .needed: needed])
    case .gap(let length, let end):
      try encode(.gap, [.length: length])
      try container.encode(end, forKey: .until)
    case .cadence(let found, let expected):
      try encode(.cadence, [.found: found])
      try container.encode(expected, forKey: .expected)
    }
  }
}
