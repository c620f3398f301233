// SPDX-License-Identifier: Apache-2.0

/// A time as a file writes it, before it is known which instant is meant.
///
/// In a date such as 04-05-2025 both numbers are kept in the order of writing: only all dates of the
/// file together show which of them is the day.
struct WrittenTime: Hashable {
  /// How the date is written.
  enum Form: UInt8 {
    /// Year, month, day.
    case yearFirst
    /// Two numbers with dots, then the year: nobody writes the month first so.
    case dotted
    /// Two numbers in an order to be found out, then the year.
    case yearLast
    /// Seconds since the reference date; there is nothing to find out.
    case instant
  }

  // In this order nothing lies between them, so that a byte is left at the end for what holds a stamp.

  /// Seconds since midnight, or since 2001-01-01 00:00 UTC if the form is an instant.
  var seconds: Double
  /// Minutes that the clock is ahead of UTC, or the least number there is; an optional would make each
  /// stamp half as large again.
  private var minutesAhead: Int16
  /// The year.
  var year: Int16
  /// The first number beside the year.
  var first: UInt8
  /// The second number beside the year.
  var second: UInt8
  /// How the date is written.
  var form: Form

  /// Minutes that the clock is ahead of UTC.
  var offset: Int16? {
    get { minutesAhead == .min ? nil : minutesAhead }
    set { minutesAhead = newValue ?? .min }
  }

  /// A known instant.
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

  /// Whether the time is a wall clock's, which means nothing without a zone.
  var isWallClock: Bool { form != .instant && offset == nil }

  /// The month and the day under an order of dates.
  func monthAndDay(_ order: DateOrder) -> (month: Int, day: Int) {
    switch form {
    case .yearFirst, .instant: (Int(first), Int(second))
    case .dotted: (Int(second), Int(first))
    case .yearLast:
      order == .monthFirst ? (Int(first), Int(second)) : (Int(second), Int(first))
    }
  }
}
