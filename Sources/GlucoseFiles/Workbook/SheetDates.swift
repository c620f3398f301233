internal import GlucoseMath

/// A check for exchanged days and months, which a spreadsheet causes when it converts text to dates
/// in another order.
///
/// If the text is in another order than the spreadsheet's country, `05-04-2025` becomes a date with
/// day and month exchanged, and `05-25-2025` remains text; if no day is above 12, consecutive days
/// become the same day of consecutive months. Either is visible within a column.
struct SheetDates {
  private struct Column {
    var count = 0
    var last: CivilDate?
    /// Whether some day is above 12, which an exchange cannot produce.
    var hasLateDay = false
    /// The numbers of adjacent dates at most a day apart, as they are and exchanged.
    var plainSteps = 0
    var exchangedSteps = 0
    /// The dates in text form with two numbers before the year, above and below the first date.
    var textDatesAbove = 0
    var hasTextDateBelow = false
    var example: CivilDate?

    mutating func add(_ date: CivilDate) {
      count += 1
      guard last != date else { return }
      defer { last = date }
      if example == nil, date.day != date.month { example = date }
      if date.day > 12 { hasLateDay = true }
      guard let last, !hasLateDay,
        let one = CivilDate(year: last.year, month: last.day, day: last.month),
        let other = CivilDate(year: date.year, month: date.day, day: date.month)
      else { return }
      let plain = (date.ordinal - last.ordinal).magnitude
      if plain <= 1 { plainSteps += 1 }
      if plain >= 20, (other.ordinal - one.ordinal).magnitude <= 1 { exchangedSteps += 1 }
    }

    mutating func add(_ text: [UInt8]) {
      guard !hasTextDateBelow, let stamp = WrittenTime(text.elementSpan, text.indices),
        stamp.isOrderOpen
      else { return }
      if count > 0 { hasTextDateBelow = true } else { textDatesAbove += 1 }
    }
  }

  private var columns: [Int: Column] = [:]

  private static let fewest = 20

  mutating func add(_ date: CivilDate, column: Int) { columns[column, default: Column()].add(date) }

  mutating func add(text: ArraySlice<UInt8>, column: Int) {
    guard 8...26 ~= text.count, let first = text.first, Byte.zero...Byte.nine ~= first
    else { return }
    columns[column, default: Column()].add(Array(text))
  }

  func check(_ used: some Sequence<Int>) throws(ReadError) {
    for column in used.lazy.compactMap({ columns[$0] }) {
      guard !column.hasLateDay, let example = column.example else { continue }
      let isBroken =
        column.count >= Self.fewest && column.exchangedSteps > 0 && column.plainSteps == 0
      // A single date in text form above all others is in a title, such as the date of the export.
      let isMixed = column.hasTextDateBelow || column.textDatesAbove > 1
      guard isMixed || isBroken else { continue }
      var written = ByteBuilder(capacity: 10)
      written.add(example)
      throw ReadError(
        .swappedDayAndMonth(example: written.text), text: written.text,
        expected: "the original file, not one saved by a spreadsheet")
    }
  }
}
