internal import Foundation
internal import GlucoseMath
internal import Prediction

extension CrossingAlarm.State: Codable {
  private enum CodingKeys: String, CodingKey { case state }

  private static let names: KeyValuePairs<Self, String> = [
    .inactive: "inactive", .expected: "expected", .present: "present",
    .persistent: "persistent", .recovering: "recovering",
  ]

  /// Decodes the name of a state and, for `unknown`, the reason beside it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .state)
    let known = Self.names.first { $0.value == name }?.key
    try decoder.require(known != nil || name == "unknown", "`state` must be the name of a state")
    self = try known ?? .unknown(CrossingAlarm.UnknownReason(from: decoder))
  }

  /// Encodes the name of the state, such as `{"state":"expected"}`, and the reason beside it, such as
  /// `{"state":"unknown","reason":"noReadings"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let name = Self.names.first { $0.key == self }?.value
    try container.encode(name ?? "unknown", forKey: .state)
    if case .unknown(let reason) = self { try reason.encode(to: encoder) }
  }
}

extension CrossingAlarm.UnknownReason: Codable {
  private enum CodingKeys: String, CodingKey { case reason, since, error }

  private enum Name: String, Codable {
    case noReadings, sensorSilent, clocksDiffer, noModel, noForecast
  }

  /// Decodes the name of a reason, the time `since` which a sensor is silent, and the `error` of a
  /// forecast.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try container.decode(Name.self, forKey: .reason) {
      case .noReadings: .noReadings
      case .sensorSilent: .sensorSilent(since: try container.calendarTime(forKey: .since))
      case .clocksDiffer: .clocksDiffer
      case .noModel: .noModel
      case .noForecast:
        .noForecast(try container.decode(ForecastUnavailable.self, forKey: .error))
      }
  }

  /// Encodes the name of the reason with its value, such as `{"reason":"noModel"}`,
  /// `{"reason":"sensorSilent","since":794000000}`, and
  /// `{"reason":"noForecast","error":{"reason":"noReadings"}}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .noReadings: try container.encode(Name.noReadings, forKey: .reason)
    case .sensorSilent(let since):
      try container.encode(Name.sensorSilent, forKey: .reason)
      try container.encode(since, forKey: .since)
    case .clocksDiffer: try container.encode(Name.clocksDiffer, forKey: .reason)
    case .noModel: try container.encode(Name.noModel, forKey: .reason)
    case .noForecast(let error):
      try container.encode(Name.noForecast, forKey: .reason)
      try container.encode(error, forKey: .error)
    }
  }
}

extension CrossingAlarm.Episode {
  init(start: Date, _ kind: CrossingAlarm.Announcement.Kind) {
    self.start = start
    announcement = CrossingAlarm.Announcement(time: start, kind: kind)
  }
}
