// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The total exercise of a day.
public struct ExerciseTotal: Hashable, Codable, Sendable {
  /// The number of activities that touch the day.
  public let count: Int
  /// The total time on the day; the time of overlapping activities counts once.
  public let duration: Duration
}

/// The total time of conditions of one kind on a day.
public struct ConditionTotal: Hashable, Codable, Sendable {
  /// The kind of condition.
  public let kind: DiaryCondition.Kind
  /// The time on the day during which at least one condition of the kind was ongoing.
  public let duration: Duration
}

extension Sequence<ClosedRange<Date>> {
  /// The total time in the ranges; overlapping time counts once.
  var unionDuration: Duration {
    var seconds = 0.0
    var covered = Date.distantPast
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > covered {
      seconds += range.upperBound.timeIntervalSince(Swift.max(range.lowerBound, covered))
      covered = range.upperBound
    }
    return .seconds(seconds)
  }
}
