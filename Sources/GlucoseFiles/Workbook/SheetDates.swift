internal import GlucoseMath

/// A check for exchanged days and months among the dates of a sheet, which a spreadsheet causes when
/// it converts text to dates in another order.
///
/// If no day is above 12, consecutive days become the same day of consecutive months. Other days
/// remain text, so that ``DateOrderInference/exchanged`` finds them.
struct SheetDates {
  private struct Column {
    var count = 0
    var last: CivilDate?
    /// Whether some day is above 12, which an exchange cannot produce.
    var hasLateDay = false
    /// The numbers of adjacent dates at most a day apart, as they are and exchanged.
    var plainSteps = 0
    var exchangedSteps = 0
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
  }

  private var columns: [Int: Column] = [:]

  private static let fewest = 20

  mutating func add(_ date: CivilDate, column: Int) { columns[column, default: Column()].add(date) }

  func check(_ used: some Sequence<Int>) throws(ReadError) {
    for column in used.lazy.compactMap({ columns[$0] }) {
      guard !column.hasLateDay, let example = column.example, column.count >= Self.fewest,
        column.exchangedSteps > 0, column.plainSteps == 0
      else { continue }
      var written = ByteBuilder(capacity: 10)
      written.add(example)
      throw ReadError(
        .swappedDayAndMonth(example: written.text), text: written.text,
        expected: "the original file, not one saved by a spreadsheet")
    }
  }
}
