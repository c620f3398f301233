// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The reason why a forecast is unavailable.
public struct ForecastUnavailable: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Codable, Sendable {
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
