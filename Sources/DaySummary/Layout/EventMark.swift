// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// Where an event stands in the plot of a day.
public struct EventMark: Identifiable, Hashable, Codable, Sendable {
  /// What a mark stands for; a front end gives each role its color.
  public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
    /// Food or drink.
    case meal
    /// Insulin.
    case insulin
    /// Physical activity.
    case exercise
  }

  /// What the mark stands for.
  public let role: Role
  /// The event.
  public let event: DiaryEvent
  /// Where the event belongs: its time across, and its height before anything was moved.
  public let truePosition: PlotPoint
  /// Where its dot is to be drawn.
  public let position: PlotPoint
  /// The glucose concentration that stands at the height of ``position``: where a chart that has only
  /// a glucose axis must draw the dot.
  public let glucoseAtHeight: Glucose
  /// How far the dot was moved from ``truePosition``, in points.
  public let displacement: Double
  /// Whether a meal holds more carbohydrate than the plot is high and stands at its top.
  public let isClamped: Bool
  /// From where to where exercise reaches across the plot, as shares of its width; else `nil`.
  public let span: ClosedRange<Double>?
  /// What the wearer's clock showed at the event, in the zone of the day.
  public let clock: ClockTime

  /// What identifies the event.
  public var id: DiaryEvent.ID { event.id }

  /// Whether the height says something: false for a meal whose carbohydrate is unknown.
  public var hasMeaningfulHeight: Bool {
    if case .meal(let meal) = event.content { return meal.carbs?.quantity != nil }
    return role != .meal
  }

  /// What to write beside the mark, as fields.
  public var caption: EventCaption { EventCaption(clock: clock, content: event.content) }

  private enum CodingKeys: String, CodingKey {
    case role, event, truePosition, position
    case glucoseAtHeight = "level"
    case displacement, isClamped, span, clock
  }
}

/// What can be written beside a mark, as fields for a front end to set in its own words.
public struct EventCaption: Hashable, Codable, Sendable {
  /// What the wearer's clock showed.
  public let clock: ClockTime
  /// The name, carbs, protein and fat of a meal; the units and action of a dose; the name, duration
  /// and intensity of exercise.
  public let content: DiaryEvent.Content
}
