// SPDX-License-Identifier: Apache-2.0

/// A time as written in a file, before its instant is determined.
///
/// In a date such as 04-05-2025, both numbers are kept in the order of writing: only all dates of
/// the file together determine which of them is the day.
struct WrittenTime: Hashable {
  /// The notation of the date.
  enum Form: UInt8 {
    /// Year, month, day.
    case yearFirst
    /// Two numbers with points, then the year; this notation is always day-first.
    case dotted
    /// Two numbers in an order that must be inferred, then the year.
    case yearLast
    /// Seconds since the reference date; nothing must be inferred.
    case instant
  }

  /// The notations of times.
  struct Forms {
    /// A set of the raw values of the forms.
    private var values: UInt8 = 0
    /// A Boolean value that indicates whether some time depends on a time zone.
    private(set) var includesWallClocks = false

    /// Returns a Boolean value that indicates whether there are times and all are of a form.
    func areAll(_ form: Form) -> Bool { values == 1 << form.rawValue }

    @inline(__always)
    mutating func insert(_ stamp: WrittenTime) {
      values |= 1 << stamp.form.rawValue
      if stamp.isWallClock { includesWallClocks = true }
    }
  }

  // This order of the properties needs no padding between them and leaves a byte at the end for an
  // enclosing type.

  /// The seconds since midnight, or since 2001-01-01 00:00 UTC if the form is an instant.
  var seconds: Double
  /// The minutes by which the clock is ahead of UTC, or the least value if unknown; an optional
  /// would increase the size by half.
  private var minutesAhead: Int16
  /// The year.
  var year: Int16
  /// The first number beside the year.
  var first: UInt8
  /// The second number beside the year.
  var second: UInt8
  /// The notation of the date.
  var form: Form

  /// The minutes by which the clock is ahead of UTC, or `nil` if the time states no offset.
  var offset: Int16? {
    get { minutesAhead == .min ? nil : minutesAhead }
    set { minutesAhead = newValue ?? .min }
  }

  /// Creates a time from a known instant.
  init(instant: Double) {
    seconds = instant
    (year, first, second, form, minutesAhead) = (2001, 1, 1, .instant, .min)
  }

  init(seconds: Double, year: Int16, first: UInt8, second: UInt8, form: Form, offset: Int16?) {
    self.seconds = seconds
    self.year = year
    self.first = first
    self.second = second
    self.form = form
    minutesAhead = offset ?? .min
  }

  /// Returns the same date and clock with an offset.
  @inline(__always)
  func with(offset: Int16?) -> WrittenTime {
    var time = self
    time.offset = offset
    return time
  }

  /// A Boolean value that indicates whether the time is local, so that its instant depends on a
  /// time zone.
  var isWallClock: Bool { form != .instant && offset == nil }

  /// Returns a Boolean value that indicates whether another time has the same date as written.
  @inline(__always)
  func isOnSameDay(as other: WrittenTime) -> Bool {
    first == other.first && second == other.second && year == other.year && form == other.form
  }

  /// Returns the month and the day in an order of dates.
  func monthAndDay(_ order: DateOrder) -> (month: Int, day: Int) {
    switch form {
    case .yearFirst, .instant: (Int(first), Int(second))
    case .dotted: (Int(second), Int(first))
    case .yearLast:
      order == .monthFirst ? (Int(first), Int(second)) : (Int(second), Int(first))
    }
  }
}
