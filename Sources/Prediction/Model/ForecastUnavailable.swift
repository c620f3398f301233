// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why there is no forecast.
public struct ForecastUnavailable: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Codable, Sendable {
    /// There is no reading at or before the moment asked for.
    case noReadings
    /// The last reading is older than allowed.
    case stale(age: Duration, limit: Duration)
    /// The record began too recently.
    case historyTooShort(found: Duration, needed: Duration)
    /// Readings are missing for longer than 30 minutes within the history that is needed.
    case gap(length: Duration, until: Date)
    /// Readings are usually too far apart for the model.
    case cadence(found: Duration, expected: SensorCadence)
  }

  /// What is wrong.
  public let reason: Reason

  /// Creates an error with this reason.
  public init(_ reason: Reason) { self.reason = reason }

  /// What is wrong, as a sentence.
  public var description: String {
    switch reason {
    case .noReadings: "There is no reading to forecast from."
    case .stale(let age, let limit):
      "The last reading is \(age.words(.up)) old; at most \(limit.words()) are allowed."
    case .historyTooShort(let found, let needed):
      "The readings cover \(found.words(.down)); a forecast needs \(needed.words())."
    case .gap(let length, let end):
      "No reading for \(length.words()) until \(end.ISO8601Format()); "
        + "a forecast needs history without gaps above 30 minutes."
    case .cadence(let found, let expected):
      "There is a reading every \(found.words()); the model needs one every "
        + "\(expected.rawValue)."
    }
  }
}
