// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An export of Dexcom Studio: four tables side by side that share only the rows.
///
/// The tables are the person, the sensor readings, the meter readings, and events, each with its
/// own time; the columns have the same names in every file.
struct DexcomStudioTable: TableFormat {
  var format: FileFormat { .dexcomStudio }
  @Shared private(set) var layout: TableLayout

  private struct Columns {
    var person: Int?
    var glucoseTime: Int
    var glucose: Int
    var meterTime: Int?
    var meter: Int?
    var eventTime: Int?
    var eventType: Int?
    var event: Int?
  }

  private let columns: Columns

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      func column(_ name: String) -> Int? { header.firstIndex { $0.name == name } }
      // The internal time is the receiver's own; the displayed time is the person's local time.
      guard let time = column("glucosedisplaytime"), let value = column("glucosevalue"),
        column("glucoseinternaltime") != nil
      else { continue }
      columns = Columns(
        person: column("patientinfofield"), glucoseTime: time, glucose: value,
        meterTime: column("meterdisplaytime"), meter: column("metervalue"),
        eventTime: column("eventtime"), eventType: column("eventtype"),
        event: column("eventdescription"))
      let cells = head.rows[row]
      layout = TableLayout(
        headerRow: row, columnCount: cells.count + 1,
        evidence: .header("\(cells[time]), \(cells[value])"),
        unit: header[value].unit.map { DetectedValue($0, .header(cells[value])) },
        conventions: FormatDefaults(limits: .dexcom))
      return
    }
    return nil
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    // The whole row is parsed before anything is added.
    let reading = try readReading(columns.glucoseTime, columns.glucose, &row)
    let drop = try readReading(columns.meterTime, columns.meter, &row)
    let event = try readEvent(&row)
    var isAdded = false
    if let reading {
      isAdded = collector.add(
        reading.cell, at: reading.stamp,
        place: RowCollector.Place(line: row.line, column: columns.glucoseTime),
        stream: RowCollector.Stream(subject: 0, channel: .sensor, device: 0))
    }
    if let drop,
      collector.add(
        drop.cell, at: drop.stamp,
        place: RowCollector.Place(line: row.line, column: columns.meterTime ?? 0),
        stream: RowCollector.Stream(subject: 0, channel: .meter, device: 0), continues: isAdded)
    {
      isAdded = true
    }
    if let event {
      collector.add(
        [event.kind], lasting: 0, note: event.note, at: event.stamp,
        place: RowCollector.Place(line: row.line, column: columns.eventTime ?? 0),
        stream: RowCollector.Stream(subject: 0, channel: .event, device: 0), continues: isAdded)
      isAdded = true
    }
    if isAdded { return .accepted }
    if let person = columns.person, !row.isEmpty(person) { return .skipped(.preamble) }
    return .skipped(.missingValue)
  }

  private func readReading(
    _ time: Int?, _ value: Int?, _ row: inout TableCursor
  ) throws(Rejection) -> (cell: GlucoseCell, stamp: WrittenTime)? {
    guard let time, let value, !row.isEmpty(value) else { return nil }
    let cell = try row.glucose(value)
    return cell == .missing ? nil : (cell, try row.stamp(time))
  }

  /// Returns an event by its type and the number in its description, such as `Carbs 45 grams`; an
  /// unknown type or a description without a number is a note.
  private func readEvent(
    _ row: inout TableCursor
  ) throws(Rejection) -> (kind: DiaryEvent.Content, note: String?, stamp: WrittenTime)? {
    guard let time = columns.eventTime, let type = columns.eventType, !row.isEmpty(type) else {
      return nil
    }
    let stamp = try row.stamp(time)
    let word = row.lowercased(type)
    let text = columns.event.flatMap { row.text($0) } ?? ""
    let isMeal = word.contains("carb"), isInsulin = word.contains("insulin")
    if isMeal || isInsulin || word.contains("exercise"), let number = Self.number(in: text) {
      if isMeal, number < 100_000 { return (.meal(Meal(carbs: number)), nil, stamp) }
      if isInsulin, number < 10_000 {
        // The receiver does not record the kind of insulin.
        return (.insulin(InsulinDose(units: number)), nil, stamp)
      }
      if !isMeal, !isInsulin, number < 10_000 {
        let words = text.lowercased()
        let intensity: Exercise.Intensity? =
          if words.contains("light") {
            .light
          } else if words.contains("moderate") || words.contains("medium") {
            .moderate
          } else if words.contains("heavy") {
            .vigorous
          } else { nil }
        return (
          .exercise(
            Exercise(duration: .seconds((number * 60).nearbyDecimal), intensity: intensity)), nil,
          stamp
        )
      }
    }
    let words = [row.text(type), text.isEmpty ? nil : text].compactMap(\.self)
    return (.condition(DiaryCondition(.note)), words.joined(separator: ": "), stamp)
  }

  /// Returns the first number in a text.
  private static func number(in text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(where: { Byte.zero...Byte.nine ~= $0 }) else { return nil }
    return ScannedNumber(bytes.elementSpan, start..<bytes.count, allowingComma: true)?.value
  }
}
