// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// An instant that a person wrote.
enum Instant {
  /// The forms that are read.
  static let forms =
    "2026-03-02T18:30:00Z, 2026-03-02T18:30+01:00, or \"2026-03-02 18:30\" on the zone's clock"

  /// The instant that `text` names: with a Z or an offset from UTC, or else on the clock of `zone`;
  /// seconds may be left out. `nil` if it is in none of these ``forms``.
  ///
  /// Of an hour that clocks show twice the first is meant; one that they skip is none.
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
