public import GlucoseFoundation

/// A part of the local day, such as the night, from a clock time (included) to another (excluded).
///
///     series.during(.overnight, in: zone).statistics(bands: .consensus(in: .mgdL))
///     series.during(ClockWindow(fromHour: 22, toHour: 6), in: zone)    // over midnight
public struct ClockWindow: Equatable, Codable, Sendable {
  /// The start of the window (`≥`) in minutes after midnight, from 0 to 1439.
  public let startMinute: Int
  /// The end of the window (`<`) in minutes after midnight, from 1 to 1440.
  public let endMinute: Int

  /// Creates a window from `fromHour` to `toHour`, over midnight if it ends earlier than it begins.
  ///
  /// 0 and 24 are the same midnight; the whole day is the window from 0 to 24.
  ///
  /// - Precondition: both hours are in `0...24` and are different times, or are 0 and 24.
  public init(fromHour: Int, toHour: Int) {
    self.init(fromMinute: fromHour * 60, toMinute: toHour * 60)
  }

  /// Creates a window between minutes of the day, over midnight if it ends earlier than it begins.
  ///
  /// - Precondition: both minutes are in `0...1440` and are different times, or are 0 and 1440.
  public init(fromMinute: Int, toMinute: Int) {
    precondition(Self.isWindow(fromMinute, toMinute), Self.requirement)
    startMinute = fromMinute % 1440
    endMinute = toMinute == 0 ? 1440 : toMinute
  }

  private static let requirement =
    "A window of the day must begin and end at different times from 0:00 to 24:00"

  private static func isWindow(_ from: Int, _ to: Int) -> Bool {
    let minutes = 0...1440
    guard minutes.contains(from), minutes.contains(to) else { return false }
    return from % 1440 != to % 1440 || (from == 0 && to == 1440)
  }

  /// The window from midnight to 6:00.
  public static let overnight = ClockWindow(fromHour: 0, toHour: 6)

  /// The remainder of the day, or `nil` if the window is the whole day.
  public var complement: ClockWindow? {
    endMinute - startMinute == 1440
      ? nil : ClockWindow(fromMinute: endMinute, toMinute: startMinute)
  }

  /// The parts of the day, in seconds after midnight, that make up the window, in order.
  var secondRanges: [(from: Double, to: Double)] {
    let start = Double(startMinute) * 60
    let end = Double(endMinute) * 60
    return start < end ? [(start, end)] : [(0, end), (start, 86_400)]
  }

  /// Returns whether the local clock time of `time` is in the window.
  ///
  /// - Precondition: `time` is finite.
  public func contains(_ time: Date, in zone: TimeZone) -> Bool {
    let time = time.timeIntervalSinceReferenceDate
    precondition(time.isFinite, "`time` must be finite")
    return contains(time, ZoneTable(zone, covering: time...time))
  }

  func contains(_ time: Double, _ table: ZoneTable) -> Bool {
    contains(secondOfDay: table.secondOfDay(at: time))
  }

  func contains(secondOfDay second: Double) -> Bool {
    let start = Double(startMinute) * 60
    let end = Double(endMinute) * 60
    return start < end ? second >= start && second < end : second >= start || second < end
  }
}

extension GlucoseSeries {
  /// Returns the readings whose local clock time is in `window`, as a series.
  ///
  /// Metrics that depend on time treat the remainder of the day as a gap.
  public func during(_ window: ClockWindow, in zone: TimeZone) -> GlucoseSeries {
    var kept = Columns()
    forEachDay(in: zone) { ordinal, table, day in
      let start = table.start(ofDay: ordinal)
      if table.start(ofDay: ordinal + 1) - start == 86_400 {
        // Clock and time advance together on this day: the window is one or two ranges of rows.
        for (from, to) in window.secondRanges {
          let first = columns.times.firstRow(atOrAfter: start + from, in: day, near: day.lowerBound)
          let end = columns.times.firstRow(atOrAfter: start + to, in: day, near: first)
          kept.append(columns, first..<end)
        }
      } else {
        for row in day {
          if window.contains(columns.times[row], table) { kept.append(columns, row..<(row + 1)) }
        }
      }
    }
    return GlucoseSeries(columns: kept, rows: 0..<kept.times.count)
  }
}

extension GlucoseSeries.Columns {
  mutating func append(_ other: Self, _ rows: Range<Int>) {
    times.append(contentsOf: other.times[rows])
    values.append(contentsOf: other.values[rows])
    flags.append(contentsOf: other.flags[rows])
  }
}

extension ClockWindow {
  /// Decodes the start and end minutes of a window.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decode(Int.self, forKey: .startMinute)
    let end = try container.decode(Int.self, forKey: .endMinute)
    try decoder.require(Self.isWindow(start, end), Self.requirement)
    self.init(fromMinute: start, toMinute: end)
  }
}
