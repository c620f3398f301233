// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// The parsing of instants.
enum Instant {
  /// The accepted forms.
  static let forms =
    "2026-03-02T18:30:00Z, 2026-03-02T18:30+01:00, or \"2026-03-02 18:30\" in the time zone"

  /// Returns the instant that `text` represents: with a Z or an offset from UTC, or the local time
  /// in `zone`; seconds are optional. `nil` if it has none of the ``forms``.
  ///
  /// A local time that occurs twice is the first of the two; a skipped local time results in `nil`.
  static func read(_ text: String, in zone: TimeZone) -> Date? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == " " || $0 == "T"
    }
    guard parts.count == 2, parts[0].count == 10 else { return nil }
    let (clock, written) = clockAndZone(parts[1], zone)
    guard let zone = written, let day = LocalDay(parts[0], in: zone) else { return nil }
    let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      field.count == 2 && field.allSatisfy { ("0"..."9").contains($0) } ? Int(field) : nil
    }
    guard numbers.count == fields.count, (2...3).contains(numbers.count), numbers[0] < 24,
      numbers[1] < 60, (numbers.count == 2 ? 0 : numbers[2]) < 60
    else { return nil }
    let minute = day.time(hour: numbers[0], minute: numbers[1])
    let shown = Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false)
    let hourAndMinute = minute.formatted(shown).prefix(5)
    guard hourAndMinute == clock.prefix(5) else { return nil }
    return minute.addingTimeInterval(numbers.count == 3 ? Double(numbers[2]) : 0)
  }

  /// The forms that a person types.
  static let typedForms =
    "now, -10m, 07:30, 2026-03-02, \"2026-03-02 18:30\", 2026-03-02T18:30Z or +01:00"

  /// The instant that a person typed: `now`, a time before or after it (`-10m`, `+2h`, `-1d`), a time
  /// of day of today, a day's start, or any of the ``forms``.
  ///
  /// - Throws: ``CommandFailure`` if it is none of these, if clocks skip it, or if clocks show it twice
  ///   and no offset says which is meant.
  static func typed(_ text: String, in zone: TimeZone, now: Date) throws -> Date {
    if text == "now" { return now }
    if let seconds = relative(text) { return now.addingTimeInterval(seconds) }
    if let day = LocalDay(text, in: zone) { return day.start }
    var text = text
    if text.count == 5 || text.count == 8, text.dropFirst(2).first == ":" {
      text = "\(LocalDay(containing: now, in: zone)) \(text)"
    }
    if let instant = read(text, in: zone) {
      if !namesZone(text), let other = repetition(of: instant, in: zone) {
        let clocks = [instant, other].map { iso($0, in: zone) }
        throw CommandFailure(
          .data, "clocks show \(text) twice: write \(clocks[0]) or \(clocks[1]).")
      }
      return instant
    }
    // What would be read on a clock without changes is a time that this clock skips.
    if read(text, in: .gmt) != nil {
      throw CommandFailure(.data, "clocks in \(zone.identifier) skip \(text).")
    }
    throw CommandFailure(.data, "\(text) is no instant such as \(typedForms).")
  }

  /// A Boolean value that indicates whether an instant is written with a Z or an offset.
  private static func namesZone(_ text: String) -> Bool {
    let clock = text.dropFirst(11)
    return clock.hasSuffix("Z") || clock.contains { $0 == "+" || $0 == "-" }
  }

  /// The seconds from now on that a text such as "-10m" or "+2h" names, or `nil`.
  private static func relative(_ text: String) -> Double? {
    guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last,
      let length = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400][unit],
      let count = Int(text.dropFirst().dropLast()), count >= 0, count < 1_000_000,
      text.dropFirst().first?.isNumber == true
    else { return nil }
    return (sign == "-" ? -length : length) * Double(count)
  }

  /// The other instant at which the clock of `zone` shows what it shows at `instant`, or `nil`.
  private static func repetition(of instant: Date, in zone: TimeZone) -> Date? {
    let offset = Double(zone.secondsFromGMT(for: instant))
    for shift in [1800.0, 3600, 7200] {
      for other in [instant.addingTimeInterval(shift), instant.addingTimeInterval(-shift)] {
        let difference = offset - Double(zone.secondsFromGMT(for: other))
        if difference == other.timeIntervalSince(instant) { return other }
      }
    }
    return nil
  }

  private static func iso(_ instant: Date, in zone: TimeZone) -> String {
    instant.formatted(
      Date.ISO8601FormatStyle(timeZone: zone).year().month().day().time(
        includingFractionalSeconds: false
      ).timeZone(separator: .colon))
  }

  /// The clock time without its zone, and the zone; that is `nil` if it is written wrongly.
  private static func clockAndZone(
    _ text: Substring, _ zone: TimeZone
  ) -> (clock: Substring, zone: TimeZone?) {
    if text.hasSuffix("Z") { return (text.dropLast(), .gmt) }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, zone) }
    let digits = text[sign...].dropFirst().filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let hours = Int(digits.prefix(2)),
      let minutes = Int(digits.count == 2 ? "0" : digits.suffix(2)),
      hours <= 14, minutes < 60
    else { return (text[..<sign], nil) }
    let seconds = (text[sign] == "-" ? -60 : 60) * (60 * hours + minutes)
    return (text[..<sign], TimeZone(secondsFromGMT: seconds))
  }
}
