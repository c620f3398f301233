public import GlucoseMath
public import GlucoseFoundation

/// A time of day on a wall clock: an hour and a minute.
///
///     ClockTime(reading.time, in: day.zone).description    // "07:05"
///     ClockTime("7:30 pm").map(day.instants(of:))          // [2025-03-12 18:30:00 +0000]
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

  /// Creates the time of day written as `text`, or returns `nil` if the text is not a time of day.
  ///
  /// The text is an hour of one or two digits, a colon and a minute of two digits: "7:30" or "19:30"
  /// on a clock of 24 hours, or "7:30 pm" on one of 12, where 12:00 am is midnight. Case and spaces
  /// at the ends and before "am" and "pm" make no difference.
  public init?(_ text: some StringProtocol) {
    var clock = text.lowercased()[...].trimmed
    let half = ["am": 0, "pm": 12].first { clock.hasSuffix($0.key) }?.value
    if half != nil { clock = clock.dropLast(2).trimmed }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
      half == nil ? hour < 24 : 1...12 ~= hour
    else { return nil }
    self.hour = half.map { hour % 12 + $0 } ?? hour
    self.minute = minute
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

extension LocalDay {
  /// Returns the instants at which clocks show `time` on this date, in chronological order.
  ///
  /// The result has one instant on most days, none if clocks skip the time, and two if they repeat
  /// it:
  ///
  ///     let instants = day.instants(of: time)
  ///     if instants.isEmpty { … }        // 02:30 on the day of 23 hours
  ///     if instants.count > 1 { … }      // 02:30 on the day of 25 hours
  public func instants(of time: ClockTime) -> [Date] {
    instants(hour: time.hour, minute: time.minute)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}
