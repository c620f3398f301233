// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A labelled place on the time axis of a day.
public struct TimeTick: Hashable, Codable, Sendable {
  /// What a clock shows there, in hours: 0 at the start of the day, 24 at its end.
  public let hour: Int
  /// The instant.
  public let time: Date
  /// The share of the width: 0 at the start of the day, 1 at its end.
  public let x: Double
}

extension LocalDay {
  /// The places where clocks show a multiple of `hours`, and the end of the day.
  ///
  /// On days on which clocks change the ticks stand where clocks show the hour, so that their
  /// distances differ. An hour that clocks skip is at the instant of the change, one that they show
  /// twice where they show it first.
  ///
  /// - Precondition: `hours` is a divisor of 24.
  public func ticks(every hours: Int = 6) -> [TimeTick] {
    precondition(hours > 0 && 24 % hours == 0, "The hours between ticks divide 24")
    return stride(from: 0, through: 24, by: hours).map { hour in
      let time = hour == 0 ? start : hour == 24 ? end : time(hour: hour)
      return TimeTick(hour: hour, time: time, x: fraction(of: time))
    }
  }
}
