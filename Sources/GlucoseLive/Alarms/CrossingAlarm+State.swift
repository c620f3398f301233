internal import Foundation
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
