public import GlucoseFoundation

/// A series of glucose readings, sorted by time, with one reading per instant.
///
///     let series = try GlucoseSeries(readings)
///     series.statistics(bands: .consensus(in: .mgdL))?.mean.mmolL
///     for day in series.days(in: .gmt) { print(day.day, day.series.count) }
///
/// Times, values and flags are each stored in one contiguous array. A part of a series, taken with
/// ``subscript(_:)-(Range<Date>)``, ``prefix(before:)`` or ``subscript(positions:)``, is a series
/// whose indices start at zero and which shares the arrays of the whole; no reading is copied.
///
/// Every reading in a series has a time in the years 1 to 9999 and a positive concentration of at
/// most 100,000 mg/dL, which is more than dissolves in water. ``ValidatedReadings`` checks them, so
/// that the statistics of a series are finite.
public struct GlucoseSeries: Sendable {
  /// The columns, shared by this series and all parts of it.
  var columns: Columns
  var rows: Range<Int>

  struct Columns: Sendable {
    var times: [Double] = []
    var values: [Double] = []
    var flags: [ReadingFlags] = []

    func reading(_ row: Int) -> Reading {
      Reading(
        time: Date(timeIntervalSinceReferenceDate: times[row]), glucose: .mgdL(values[row]),
        flags: flags[row])
    }
  }

  /// Creates an empty series.
  public init() { self.init(columns: Columns(), rows: 0..<0) }

  /// Creates a series of rows of columns that are sorted, distinct and valid.
  init(columns: Columns, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Creates a series of readings, sorted by time; of those of the same instant the last counts.
  ///
  /// - Throws: ``InvalidReading`` for the first reading that is not valid; see ``ValidatedReadings``.
  /// - Complexity: O(*n*) if the readings are sorted, otherwise O(*n* log *n*).
  public init(_ readings: some Sequence<Reading>) throws(InvalidReading) {
    self = try ValidatedReadings(readings).series
  }

  /// The instants in ascending order, in seconds since the reference date (2001-01-01 00:00 UTC).
  ///
  /// Access copies nothing. Indices are those of the shared array and need not start at zero.
  public var times: ArraySlice<Double> { columns.times[rows] }

  /// The concentrations in mg/dL, in chronological order, with the indices of ``times``.
  public var values: ArraySlice<Double> { columns.values[rows] }

  /// The flags, in chronological order. Access copies nothing; see ``times`` about indices.
  public var flags: ArraySlice<ReadingFlags> { columns.flags[rows] }

  /// The time from the first reading to the last, both included, or `nil` if the series is empty.
  public var timeRange: ClosedRange<Date>? {
    guard let first, let last else { return nil }
    return first.time...last.time
  }
}

/// A series is a collection of readings. The standard methods `prefix(_:)`, `dropFirst(_:)` and
/// similar return a `Slice<GlucoseSeries>`, which has no statistics. Take a part that is a series
/// with ``subscript(positions:)`` or ``subscript(_:)-(Range<Date>)``.
extension GlucoseSeries: RandomAccessCollection {
  /// The position of the first reading: always zero.
  public var startIndex: Int { 0 }

  /// The position after the last reading: the number of readings.
  public var endIndex: Int { rows.count }

  /// The reading at `index`, counted from zero in chronological order.
  public subscript(index: Int) -> Reading {
    precondition(indices.contains(index), "`index` must be in 0..<count")
    return columns.reading(rows.lowerBound + index)
  }
}

extension GlucoseSeries: Equatable {
  /// Returns a Boolean value that indicates whether both series contain the same readings.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.times == rhs.times && lhs.values == rhs.values && lhs.flags == rhs.flags
  }
}

extension GlucoseSeries: Codable {
  /// Decodes an array of readings, in any order, and validates them as ``ValidatedReadings`` does.
  ///
  /// - Throws: `DecodingError`, with the ``InvalidReading``, if there is one, as underlying error.
  public init(from decoder: any Decoder) throws {
    let readings = try decoder.singleValueContainer().decode([Reading].self)
    do throws(InvalidReading) {
      try self.init(readings)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Encodes an array of readings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}
