// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event and its position in the plot of a day.
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
  public let truePosition: PlotPoint
  /// The position of the dot.
  public let position: PlotPoint
  /// The glucose concentration at the height of ``position``, for drawing the dot in a chart that
  /// has only a glucose axis.
  public let glucoseAtHeight: Glucose
  /// The distance from ``truePosition`` to ``position``, in points.
  public let displacement: Double
  /// A Boolean value that indicates whether a meal contains more carbohydrate than the height of
  /// the plot represents, and is drawn at its top.
  public let isClipped: Bool
  /// The horizontal extent of exercise as fractions of the plot's width; otherwise `nil`.
  public let span: ClosedRange<Double>?
  /// The local time of the event, in the time zone of the day or, with
  /// ``EventLayout/Clock/entry``, in that in which it was logged.
  public let clock: ClockTime
  /// The instant of the day at which the event is placed: the time of the event or, with
  /// ``EventLayout/Clock/entry``, the instant at which clocks of the day show ``clock``.
  public let placedTime: Date

  /// The identifier of the event.
  public var id: DiaryEvent.ID { event.id }

  /// A Boolean value that indicates whether the mark is away from the instant of the event, because
  /// clocks showed another time where it was logged. Always `false` with ``EventLayout/Clock/day``.
  public var isPlacedByAnotherClock: Bool { placedTime != event.time }

  /// A Boolean value that indicates whether the height is meaningful: `false` for a meal of unknown
  /// carbohydrate.
  public var hasMeaningfulHeight: Bool {
    if case .meal(let meal) = event.content { return meal.carbs?.quantity != nil }
    return role != .meal
  }

  /// The fields of a caption beside the mark.
  public var caption: EventCaption { EventCaption(clock: clock, content: event.content) }
}

/// The fields of a caption beside a mark, for a front end to format.
public struct EventCaption: Equatable, Sendable {
  /// The local time.
  public let clock: ClockTime
  /// The event's content: the name, carbs, protein, and fat of a meal; the units and action of a
  /// dose; the name, duration, and intensity of exercise.
  public let content: DiaryEvent.Content
}
