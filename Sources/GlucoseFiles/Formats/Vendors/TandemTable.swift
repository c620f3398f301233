internal import GlucoseDiary
internal import GlucoseMath

/// An export of Tandem t:connect, or a table of an export of Tandem Source.
///
/// An export of t:connect contains lines about the person and then several tables, each with its
/// own header after a blank line. Headers are found by their English names; where Tandem Source
/// translates them, the tables of readings are recognized by the pump in each row.
struct TandemTable: TableFormat {
  static let formats = [FileFormat.tandem]
  @Shared private(set) var layout: TableLayout
  private var section: TandemSection?

  init?(recognizing head: TablePreview) {
    for (row, cells) in head.rows.enumerated() {
      if let section = TandemSection(cells) {
        // It is read like every other header; the file's unit is the first that a table states.
        let unit = head.rows.lazy.compactMap { TandemSection($0)?.unit }.first
        layout = TableLayout(
          headerRow: row - 1, hasHeader: false, columnCount: cells.count + 1,
          evidence: .header(section.name), unit: unit)
        return
      }
      if row + 1 < head.rows.count,
        let section = TandemSection(translated: cells, above: head.rows[row + 1])
      {
        self.section = section
        layout = TableLayout(
          headerRow: row, columnCount: cells.count + 1,
          evidence: .structure("a pump's name, a number, a word and a time before each reading"),
          unit: section.unit)
        return
      }
    }
    return nil
  }

  /// The maximum for any table; each row is compared with the header above it.
  var columnCount: Int { max(layout.columnCount, 256) }

  mutating func read(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    if ["type", "devicetype", "device type"].contains(row.lowercased(0)) {
      section = TandemSection(row.texts)
      // The rows below an unknown header are rejected, each with its line.
      guard section != nil else { throw Rejection(.unknownKind) }
      return .skipped(.header)
    }
    guard let section else { throw Rejection(.unknownKind) }
    // Rows end in a comma, and bolus rows have one cell more than the header.
    guard row.cellCount <= section.count + 2
    else { throw Rejection(.extraCells(found: row.cellCount, expected: section.count)) }
    return try section.read(&row, fileUnit: layout.unit?.value, into: &records)
  }
}

struct TandemSection {
  let name: String
  let count: Int
  private(set) var unit: DetectedValue<GlucoseUnit>?
  /// The columns that may contain the time, the most accurate first.
  private let times: [Int]
  private var glucose: Int?
  private var channel = Records.Channel.sensor
  private var insulin: Int?
  private var extended: Int?
  private var carbs: Int?
  private var serial: Int?
  private var description: Int?
  /// Why the rows are skipped, if they contain neither readings nor boluses.
  private var reason: RowSkipReason?

  /// Creates the table that begins with a header of English names.
  init?(_ cells: [String]) {
    func headerName(_ cell: String) -> String { PlainNames.joined(HeaderName(cell).name) }
    guard cells.count >= 3, ["devicetype", "type"].contains(headerName(cells[0])) else {
      return nil
    }
    let names = cells.map(headerName)
    func column(_ name: String) -> Int? { names.firstIndex(of: name) }
    times = ["eventdatetime", "requestdatetime", "completiondatetime"].compactMap(column)
    guard let time = times.first else { return nil }
    (serial, description) = (column("serialnumber"), column("description"))
    (count, name) = (cells.count, "\(cells[0]), \(cells[time])")
    let value = names.firstIndex { $0.hasPrefix("reading") || $0 == "bg" }
    if let delivered = column("insulindelivered") {
      (insulin, extended) = (delivered, column("bolexinsulindelivered"))
      carbs = column("carbsize")
    } else if names[0] == "devicetype", let value {
      (glucose, channel) = (value, names[value] == "bg" ? .meter : .sensor)
      unit = DetectedValue(header: cells[value])
    } else if let other = names.first(where: { $0 == "iob" || $0.hasPrefix("basal") }) {
      reason = other == "iob" ? .derived : .basalRate
    } else {
      return nil
    }
  }

  /// Creates a table of readings whose header is in another language: five columns, and a sixth for
  /// notes in a table of finger-sticks. The unit in the fifth column excludes tables of insulin.
  init?(translated cells: [String], above row: [String]) {
    guard 5...6 ~= cells.count, row.count >= 5,
      let unit = DetectedValue(header: cells[4]),
      ["tandem", "t:slim", "t:flex", "mobi"].contains(where: { row[0].lowercased().contains($0) }),
      WrittenTime(row[3]) != nil
    else { return nil }
    (glucose, channel, self.unit) = (4, cells.count == 5 ? .sensor : .meter, unit)
    (times, serial, description) = ([3], 1, 2)
    (count, name) = (cells.count, cells[4])
  }

  func read(
    _ row: inout TableCursor, fileUnit: GlucoseUnit?, into records: inout Records
  ) throws(Rejection) -> Outcome {
    if let reason { return .skipped(reason) }
    if glucose == nil {
      // Without the last of these cells, the dose or its time would be another.
      let last = [insulin, extended, carbs, times[0]].compactMap(\.self).max() ?? 0
      try row.checkEnd(cells: min(last + 2, count))
    }
    let time = times.first { !row.isEmpty($0) } ?? times[0]
    let stamp = try row.stamp(time)
    guard glucose != nil
    else { return records.add(try bolus(&row), at: stamp, time, of: row) }
    let contents = RowContents(
      sensor: try row.glucose(glucose), sensorChannel: channel(row),
      unit: unit?.value == fileUnit ? nil : unit?.value)
    return records.add(
      contents, at: stamp, time, of: row,
      device: serial.map { records.devices.index(of: row.bytes, row.range($0)) } ?? 0)
  }

  private func channel(_ row: borrowing TableCursor) -> Records.Channel {
    let word = description.map { row.lowercased($0) } ?? ""
    if word.contains("egv") || word.contains("cgm") { return .sensor }
    return word.contains("bg") || word.contains("calibration") ? .meter : channel
  }

  private func bolus(_ row: inout TableCursor) throws(Rejection) -> RowContents {
    let now = try row.amount(insulin, below: 10_000)
    let later = try row.amount(extended, below: 10_000)
    let grams = try row.amount(carbs, below: 100_000)
    var contents = RowContents()
    let parts = [now, later].compactMap(\.self)
    if !parts.isEmpty { contents.addDose(parts.decimalSum, .rapidActing) }
    if let grams { contents.events.append(.meal(Meal(carbs: grams))) }
    // A bolus over time; without it, there may be neither.
    if later != nil { contents.note = description.flatMap { row.text($0) } }
    return contents
  }
}
