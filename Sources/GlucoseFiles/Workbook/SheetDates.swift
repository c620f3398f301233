// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Finds out whether a spreadsheet that opened a table of text took its days for months.
///
/// Where the text has the other order than the spreadsheet's country, `05-04-2025` becomes a date with
/// day and month exchanged and `05-25-2025` stays text; if no day is above 12, what should be days in
/// a row becomes the same day of one month after the other. Either shows in a column of its own.
struct SheetDates {
  private struct Column {
    /// How many dates there are.
    var count = 0
    var last: CivilDate?
    /// Whether some day is above 12, so that no exchange can have made it.
    var hasLateDay = false
    /// Days that follow each other as they are, and if day and month are exchanged.
    var plainSteps = 0
    var exchangedSteps = 0
    /// Dates of text with two numbers before the year, above the first date and below it.
    var textDatesAbove = 0
    var hasTextDateBelow = false
    var example: CivilDate?
  }

  private var columns: [Column] = []

  private static let fewest = 20

  /// Takes note of a date.
  mutating func add(_ date: CivilDate, column: Int) {
    while columns.count <= column { columns.append(Column()) }
    columns[column].count += 1
    guard columns[column].last != date else { return }
    defer { columns[column].last = date }
    if columns[column].example == nil, date.day != date.month { columns[column].example = date }
    if date.day > 12 { columns[column].hasLateDay = true }
    guard let last = columns[column].last, !columns[column].hasLateDay,
      let one = CivilDate(year: last.year, month: last.day, day: last.month),
      let other = CivilDate(year: date.year, month: date.day, day: date.month)
    else { return }
    let plain = (date.ordinal - last.ordinal).magnitude
    if plain <= 1 { columns[column].plainSteps += 1 }
    if plain >= 20, (other.ordinal - one.ordinal).magnitude <= 1 {
      columns[column].exchangedSteps += 1
    }
  }

  /// Takes note of text that may be a date.
  mutating func add(text: ArraySlice<UInt8>, column: Int) {
    guard 8...26 ~= text.count, let first = text.first, Byte.zero...Byte.nine ~= first else {
      return
    }
    while columns.count <= column { columns.append(Column()) }
    guard !columns[column].hasTextDateBelow else { return }
    let bytes = Array(text)
    if let stamp = WrittenTime(bytes.elementSpan, bytes.indices), stamp.form == .yearLast {
      if columns[column].count > 0 {
        columns[column].hasTextDateBelow = true
      } else {
        columns[column].textDatesAbove += 1
      }
    }
  }

  /// - Throws: ``ReadError`` if days and months of one of these columns are exchanged.
  func check(_ used: some Sequence<Int>) throws(ReadError) {
    for number in used where columns.indices.contains(number) {
      let column = columns[number]
      guard !column.hasLateDay, let example = column.example else { continue }
      let isBroken =
        column.count >= Self.fewest && column.exchangedSteps > 0 && column.plainSteps == 0
      // A single one above all others is in a title, such as when the file was made.
      let isMixed = column.hasTextDateBelow || column.textDatesAbove > 1
      guard isMixed || isBroken else { continue }
      let text = "\(example.year)-\(Self.padded(example.month))-\(Self.padded(example.day))"
      throw ReadError(
        .exchangedDates(example: text), text: text,
        expected: "the file as it was downloaded, not opened and saved by a spreadsheet")
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
