internal import Foundation
internal import GlucoseMath
internal import Prediction

/// The coding of a state beside the settings of its alarm, such as `{"state":"expected"}`,
/// `{"state":"unknown","reason":"noModel"}`, `{…,"reason":"sensorSilent","since":794000000}`, and
/// `{…,"reason":"noForecast","error":{"reason":"noReadings"}}`.
extension CrossingAlarm.State {
  private enum CodingKeys: String, CodingKey { case state, reason, since, error }

  private enum Reason: String, Codable {
    case noReadings, sensorSilent, clocksDiffer, noModel, noForecast
  }

  private static let names: [(state: Self, name: String)] = [
    (.inactive, "inactive"), (.expected, "expected"), (.present, "present"),
    (.persistent, "persistent"), (.recovering, "recovering"),
  ]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .state)
    if let known = Self.names.first(where: { $0.name == name }) {
      self = known.state
      return
    }
    try decoder.require(name == "unknown", "`state` must be the name of a state")
    self =
      switch try container.decode(Reason.self, forKey: .reason) {
      case .noReadings: .unknown(.noReadings)
      case .sensorSilent: .unknown(.sensorSilent(since: try container.calendarTime(forKey: .since)))
      case .clocksDiffer: .unknown(.clocksDiffer)
      case .noModel: .unknown(.noModel)
      case .noForecast:
        .unknown(.noForecast(try container.decode(ForecastUnavailable.self, forKey: .error)))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.names.first { $0.state == self }?.name ?? "unknown", forKey: .state)
    guard case .unknown(let unknown) = self else { return }
    let reason: Reason
    switch unknown {
    case .noReadings: reason = .noReadings
    case .sensorSilent(let since):
      reason = .sensorSilent
      try container.encode(since, forKey: .since)
    case .clocksDiffer: reason = .clocksDiffer
    case .noModel: reason = .noModel
    case .noForecast(let error):
      reason = .noForecast
      try container.encode(error, forKey: .error)
    }
    try container.encode(reason, forKey: .reason)
  }
}
