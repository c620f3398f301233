// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A conversion of the serial numbers of spreadsheets to dates and clocks, to the second.
///
/// A serial number counts days since the end of 1899 or since the start of 1904, and a clock is a
/// fraction of a day. Spreadsheets treat 1900 as a leap year, so the numbers before 61 are one less
/// than the number of days (ECMA-376 part 1, 18.17.4.1). A fraction such as 0.770833333336 is not
/// exact, so it is rounded to the nearest second.
struct SerialTime {
  /// A Boolean value that indicates whether days are counted from 1904-01-01.
  let countsFrom1904: Bool

  /// The last converted day, as a serial number and as text.
  private var day = -1
  private var dayText: [UInt8] = []
  /// The date of the last converted day.
  private(set) var date = CivilDate(ordinal: 0)

  init(countsFrom1904: Bool) { self.countsFrom1904 = countsFrom1904 }

  /// The text of a serial number.
  struct Written {
    var text: [UInt8]
    /// A Boolean value that indicates whether the text contains a date.
    var hasDate: Bool
  }

  /// Returns the time in an unambiguous notation, or `nil` if the number cannot be a time.
  mutating func text(_ serial: Double, _ kind: NumberStyles.Kind) -> Written? {
    // Up to the end of the year 9999.
    guard 0..<2_958_466 ~= serial else { return nil }
    let seconds = Int((serial * 86_400).rounded())
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    var text: [UInt8] = []
    if kind == .duration {
      text += Array(String(seconds / 3600).utf8)
      Self.append(second, to: &text, withHours: false)
      return Written(text: text, hasDate: false)
    }
    // A clock without a day, or with a day before any recording.
    if days == 0 || kind == .clock && days < 1000 {
      Self.append(second, to: &text, withHours: true)
      return Written(text: text, hasDate: false)
    }
    let serialDay = days + (countsFrom1904 ? 1462 : 0)
    if serialDay != day {
      day = serialDay
      date = CivilDate(ordinal: serialDay - (serialDay < 61 ? 25_568 : 25_569))
      dayText = Array(String(date.year).utf8)
      for part in [date.month, date.day] {
        dayText.append(Byte.minus)
        Self.append(twoDigits: part, to: &dayText)
      }
      // This day does not exist.
      if serialDay == 60 { dayText = Array("1900-02-29".utf8) }
    }
    text += dayText
    if kind != .date || second != 0 {
      text.append(Byte.blank)
      Self.append(second, to: &text, withHours: true)
    }
    return Written(text: text, hasDate: true)
  }

  private static func append(_ second: Int, to text: inout [UInt8], withHours: Bool) {
    if withHours { append(twoDigits: second / 3600, to: &text) }
    text.append(Byte.colon)
    append(twoDigits: second / 60 % 60, to: &text)
    text.append(Byte.colon)
    append(twoDigits: second % 60, to: &text)
  }

  private static func append(twoDigits number: Int, to text: inout [UInt8]) {
    text.append(Byte.zero + UInt8(truncatingIfNeeded: number / 10 % 10))
    text.append(Byte.zero + UInt8(truncatingIfNeeded: number % 10))
  }
}
