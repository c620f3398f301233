// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A sheet of a workbook that Tidepool exports, or one saved as text: the records of one type, with
/// columns named after the members of its documents.
///
/// The instant is in UTC, with the person's local time beside it. Lists and nutrition are JSON
/// within a cell.
struct TidepoolTable: TableFormat {
  static let formats = [FileFormat.tidepool]
  @Shared private(set) var layout: TableLayout

  /// The columns that are read, by the names in the header.
  private struct Columns {
    private let names: [HeaderName]

    init(_ names: [HeaderName]) { self.names = names }

    subscript(_ name: String) -> Int? { names.firstIndex { $0.name == name } }
  }

  private let type: Int
  private let zulu: Int?
  private let local: Int?
  private let zoneOffset: Int?
  private let id: Int?
  private let device: Int?
  private let subType: Int?
  private let value: Int?
  private let unit: Int?
  private let annotations: Int?
  private let normal: Int?
  private let extended: Int?
  private let carbs: Int?
  private let carbUnits: Int?
  private let name: Int?
  private let nutrition: Int?
  private let dose: Int?
  private let formulation: Int?
  private let states: Int?
  private let duration: Int?
  private let intensity: Int?

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      let columns = Columns(header)
      guard let type = columns["tidepool_data_type"] ?? columns["tidepool_wizard_type"],
        columns["zulu_time"] != nil || columns["local_time"] != nil || columns["device_time"] != nil
      else { continue }
      self.type = type
      zulu = columns["zulu_time"]
      local = columns["local_time"] ?? columns["device_time"]
      zoneOffset = columns["timezone_offset"]
      (id, device) = (columns["id"], columns["device_id"])
      subType = columns["sub_type"]
      (value, unit, annotations) = (columns["value"], columns["units"], columns["annotations"])
      (normal, extended, carbs) = (columns["normal"], columns["extended"], columns["carb_input"])
      carbUnits = columns["carb_units"]
      (name, nutrition, dose) = (columns["name"], columns["nutrition"], columns["dose"])
      (formulation, states) = (columns["formulation"], columns["states"])
      (duration, intensity) = (columns["duration"], columns["reported_intensity"])
      layout = TableLayout(
        headerRow: row, columnCount: header.count,
        evidence: .header(head.rows[row][type]), unit: nil,
        conventions: FormatDefaults(limits: .dexcom))
      return
    }
    return nil
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  mutating func read(
    _ row: inout TableCursor, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    let type = row.text(type) ?? ""
    switch type {
    case "cbg": return try readGlucose(.sensor, &row, into: &collector)
    case "smbg": return try readGlucose(.meter, &row, into: &collector)
    case "basal": return .skipped(.basalRate)
    case "bloodKetone": return .skipped(.otherMeasurement)
    case "deviceEvent":
      let subType = subType.flatMap { row.text($0) }
      if subType == "calibration" { return try readGlucose(.meter, &row, into: &collector) }
      return .skipped(subType == "alarm" ? .alert : .deviceRecord)
    case _ where TidepoolVocabulary.deviceTypes.contains(type) || type.hasPrefix("pumpSettings."):
      return .skipped(.deviceRecord)
    case _ where TidepoolVocabulary.eventTypes.contains(type):
      let isState = type == "reportedState"
      let carbohydrate = try carbohydrate(type, &row)
      let kinds =
        isState ? try states(row) : try kind(type, carbohydrate, &row).map { [$0] } ?? []
      guard !kinds.isEmpty else { return .skipped(.missingValue) }
      let (stamp, id) = (try stamp(row), id.flatMap { row.text($0) })
      let lasting = isState ? try seconds(row) : nil
      for (number, kind) in kinds.enumerated() {
        let part = kinds.count > 1 ? "-\(number + 1)" : ""
        collector.add(
          [kind], lasting: lasting, note: carbohydrate?.note,
          id: id.map { DiaryEvent.ID(rawValue: "tidepool-" + $0 + part) },
          at: stamp, place: place(row),
          stream: RowCollector.Stream(subject: 0, channel: .event, device: 0), continues: number > 0
        )
      }
      return .accepted
    default: throw Rejection(.unknownKind, column: self.type)
    }
  }

  private func place(_ row: borrowing TableCursor) -> RowCollector.Place {
    RowCollector.Place(zulu ?? local ?? 0, of: row)
  }

  private func readGlucose(
    _ channel: RowCollector.Channel, _ row: inout TableCursor, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    guard let value else { throw Rejection(.missingNumber) }
    var cell = try row.glucose(value)
    if cell == .missing { return .skipped(.missingValue) }
    let stamp = try stamp(row)
    var stated: GlucoseUnit?
    if let unit, !row.isEmpty(unit) {
      stated = row.text(unit).flatMap { GlucoseUnit(named: $0) }
      guard stated != nil else { throw Rejection(.unknownUnit, column: unit) }
    }
    if case .value(let number, nil) = cell, stated == .mmolL {
      // Tidepool stores mmol/L; a value that was a whole number of mg/dL is restored from its
      // rounding.
      let mgdL = Glucose.mmolL(number).mgdL
      if (mgdL - mgdL.rounded()).magnitude < 1e-6 { cell = .value(mgdL.rounded(), .mgdL) }
    }
    let device = device.map { collector.devices.index(of: row.bytes, row.range($0)) } ?? 0
    _ = collector.add(
      cell, flags: flags(row), unit: stated, at: stamp, place: place(row),
      stream: RowCollector.Stream(subject: 0, channel: channel, device: device))
    return .accepted
  }

  /// Returns the flags of a value beyond the sensor's range, from its annotations.
  private func flags(_ row: borrowing TableCursor) -> ReadingFlags {
    guard let annotations, let text = row.text(annotations) else { return [] }
    var scanner = JSONScanner(Array(text.utf8))
    guard (try? scanner.scanValue()) != nil else { return [] }
    return TidepoolDocuments.outOfRange(scanner, 0)
  }

  /// Returns the instant in UTC; without it, the person's local time.
  private func stamp(_ row: borrowing TableCursor) throws(Rejection) -> WrittenTime {
    let ahead = zoneOffset.flatMap { row.text($0) }.flatMap { Int16($0) }.flatMap {
      $0.magnitude <= 18 * 60 ? $0 : nil
    }
    if let zulu, !row.isEmpty(zulu) {
      var stamp = try row.stamp(zulu)
      if stamp.isWallClock { stamp.offset = 0 }
      return stamp.resolved(offset: ahead) ?? stamp
    }
    guard let local else { throw Rejection(.missingTime, column: zulu) }
    let stamp = try row.stamp(local)
    return stamp.resolved(offset: ahead) ?? stamp
  }

  /// Returns the content of a logged event, or `nil` if it has none.
  private func kind(
    _ type: String, _ carbohydrate: Carbohydrate?, _ row: inout TableCursor
  ) throws(Rejection) -> DiaryEvent.Content? {
    switch type {
    case "bolus":
      let parts = [
        try amount(normal, below: 10_000, &row), try amount(extended, below: 10_000, &row),
      ].compactMap(\.self)
      guard !parts.isEmpty else { return nil }
      return .insulin(InsulinDose(units: parts.decimalSum, action: .rapidActing))
    case "insulin":
      guard let units = try number("total", in: dose, row) else { return nil }
      return .insulin(InsulinDose(units: units, action: action(row)))
    case "wizard":
      return carbohydrate.map { .meal(Meal(carbs: $0.grams)) }
    case "food":
      let name = name.flatMap { row.text($0) }
      let protein = try number("protein", "total", in: nutrition, row)
      let fat = try number("fat", "total", in: nutrition, row)
      guard name != nil || carbohydrate != nil || protein != nil || fat != nil else { return nil }
      return .meal(Meal(name: name, carbs: carbohydrate?.grams, protein: protein, fat: fat))
    case "physicalActivity":
      let intensity = intensity.flatMap { Exercise.Intensity(rawValue: row.lowercased($0)) }
      return .exercise(
        Exercise(
          name: name.flatMap { row.text($0) }, duration: .seconds(try seconds(row)),
          intensity: intensity))
    default: return nil
    }
  }

  /// Returns the carbohydrate of a calculation or a food, or `nil` if there is none.
  private func carbohydrate(
    _ type: String, _ row: inout TableCursor
  ) throws(Rejection) -> Carbohydrate? {
    if type == "wizard" {
      guard let amount = try amount(carbs, below: 100_000, &row), amount > 0 else { return nil }
      return Carbohydrate(amount, in: carbUnits.flatMap { row.text($0) })
    }
    guard type == "food", let nutrition, let scanner = try scanner(of: nutrition, row) else {
      return nil
    }
    let node = scanner.member("carbohydrate", of: 0)
    return try number(scanner.member("net", of: node), scanner, nutrition).map {
      Carbohydrate($0, in: scanner.filledText(scanner.member("units", of: node)))
    }
  }

  /// Returns the action of a dose's insulin by its formulation: JSON, or a name.
  private func action(_ row: borrowing TableCursor) -> InsulinDose.Action? {
    guard let text = formulation.flatMap({ row.text($0) }) else { return nil }
    var scanner = JSONScanner(Array(text.utf8))
    guard (try? scanner.scanValue()) != nil, scanner.nodes[0].kind == .object else {
      return InsulinDose.Action(naming: text)
    }
    return TidepoolEvent.action(formulation: 0, scanner)
  }

  /// Returns the states that the person reported.
  private func states(_ row: borrowing TableCursor) throws(Rejection) -> [DiaryEvent.Content] {
    // A sheet without the column does not contain the reported states.
    guard let states else { throw Rejection(.unknownKind, column: type) }
    return try scanner(of: states, row).map { TidepoolEvent.states(0, $0) } ?? []
  }

  /// Returns an amount, which may be zero.
  private func amount(
    _ column: Int?, below limit: Double, _ row: inout TableCursor
  ) throws(Rejection) -> Double? {
    guard let column, let amount = try row.number(column) else { return nil }
    return try row.checked(amount, column, below: limit)
  }

  /// Returns a number in the JSON of a cell, by the path of member names.
  private func number(
    _ names: StaticString..., in column: Int?, _ row: borrowing TableCursor
  ) throws(Rejection) -> Double? {
    guard let column, let scanner = try scanner(of: column, row) else { return nil }
    var node: Int? = 0
    for name in names { node = scanner.member(name, of: node) }
    return try number(node, scanner, column)
  }

  /// Returns a scanner with the JSON of a cell, or `nil` if the cell is empty.
  private func scanner(
    of column: Int, _ row: borrowing TableCursor
  ) throws(Rejection) -> JSONScanner? {
    guard let text = row.text(column) else { return nil }
    var scanner = JSONScanner(Array(text.utf8))
    guard (try? scanner.scanValue()) != nil else { throw Rejection(.notJSON, column: column) }
    return scanner
  }

  /// Returns the number in a node of the JSON of a cell, or `nil` if there is none.
  private func number(
    _ node: Int?, _ scanner: JSONScanner, _ column: Int
  ) throws(Rejection) -> Double? {
    guard let node = scanner.filled(node) else { return nil }
    guard let number = scanner.number(node), 0..<100_000 ~= number else {
      throw Rejection(.unreadableNumber, column: column)
    }
    return number
  }

  /// Returns the duration of an activity: hours, minutes, and seconds, or a fraction of a day.
  private func seconds(_ row: borrowing TableCursor) throws(Rejection) -> Double {
    guard let duration, let text = row.text(duration) else { return 0 }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    if parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] {
      return Double(hours) * 3600 + Double(minutes) * 60 + Double(seconds)
    }
    guard let days = Double(text), 0..<1000 ~= days else {
      throw Rejection(.unreadableNumber, column: duration)
    }
    return (days * 86_400).rounded()
  }
}
