// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A person of the CGMacros data set (Gutierrez-Osuna et al., PhysioNet, 2025), with a row for each
/// minute that contains the values of two sensors worn at the same time, and the meals.
///
/// The authors interpolated both sensors to a value a minute, Dexcom's from one in five minutes and
/// Abbott's from one in fifteen. Only the sensor with more values in the file is read, or Dexcom's
/// if the numbers are equal; rows with a value of only the other sensor are skipped and counted.
struct CGMacrosTable: TableFormat {
  var format: FileFormat { .cgMacros }
  @Shared private(set) var layout: TableLayout
  private let time: Int
  private let sensor: Int
  private let other: Int?
  private let mealType: Int?
  private let carbs: Int?
  private let protein: Int?
  private let fat: Int?
  private let consumed: Int?

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      func column(_ name: String) -> Int? { header.firstIndex { $0.name == name } }
      guard let time = column("timestamp"), let dexcom = column("dexcom_gl"),
        let libre = column("libre_gl")
      else { continue }
      self.time = time
      (mealType, carbs) = (column("meal_type"), column("carbs"))
      (protein, fat) = (column("protein"), column("fat"))
      consumed = column("amount_consumed")
      let isLibre = Self.count(libre, head.cursor) > Self.count(dexcom, head.cursor)
      sensor = isLibre ? libre : dexcom
      other = isLibre ? dexcom : libre
      let cells = head.rows[row]
      layout = TableLayout(
        headerRow: row, columnCount: cells.count,
        evidence: .header(
          "\(cells[dexcom]), \(cells[libre]); \(cells[sensor]) is read, at values interpolated to "
            + "one a minute"),
        unit: DetectedValue(.mgdL, .structure("the only unit of the data set")),
        conventions: FormatDefaults(limits: isLibre ? .libre : .dexcom))
      return
    }
    return nil
  }

  /// Returns the number of rows with a filled cell in a column.
  private static func count(_ column: Int, _ cursor: TableCursor) -> Int {
    var (cursor, count) = (cursor, 0)
    while cursor.advance() {
      if !cursor.isEmpty(column) { count += 1 }
    }
    return count
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    let cell = try row.glucose(sensor)
    let meal = try readMeal(&row)
    if cell == .missing, meal == nil {
      guard let other, !row.isEmpty(other) else { return .skipped(.missingValue) }
      return .skipped(.otherSensor)
    }
    let stamp = try row.stamp(time)
    let place = RowCollector.Place(line: row.line, column: time)
    let isAdded = collector.add(
      cell, at: stamp, place: place,
      stream: RowCollector.Stream(subject: 0, channel: .sensor, device: 0))
    if let meal {
      collector.add(
        [.meal(meal.meal)], note: meal.note, at: stamp, place: place,
        stream: RowCollector.Stream(subject: 0, channel: .event, device: 0), continues: isAdded)
    }
    return .accepted
  }

  private func readMeal(
    _ row: inout TableCursor
  ) throws(Rejection) -> (meal: Meal, note: String?)? {
    func grams(_ column: Int?) throws(Rejection) -> Double? {
      guard let column, let grams = try row.number(column) else { return nil }
      guard 0..<100_000 ~= grams else { throw Rejection(.unreadableNumber, column: column) }
      return grams
    }
    guard let mealType, let name = row.text(mealType) else { return nil }
    let meal = Meal(
      name: name, carbs: try grams(carbs), protein: try grams(protein), fat: try grams(fat))
    // The nutrients belong to the whole meal, of which this percentage was eaten.
    let share = consumed.flatMap { row.text($0) }
    return (meal, share.map { "\($0.hasSuffix(".0") ? String($0.dropLast(2)) : $0) % eaten" })
  }
}
