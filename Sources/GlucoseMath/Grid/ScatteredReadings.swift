public import GlucoseFoundation

/// An error that describes a record whose readings are too far apart for a grid.
///
/// A date such as 0001-01-01 or 9999-12-31 in the place of a missing one makes such a record: its
/// grid would have a cell for every few minutes of thousands of years.
public struct ScatteredReadings: LocalizedError, Sendable, CustomStringConvertible {
  /// The number of readings.
  package let readingCount: Int
  /// The instants of the two adjacent readings with the longest time between them.
  package let gap: ClosedRange<Date>
  /// The time from the first reading to the last, in years of 365.25 days.
  package let years: Double

  /// A sentence that describes the error, with both instants.
  public var description: String {
    "\(readingCount) readings are spread over \(Int(years)) years, with none between "
      + "\(gap.lowerBound.ISO8601Format()) and \(gap.upperBound.ISO8601Format()): "
      + "one of these times is probably wrong."
  }

  /// The description, in English, for alerts.
  public var errorDescription: String? { description }

  private static let year = 31_557_600.0

  static func areScattered(_ count: Int, over seconds: Double) -> Bool {
    seconds > 50 * year && seconds > Double(count) * 8 * 3600
  }

  fileprivate init(_ series: GlucoseSeries) {
    let (times, rows) = (series.columns.times, series.rows)
    var longest = rows.lowerBound
    for row in rows.dropLast()
    where times[row + 1] - times[row] > times[longest + 1] - times[longest] { longest = row }
    readingCount = rows.count
    gap =
      Date(
        timeIntervalSinceReferenceDate: times[longest])...Date(
        timeIntervalSinceReferenceDate: times[longest + 1])
    years = (times[rows.upperBound - 1] - times[rows.lowerBound]) / Self.year
  }
}

extension GlucoseSeries {
  /// The reason that the record has no grid, or `nil` if its readings are close enough together.
  ///
  /// A record is too scattered if it is longer than 50 years and has, on average, more than eight
  /// hours between readings. Metrics that depend on time are then undefined.
  public var scatteredReadings: ScatteredReadings? { isScattered ? ScatteredReadings(self) : nil }

  var isScattered: Bool {
    guard rows.count > 1 else { return false }
    return ScatteredReadings.areScattered(
      rows.count, over: columns.times[rows.upperBound - 1] - columns.times[rows.lowerBound])
  }
}
