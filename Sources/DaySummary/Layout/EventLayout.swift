public import GlucoseDiary
internal import GlucoseMath

/// The positions of a day's events in its plot, with meals at a height proportional to their
/// carbohydrate.
///
///     let plot = try history.plot(of: day, options: DayPlotOptions(unit: .mmolL))
///     let layout = plot.layout(in: PlotSize(width: 320, height: 240))
///     for mark in layout.marks { draw(mark.role, at: mark.position) }
///     layout.eventIDs(at: tap, within: 22).first      // the event at the tap
///
/// A meal is at the height carbs / 200 g: on an axis of 20 mmol/L, 10 g is as high as 1 mmol/L.
/// Insulin is in a band at the top and exercise in a band at the bottom.
///
/// The layout does not depend on the order of the events. Every meal, dose, and activity that
/// touches the day has a mark. Conditions have no marks; they are in ``DayPlot/conditions``,
/// and finger-sticks and ketones in ``DayPlot/measurements``.
public struct EventLayout: Equatable, Sendable {
  /// A method of placing marks.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// No dot covers another. Meals keep their height, which is proportional to their carbohydrate,
    /// and move sideways. Doses and exercise move up or down in their band, and sideways only where
    /// the band is full. Activities that overlap in time are placed one above the other while the
    /// band has enough space.
    case separated
    /// As in the ARISES display: no dot is moved, and dots may cover each other.
    case arises
  }

  /// The size of the plot in points.
  public let size: PlotSize
  /// The radius of dots in points: the requested one, or less if the dots do not all fit.
  public let dotRadius: Double
  /// The marks in order of the times at which they are placed, then of identifiers.
  public let marks: [EventMark]

  /// Creates the layout of marks that are at their true positions, with meals in a row at `mealHeight`
  /// points or, if `nil`, each at the height of its carbohydrate.
  init(
    _ marks: [EventMark], in size: PlotSize, dotRadius: Double, spacing: Double, style: Style,
    mealHeight: Double? = nil
  ) {
    // A layout has dots of 0.1 to 1,000 points, at least 0 to 1,000 points apart.
    let dotRadius = dotRadius.limited(to: 0.1...1000)
    let (positions, radius) =
      switch style {
      case .arises: (marks.map(\.truePosition), dotRadius)
      case .separated:
        Self.separated(
          marks, in: size, dotRadius: dotRadius, spacing: spacing.limited(to: 0...1000),
          mealHeight: mealHeight)
      }
    self.size = size
    self.dotRadius = radius
    self.marks = zip(marks, positions).map { mark, position in
      var mark = mark
      mark.position = position
      return mark
    }
  }

  /// Returns the identifiers of the events whose dots have their center within `radius` points
  /// (`≤`) of `point`, in order of distance, then of time, then of identifier.
  public func eventIDs(at point: PlotPoint, within radius: Double) -> [DiaryEvent.ID] {
    marks.map { (mark: $0, distance: $0.position.distance(to: point, in: size)) }
      .filter { $0.distance <= radius }
      .sorted {
        ($0.distance, $0.mark.event.time, $0.mark.id)
          < ($1.distance, $1.mark.event.time, $1.mark.id)
      }
      .map(\.mark.id)
  }

  /// The carbohydrate in grams of a meal at the top of the plot: 200.
  package static let carbsAtTop = 200.0
  /// The height of meals of unknown carbohydrate as a fraction of the plot's height: 20 of 200.
  package static let defaultMealHeight = 0.1
  /// The height of each of the bands of insulin and exercise in the separated style, as a fraction
  /// of the plot's height; at least the height of one dot.
  package static let bandHeight = 0.15
}
