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

  /// Returns the local time without its zone, and the zone, which is `nil` if it is invalid.
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
