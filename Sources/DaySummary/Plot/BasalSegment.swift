internal import GlucoseMath
public import GlucoseFoundation

/// An interval of basal insulin delivery at a constant rate.
///
/// Basal segments are not diary events. They're an optional series from the log of an insulin pump.
public struct BasalSegment: Equatable, Sendable {
  /// The start of the interval.
  public let start: Date
  /// The end of the interval.
  public let end: Date
  /// The rate in international units per hour.
  public let unitsPerHour: Double

  /// Creates a segment from `start` to `end`.
  public init(from start: Date, to end: Date, unitsPerHour: Double) {
    self.start = start
    self.end = end
    self.unitsPerHour = unitsPerHour
  }
}

/// The part of a basal segment on the day of a plot.
public struct BasalSpan: Equatable, Sendable {
  /// The segment.
  public let segment: BasalSegment
  /// The horizontal extent as fractions of the plot's width.
  public internal(set) var span: ClosedRange<Double>
  /// The rate as a fraction of the day's highest rate; 0 if all rates are 0.
  public let heightFraction: Double
}

extension [BasalSegment] {
  /// Returns the spans on `day` in chronological order. Segments that do not end after they start,
  /// or whose rate is negative or not finite, are omitted.
  func spans(on day: LocalDay) -> [BasalSpan] {
    let segments = filter { segment in
      segment.unitsPerHour.quantity != nil && segment.start < segment.end
        && segment.start < day.end && segment.end > day.start
    }
    let highest = segments.map(\.unitsPerHour).max() ?? 0
    return segments.ordered { ($0.start, $0.end) < ($1.start, $1.end) }.map { segment in
      BasalSpan(
        segment: segment,
        span: day.fraction(
          of: Swift.max(segment.start, day.start))...day.fraction(
            of: Swift.min(segment.end, day.end)),
        heightFraction: highest > 0 ? segment.unitsPerHour / highest : 0)
    }
  }
}
