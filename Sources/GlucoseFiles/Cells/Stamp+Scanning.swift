// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Stamp {
  /// The time written in `range`, all of it, or `nil` if it is not written in a known way:
  ///
  /// - a date of three numbers with `-`, `/` or `.` between them, the year first or last, or of a
  ///   day, an English month such as `Jun` and a year;
  /// - `T` or blanks; hours and minutes, with seconds and a fraction of them if need be;
  /// - AM or PM; `Z`, `UTC` or an offset such as +01:00;
  /// - or else the seconds or milliseconds since 1970 as a whole number.
  ///
  /// Either way only the years 1900 to 2299 are taken for years.
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
    guard var stamp = scanner.date(bytes), scanner.pause(bytes) else { return nil }
    guard scanner.clock(bytes, into: &stamp), scanner.index == range.upperBound else { return nil }
    self = stamp
  }

  /// A time written in one of the two commonest ways, at once: `2025-05-04T09:19:00`, or with blank
  /// for `T` or with `Z` behind, and `04-05-2025 09:19`. What looks otherwise is left to the scanner.
  private static func common(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Stamp? {
    let start = range.lowerBound
    // A byte is initialised in all its bits, which is what a view as raw bytes asks for.
    let words = unsafe bytes.bytes
    if range.count == 19 || range.count == 20 {
      guard let date = Words.pairs(Words.load(words, at: start), written: Patterns.date),
        let clock = Words.pairs(Words.load(words, at: start + 11), written: Patterns.clock),
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
      guard let date = Words.pairs(Words.load(words, at: start), written: Patterns.dayAndMonth),
        let clock = Words.pairs(Words.load(words, at: start + 8), written: Patterns.yearAndClock)
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
    static var date: Words.Pattern { Words.Pattern(reversed: 0x2D30_302D_3030_3030) }
    /// `00:00:00`
    static var clock: Words.Pattern { Words.Pattern(reversed: 0x3030_3A30_303A_3030) }
    /// `00-00-00`
    static var dayAndMonth: Words.Pattern { Words.Pattern(reversed: 0x3030_2D30_302D_3030) }
    /// `00 00:00`
    static var yearAndClock: Words.Pattern { Words.Pattern(reversed: 0x3030_3A30_3020_3030) }
  }

  /// A time whose date has numbers that can be one in some order.
  fileprivate static func stamp(
    _ year: Int, _ one: Int, _ two: Int, _ form: Form, _ seconds: Int
  ) -> Stamp? {
    guard years ~= year, 1...31 ~= one, 1...31 ~= two, one <= 12 || two <= 12 else {
      return nil
    }
    if form == .yearFirst, one > 12 { return nil }
    if form == .dotted, two > 12 { return nil }
    return Stamp(
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
    var scanner = StampScanner(index: date.lowerBound, end: date.upperBound)
    guard var stamp = scanner.date(bytes), scanner.index == date.upperBound else { return nil }
    scanner = StampScanner(index: clock.lowerBound, end: clock.upperBound)
    guard scanner.clock(bytes, into: &stamp), scanner.index == clock.upperBound else { return nil }
    self = stamp
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

  mutating func date(_ bytes: Span<UInt8>) -> Stamp? {
    let start = index
    guard let one = digits(bytes, 1, 4) else { return nil }
    let oneCount = index - start
    let separator = byte(bytes)
    guard
      separator == Byte.minus || separator == Byte.slash || separator == Byte.point
        || separator == Byte.blank
    else { return nil }
    index += 1
    if let month = month(bytes) {
      guard oneCount <= 2, byte(bytes) == separator else { return nil }
      index += 1
      let start = index
      guard let year = digits(bytes, 2, 4), index - start != 3 else { return nil }
      return Stamp.stamp(index - start == 2 ? 2000 + year : year, one, month, .dotted, 0)
    }
    guard separator != Byte.blank, let two = digits(bytes, 1, 2), byte(bytes) == separator else {
      return nil
    }
    index += 1
    let last = index
    guard let three = digits(bytes, 1, 4) else { return nil }
    let lastCount = index - last
    if oneCount == 4, lastCount <= 2 {
      return Stamp.stamp(one, two, three, .yearFirst, 0)
    }
    guard oneCount <= 2, lastCount == 4 || lastCount == 2 else { return nil }
    let year = lastCount == 2 ? 2000 + three : three
    return Stamp.stamp(year, one, two, separator == Byte.point ? .dotted : .yearLast, 0)
  }

  /// The number of a month by the first three letters of its English name, which may be whole.
  private mutating func month(_ bytes: Span<UInt8>) -> Int? {
    var letters: [UInt8] = []
    var place = index
    while place < end, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[place] | 0x20 {
      letters.append(bytes[place] | 0x20)
      place += 1
    }
    guard 3...9 ~= letters.count else { return nil }
    let word = String(decoding: letters, as: UTF8.self)
    let month = Self.months.firstIndex { letters.count == 3 ? $0.hasPrefix(word) : $0 == word }
    guard let month else { return nil }
    index = place
    return month + 1
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

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

  mutating func clock(_ bytes: Span<UInt8>, into stamp: inout Stamp) -> Bool {
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
    while byte(bytes) == Byte.blank { index += 1 }
    if let isAfternoon = halfOfDay(bytes) {
      guard 1...12 ~= hour else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      while byte(bytes) == Byte.blank { index += 1 }
    }
    guard hour < 24, zone(bytes, into: &stamp) else { return false }
    stamp.seconds = Double(hour * 3600 + minute * 60 + second) + fraction
    return true
  }

  /// AM or PM, in whatever case and with or without dots: whether it is PM.
  private mutating func halfOfDay(_ bytes: Span<UInt8>) -> Bool? {
    let letter = byte(bytes) | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    index += 1
    if byte(bytes) == Byte.point { index += 1 }
    guard byte(bytes) | 0x20 == UInt8(ascii: "m") else { return nil }
    index += 1
    if byte(bytes) == Byte.point { index += 1 }
    return letter == UInt8(ascii: "p")
  }

  /// `Z`, `UTC`, `GMT`, an offset, or nothing.
  private mutating func zone(_ bytes: Span<UInt8>, into stamp: inout Stamp) -> Bool {
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
