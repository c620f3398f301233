// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time of day on a wall clock: an hour and a minute.
///
///     ClockTime(reading.time, in: day.zone).description    // "07:05"
public struct ClockTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Creates the time of day at `time` in `zone`, with the seconds dropped.
  ///
  /// - Precondition: `time` is finite.
  public init(_ time: Date, in zone: TimeZone) {
    let utc = time.timeIntervalSinceReferenceDate
    precondition(utc.isFinite, "`time` must be finite")
    let local = ((utc + Double(zone.secondsFromGMT(for: time))) / 60).rounded(.down)
    let remainder = local.truncatingRemainder(dividingBy: 1440)
    let minutes = Int(remainder < 0 ? remainder + 1440 : remainder)
    hour = minutes / 60
    minute = minutes % 60
  }

  /// Returns a Boolean value that indicates whether `lhs` is earlier in the day than `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.hour, lhs.minute) < (rhs.hour, rhs.minute)
  }

  /// The time in ISO 8601 format, such as "07:05".
  public var description: String {
    (hour < 10 ? "0\(hour):" : "\(hour):") + (minute < 10 ? "0\(minute)" : "\(minute)")
  }
}

extension ClockTime {
  /// Creates a time of day by decoding it; it must be from 00:00 to 23:59.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hour = try container.decode(Int.self, forKey: .hour)
    minute = try container.decode(Int.self, forKey: .minute)
    try decoder.require(
      (0...23).contains(hour) && (0...59).contains(minute),
      "A clock time must be from 00:00 to 23:59")
  }
}
