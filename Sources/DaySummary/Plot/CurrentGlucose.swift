// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The last reading as seen at some instant: how old it is and where glucose is heading.
public struct CurrentGlucose: Hashable, Codable, Sendable {
  /// The last reading at or before the instant.
  public let reading: Reading
  /// How long before the instant it was taken.
  public let age: Duration
  /// Whether it is too old to speak of now: older (`>`) than the limit given.
  public let isStale: Bool
  /// The change in mg/dL per minute, or `nil` if it is unknown.
  public let mgdLPerMinute: Double?

  /// The trend, or `nil` if the rate is unknown or the reading stale.
  public var trend: GlucoseTrend? {
    isStale ? nil : mgdLPerMinute.map { GlucoseTrend(mgdLPerMinute: $0) }
  }

  /// Creates the last reading as seen at some instant.
  ///
  /// - Precondition: `mgdLPerMinute`, if given, is finite.
  public init(reading: Reading, age: Duration, isStale: Bool, mgdLPerMinute: Double?) {
    precondition(mgdLPerMinute.map(\.isFinite) ?? true, "A rate of change must be finite")
    self.reading = reading
    self.age = age
    self.isStale = isStale
    self.mgdLPerMinute = mgdLPerMinute
  }

  /// What `series` says at `now`, or `nil` if it has no reading at or before `now`.
  ///
  /// The rate is the slope of the least-squares line through the readings of the last 15 minutes
  /// before the last reading, both ends included. It is unknown where there are fewer than two or where
  /// one of them lies beyond the device's range.
  ///
  /// - Parameters:
  ///   - series: The readings.
  ///   - now: The instant.
  ///   - staleAfter: The age above which a reading is stale.
  /// - Complexity: O(log *n*)
  public init?(_ series: GlucoseSeries, at now: Date, maximumAge: Duration = .seconds(900)) {
    let past = series.prefix(through: now)
    guard let last = past.last else { return nil }
    let age = Duration.seconds(now.timeIntervalSince(last.time))
    let recent = past[last.time.addingTimeInterval(-900)..<last.time.addingTimeInterval(1)]
    reading = last
    self.age = age
    isStale = age > maximumAge
    mgdLPerMinute = recent.slopePerMinute
  }
}

extension GlucoseSeries {
  /// The slope of the least-squares line in mg/dL per minute.
  fileprivate var slopePerMinute: Double? {
    guard count > 1, let origin = times.first,
      !flags.contains(where: { !$0.isDisjoint(with: [.belowDeviceLimit, .aboveDeviceLimit]) })
    else { return nil }
    let n = Double(count)
    let minutes = times.map { ($0 - origin) / 60 }
    let meanTime = minutes.reduce(0, +) / n
    let meanValue = values.reduce(0, +) / n
    var products = 0.0
    var squares = 0.0
    for (minute, value) in zip(minutes, values) {
      products += (minute - meanTime) * (value - meanValue)
      squares += (minute - meanTime) * (minute - meanTime)
    }
    let slope = products / squares
    return slope.isFinite ? slope : nil
  }
}

extension CurrentGlucose {
  /// Decodes a reading whose rate of change, if it is known, is finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    reading = try container.decode(Reading.self, forKey: .reading)
    age = try container.decode(Duration.self, forKey: .age)
    isStale = try container.decode(Bool.self, forKey: .isStale)
    mgdLPerMinute = try container.decodeIfPresent(Double.self, forKey: .mgdLPerMinute)
    try decoder.require(mgdLPerMinute.map(\.isFinite) ?? true, "A rate of change must be finite")
  }
}
