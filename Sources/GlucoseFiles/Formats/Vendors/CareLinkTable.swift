internal import GlucoseDiary
internal import GlucoseMath

/// An export of Medtronic CareLink: lines about the person, then a section for each device with its
/// own header, whose columns depend on the model and are found by name.
struct CareLinkTable: TableFormat {
  static let formats = [FileFormat.careLink]
  @Shared private(set) var layout: TableLayout
  private var columns: CareLinkColumns?
  private var section = 0
  /// Whether the section contains the daily totals of the insulin that a pump delivered
  /// automatically.
  private var isOfTotals = false
  private var awaitsHeader = false

  init?(recognizing head: TablePreview) {
    guard let (row, cells) = Self.header(head.rows) else { return nil }
    let opening = row > 0 && Self.opensSection(head.rows[row - 1])
    let columns = CareLinkColumns(cells)
    layout = TableLayout(
      headerRow: opening ? row - 2 : row - 1, hasHeader: false, columnCount: cells.count,
      evidence: opening
        ? .structure("a section opened by \(Self.rule)")
        : .header("\(cells.count) columns, among them those of a pump and its sensor"),
      unit: columns?.glucose.flatMap { DetectedValue(header: cells[$0]) },
      patient: Self.patient(head.rows, above: row))
    awaitsHeader = !opening
  }

  /// Returns a hash of the last and the first name, which are below their headers in the first line.
  private static func patient(_ rows: [[String]], above row: Int) -> UInt64? {
    guard row >= 3, rows[0].count >= 3, !opensSection(rows[1]) else { return nil }
    return PatientName.hash(Array(rows[1].prefix(2)))
  }

  private static let rule = "-------"

  /// Returns the first header: below the first line of a section, or a row with known names.
  private static func header(_ rows: [[String]]) -> (row: Int, cells: [String])? {
    for (row, cells) in rows.enumerated() {
      if opensSection(cells), row + 1 < rows.count, rows[row + 1].count >= 6 {
        return (row + 1, rows[row + 1])
      }
      if cells.count >= 20, let columns = CareLinkColumns(cells), columns.isPumps {
        return (row, cells)
      }
    }
    return nil
  }

  private static func opensSection(_ cells: [String]) -> Bool {
    cells.count >= 3 && cells.first == rule && cells.dropFirst().contains(rule)
  }

  /// In an export without the first lines of its sections, a header follows the rows of another.
  func reader(below row: borrowing TableCursor) -> Self? {
    guard let columns = CareLinkColumns(row.texts), columns.isPumps else { return nil }
    var other = self
    other.columns = columns
    (other.layout.headerRow, other.layout.hasHeader) = (0, true)
    other.layout.unit = columns.unit.map { DetectedValue($0, layout.evidence) }
    other.layout.hasGlucose = columns.glucose != nil
    return other
  }

  var columnCount: Int { max(columns?.count ?? 0, layout.columnCount) }

  mutating func read(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    if row.text(0) == Self.rule {
      awaitsHeader = true
      section += 1
      isOfTotals = (1..<row.cellCount).contains {
        row.lowercased($0).hasPrefix("aggregated auto insulin")
      }
      return .skipped(.preamble)
    }
    if awaitsHeader {
      awaitsHeader = false
      columns = CareLinkColumns(row.texts)
      // The rows below it are rejected, each with its line.
      guard let columns else {
        records.headers.begin(nil)
        throw Rejection(.unknownKind)
      }
      records.beginTable(in: columns.unit)
      return .skipped(.header)
    }
    guard let columns else { throw Rejection(.unknownKind) }
    return try columns.read(&row, section: section, isOfTotals: isOfTotals, into: &records)
  }
}

struct CareLinkColumns {
  let count: Int
  let unit: GlucoseUnit?
  private let date: Int
  private let clock: Int
  let sensor: Int?
  let meter: Int?
  private let calibration: Int?
  private let bolus: Int?
  private let bolusType: Int?
  private let carbs: Int?
  private let isInExchanges: Bool
  private let marker: Int?
  private let basal: Int?
  private let alert: [Int]

  /// Creates the columns, or `nil` if the header has no time or nothing to read.
  ///
  /// English names are known. In other languages, a column is found by the adjacent columns, whose
  /// order is the same for every model, and by untranslated text: units, and the sensor's current,
  /// ISIG.
  init?(_ cells: [String]) {
    let header = cells.map { HeaderName($0) }
    func column(_ known: String...) -> Int? { header.firstIndex { known.contains($0.name) } }
    func has(_ part: String, _ index: Int) -> Bool {
      header.indices.contains(index) && header[index].name.contains(part)
    }
    func concentration(_ index: Int) -> Int? {
      header.indices.contains(index) && header[index].unit != nil ? index : nil
    }
    let isTranslated = column("date") == nil || column("time") == nil
    let current = isTranslated ? header.indices.first { has("isig", $0) } : nil
    guard let date = column("date", "datum", "fecha", "data") ?? (current == nil ? nil : 1),
      let clock = column("time", "tijd", "uhrzeit", "zeit", "hora", "ora", "heure")
        ?? (current == nil ? nil : 2)
    else { return nil }
    (self.date, self.clock) = (date, clock)
    count = cells.count
    sensor =
      column("sensor_glucose", "sensorglucose", "sensorglukose")
      ?? current.flatMap { concentration($0 - 1) }
    calibration = column("sensor_calibration_bg") ?? current.flatMap { concentration($0 - 2) }
    // Older files have the daily total of insulin there, with its unit in brackets.
    marker =
      column("event_marker")
      ?? current.flatMap { $0 + 1 < cells.count && !cells[$0 + 1].contains("(") ? $0 + 1 : nil }
    meter =
      column("bg_reading")
      ?? (isTranslated ? (clock..<clock + 5).lazy.compactMap(concentration).first : nil)
    // The kind of bolus, the requested amount, and the delivered amount.
    let boluses = header.indices.first {
      isTranslated && has("bol", $0) && has("bol", $0 + 1) && has("bol", $0 + 2)
    }
    bolusType = column("bolus_type") ?? boluses
    bolus = column("bolus_volume_delivered_u") ?? boluses.map { $0 + 2 }
    // The carbohydrate is directly before the concentration that belongs to it.
    let grams =
      column("bwz_carb_input_grams", "bwz_carb_input_g", "bwz_carb_input")
      ?? header.indices.last { isTranslated && has("gram", $0) && concentration($0 + 1) != nil }
    carbs =
      grams ?? header.firstIndex { $0.name.hasPrefix("bwz_carb_input") }
      ?? header.indices.last {
        isTranslated && concentration($0 + 1) != nil && Self.namesExchanges(cells[$0])
      }
    // Without a unit of its own, by the ratio, such as U/Ex.
    isInExchanges =
      grams == nil
      || column("bwz_carb_input") == grams && header.contains { $0.name == "bwz_carb_ratio_u_ex" }
    basal =
      column("basal_rate_u_h", "temp_basal_amount") ?? header.indices.first { has("basal", $0) }
    alert =
      [column("alert") ?? header.indices.first { has("alarm", $0) }, column("sensor_exception")]
      .compactMap(\.self)
    unit = (sensor ?? meter).flatMap { header[$0].unit }
    guard [sensor, meter, bolus, carbs, marker].contains(where: { $0 != nil }) else { return nil }
  }

  var glucose: Int? { sensor ?? meter }

  var isPumps: Bool { sensor != nil && (bolus != nil || carbs != nil || marker != nil) }

  func read(
    _ row: inout TableCursor, section: Int, isOfTotals: Bool, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let stamp = try row.stamp(date: date, clock: clock)
    var contents = RowContents(sensor: try row.glucose(sensor), meter: try row.glucose(meter))
    if contents.meter == .missing { contents.meter = try row.glucose(calibration) }
    // The source of a bolus, a word that is not translated, may be a day's automatic insulin.
    let isTotal =
      bolus.map { !row.isEmpty($0) } ?? false
      && (isOfTotals || (0..<row.cellCount).contains { row.cell($0, is: Self.total) })
    if let bolus, !isTotal, let units = try row.amount(bolus, below: 10_000) {
      contents.events.append(.insulin(InsulinDose(units: units, action: .rapidActing)))
      contents.note = bolusType.flatMap { row.text($0) }
        .flatMap { $0.lowercased() == "normal" ? nil : $0 }
    }
    if let carbs, let amount = try row.amount(carbs, below: 100_000) {
      let amount = Carbohydrate(amount, in: isInExchanges ? "exchanges" : nil)
      contents.events.append(.meal(Meal(carbs: amount.grams)))
      contents.note = Records.note(joining: [contents.note, amount.note])
    }
    var remark: String?
    if let marker, let text = row.text(marker) {
      if let event = try row.event(in: marker) {
        contents.events.append(event)
      } else {
        remark = text
      }
    }
    if contents.isEmpty, remark == nil {
      if isTotal { return .skipped(.derived) }
      if let basal, !row.isEmpty(basal) { return .skipped(.basalRate) }
      return .skipped(alert.contains { !row.isEmpty($0) } ? .alert : .deviceRecord)
    }
    let isAdded = !contents.isEmpty
    if isAdded { _ = records.add(contents, at: stamp, date, of: row, device: section) }
    if let remark {
      contents = RowContents(note: remark)
      _ = records.add(contents, at: stamp, date, of: row, device: section, continues: isAdded)
    }
    return .accepted
  }

  private static func namesExchanges(_ cell: String) -> Bool {
    guard let open = cell.lastIndex(of: "(") else { return false }
    let unit = cell[open...].dropFirst().lowercased()
    return Carbohydrate.exchanges.contains { unit.hasPrefix($0) }
  }

  private static let total = Array("closed_loop_auto_insulin".utf8)
}

extension TableCursor {
  /// The beginnings of words for insulin in several languages.
  static let insulin = [
    "insul", "inzul", "инсул", "інсул", "ινσουλ", "אינסולין", "أنسولين",
  ]

  /// Returns the event in a marker such as `Meal: 45.00grams`, or `nil` if it is other text.
  mutating func event(in column: Int) throws(Rejection) -> DiaryEvent.Content? {
    let range = range(column)
    guard let colon = range.first(where: { bytes[$0] == Byte.colon }) else { return nil }
    let name = String(decoding: bytes[range.lowerBound..<colon], as: UTF8.self).lowercased()
    guard let start = (colon + 1..<range.upperBound).first(where: { bytes[$0] != Byte.blank })
    else { return nil }
    let value = start..<range.upperBound
    // "Exercise" alone or with a word for its duration is a remark.
    guard let end = ScannedNumber(bytes.elementSpan, value, allowingComma: true)?.end
    else { return nil }
    let unit = String(decoding: bytes[end..<range.upperBound], as: UTF8.self).lowercased().trimmed
    // If the name is translated, the unit determines the quantity.
    let isInsulin = Self.insulin.contains { name.contains($0) }
    let isMeal = unit.hasPrefix("gram") || name == "meal" && (unit.isEmpty || unit.hasPrefix("g"))
    guard isInsulin || isMeal || name == "exercise" || unit == "min",
      let number = number(in: value, of: column)
    else { return nil }
    guard 0..<10_000 ~= number.value else { throw Rejection(.unreadableNumber, column: column) }
    if isInsulin {
      // A marker is entered by hand; a pump's own doses are in separate columns.
      let action = InsulinDose.Action(naming: "\(name) \(unit)")
      return .insulin(InsulinDose(units: number.value, action: action))
    }
    if isMeal { return .meal(Meal(carbs: number.value)) }
    let seconds = number.value * (unit.hasPrefix("h") ? 3600 : 60)
    return .exercise(Exercise(duration: .seconds(seconds.nearbyDecimal)))
  }
}
