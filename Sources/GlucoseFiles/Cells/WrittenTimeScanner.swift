struct WrittenTimeScanner {
  var index: Int
  let end: Int

  private func byte(_ bytes: Span<UInt8>) -> UInt8 { index < end ? bytes[index] : 0 }

  mutating func digits(_ bytes: Span<UInt8>, _ least: Int, _ most: Int) -> Int? {
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

  /// Returns a time of 12 or 14 digits in the years 1990 to 2099: year, month, day, hour, minute,
  /// and optionally second; also with `T` after the day, and then optionally with an offset.
  mutating func compact(_ bytes: Span<UInt8>) -> WrittenTime? {
    let count = end - index
    let isDivided = count >= 13 && bytes[index + 8] | 0x20 == UInt8(ascii: "t")
    guard isDivided || count == 12 || count == 14, let day = compactDate(bytes) else { return nil }
    if isDivided { index += 1 }
    guard let hour = digits(bytes, 2, 2), hour < 24, let minute = digits(bytes, 2, 2), minute < 60
    else { return nil }
    var second = 0
    if index < end, bytes[index] &- Byte.zero <= 9 {
      guard let number = digits(bytes, 2, 2), number < 60 else { return nil }
      second = number
    }
    var stamp = day
    stamp.seconds = Double(hour * 3600 + minute * 60 + second)
    if isDivided, !zone(bytes, into: &stamp) { return nil }
    return index == end ? stamp : nil
  }

  private mutating func compactDate(_ bytes: Span<UInt8>) -> WrittenTime? {
    guard let year = digits(bytes, 4, 4), 1990...2099 ~= year, let month = digits(bytes, 2, 2),
      let day = digits(bytes, 2, 2)
    else { return nil }
    return WrittenTime.stamp(year, month, day, .yearFirst, 0)
  }

  /// Returns seconds, milliseconds, microseconds, or nanoseconds since 1970, by the number of
  /// digits, optionally with decimal places.
  ///
  /// Milliseconds of 12 digits are before 2001 and more often a damaged date, so they are not read.
  /// Smaller units are read if they cannot be the digits of a date and a clock: before 2033.
  func epoch(_ bytes: Span<UInt8>) -> WrittenTime? {
    let count = (index..<end).prefix { bytes[$0] &- Byte.zero <= 9 }.count
    guard count > 0, count == end - index || bytes[index + count] == Byte.point else { return nil }
    let scale: Double
    switch count {
    case 9...11: scale = 1
    case 13: scale = 1e3
    case 16 where bytes[index] == UInt8(ascii: "1") && bytes[index + 1] < Byte.nine: scale = 1e6
    case 19 where bytes[index] == UInt8(ascii: "1") && bytes[index + 1] < Byte.nine: scale = 1e9
    default: return nil
    }
    guard let number = ScannedNumber(bytes, index..<end, allowingComma: false), number.end == end
    else { return nil }
    return WrittenTime(since1970: number.value / scale)
  }

  /// Skips the English name of a day of the week before a date, as in `Sun, 23 Mar 2025`.
  private mutating func skipWeekday(_ bytes: Span<UInt8>) {
    let letters = (index..<end).prefix { Self.isLetter(bytes[$0]) }
    guard 3...9 ~= letters.count, letters.count < end - index else { return }
    let word = String(decoding: letters.map { bytes[$0] | 0x20 }, as: UTF8.self)
    guard Self.weekdays.contains(word) else { return }
    index = letters.upperBound
    if byte(bytes) == Byte.comma || byte(bytes) == Byte.point { index += 1 }
    skipBlanks(bytes)
  }

  private static let weekdays: Set<String> = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday",
  ]

  mutating func date(_ bytes: Span<UInt8>) -> WrittenTime? {
    skipWeekday(bytes)
    let start = index
    guard let one = digits(bytes, 1, 4) else { return monthFirst(bytes) }
    let oneCount = index - start
    let separator = byte(bytes)
    if oneCount == 4, separator &- Byte.zero <= 9 {
      index = start
      return compactDate(bytes)
    }
    if oneCount <= 2, let month = month(bytes) {
      // "03MAR2025", as SAS writes it.
      return year(bytes).flatMap { WrittenTime.stamp($0, one, month, .dotted, 0) }
    }
    guard "-/. ".utf8.contains(separator) else { return nil }
    index += 1
    if separator == Byte.point { skipBlanks(bytes) }
    if let month = month(bytes) {
      guard oneCount <= 2, skipBehindMonth(bytes, separator) else { return nil }
      return year(bytes).flatMap { WrittenTime.stamp($0, one, month, .dotted, 0) }
    }
    let middle = index
    guard separator != Byte.blank, let two = digits(bytes, 1, 2), byte(bytes) == separator
    else { return nil }
    let isShort = oneCount == 2 && index - middle == 2
    index += 1
    if separator == Byte.point { skipBlanks(bytes) }
    let last = index
    guard let three = digits(bytes, 1, 4) else { return nil }
    let lastCount = index - last
    if oneCount == 4, lastCount <= 2 {
      // In a date with points, the day may also be followed by one: "2017. 8. 7."
      if separator == Byte.point, byte(bytes) == Byte.point { index += 1 }
      return WrittenTime.stamp(one, two, three, .yearFirst, 0)
    }
    guard oneCount <= 2, lastCount == 4 || lastCount == 2 else { return nil }
    let year = lastCount == 2 ? 2000 + three : three
    // "18.6.25. 7:20"
    if separator == Byte.point, byte(bytes) == Byte.point { index += 1 }
    let form: WrittenTime.Form =
      switch (separator == Byte.point, isShort && lastCount == 2) {
      case (true, true): .shortDotted
      case (true, false): .dotted
      case (false, true): .short
      case (false, false): .yearLast
      }
    return WrittenTime.stamp(year, one, two, form, 0)
  }

  private mutating func year(_ bytes: Span<UInt8>) -> Int? {
    let start = index
    guard let year = digits(bytes, 2, 4), index - start != 3 else { return nil }
    return index - start == 2 ? 2000 + year : year
  }

  /// Returns a date such as `Aug 7, 2017`, in which only one number can be the day.
  private mutating func monthFirst(_ bytes: Span<UInt8>) -> WrittenTime? {
    guard let month = month(bytes) else { return nil }
    if byte(bytes) == Byte.point { index += 1 }
    guard skipPause(bytes), let day = digits(bytes, 1, 2) else { return nil }
    if byte(bytes) == Byte.comma { index += 1 }
    guard skipPause(bytes), let year = digits(bytes, 4, 4) else { return nil }
    return WrittenTime.stamp(year, day, month, .dotted, 0)
  }

  private mutating func skipPause(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    if byte(bytes) == Byte.minus { index += 1 } else { skipBlanks(bytes) }
    return index > start
  }

  /// Skips the separator between the name of a month and a year: a point, the separator before the
  /// name or spaces, and the `de` of Spanish and Portuguese.
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

  private mutating func skipOf(_ bytes: Span<UInt8>) {
    guard index + 2 < end, bytes[index] | 0x20 == UInt8(ascii: "d"),
      bytes[index + 1] | 0x20 == UInt8(ascii: "e"), bytes[index + 2] == Byte.blank
    else { return }
    index += 3
    skipBlanks(bytes)
  }

  private mutating func month(_ bytes: Span<UInt8>) -> Int? {
    let start = index
    if index < end, Self.isLetter(bytes[index]) { skipOf(bytes) }
    let letters = (index..<end).prefix { Self.isLetter(bytes[$0]) }
    guard 3...32 ~= letters.count,
      let month = MonthNames.number(of: letters.map { bytes[$0] })
    else {
      index = start
      return nil
    }
    index = letters.upperBound
    return month
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte >= 0x80
  }

  /// Skips the separator between date and clock: `T`, a colon, or spaces, optionally after a comma.
  mutating func pause(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    if byte(bytes) | 0x20 == UInt8(ascii: "t") || byte(bytes) == Byte.colon {
      index += 1
      return true
    }
    if byte(bytes) == Byte.comma { index += 1 }
    skipBlanks(bytes)
    return index > start
  }

  mutating func clock(_ bytes: Span<UInt8>, into stamp: inout WrittenTime) -> Bool {
    // Some languages write it before the hour, and may count the hours from 0 to 11.
    var half = halfOfDay(bytes)
    let leastHour = half == nil ? 1 : 0
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
      skipBlanks(bytes)
    }
    if let isAfternoon = half {
      guard leastHour...12 ~= hour else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24, zone(bytes, into: &stamp) else { return false }
    stamp.seconds = Double(hour * 3600 + minute * 60 + second) + fraction
    return true
  }

  /// Reads AM or PM, or FM or EM of Swedish, regardless of case, with or without points and a space
  /// after the first; returns `true` for the afternoon.
  private mutating func halfOfDay(_ bytes: Span<UInt8>) -> Bool? {
    let start = index
    let letter = byte(bytes) | 0x20
    guard "apfe".utf8.contains(letter) else { return nil }
    index += 1
    if byte(bytes) == Byte.point {
      index += 1
      skipBlanks(bytes)
    }
    guard byte(bytes) | 0x20 == UInt8(ascii: "m") else {
      // The beginning of the name of a zone, such as EST.
      index = start
      return nil
    }
    index += 1
    if byte(bytes) == Byte.point { index += 1 }
    return letter == UInt8(ascii: "p") || letter == UInt8(ascii: "e")
  }

  /// Reads an abbreviation of a zone that is used in no other zone, such as `Z`, `UTC`, or `CEST`; an
  /// offset; or nothing.
  mutating func zone(_ bytes: Span<UInt8>, into stamp: inout WrittenTime) -> Bool {
    guard index < end else { return true }
    let letters = (index..<end).prefix { Self.isLetter(bytes[$0]) }
    if 1...4 ~= letters.count {
      let name = String(decoding: letters.map { bytes[$0] & 0xDF }, as: UTF8.self)
      guard let minutes = StatedZone.abbreviations[name] else { return false }
      index = letters.upperBound
      stamp.offset = minutes
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
