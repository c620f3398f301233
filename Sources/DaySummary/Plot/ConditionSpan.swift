public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

/// The part of a condition on the day of a plot.
public struct ConditionSpan: Identifiable, Equatable, Sendable {
  /// The identifier of the event.
  public let id: DiaryEvent.ID
  /// The kind of condition.
  public let kind: DiaryCondition.Kind
  /// The note of the event, or `nil` if it has none.
  public let note: String?
  /// The horizontal extent as fractions of the plot's width.
  public internal(set) var span: ClosedRange<Double>
  /// The instant at which the condition starts, whichever clock places it on the day.
  public let start: Date
  /// The time zone in which the condition was logged, if its clock places the condition away from
  /// its instant; otherwise `nil`, as always with ``EventLayout/Clock/day``.
  package let entryZone: TimeZone?
  /// A Boolean value that indicates whether the condition starts before the day.
  public let startsBeforeDay: Bool
  /// A Boolean value that indicates whether the condition ends after the day or is ongoing.
  public let continuesAfterDay: Bool

  /// Creates the span of `event` on `day`, or `nil` if the event is not a condition or does not touch the
  /// day. A clock may have moved the event from `start`; an ongoing condition that was moved keeps its
  /// length up to `now`.
  init?(_ event: DiaryEvent, on day: LocalDay, now: Date?, start: Date) {
    let shift = event.time.timeIntervalSince(start)
    guard case .condition(let condition) = event.content,
      let part = event.extent(on: day, now: now?.addingTimeInterval(shift))
    else { return nil }
    id = event.id
    kind = condition.kind
    note = event.note
    self.start = start
    entryZone = shift == 0 ? nil : event.zone
    span = day.fraction(of: part.lowerBound)...day.fraction(of: part.upperBound)
    startsBeforeDay = event.time < day.start
    continuesAfterDay = condition.end.map { $0 > day.end } ?? true
  }
}
