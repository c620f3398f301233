// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A warning that local times beside exact instants are not those of the time zone.
///
/// The instants are read. Days and hours of the day are those of the zone.
struct LocalTimeWarning: Hashable, Sendable {
  /// The time zone.
  var zone: TimeZone
  /// The number of local times that differ from the zone's by two minutes or more.
  var count: Int
  /// The first of them, as written.
  var example: String
  /// The line of the first.
  var line: Int
  /// The minutes by which the first is ahead of UTC.
  var minutesAheadOfUTC: Int
}

/// A comparison of local times with the instants beside them.
struct LocalTimeCheck {
  private(set) var warning: LocalTimeWarning?
  /// The quarter of an hour whose offset was looked up last, and the offset, in seconds.
  private var last = (quarter: Double.nan, offset: 0.0)

  /// Compares a local time with the instant of its row.
  @inline(never)
  mutating func add(
    _ local: WrittenTime, at instant: WrittenTime, in zone: TimeZone, line: Int,
    text: @autoclosure () -> String
  ) {
    guard local.isWallClock, local.form != .yearLast, let own = local.local(.yearFirst),
      let exact = Self.seconds(instant)
    else { return }
    let quarter = (exact / 900).rounded(.down)
    if quarter != last.quarter {
      let date = Date(timeIntervalSinceReferenceDate: exact)
      last = (quarter, Double(zone.secondsFromGMT(for: date)))
    }
    let ahead = own - exact
    guard (ahead - last.offset).magnitude >= 120 else { return }
    if warning == nil {
      warning = LocalTimeWarning(
        zone: zone, count: 0, example: text(), line: line,
        minutesAheadOfUTC: Int((ahead / 60).rounded()))
    }
    warning?.count += 1
  }

  /// Returns the instant in seconds since the reference date, or `nil` if it depends on a zone.
  static func seconds(_ stamp: WrittenTime) -> Double? {
    if stamp.form == .instant { return stamp.seconds }
    guard let offset = stamp.offset, stamp.form != .yearLast else { return nil }
    return stamp.local(.yearFirst).map { $0 - Double(offset) * 60 }
  }
}
