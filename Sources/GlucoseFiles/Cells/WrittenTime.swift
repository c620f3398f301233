internal import GlucoseMath

/// A time as written in a file, before its instant is determined.
///
/// In a date such as 04-05-2025, both numbers are kept in the order of writing: only all dates of
/// the file together determine which of them is the day.
struct WrittenTime: Hashable {
  enum Form: UInt8 {
    case yearFirst
    /// Two numbers with points, then the year; this notation is always day-first.
    case dotted
    /// Two numbers in an order that must be inferred, then the year.
    case yearLast
    /// Three numbers of two digits, with points or without: as the above unless the times show that
    /// the first is the year. `year` is that of the last number.
    case shortDotted, short
    /// Seconds since the reference date; nothing must be inferred.
    case instant
  }

  // This order of the properties needs no padding between them and leaves a byte at the end for an
  // enclosing type.

  /// The seconds since midnight, or since 2001-01-01 00:00 UTC if the form is an instant.
  var seconds: Double
  /// The minutes by which the clock is ahead of UTC, or the least value if unknown; an optional
  /// would increase the size by half.
  private var minutesAhead: Int16
  var year: Int16
  /// The first number beside the year.
  var first: UInt8
  var second: UInt8
  var form: Form

  /// The minutes by which the clock is ahead of UTC, or `nil` if the time states no offset.
  var offset: Int16? {
    get { minutesAhead == .min ? nil : minutesAhead }
    set { minutesAhead = newValue ?? .min }
  }

  init(instant: Double) {
    seconds = instant
    (year, first, second, form, minutesAhead) = (2001, 1, 1, .instant, .min)
  }

  init(seconds: Double, year: Int16, first: UInt8, second: UInt8, form: Form, offset: Int16?) {
    (self.seconds, minutesAhead, self.year) = (seconds, offset ?? .min, year)
    (self.first, self.second, self.form) = (first, second, form)
  }

  @inline(__always)
  func with(offset: Int16?) -> WrittenTime {
    var time = self
    time.offset = offset
    return time
  }

  /// Whether the instant depends on a time zone.
  var isWallClock: Bool { form != .instant && offset == nil }

  /// Whether the order of day and month must be inferred.
  var isOrderOpen: Bool { form == .yearLast || form == .short }

  /// Whether the place of the year must be inferred.
  var isYearOpen: Bool { form == .short || form == .shortDotted }

  @inline(__always)
  func isOnSameDay(as other: WrittenTime) -> Bool {
    first == other.first && second == other.second && year == other.year && form == other.form
  }

  func date(_ order: DateOrder) -> CivilDate? {
    let (year, first, second) = (Int(year), Int(first), Int(second))
    if isYearOpen, order == .yearFirst {
      return CivilDate(year: 2000 + first, month: second, day: year - 2000)
    }
    let isMonthFirst =
      form == .yearFirst || form == .instant || isOrderOpen && order == .monthFirst
    return CivilDate(
      year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first)
  }

  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.elementSpan, bytes.indices)
  }

  init?(date: String, clock: String) {
    let (date, bytes) = (date.utf8.count, Array(date.utf8) + Array(clock.utf8))
    self.init(bytes.elementSpan, date: 0..<date, clock: date..<bytes.count)
  }

  /// Creates a local time from seconds after 2001-01-01 00:00 local time.
  init(local: Double) {
    let day = (local / 86_400).rounded(.down)
    self.init(day: CivilDate.referenceOrdinal + Int(day), seconds: local - day * 86_400)
  }

  /// Creates the time on a day, in days since 1970-01-01, and in seconds since its midnight.
  private init(day: Int, seconds: Double) {
    let date = CivilDate(ordinal: day)
    self.init(
      seconds: seconds, year: Int16(date.year), first: UInt8(date.month), second: UInt8(date.day),
      form: .yearFirst, offset: nil)
  }

  /// Creates the time of a number that fills a range and counts from a day, to the second, or to the
  /// millisecond if it counts seconds; `nil` if it is not a number or is a hundred years away.
  init?(
    _ bytes: Span<UInt8>, _ range: Range<Int>, sinceStartIn unit: ColumnMapping.ElapsedUnit,
    on start: Int = startOf2000
  ) {
    guard let number = ScannedNumber.value(filling: range, of: bytes, allowingComma: true)
    else { return nil }
    let (length, precision) =
      switch unit {
      case .days: (86_400.0, 1.0)
      case .hours: (3600.0, 1.0)
      case .minutes: (60.0, 1.0)
      case .seconds: (1.0, 1000.0)
      }
    let total = (number * length * precision).rounded() / precision
    guard total.magnitude < Self.longestFromStart else { return nil }
    let day = (total / 86_400).rounded(.down)
    self.init(day: start + Int(day), seconds: total - day * 86_400)
  }

  /// 2000-01-01, in days since 1970-01-01.
  private static let startOf2000 = 10_957
  /// 1960-01-01, from which SAS counts seconds, in days since 1970-01-01.
  static let startOfSAS = -3653
  private static let longestFromStart = 36_525.0 * 86_400
}
