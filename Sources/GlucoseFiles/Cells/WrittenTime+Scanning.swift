// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension WrittenTime {
  /// The time written in `range`, all of it, or `nil` if it is not written in a known way:
  ///
  /// - a date of three numbers with `-`, `/` or `.` between them, the year first or last, or of a
  ///   day, the name of a month such as `Jun` and a year, or of a month's name, a day and a year;
  /// - `T` or blanks; hours and minutes, with seconds and a fraction of them if need be;
  /// - AM or PM, before or behind the clock; `Z`, `UTC` or an offset such as +01:00;
  /// - or else the seconds or milliseconds since 1970 as a whole number.
  ///
  /// Digits, blanks and halves of the day that are no ASCII are understood as well
  /// (``PlainCharacters``). Either way only the years 1900 to 2299 are taken for years.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let stamp = Self.common(bytes, range) {
      self = stamp
      return
    }
    var scanner = StampScanner(index: range.lowerBound, end: range.upperBound)
    if let seconds = scanner.epoch(bytes) {
      self.init(since1970: seconds)
      return
    }
    if let stamp = Self.scanned(bytes, range) {
      self = stamp
    } else if let text = PlainCharacters.text(bytes, range),
      let stamp = Self.scanned(text.elementSpan, text.indices)
    {
      self = stamp
    } else {
      return nil
    }
  }

  /// A time of a date and a clock in one text.
  private static func scanned(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenTime? {
    var scanner = StampScanner(index: range.lowerBound, end: range.upperBound)
    guard var stamp = scanner.date(bytes), scanner.pause(bytes) else { return nil }
    guard scanner.clock(bytes, into: &stamp), scanner.index == range.upperBound else { return nil }
    return stamp
  }

  /// A time written in one of the two commonest ways, at once: `2025-05-04T09:19:00`, or with blank
  /// for `T` or with `Z` behind, and `04-05-2025 09:19`. What looks otherwise is left to the scanner.
  private static func common(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenTime? {
    let start = range.lowerBound
    // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
    let words = unsafe bytes.bytes
    if range.count == 19 || range.count == 20 {
      guard let date = ByteWords.pairs(ByteWords.load(words, at: start), written: Patterns.date),
        let clock = ByteWords.pairs(ByteWords.load(words, at: start + 11), written: Patterns.clock),
        bytes[start + 10] == Byte.blank || bytes[start + 10] == UInt8(ascii: "T")
      else { return nil }
      let (tens, ones) = (bytes[start + 8] &- Byte.zero, bytes[start + 9] &- Byte.zero)
      let (hour, minute, second) = (clock.byte(0), clock.byte(3), clock.byte(6))
      guard tens <= 9, ones <= 9, hour < 24, minute < 60, second < 60 else { return nil }
      var stamp = stamp(
        date.byte(0) * 100 + date.byte(2), date.byte(5), Int(tens) * 10 + Int(ones), .yearFirst,
        hour * 3600 + minute * 60 + second)
      if range.count == 19 { return stamp }
      guard range.count == 20, bytes[start + 19] == UInt8(ascii: "Z") else { return nil }
      stamp?.offset = 0
      return stamp
    }
    if range.count == 16 {
      guard
        let date = ByteWords.pairs(ByteWords.load(words, at: start), written: Patterns.dayAndMonth),
        let clock = ByteWords.pairs(
          ByteWords.load(words, at: start + 8), written: Patterns.yearAndClock)
      else { return nil }
      let (hour, minute) = (clock.byte(3), clock.byte(6))
      guard hour < 24, minute < 60 else { return nil }
      return stamp(
        date.byte(6) * 100 + clock.byte(0), date.byte(0), date.byte(3), .yearLast,
        hour * 3600 + minute * 60)
    }
    return nil
  }

  private enum Patterns {
    /// `0000-00-`
    static var date: ByteWords.Pattern { ByteWords.Pattern(reversed: 0x2D30_302D_3030_3030) }
    /// `00:00:00`
    static var clock: ByteWords.Pattern { ByteWords.Pattern(reversed: 0x3030_3A30_303A_3030) }
    /// `00-00-00`
    static var dayAndMonth: ByteWords.Pattern { ByteWords.Pattern(reversed: 0x3030_2D30_302D_3030) }
    /// `00 00:00`
    static var yearAndClock: ByteWords.Pattern {
      ByteWords.Pattern(reversed: 0x3030_3A30_3020_3030)
    }
  }

  /// A time whose date has numbers that can be one in some order.
  fileprivate static func stamp(
    _ year: Int, _ one: Int, _ two: Int, _ form: Form, _ seconds: Int
  ) -> WrittenTime? {
    guard years ~= year, 1...31 ~= one, 1...31 ~= two, one <= 12 || two <= 12 else {
      return nil
    }
    if form == .yearFirst, one > 12 { return nil }
    if form == .dotted, two > 12 { return nil }
    return WrittenTime(
      seconds: Double(seconds), year: Int16(year), first: UInt8(one), second: UInt8(two),
      form: form, offset: nil)
  }

  private static var years: ClosedRange<Int> { 1900...2299 }

  /// The instant so many seconds after 1970-01-01 00:00 UTC, or `nil` if its year cannot be meant.
  init?(since1970 seconds: Double) {
    // From 1900-01-01 to 2300-01-01, the years that a written date may have.
    guard -2_208_988_800..<10_413_792_000 ~= seconds else { return nil }
    self.init(instant: seconds - Date.timeIntervalBetween1970AndReferenceDate)
  }

  /// The seconds since midnight that a clock alone shows, or that one behind a date shows; `nil` if
  /// `range` holds neither.
  static func clock(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    if let whole = Self(bytes, range) { return whole.form == .instant ? nil : whole.seconds }
    guard var stamp = Self.stamp(2001, 1, 1, .yearFirst, 0) else { return nil }
    var scanner = StampScanner(index: range.lowerBound, end: range.upperBound)
    guard scanner.clock(bytes, into: &stamp), scanner.index == range.upperBound else { return nil }
    return stamp.seconds
  }

  /// The time of which one range holds the date and the other the clock.
  init?(_ bytes: Span<UInt8>, date: Range<Int>, clock: Range<Int>) {
    guard var stamp = Self(midnightOf: date, in: bytes) else { return nil }
    if !Self.clock(bytes, clock, into: &stamp) {
      guard let text = PlainCharacters.text(bytes, clock),
        Self.clock(text.elementSpan, text.indices, into: &stamp)
      else { return nil }
    }
    self = stamp
  }

  /// The midnight at which the date begins that is all of a range.
  init?(midnightOf range: Range<Int>, in bytes: Span<UInt8>) {
    if let stamp = Self.date(bytes, range) {
      self = stamp
    } else if let text = PlainCharacters.text(bytes, range),
      let stamp = Self.date(text.elementSpan, text.indices)
    {
      self = stamp
    } else {
      return nil
    }
  }

  private static func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenTime? {
    var scanner = StampScanner(index: range.lowerBound, end: range.upperBound)
    guard let stamp = scanner.date(bytes), scanner.index == range.upperBound else { return nil }
    return stamp
  }

  private static func clock(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into stamp: inout WrittenTime
  ) -> Bool {
    var scanner = StampScanner(index: range.lowerBound, end: range.upperBound)
    return scanner.clock(bytes, into: &stamp) && scanner.index == range.upperBound
  }
}

/// Reads the parts of a time one behind the other.
private struct StampScanner {
  var index: Int
  let end: Int

  private func byte(_ bytes: Span<UInt8>) -> UInt8 { index < end ? bytes[index] : 0 }

  /// A number of at least `least` and at most `most` digits.
  private mutating func digits(_ bytes: Span<UInt8>, _ least: Int, _ most: Int) -> Int? {
    let start = index
    var number = 0
    while index < end, index - start < most {
      let digit = bytes[index] &- Byte.zero
      guard digit <= 9 else { break }
      number = number &* 10 &+ Int(digit)
      index += 1
    }
    return index - start >= least ? number : nil
  }

  /// Whole seconds or milliseconds since 1970.
  mutating func epoch(_ bytes: Span<UInt8>) -> Double? {
    let count = end - index
    guard 9...13 ~= count, (index..<end).allSatisfy({ bytes[$0] &- Byte.zero <= 9 }),
      let number = digits(bytes, count, count)
    else { return nil }
    return count >= 12 ? Double(number) / 1000 : Double(number)
  }

  mutating func date(_ bytes: Span<UInt8>) -> WrittenTime? {
    let start = index
    guard let one = digits(bytes, 1, 4) else { return monthFirst(bytes) }
    let oneCount = index - start
    let separator = byte(bytes)
    guard
      separator == Byte.minus || separator == Byte.slash || separator == Byte.point
        || separator == Byte.blank
    else { return nil }
    index += 1
    if separator == Byte.point { skipBlanks(bytes) }
    if let month = month(bytes) {
      guard oneCount <= 2, skipBehindMonth(bytes, separator) else { return nil }
      let start = index
      guard let year = digits(bytes, 2, 4), index - start != 3 else { return nil }
      return WrittenTime.stamp(index - start == 2 ? 2000 + year : year, one, month, .dotted, 0)
    }
    guard separator != Byte.blank, let two = digits(bytes, 1, 2), byte(bytes) == separator else {
      return nil
    }
    index += 1
    if separator == Byte.point { skipBlanks(bytes) }
    let last = index
    guard let three = digits(bytes, 1, 4) else { return nil }
    let lastCount = index - last
    if oneCount == 4, lastCount <= 2 {
      // Where dots separate, one may follow the day as well: "2017. 8. 7."
      if separator == Byte.point, byte(bytes) == Byte.point { index += 1 }
      return WrittenTime.stamp(one, two, three, .yearFirst, 0)
    }
    guard oneCount <= 2, lastCount == 4 || lastCount == 2 else { return nil }
    let year = lastCount == 2 ? 2000 + three : three
    return WrittenTime.stamp(year, one, two, separator == Byte.point ? .dotted : .yearLast, 0)
  }

  /// A date such as `Aug 7, 2017`, in which only one number can be the day.
  private mutating func monthFirst(_ bytes: Span<UInt8>) -> WrittenTime? {
    guard let month = month(bytes) else { return nil }
    if byte(bytes) == Byte.point { index += 1 }
    guard skipPause(bytes), let day = digits(bytes, 1, 2) else { return nil }
    if byte(bytes) == Byte.comma { index += 1 }
    guard skipPause(bytes) else { return nil }
    let start = index
    guard let year = digits(bytes, 4, 4), index - start == 4 else { return nil }
    return WrittenTime.stamp(year, day, month, .dotted, 0)
  }

  /// Skips blanks, or one hyphen; false if there is neither.
  private mutating func skipPause(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    if byte(bytes) == Byte.minus { index += 1 } else { skipBlanks(bytes) }
    return index > start
  }

  /// Skips what stands between the name of a month and a year: a dot, the separator that stood before
  /// the name or blanks, and the `de` of Spanish and Portuguese.
  private mutating func skipBehindMonth(_ bytes: Span<UInt8>, _ separator: UInt8) -> Bool {
    let start = index
    if byte(bytes) == Byte.point { index += 1 }
    if byte(bytes) == separator, separator != Byte.blank { index += 1 }
    skipBlanks(bytes)
    skipOf(bytes)
    return index > start
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while byte(bytes) == Byte.blank { index += 1 }
  }

  /// Skips `de` and the blanks behind it.
  private mutating func skipOf(_ bytes: Span<UInt8>) {
    guard index + 2 < end, bytes[index] | 0x20 == UInt8(ascii: "d"),
      bytes[index + 1] | 0x20 == UInt8(ascii: "e"), bytes[index + 2] == Byte.blank
    else { return }
    index += 3
    skipBlanks(bytes)
  }

  /// The number of a month by its name, whole or shortened.
  private mutating func month(_ bytes: Span<UInt8>) -> Int? {
    var place = index
    guard place < end, Self.isLetter(bytes[place]) else { return nil }
    let start = index
    skipOf(bytes)
    place = index
    var letters: [UInt8] = []
    while place < end, Self.isLetter(bytes[place]) {
      letters.append(bytes[place])
      place += 1
    }
    guard 3...32 ~= letters.count, let month = MonthNames.number(of: letters) else {
      index = start
      return nil
    }
    index = place
    return month
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte >= 0x80
  }

  /// What stands between date and clock: `T`, or blanks with or without a comma before them.
  mutating func pause(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    if byte(bytes) | 0x20 == UInt8(ascii: "t") {
      index += 1
      return true
    }
    if byte(bytes) == Byte.comma { index += 1 }
    while byte(bytes) == Byte.blank { index += 1 }
    return index > start
  }

  mutating func clock(_ bytes: Span<UInt8>, into stamp: inout WrittenTime) -> Bool {
    // Some languages write it before the hour.
    var half = halfOfDay(bytes)
    if half != nil { skipBlanks(bytes) }
    guard var hour = digits(bytes, 1, 2) else { return false }
    let separator = byte(bytes)
    guard separator == Byte.colon || separator == Byte.point else { return false }
    index += 1
    guard let minute = digits(bytes, 2, 2), minute < 60 else { return false }
    var second = 0
    var fraction = 0.0
    if byte(bytes) == separator {
      index += 1
      guard let number = digits(bytes, 2, 2), number < 60 else { return false }
      second = number
      if byte(bytes) == Byte.point || byte(bytes) == Byte.comma {
        guard let number = ScannedNumber(bytes, index..<end, allowingComma: true),
          (index..<number.end).dropFirst().allSatisfy({ bytes[$0] &- Byte.zero <= 9 })
        else { return false }
        fraction = number.value
        index = number.end
      }
    }
    skipBlanks(bytes)
    if half == nil {
      half = halfOfDay(bytes)
      if half != nil { skipBlanks(bytes) }
    }
    if let isAfternoon = half {
      guard 1...12 ~= hour else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24, zone(bytes, into: &stamp) else { return false }
    stamp.seconds = Double(hour * 3600 + minute * 60 + second) + fraction
    return true
  }

  /// AM or PM, in whatever case, with or without dots and a blank behind the first: whether it is PM.
  private mutating func halfOfDay(_ bytes: Span<UInt8>) -> Bool? {
    let letter = byte(bytes) | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    index += 1
    if byte(bytes) == Byte.point {
      index += 1
      skipBlanks(bytes)
    }
    guard byte(bytes) | 0x20 == UInt8(ascii: "m") else { return nil }
    index += 1
    if byte(bytes) == Byte.point { index += 1 }
    return letter == UInt8(ascii: "p")
  }

  /// `Z`, `UTC`, `GMT`, an offset, or nothing.
  private mutating func zone(_ bytes: Span<UInt8>, into stamp: inout WrittenTime) -> Bool {
    guard index < end else { return true }
    let letter = bytes[index] | 0x20
    if letter == UInt8(ascii: "z") {
      index += 1
      stamp.offset = 0
      return true
    }
    if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "g") {
      guard end - index == 3 else { return false }
      let name = String(
        decoding: [bytes[index], bytes[index + 1], bytes[index + 2]], as: UTF8.self)
      guard ["UTC", "GMT"].contains(name.uppercased()) else { return false }
      index = end
      stamp.offset = 0
      return true
    }
    guard bytes[index] == Byte.plus || bytes[index] == Byte.minus else { return false }
    let isWest = bytes[index] == Byte.minus
    index += 1
    guard let hours = digits(bytes, 2, 2), hours <= 18 else { return false }
    var minutes = 0
    if index < end {
      if bytes[index] == Byte.colon { index += 1 }
      guard let number = digits(bytes, 2, 2), number < 60 else { return false }
      minutes = number
    }
    let offset = Int16(hours * 60 + minutes)
    stamp.offset = isWest ? -offset : offset
    return true
  }
}
