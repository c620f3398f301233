internal import GlucoseDiary
internal import GlucoseMath

/// An export of Dexcom Studio: four tables side by side that share only the rows.
///
/// The tables are the person, the sensor readings, the meter readings, and events, each with its
/// own time; the columns have the same names in every file.
struct DexcomStudioTable: HeaderedTable {
  static let formats = [FileFormat.dexcomStudio]
  @Shared private(set) var layout: TableLayout

  private let columns: [String: Int]

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    guard header.has("glucoseinternaltime") else { return nil }
    columns = header.columns
    // The internal time is the receiver's own; the displayed time is the person's local time.
    guard let time = columns["glucosedisplaytime"], let value = columns["glucosevalue"]
    else { return nil }
    let cells = head.rows[row]
    layout = TableLayout(
      headerRow: row, columnCount: cells.count + 1,
      evidence: .header("\(cells[time]), \(cells[value])"),
      unit: DetectedValue(header: cells[value]))
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    // The whole row is parsed before anything is added.
    let parts = [
      try readReading("glucosedisplaytime", "glucosevalue", .sensor, &row),
      try readReading("meterdisplaytime", "metervalue", .meter, &row), try readEvent(&row),
    ].compactMap(\.self)
    for (number, part) in parts.enumerated() {
      _ = records.add(part.contents, at: part.stamp, part.time, of: row, continues: number > 0)
    }
    if !parts.isEmpty { return .accepted }
    if let person = columns["patientinfofield"], !row.isEmpty(person) { return .skipped(.preamble) }
    return .skipped(.missingValue)
  }

  private typealias Part = (contents: RowContents, stamp: WrittenTime, time: Int)

  private func readReading(
    _ time: String, _ value: String, _ channel: Records.Channel, _ row: inout TableCursor
  ) throws(Rejection) -> Part? {
    guard let time = columns[time], let value = columns[value], !row.isEmpty(value)
    else { return nil }
    let contents = RowContents(sensor: try row.glucose(value), sensorChannel: channel)
    return contents.isEmpty ? nil : (contents, try row.stamp(time), time)
  }

  /// Returns an event by its type and the number in its description, or a note.
  private func readEvent(_ row: inout TableCursor) throws(Rejection) -> Part? {
    guard let time = columns["eventtime"], let type = columns["eventtype"], !row.isEmpty(type)
    else { return nil }
    let stamp = try row.stamp(time)
    let word = row.lowercased(type)
    let text = columns["eventdescription"].flatMap { row.text($0) } ?? ""
    var contents = RowContents()
    if let number = Self.number(in: text) {
      if word.contains("carb") {
        if number < 100_000 { contents.events = [.meal(Meal(carbs: number))] }
      } else if word.contains("insulin") {
        // The receiver does not record the kind of insulin.
        if number < 10_000 { contents.events = [.insulin(InsulinDose(units: number))] }
      } else if word.contains("exercise"), number < 10_000 {
        let words = text.lowercased()
        let levels: [(String, Exercise.Intensity)] = [
          ("light", .light), ("moderate", .moderate), ("medium", .moderate), ("heavy", .vigorous),
        ]
        let intensity = levels.first { words.contains($0.0) }?.1
        contents.events = [.exercise(minutes: number, intensity)]
      }
    }
    if contents.events.isEmpty {
      contents.note = Records.note(joining: [row.text(type), text.isEmpty ? nil : text], by: ": ")
    }
    return (contents, stamp, time)
  }

  private static func number(in text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(where: { Byte.zero...Byte.nine ~= $0 }) else { return nil }
    return ScannedNumber(bytes.elementSpan, start..<bytes.count, allowingComma: true)?.value
  }
}
