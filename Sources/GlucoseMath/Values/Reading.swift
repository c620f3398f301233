public import GlucoseFoundation

/// A value of a glucose sensor or meter at an instant.
public struct Reading: Equatable, Codable, Sendable {
  /// The instant of the measurement.
  public var time: Date
  /// The measured concentration, or the device's limit where ``flags`` contain a limit flag.
  public var glucose: Glucose
  /// Additional information about the value.
  public var flags: ReadingFlags

  /// Creates a reading of `glucose` at `time`.
  public init(time: Date, glucose: Glucose, flags: ReadingFlags = []) {
    self.time = time
    self.glucose = glucose
    self.flags = flags
  }
}

extension Reading {
  /// Decodes a reading; its time must be within 30,000 years of 2001.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    time = try container.calendarTime(forKey: .time)
    glucose = try container.decode(Glucose.self, forKey: .glucose)
    flags = try container.decode(ReadingFlags.self, forKey: .flags)
  }
}

/// Additional information about a reading.
public struct ReadingFlags: OptionSet, Codable, Sendable {
  /// The flags as bits.
  public let rawValue: UInt8

  /// Creates flags from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The device showed "Low": the true value is below the device's limit, which is stored.
  public static let belowDeviceLimit = Self(rawValue: 1 << 0)
  /// The device showed "High": the true value is above the device's limit, which is stored.
  public static let aboveDeviceLimit = Self(rawValue: 1 << 1)
  /// The local time occurred twice on that day, and the source does not say which is meant.
  public static let ambiguousLocalTime = Self(rawValue: 1 << 2)
}

extension ReadingFlags {
  /// The sign before the limit of a device that showed "Low" or "High": "<" or ">", otherwise empty.
  package var limitSign: String {
    if contains(.belowDeviceLimit) { return "<" }
    return contains(.aboveDeviceLimit) ? ">" : ""
  }
}
