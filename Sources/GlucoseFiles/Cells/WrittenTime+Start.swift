// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension WrittenTime {
  /// Creates the time that fills a text, or `nil` if its notation is unknown.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.elementSpan, bytes.indices)
  }

  /// Creates the time of a date and a clock in texts of their own.
  init?(date: String, clock: String) {
    let (date, bytes) = (date.utf8.count, Array(date.utf8) + Array(clock.utf8))
    self.init(bytes.elementSpan, date: 0..<date, clock: date..<bytes.count)
  }

  /// Creates the time of a number that fills a range and counts from a start, by default the
  /// beginning of the year 2000, to the second, or to the millisecond if it counts seconds; `nil` if
  /// it is not a number or is a hundred years away.
  ///
  /// - Parameter start: The day of the start, in days since 1970-01-01.
  init?(
    _ bytes: Span<UInt8>, _ range: Range<Int>, sinceStartIn unit: ColumnMapping.ElapsedUnit,
    on start: Int = startOf2000
  ) {
    guard let number = ScannedNumber(bytes, range, allowingComma: true),
      number.end == range.upperBound
    else { return nil }
    let (length, precision) =
      switch unit {
      case .days: (86_400.0, 1.0)
      case .hours: (3600.0, 1.0)
      case .minutes: (60.0, 1.0)
      case .seconds: (1.0, 1000.0)
      }
    let total = (number.value * length * precision).rounded() / precision
    guard total.magnitude < Self.longestFromStart else { return nil }
    let day = (total / 86_400).rounded(.down)
    let date = CivilDate(ordinal: start + Int(day))
    self.init(
      seconds: total - day * 86_400, year: Int16(date.year), first: UInt8(date.month),
      second: UInt8(date.day), form: .yearFirst, offset: nil)
  }

  /// 2000-01-01, in days since 1970-01-01.
  private static let startOf2000 = 10_957
  /// 1960-01-01, from which SAS counts seconds, in days since 1970-01-01.
  static let startOfSAS = -3653
  /// Seconds of a hundred years.
  private static let longestFromStart = 36_525.0 * 86_400
}
