// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The offset from UTC or the time zone in a cell beside a local time.
enum StatedZone: Hashable {
  /// The minutes by which the clock is ahead of UTC.
  case offset(Int16)
  case named(TimeZone)

  /// Creates the zone in a text, or `nil` if the text is not understood.
  ///
  /// The notations are `Z`, `UTC`, `GMT`; an offset such as `+09:00`, `-0700`, `UTC+2`, or
  /// `GMT-07:00`; a number of up to 14 hours, or of 60 to 840 minutes that is a multiple of 15; and
  /// an identifier such as `Europe/Oslo`.
  init?(_ text: String) {
    if text.contains("/") {
      guard let zone = TimeZone(identifier: text) else { return nil }
      self = .named(zone)
      return
    }
    var rest = text.uppercased().filter { !$0.isWhitespace }[...]
    if rest == "Z" { rest = "UTC" }
    let hasName = rest.hasPrefix("UTC") || rest.hasPrefix("GMT")
    if hasName { rest = rest.dropFirst(3) }
    if hasName, rest.isEmpty {
      self = .offset(0)
      return
    }
    let sign = rest.first.flatMap { ["+": 1, "-": -1, "\u{2212}": -1][$0] }
    if sign != nil { rest = rest.dropFirst() }
    guard let minutes = Self.minutes(rest, isOffset: sign != nil), minutes <= 14 * 60 else {
      return nil
    }
    self = .offset(Int16(minutes * (sign ?? 1)))
  }

  /// Returns the minutes in an offset without its sign.
  private static func minutes(_ text: Substring, isOffset: Bool) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { Byte.zero...Byte.nine ~= $0 } }) else {
      return nil
    }
    let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
    guard numbers.count == parts.count else { return nil }
    if parts.count == 2 {
      guard parts[0].count <= 2, parts[1].count == 2, numbers[1] < 60 else { return nil }
      return numbers[0] * 60 + numbers[1]
    }
    guard parts.count == 1 else { return nil }
    let number = numbers[0]
    switch parts[0].count {
    case 1, 2: return number <= 14 ? number * 60 : nil
    case 3: return number % 15 == 0 && number >= 60 ? number : nil
    default:
      guard isOffset || parts[0].hasPrefix("0"), number % 100 < 60 else { return nil }
      return number / 100 * 60 + number % 100
    }
  }
}

extension WrittenTime {
  /// Returns a local time with the offset that a cell beside it states, or the time itself if the
  /// cell is empty, if the time states its own offset, or if the zone is the caller's, whose
  /// repeated hours are resolved later.
  ///
  /// - Throws: ``Rejection`` if the cell is not understood, or if it names a zone in which the time
  ///   does not occur once or whose date depends on the order of day and month.
  func located(
    by column: Int?, of row: borrowing TableCursor, caller: TimeZone?
  ) throws(Rejection) -> WrittenTime {
    guard let column, isWallClock, let text = row.text(column),
      !LimitWords.missing.contains(text.lowercased())
    else { return self }
    switch StatedZone(text) {
    case .offset(let minutes): return with(offset: minutes)
    case .named(let zone):
      if zone.identifier == caller?.identifier { return self }
      guard form != .yearLast, let local = local(.yearFirst) else {
        throw Rejection(.unreadableTime, column: column)
      }
      var clock = WallClock(zone, covering: local...local)
      switch clock.moment(local) {
      case .once(let instant):
        return with(offset: Int16(((local - instant) / 60).rounded()))
      case .twice: throw Rejection(.unreadableTime, column: column)
      case .never: throw Rejection(.skippedHour, column: column)
      }
    case nil: throw Rejection(.unreadableTime, column: column)
    }
  }
}
