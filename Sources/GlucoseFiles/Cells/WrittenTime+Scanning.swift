internal import GlucoseMath
internal import GlucoseFoundation

extension WrittenTime {
  /// Creates the time that fills `range`, or `nil` if its notation is unknown (<doc:ReadableFormats>).
  ///
  /// The date and the clock are separated by `T`, a colon, or spaces. Digits, spaces, and AM or PM
  /// outside ASCII are also read (``PlainCharacters``).
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if let stamp = Self.common(bytes, range) {
      self = stamp
      return
    }
    var scanner = WrittenTimeScanner(index: range.lowerBound, end: range.upperBound)
    if let stamp = scanner.epoch(bytes) ?? scanner.compact(bytes) {
      self = stamp
      return
    }
    let stamp = Self.whole(bytes, range) { scanner, bytes in
      guard var stamp = scanner.date(bytes), scanner.pause(bytes) else { return nil }
      return scanner.clock(bytes, into: &stamp) ? stamp : nil
    }
    guard let stamp else { return nil }
    self = stamp
  }

  /// Returns the time that `read` finds if it fills `range`, as it is or in plain characters.
  private static func whole(
    _ bytes: Span<UInt8>, _ range: Range<Int>,
    _ read: (inout WrittenTimeScanner, Span<UInt8>) -> WrittenTime?
  ) -> WrittenTime? {
    var scanner = WrittenTimeScanner(index: range.lowerBound, end: range.upperBound)
    if let found = read(&scanner, bytes), scanner.index == scanner.end { return found }
    guard let text = PlainCharacters.text(bytes, range) else { return nil }
    scanner = WrittenTimeScanner(index: 0, end: text.count)
    let found = read(&scanner, text.elementSpan)
    return scanner.index == scanner.end ? found : nil
  }

  /// Returns a time in one of the two most common notations: `2025-05-04T09:19:00`, also with a
  /// space for `T`, with milliseconds, and with a final `Z` or an offset, and `04-05-2025 09:19`.
  /// Other notations are left to the scanner.
  static func common(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenTime? {
    let start = range.lowerBound
    let words = unsafe bytes.bytes
    if 19...29 ~= range.count {
      guard let date = ByteWords.pairs(ByteWords.load(words, at: start), written: Patterns.date),
        let seconds = commonClock(words, at: start, count: 19),
        bytes[start + 10] == Byte.blank || bytes[start + 10] == UInt8(ascii: "T")
      else { return nil }
      let (tens, ones) = (bytes[start + 8] &- Byte.zero, bytes[start + 9] &- Byte.zero)
      guard tens <= 9, ones <= 9 else { return nil }
      var stamp = stamp(
        date.byte(0) * 100 + date.byte(2), date.byte(5), Int(tens) * 10 + Int(ones), .yearFirst,
        seconds)
      if range.count == 19 { return stamp }
      return stamp?.end(bytes, start + 19..<range.upperBound) == true ? stamp : nil
    }
    if range.count == 16 {
      guard
        let date = ByteWords.pairs(ByteWords.load(words, at: start), written: Patterns.dayAndMonth),
        let year = ByteWords.pairs(
          ByteWords.load(words, at: start + 8), written: Patterns.yearAndClock),
        let seconds = commonClock(words, at: start, count: 16)
      else { return nil }
      return stamp(
        date.byte(6) * 100 + year.byte(0), date.byte(0), date.byte(3), .yearLast, seconds)
    }
    return nil
  }

  /// Returns the seconds of the clock after a date in a common notation, of 19 or 16 bytes in all.
  @inline(__always)
  static func commonClock(_ words: RawSpan, at start: Int, count: Int) -> Int? {
    if count == 19 {
      let word = ByteWords.load(words, at: start &+ 11)
      guard let clock = ByteWords.pairs(word, written: Patterns.clock) else { return nil }
      let (hour, minute, second) = (clock.byte(0), clock.byte(3), clock.byte(6))
      guard hour < 24, minute < 60, second < 60 else { return nil }
      return hour &* 3600 &+ minute &* 60 &+ second
    }
    let word = ByteWords.load(words, at: start &+ 8)
    guard let clock = ByteWords.pairs(word, written: Patterns.yearAndClock) else { return nil }
    let (hour, minute) = (clock.byte(3), clock.byte(6))
    guard hour < 24, minute < 60 else { return nil }
    return hour &* 3600 &+ minute &* 60
  }

  /// Reads `.000Z`, `+01:00`, ` +0100`, and the like; returns `false` for anything else.
  private mutating func end(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    if bytes[index] == Byte.point {
      var fraction = WrittenTimeScanner(index: index + 1, end: range.upperBound)
      guard let thousandths = fraction.digits(bytes, 3, 3) else { return false }
      // Rounded once, as any fraction is.
      seconds += Double(thousandths) / 1000
      index += 4
      if index == range.upperBound { return true }
    }
    if index + 1 == range.upperBound {
      offset = 0
      return bytes[index] == UInt8(ascii: "Z")
    }
    if bytes[index] == Byte.blank { index += 1 }
    var scanner = WrittenTimeScanner(index: index, end: range.upperBound)
    return scanner.zone(bytes, into: &self) && scanner.index == range.upperBound
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

  static func stamp(
    _ year: Int, _ one: Int, _ two: Int, _ form: Form, _ seconds: Int
  ) -> WrittenTime? {
    guard years ~= year, 1...31 ~= one, 1...31 ~= two, one <= 12 || two <= 12 else { return nil }
    if form == .yearFirst, one > 12 { return nil }
    if form == .dotted || form == .shortDotted, two > 12 { return nil }
    return WrittenTime(
      seconds: Double(seconds), year: Int16(year), first: UInt8(one), second: UInt8(two),
      form: form, offset: nil)
  }

  private static var years: ClosedRange<Int> { 1900...2299 }

  init?(since1970 seconds: Double) {
    // From 1900-01-01 to 2300-01-01, the years that are accepted in a written date.
    guard -2_208_988_800..<10_413_792_000 ~= seconds else { return nil }
    self.init(instant: seconds - Date.timeIntervalBetween1970AndReferenceDate)
  }

  /// Returns the seconds since midnight of a clock, alone or after a date.
  static func clock(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    if let whole = Self(bytes, range) { return whole.form == .instant ? nil : whole.seconds }
    return Self(clock: range, in: bytes, on: Self(local: 0))?.seconds
  }

  init?(_ bytes: Span<UInt8>, date: Range<Int>, clock: Range<Int>) {
    guard let day = Self(midnightOf: date, in: bytes) else { return nil }
    self.init(clock: clock, in: bytes, on: day)
  }

  private init?(clock range: Range<Int>, in bytes: Span<UInt8>, on day: WrittenTime) {
    let stamp = Self.whole(bytes, range) { scanner, bytes in
      var stamp = day
      return scanner.clock(bytes, into: &stamp) ? stamp : nil
    }
    guard let stamp else { return nil }
    self = stamp
  }

  init?(midnightOf range: Range<Int>, in bytes: Span<UInt8>) {
    guard let date = Self.whole(bytes, range, { $0.date($1) }) else { return nil }
    self = date
  }
}
