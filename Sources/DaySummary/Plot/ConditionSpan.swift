// SPDX-License-Identifier: Apache-2.0

public import Diary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A condition as a stretch of a day.
public struct ConditionSpan: Identifiable, Hashable, Codable, Sendable {
  /// What identifies the event.
  public let id: EventID
  /// The kind of condition.
  public let kind: Condition.Kind
  /// From where to where it reaches across the plot, as shares of its width.
  public let span: ClosedRange<Double>
  /// Whether it began before the day.
  public let beginsBefore: Bool
  /// Whether it ends after the day, or still goes on.
  public let continues: Bool
}

extension ConditionSpan {
  /// The span of `event` on `day`, or `nil` if it is no condition or does not touch the day.
  init?(_ event: Event, on day: LocalDay, now: Date?) {
    guard case .condition(let condition) = event.kind, let part = event.extent(on: day, now: now)
    else { return nil }
    id = event.id
    kind = condition.kind
    span = day.fraction(of: part.lowerBound)...day.fraction(of: part.upperBound)
    beginsBefore = event.time < day.start
    continues = condition.end.map { $0 > day.end } ?? true
  }
}
