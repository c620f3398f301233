internal import GlucoseDiary
internal import GlucoseMath

/// A person of the CGMacros data set (Gutierrez-Osuna et al., PhysioNet, 2025): the values of two
/// sensors, which the authors interpolated to one a minute, and the meals.
///
/// Only the sensor with more values in the file is read, or Dexcom's if the numbers are equal; rows
/// with a value of only the other sensor are skipped and counted.
struct CGMacrosTable: HeaderedTable {
  static let formats = [FileFormat.cgMacros]
  @Shared private(set) var layout: TableLayout
  private let time: Int
  private let sensor: Int
  private let other: Int
  private let columns: [String: Int]

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    guard header.has("dexcom_gl") else { return nil }
    columns = header.columns
    guard let time = columns["timestamp"], let dexcom = columns["dexcom_gl"],
      let libre = columns["libre_gl"]
    else { return nil }
    self.time = time
    let isLibre = Self.count(libre, head.cursor) > Self.count(dexcom, head.cursor)
    (sensor, other) = isLibre ? (libre, dexcom) : (dexcom, libre)
    let cells = head.rows[row]
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .header(
        "\(cells[dexcom]), \(cells[libre]); \(cells[sensor]) is read, at values interpolated to "
          + "one a minute"),
      unit: DetectedValue(.mgdL, .structure("the only unit of the data set")),
      conventions: FormatDefaults(limits: isLibre ? .libre : .dexcom))
  }

  private static func count(_ column: Int, _ cursor: TableCursor) -> Int {
    var (cursor, count) = (cursor, 0)
    while cursor.advance() {
      if !cursor.isEmpty(column) { count += 1 }
    }
    return count
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    var contents = RowContents()
    contents.sensor = try row.glucose(sensor)
    try readMeal(&row, &contents)
    guard !contents.isEmpty
    else { return .skipped(row.isEmpty(other) ? .missingValue : .otherSensor) }
    return records.add(contents, at: try row.stamp(time), time, of: row)
  }

  private func readMeal(_ row: inout TableCursor, _ contents: inout RowContents) throws(Rejection) {
    func grams(_ name: String) throws(Rejection) -> Double? {
      try row.quantity(columns[name], below: 100_000)
    }
    guard let name = columns["meal_type"].flatMap({ row.text($0) }) else { return }
    contents.events = [
      .meal(
        Meal(
          name: name, carbs: try grams("carbs"), protein: try grams("protein"),
          fat: try grams("fat")))
    ]
    // The nutrients belong to the whole meal, of which this percentage was eaten.
    contents.note = columns["amount_consumed"].flatMap { row.text($0) }
      .map { "\($0.hasSuffix(".0") ? String($0.dropLast(2)) : $0) % eaten" }
  }
}
