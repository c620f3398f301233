// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A stretch of the local day, such as the night: from a clock time, which belongs to it, to another,
/// which does not.
///
///     series.during(.overnight, in: zone).statistics()
///     series.during(ClockWindow(fromHour: 22, toHour: 6), in: zone)    // over midnight
public struct ClockWindow: Hashable, Codable, Sendable {
  /// Minutes after midnight at which the window begins (`≥`).
  public let startMinute: Int
  /// Minutes after midnight at which the window ends (`<`).
  public let endMinute: Int

  /// A window from `fromHour` to `toHour`, over midnight if it ends earlier than it begins.
  ///
  /// - Precondition: hours are in `0...24` and differ.
  public init(fromHour: Int, toHour: Int) {
    self.init(fromMinute: fromHour * 60, toMinute: toHour * 60)
  }

  /// A window between minutes of the day, over midnight if it ends earlier than it begins.
  ///
  /// - Precondition: minutes are in `0...1440` and differ.
  public init(fromMinute: Int, toMinute: Int) {
    precondition(
      (0...1440).contains(fromMinute) && (0...1440).contains(toMinute) && fromMinute != toMinute,
      "A window of the day begins and ends at different times from 0:00 to 24:00")
    startMinute = fromMinute
    endMinute = toMinute
  }

  /// Midnight to 6:00.
  public static let overnight = ClockWindow(fromHour: 0, toHour: 6)
  /// 6:00 to midnight.
  public static let waking = ClockWindow(fromHour: 6, toHour: 24)

  /// The rest of the day.
  public var complement: ClockWindow? {
    let start = endMinute % 1440
    let end = startMinute == 0 ? 1440 : startMinute
    return start == end % 1440 ? nil : ClockWindow(fromMinute: start, toMinute: end)
  }

  /// The seconds of the day from which and to which the window holds, in order.
  var stretches: [(from: Double, to: Double)] {
    let start = Double(startMinute) * 60
    let end = Double(endMinute) * 60
    return start < end ? [(start, end)] : [(0, end), (start, 86_400)]
  }

  /// Whether the window holds a second of the day.
  func contains(secondOfDay second: Double) -> Bool {
    let start = Double(startMinute) * 60
    let end = Double(endMinute) * 60
    return start < end ? second >= start && second < end : second >= start || second < end
  }
}

extension GlucoseSeries {
  /// The readings whose local clock time lies in a window, as a series of their own: every statistic
  /// of a series is thereby one of a window of hours.
  ///
  /// Metrics that need time treat the rest of the day as a gap.
  ///
  /// - Complexity: O(*n*); copies the readings it keeps.
  public func during(_ window: ClockWindow, in zone: TimeZone) -> GlucoseSeries {
    var kept = Columns()
    forEachDay(in: zone) { ordinal, table, positions in
      let start = table.start(ofDay: ordinal)
      let day = (rows.lowerBound + positions.lowerBound)..<(rows.lowerBound + positions.upperBound)
      if table.start(ofDay: ordinal + 1) - start == 86_400 {
        // Clock and time run together: the window is one stretch of rows, or two.
        for (from, to) in window.stretches {
          let first = columns.times.firstRow(
            atOrAfter: start + from, in: day, near: day.lowerBound)
          let end = columns.times.firstRow(atOrAfter: start + to, in: day, near: first)
          kept.append(columns, first..<end)
        }
      } else {
        for row in day {
          let local = columns.times[row] + table.offset(at: columns.times[row])
          let second = local - (local / 86_400).rounded(.down) * 86_400
          if window.contains(secondOfDay: second) { kept.append(columns, row..<(row + 1)) }
        }
      }
    }
    return GlucoseSeries(columns: kept, rows: 0..<kept.times.count)
  }
}

extension GlucoseSeries.Columns {
  /// Appends rows of other columns.
  fileprivate mutating func append(_ other: Self, _ rows: Range<Int>) {
    times.append(contentsOf: other.times[rows])
    values.append(contentsOf: other.values[rows])
    flags.append(contentsOf: other.flags[rows])
  }
}
