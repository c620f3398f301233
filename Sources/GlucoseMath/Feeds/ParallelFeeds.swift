// SPDX-License-Identifier: Apache-2.0

public import GlucoseFoundation

/// Two feeds with readings at the same time, of which one leads and readings of the other were left out.
public struct ParallelFeeds: Equatable, Sendable, CustomStringConvertible {
  /// The positions of the feeds among those that were merged, in ascending order; equal if both were
  /// in one.
  public var first, second: Int
  /// A Boolean value that indicates whether the feeds are of one sensor: the difference of their
  /// values changes slowly where most readings were left out.
  ///
  /// Two sensors that differ as slowly are not distinguished from it.
  public var isOneSensor: Bool
  /// The time from the first reading that was left out to the last.
  public var range: ClosedRange<Date>
  /// The number of readings that were left out.
  public var count: Int

  /// The warning, as a sentence without its end.
  public var description: String {
    (isOneSensor ? "Two feeds of one sensor" : "Two sensors, or one with two clocks or programs,")
      + " recorded at the same time; one of them is used, and \(count) readings of the other are left "
      + "out, from \(range.lowerBound.formatted(.iso8601)) to "
      + "\(range.upperBound.formatted(.iso8601))"
  }
}
