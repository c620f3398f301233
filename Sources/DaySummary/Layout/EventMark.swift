public import GlucoseDiary
package import GlucoseMath
package import GlucoseFoundation

/// An event and its position in the plot of a day.
///
/// In ``DayPlot/marks``, each is at its true position; in an ``EventLayout``, where it is drawn.
public struct EventMark: Identifiable, Equatable, Sendable {
  /// The kind of a mark, for a front end to assign a color.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Food or drink.
    case meal
    /// Insulin.
    case insulin
    /// Physical activity.
    case exercise
  }

  /// The kind of the mark.
  public let role: Role
  /// The event.
  public let event: DiaryEvent
  /// The position before dots are separated: ``placedTime`` and the event's height.
  package internal(set) var truePosition: PlotPoint
  /// The position of the dot. In a chart that has only a glucose axis, its height is the fraction of the
  /// ``GlucoseAxis/maximum``.
  public internal(set) var position: PlotPoint
  /// A Boolean value that indicates whether a meal contains more carbohydrate than the height of
  /// the plot represents, and is drawn at its top.
  public let isClipped: Bool
  /// The horizontal extent of exercise as fractions of the plot's width; otherwise `nil`.
  public internal(set) var span: ClosedRange<Double>?
  /// The local time of the event, in the time zone of the day or, with
  /// ``EventLayout/Clock/entry``, in that in which it was logged.
  public let clock: ClockTime
  /// The instant of the day at which the event is placed: the time of the event or, with
  /// ``EventLayout/Clock/entry``, the instant at which clocks of the day show ``clock``.
  package let placedTime: Date
  /// The day of the plot, before which exercise may start.
  package let day: LocalDay

  /// The identifier of the event.
  public var id: DiaryEvent.ID { event.id }

  /// A Boolean value that indicates whether the mark is away from the instant of the event, because
  /// clocks showed another time where it was logged. Always `false` with ``EventLayout/Clock/day``.
  package var isPlacedByAnotherClock: Bool { placedTime != event.time }

  /// A Boolean value that indicates whether the height is meaningful: `false` for a meal of unknown
  /// carbohydrate.
  public var hasMeaningfulHeight: Bool {
    if case .meal(let meal) = event.content { return meal.carbs?.quantity != nil }
    return role != .meal
  }

  /// Creates the mark of an event at its true position, or `nil` if it is a condition or an entry. The
  /// event is `placed` where the clock places it, which touches `day`.
  init?(_ placed: DiaryEvent, of event: DiaryEvent, on day: LocalDay, by clock: EventLayout.Clock) {
    var isClipped = false
    var span: ClosedRange<Double>?
    let y: Double
    switch placed.content {
    case .condition, .entry: return nil
    case .insulin:
      role = .insulin
      y = 0.975  // 195 of 200
    case .exercise:
      role = .exercise
      y = 0.025  // 5 of 200
      span = placed.extent(on: day, now: nil).map {
        day.fraction(of: $0.lowerBound)...day.fraction(of: $0.upperBound)
      }
    case .meal(let meal):
      role = .meal
      let share = meal.carbs?.quantity.map { $0 / EventLayout.carbsAtTop }
      isClipped = share.map { $0 > 1 } ?? false
      y = share.map { min($0, 1) } ?? EventLayout.defaultMealHeight
    }
    self.event = event
    self.isClipped = isClipped
    self.span = span
    // Exercise that started the day before is at the start of its part of the day.
    truePosition = PlotPoint(x: span?.lowerBound ?? day.fraction(of: placed.time), y: y)
    position = truePosition
    self.clock = ClockTime(
      event.time, in: clock == .day || event.unknownZone != nil ? day.zone : event.zone)
    placedTime = placed.time
    self.day = day
  }
}
