// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A condition as a stretch of a day.
public struct ConditionSpan: Identifiable, Hashable, Codable, Sendable {
  /// What identifies the event.
  public let id: DiaryEvent.ID
  /// The kind of condition.
  public let kind: DiaryCondition.Kind
  /// From where to where it reaches across the plot, as shares of its width.
  public let span: ClosedRange<Double>
  /// Whether it began before the day.
  public let startsBeforeDay: Bool
  /// Whether it ends after the day, or still goes on.
  public let continuesAfterDay: Bool

  private enum CodingKeys: String, CodingKey {
    case id, kind, span
    case startsBeforeDay = "beginsBefore"
    case continuesAfterDay = "continues"
  }
}

extension ConditionSpan {
  /// The span of `event` on `day`, or `nil` if it is no condition or does not touch the day.
  init?(_ event: DiaryEvent, on day: LocalDay, now: Date?) {
    guard case .condition(let condition) = event.content, let part = event.extent(on: day, now: now)
    else { return nil }
    id = event.id
    kind = condition.kind
    span = day.fraction(of: part.lowerBound)...day.fraction(of: part.upperBound)
    startsBeforeDay = event.time < day.start
    continuesAfterDay = condition.end.map { $0 > day.end } ?? true
  }
}
