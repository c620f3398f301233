public import GlucoseDiary
package import GlucoseMath
internal import GlucoseFoundation

/// A finger-stick or a concentration of ketones in the plot of a day.
///
/// A finger-stick is at its concentration, beside the line of the sensor. Ketones have a scale of
/// their own, so they have a time and no height. Like readings, measurements are at their instants,
/// whatever the ``DayPlotOptions/eventClock``.
public struct MeasurementMark: Identifiable, Equatable, Sendable {
  /// The kind of a measurement, for a front end to assign a shape and a color.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A glucose concentration measured in a drop of blood.
    case fingerstick
    /// A concentration of ketones.
    case ketones
  }

  /// The kind of the measurement.
  public let role: Role
  /// The event.
  public let event: DiaryEvent
  /// The horizontal position as a fraction of the plot's width.
  public internal(set) var x: Double
  /// The height of a finger-stick as a fraction of the plot's height, at most 1; `nil` for ketones.
  public let y: Double?
  /// A Boolean value that indicates whether a finger-stick is above the axis and drawn at its top.
  public let isClipped: Bool
  /// The local time of the event in the time zone of the day.
  public let clock: ClockTime
  package let day: LocalDay

  /// The identifier of the event.
  public var id: DiaryEvent.ID { event.id }

  /// The amount and its unit.
  public var entry: DiaryEntry? {
    if case .entry(let entry) = event.content { entry } else { nil }
  }

  /// Creates the mark of an event of `day`, or `nil` if it is no measurement, or its amount is missing,
  /// negative, not finite, or in an unknown unit.
  init?(_ event: DiaryEvent, on day: LocalDay, axis: GlucoseAxis) {
    guard case .entry(let entry) = event.content, day.contains(event.time) else { return nil }
    if let glucose = entry.glucose {
      role = .fingerstick
      let height = axis.y(of: glucose)
      y = min(height, 1)
      isClipped = height > 1
    } else if entry.category == .ketones, entry.amount?.quantity != nil, entry.unit == .mmolL {
      role = .ketones
      y = nil
      isClipped = false
    } else {
      return nil
    }
    self.event = event
    x = day.fraction(of: event.time)
    clock = ClockTime(event.time, in: day.zone)
    self.day = day
  }
}
