// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseMath
internal import Prediction

extension CrossingAlarm.State: Codable {
  private enum CodingKeys: String, CodingKey {
    case state
    case unlabeled = "_0"
  }

  private enum Name: String, Codable, CodingKey {
    case inactive, expected, present, persistent, recovering, unknown

    /// The state with the name, or `nil` if it has a reason.
    var state: CrossingAlarm.State? {
      switch self {
      case .inactive: .inactive
      case .expected: .expected
      case .present: .present
      case .persistent: .persistent
      case .recovering: .recovering
      case .unknown: nil
      }
    }
  }

  /// Decodes the name of a state and, for `unknown`, the reason beside it.
  ///
  /// The form of earlier versions, such as `{"unknown":{"_0":{"noReadings":{}}}}`, is also decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.state) else {
      let (name, values) = try decoder.synthesizedCase(Name.self, values: CodingKeys.self)
      self =
        try name.state
        ?? .unknown(values.decode(CrossingAlarm.UnknownReason.self, forKey: .unlabeled))
      return
    }
    let name = try container.decode(Name.self, forKey: .state)
    self = try name.state ?? .unknown(CrossingAlarm.UnknownReason(from: decoder))
  }

  /// Encodes the name of the state, such as `{"state":"expected"}`, and the reason beside it, such as
  /// `{"state":"unknown","reason":"noReadings"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let name: Name =
      switch self {
      case .inactive: .inactive
      case .expected: .expected
      case .present: .present
      case .persistent: .persistent
      case .recovering: .recovering
      case .unknown: .unknown
      }
    try container.encode(name, forKey: .state)
    if case .unknown(let reason) = self { try reason.encode(to: encoder) }
  }
}

extension CrossingAlarm.UnknownReason: Codable {
  private enum CodingKeys: String, CodingKey {
    case reason, since, error
    case unlabeled = "_0"
  }

  private enum Name: String, Codable, CodingKey {
    case noReadings, sensorSilent, readingsInFuture, noModel, noForecast
  }

  private init(
    _ name: Name, _ values: KeyedDecodingContainer<CodingKeys>, error: CodingKeys
  ) throws {
    switch name {
    case .noReadings: self = .noReadings
    case .sensorSilent: self = .sensorSilent(since: try values.calendarTime(forKey: .since))
    case .readingsInFuture: self = .readingsInFuture
    case .noModel: self = .noModel
    case .noForecast:
      self = .noForecast(try values.decode(ForecastUnavailable.self, forKey: error))
    }
  }

  /// Decodes the name of a reason, the time `since` which a sensor is silent, and the `error` of a
  /// forecast.
  ///
  /// The form of earlier versions, such as `{"noReadings":{}}`, is also decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.reason) else {
      let (name, values) = try decoder.synthesizedCase(Name.self, values: CodingKeys.self)
      try self.init(name, values, error: .unlabeled)
      return
    }
    try self.init(try container.decode(Name.self, forKey: .reason), container, error: .error)
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
    case .readingsInFuture: try container.encode(Name.readingsInFuture, forKey: .reason)
    case .noModel: try container.encode(Name.noModel, forKey: .reason)
    case .noForecast(let error):
      try container.encode(Name.noForecast, forKey: .reason)
      try container.encode(error, forKey: .error)
    }
  }
}
