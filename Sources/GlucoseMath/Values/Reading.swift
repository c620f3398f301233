// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value of a glucose sensor or meter, and the instant it belongs to.
public struct Reading: Hashable, Codable, Sendable {
  /// The instant at which the sensor or meter measured.
  public var time: Date
  /// The concentration measured; at the device's limit where ``flags`` says it was out of range.
  public var glucose: Glucose
  /// What is known about the value beside the value.
  public var flags: ReadingFlags

  /// A reading of `glucose` at `time`.
  public init(time: Date, glucose: Glucose, flags: ReadingFlags = []) {
    self.time = time
    self.glucose = glucose
    self.flags = flags
  }
}

/// What is known about a reading beside its value.
public struct ReadingFlags: OptionSet, Hashable, Codable, Sendable {
  /// The flags as bits.
  public let rawValue: UInt8

  /// The flags whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The device showed "Low": the true value lies below the device's limit, which is stored.
  public static let belowDeviceLimit = Self(rawValue: 1 << 0)
  /// The device showed "High": the true value lies above the device's limit, which is stored.
  public static let aboveDeviceLimit = Self(rawValue: 1 << 1)
  /// The local time occurred twice that night, and nothing in the record said which was meant.
  public static let ambiguousLocalTime = Self(rawValue: 1 << 2)
}
