import Foundation
import GlucoseStudy

enum Instant {
  static let forms =
    "2026-03-02T18:30:00Z, 2026-03-02T18:30+01:00, or \"2026-03-02 18:30\" in the time zone"

  /// Returns the instants that `text` represents: with a Z or an offset from UTC, or the local time
  /// in `zone`; seconds are optional. `nil` if it has none of the ``forms``.
  ///
  /// A skipped local time has no instants, and a repeated one has two.
  static func instants(_ text: String, in zone: TimeZone) -> [Date]? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == " " || $0 == "T"
    }
    guard parts.count == 2, parts[0].count == 10 else { return nil }
    let (clock, written) = clockAndZone(parts[1], zone)
    let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard let zone = written, let day = LocalDay(parts[0], in: zone),
      (2...3).contains(fields.count),
      fields.allSatisfy({ $0.count == 2 && $0.allSatisfy { "0"..."9" ~= $0 } }),
      let time = ClockTime(clock.prefix(5)),
      let seconds = fields.count == 3 ? ClockTime("00:\(fields[2])")?.minute : 0
    else { return nil }
    return day.instants(of: time).map { $0.addingTimeInterval(Double(seconds)) }
  }

  static let typedForms =
    "now, -10m, 07:30, 7:30 pm, 2026-03-02, \"2026-03-02 18:30\", 2026-03-02T18:30Z or +01:00"

  /// Returns the instant that `text` represents: `now`, a time before or after it (`-10m`, `+2h`,
  /// `-1d`), a time of the current day on a 24-hour or 12-hour clock, the start of a date, or any of
  /// the ``forms``.
  ///
  /// - Throws: ``CommandFailure`` if the text has none of these forms, if clocks skip the local time,
  ///   or if it occurs twice and has no offset.
  static func typed(_ text: String, in zone: TimeZone, now: Date) throws -> Date {
    if text == "now" { return now }
    if let seconds = relative(text) { return now.addingTimeInterval(seconds) }
    if let day = LocalDay(text, in: zone) { return day.start }
    var text = text
    if let time = ClockTime(text) {
      text = "\(LocalDay(containing: now, in: zone)) \(time)"
    } else if text.count == 8, text.dropFirst(2).first == ":" {
      text = "\(LocalDay(containing: now, in: zone)) \(text)"
    }
    guard let instant = try unique(text, in: zone) else {
      throw CommandFailure("\(text) is not a valid time. Accepted forms are \(typedForms).")
    }
    return instant
  }

  /// Returns the instant that `text` represents, or `nil` if it has none of the ``forms``.
  ///
  /// - Throws: ``CommandFailure`` if clocks skip the local time, or if it occurs twice and has no
  ///   offset.
  static func unique(_ text: String, in zone: TimeZone) throws -> Date? {
    guard let instants = instants(text, in: zone) else { return nil }
    guard let instant = instants.first else {
      throw CommandFailure(
        "the local time \(text) does not exist in \(zone.name), because clocks skip it.")
    }
    guard instants.count == 1 else {
      let clocks = instants.map { iso($0, in: zone) }
      throw CommandFailure("the local time \(text) occurs twice. Use \(clocks[0]) or \(clocks[1]).")
    }
    return instant
  }

  /// Returns the seconds from now to a relative time such as "-10m" or "+2h", or `nil`.
  private static func relative(_ text: String) -> Double? {
    guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last,
      let length = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400][unit],
      let count = Int(text.dropFirst().dropLast()), count >= 0, count < 1_000_000,
      text.dropFirst().first?.isNumber == true
    else { return nil }
    return (sign == "-" ? -length : length) * Double(count)
  }

  /// Returns the date, the time, and the offset, such as "2026-03-10T18:30:00+01:00".
  static func iso(_ instant: Date, in zone: TimeZone) -> String {
    instant.formatted(
      Date.ISO8601FormatStyle(timeZone: zone).year().month().day().time(
        includingFractionalSeconds: false
      ).timeZone(separator: .colon))
  }

  /// Returns the local date and time to the minute, such as "2026-03-10 18:30".
  static func minute(_ instant: Date, in zone: TimeZone) -> String {
    String(
      instant.formatted(
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
          .time(includingFractionalSeconds: false)
      ).dropLast(3))
  }

  private static func clockAndZone(
    _ text: Substring, _ zone: TimeZone
  ) -> (clock: Substring, zone: TimeZone?) {
    if text.hasSuffix("Z") { return (text.dropLast(), .gmt) }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, zone) }
    let digits = text[sign...].dropFirst().filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let hours = Int(digits.prefix(2)),
      let minutes = Int(digits.count == 2 ? "0" : digits.suffix(2)), hours <= 14, minutes < 60
    else { return (text[..<sign], nil) }
    let seconds = (text[sign] == "-" ? -60 : 60) * (60 * hours + minutes)
    return (text[..<sign], TimeZone(secondsFromGMT: seconds))
  }
}
