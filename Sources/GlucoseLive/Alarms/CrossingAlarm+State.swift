public import Foundation
internal import GlucoseMath
internal import Prediction

/// The coding of a state beside the settings of its alarm, such as `{"state":"expected"}`,
/// `{"state":"unknown","reason":"noModel"}`, `{…,"reason":"sensorSilent","since":794000000}`, and
/// `{…,"reason":"noForecast","error":{"reason":"noReadings"}}`.
extension CrossingAlarm.State {
  private enum CodingKeys: String, CodingKey { case state, reason, since, error }

  private static let names: [(state: Self, name: String, reason: String?)] = [
    (.inactive, "inactive", nil), (.expected, "expected", nil), (.present, "present", nil),
    (.persistent, "persistent", nil), (.recovering, "recovering", nil),
    (.unknown(.noReadings), "unknown", "noReadings"),
    (.unknown(.clocksDiffer), "unknown", "clocksDiffer"),
    (.unknown(.noModel), "unknown", "noModel"),
  ]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .state)
    let reason = name == "unknown" ? try container.decode(String.self, forKey: .reason) : nil
    let known = Self.names.first { $0.name == name && $0.reason == reason }
    switch (known?.state, reason) {
    case (let known?, _): self = known
    case (_, "sensorSilent"):
      self = .unknown(.sensorSilent(since: try container.calendarTime(forKey: .since)))
    case (_, "noForecast"):
      self = .unknown(
        .noForecast(try container.decode(ForecastUnavailable.self, forKey: .error)))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: reason == nil ? .state : .reason, in: container,
        debugDescription: "`state` and `reason` must be the name of a state")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let known = Self.names.first { $0.state == self }
    try container.encode(known?.name ?? "unknown", forKey: .state)
    switch self {
    case .unknown(.sensorSilent(let since)):
      try container.encode("sensorSilent", forKey: .reason)
      try container.encode(since, forKey: .since)
    case .unknown(.noForecast(let error)):
      try container.encode("noForecast", forKey: .reason)
      try container.encode(error, forKey: .error)
    default: try container.encodeIfPresent(known?.reason, forKey: .reason)
    }
  }
}

extension CrossingAlarm {
  /// The announcement of an expected crossing, or of a reading beyond the threshold.
  struct Announcement: Equatable, Codable, Sendable {
    enum Kind: String, Codable, Sendable { case expected, present }

    let time: Date
    let kind: Kind
  }

  var announcement: Announcement? { episode?.announcement }

  /// The time of the reading that was last to be announced in the current episode, or `nil` if there is
  /// no episode: that of the start of the episode; if the first reading beyond the threshold was later
  /// than the lead after the start, of this reading; or of a later reading by the ``repetition``.
  public var announcementTime: Date? { announcement?.time }

  /// The time of the reading at which the current episode began, which identifies it, or `nil` if
  /// there is no episode.
  public var episodeStart: Date? { episode?.start }

  /// A period during which the alarm is active without interruption.
  struct Episode: Equatable, Codable, Sendable {
    let start: Date
    /// The time of the first reading beyond the threshold, or `nil` if there is none yet.
    var firstBeyond: Date?
    var announcement: Announcement
    /// Whether a reading was clear of the threshold, so that the next one beyond is new.
    var hasCleared = false
    /// The start of the run of readings beyond the threshold or within the hysteresis.
    var beyondSince: Date?
    /// The start of the run of readings clear of the threshold, with no crossing expected.
    var clearSince: Date?

    init(start: Date, _ kind: Announcement.Kind) {
      self.start = start
      announcement = Announcement(time: start, kind: kind)
    }
  }
}
