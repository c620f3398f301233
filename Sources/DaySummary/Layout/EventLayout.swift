// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// Where the events of a day stand in its plot, so that height tells the size of a meal.
///
///     let layout = EventLayout(events, on: day, size: PlotSize(width: 320, height: 240))
///     for mark in layout.marks { draw(mark.role, at: mark.position) }
///     layout.eventIDs(at: tap, within: 22).first      // the event under the finger
///
/// A meal stands at the height carbs / 200 g, so that on an axis of 20 mmol/L 10 g stand as high as
/// 1 mmol/L. Insulin has a band of its own at the top and exercise one at the bottom.
///
/// The same events in any order give the same layout, and every meal, dose and activity that touches
/// the day has a mark. Conditions have none: they are spans of ``DayPlot/conditions``.
public struct EventLayout: Hashable, Codable, Sendable {
  /// How marks are placed.
  public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
    /// No dot covers another. A meal's height says how large it was, so meals keep their height and
    /// move sideways; doses and exercise have no height of their own, so they move up or down in
    /// their band, and sideways only where the band is full. Activities that overlap in time stand
    /// one above the other while the band has room.
    case separated
    /// As the ARISES display draws them: nothing is moved, and dots may cover each other.
    case arises
  }

  /// The day.
  public let day: LocalDay
  /// The size of the plot in points.
  public let size: PlotSize
  /// How marks are placed.
  public let style: Style
  /// The concentration at the top of the plot; 0 is at the bottom.
  public let axisMaximum: Glucose
  /// The radius to draw dots with, in points: what was asked for, or as much less as it takes for all
  /// dots to find a place.
  public let dotRadius: Double
  /// The radius that was asked for, in points.
  public let preferredDotRadius: Double
  /// The least room between two dots that was asked for, in points.
  public let spacing: Double
  /// The marks in order of time, those of one instant in order of their identifiers.
  public let marks: [EventMark]

  /// The layout of those of `events` that touch `day`.
  ///
  /// In the separated style the centers of all dots lie in the plot; from left to right dots lie in it
  /// whole, and so do those of insulin and exercise from bottom to top, whereas a meal of nearly 0 or
  /// 200 g overhangs by at most its radius. Where the dots cannot all find a place within the width of
  /// an hour of their time, all are drawn smaller until they do; dots of a radius below
  /// ``smallestBoundRadius`` may stand farther away. ``dotRadius`` is what was used.
  ///
  /// - Parameters:
  ///   - events: The events, in any order, each with an identifier of its own.
  ///   - day: The day.
  ///   - size: The size of the plot in points.
  ///   - dotRadius: The radius of a dot in points.
  ///   - spacing: The least room between two dots in points; shrinks with the dots.
  ///   - style: How marks are placed.
  ///   - axisMaximum: The concentration at the top of the plot.
  /// - Precondition: `dotRadius` is finite and positive, `spacing` finite and not negative.
  /// - Complexity: O(*t* *n*² log *n*), where *n* is the number of events of the day and *t* the number
  ///   of radii tried, each a tenth smaller than the last. A dose or activity that its band has no room
  ///   for at its own time costs a factor more: the number of rows in the band.
  public init(
    _ events: [DiaryEvent], on day: LocalDay, size: PlotSize, dotRadius: Double = 6,
    spacing: Double = 1, style: Style = .separated, axisMaximum: Glucose = .mmolL(20)
  ) {
    precondition(dotRadius.isFinite && dotRadius > 0, "A dot has a finite, positive radius")
    precondition(
      spacing.isFinite && spacing >= 0, "The room between dots is finite and not negative")
    let seeds = DayEvents(events).on(day, now: nil).compactMap { MarkSeed($0, on: day) }
    let placement =
      switch style {
      case .arises:
        MarkPlacement(positions: seeds.map(\.truePosition), dotRadius: dotRadius)
      case .separated:
        MarkPlacement(separating: seeds, in: size, dotRadius: dotRadius, spacing: spacing)
      }
    self.day = day
    self.size = size
    self.style = style
    self.axisMaximum = axisMaximum
    preferredDotRadius = dotRadius
    self.spacing = spacing
    self.dotRadius = placement.dotRadius
    marks = zip(seeds, placement.positions).map { seed, position in
      EventMark(
        role: seed.role, event: seed.event, truePosition: seed.truePosition, position: position,
        glucoseAtHeight: .mgdL(position.y * axisMaximum.mgdL),
        displacement: position.distance(to: seed.truePosition, in: size),
        isClamped: seed.isClamped, span: seed.span,
        clock: ClockTime(seed.event.time, in: day.zone))
    }
  }

  /// The events whose dots have their center no farther than `radius` points (`≤`) from `point`, the
  /// nearest first, those as near in order of time, then of identifiers.
  ///
  /// - Complexity: O(*n* log *n*)
  public func eventIDs(at point: PlotPoint, within radius: Double) -> [DiaryEvent.ID] {
    marks.map { (mark: $0, distance: $0.position.distance(to: point, in: size)) }
      .filter { $0.distance <= radius }
      .sorted {
        ($0.distance, $0.mark.event.time, $0.mark.id)
          < ($1.distance, $1.mark.event.time, $1.mark.id)
      }
      .map(\.mark.id)
  }

  /// Returns the same events placed in a plot of another size.
  ///
  /// - Parameters:
  ///   - size: The size of the plot in points.
  ///   - dotRadius: The radius of a dot in points, or `nil` for ``preferredDotRadius``.
  ///   - spacing: The least room between two dots in points, or `nil` for ``spacing``.
  /// - Precondition: as for ``init(_:on:size:dotRadius:spacing:style:axisMaximum:)``.
  public func resized(
    to size: PlotSize, dotRadius: Double? = nil, spacing: Double? = nil
  ) -> EventLayout {
    EventLayout(
      marks.map(\.event), on: day, size: size, dotRadius: dotRadius ?? preferredDotRadius,
      spacing: spacing ?? self.spacing, style: style,
      axisMaximum: axisMaximum)
  }
}

extension EventLayout {
  /// The carbohydrate, in grams, of a meal that stands at the top of the plot: 200.
  public static let carbsAtTop = 200.0
  /// The share of the height at which insulin stands: 195 of 200.
  public static let insulinHeight = 0.975
  /// The share of the height at which exercise stands: 5 of 200.
  public static let exerciseHeight = 0.025
  /// The share of the height at which meals of unknown carbohydrate stand, in a row of their own: 20
  /// of 200. Draw them hollow: there the height says nothing.
  public static let defaultMealHeight = 0.1
  /// The share of the height that the separated style gives each of the bands of insulin and of
  /// exercise, or the height of one dot where that is more.
  public static let bandHeight = 0.15
  /// The radius in points down to which dots become smaller rather than stand more than the width of an
  /// hour from their time: 3.
  public static let smallestBoundRadius = 3.0
}

extension EventLayout {
  /// Decodes a layout. One stored without what was asked for has the radius that was used and a spacing of one point.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    day = try container.decode(LocalDay.self, forKey: .day)
    size = try container.decode(PlotSize.self, forKey: .size)
    style = try container.decode(Style.self, forKey: .style)
    axisMaximum = try container.decode(Glucose.self, forKey: .axisMaximum)
    dotRadius = try container.decode(Double.self, forKey: .dotRadius)
    preferredDotRadius =
      try container.decodeIfPresent(Double.self, forKey: .preferredDotRadius) ?? dotRadius
    spacing = try container.decodeIfPresent(Double.self, forKey: .spacing) ?? 1
    marks = try container.decode([EventMark].self, forKey: .marks)
    try decoder.require(
      [dotRadius, preferredDotRadius].allSatisfy { $0.isFinite && $0 > 0 },
      "A dot must have a finite, positive radius")
    try decoder.require(
      spacing.isFinite && spacing >= 0, "The room between dots must be finite and not negative")
    try decoder.require(axisMaximum > .mgdL(0), "The maximum of an axis must be above zero")
  }
}
