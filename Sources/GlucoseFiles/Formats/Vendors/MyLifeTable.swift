internal import GlucoseDiary
internal import GlucoseMath

/// A diary of mylife in any language, with eight columns; a unit indicates the kind of a row.
struct MyLifeTable: TableFormat {
  static let formats = [FileFormat.myLife]

  private enum Column {
    static let date = 1
    static let clock = 2
    static let event = 3
    static let value = 4
    static let unit = 5
    static let note = 7
    static let count = 8
  }

  @Shared private(set) var layout: TableLayout

  init?(recognizing head: TablePreview) {
    guard let (row, cells) = head.rows.enumerated().first(where: { $0.element != [""] }),
      cells.count == Column.count, !Self.isRecord(cells)
    else { return nil }
    let below = head.rows.dropFirst(row + 1).filter { $0.contains { !$0.isEmpty } }
    let records = below.filter { Self.isRecord($0) }
    let units = records.map { Kind($0.indices.contains(Column.unit) ? $0[Column.unit] : "") }
    let isNamed = cells.map { HeaderName($0).name }.starts(with: ["tag", "datum", "uhrzeit"])
    // Any table with commas may have eight columns, but a table of readings alone has no amounts.
    let isKnown = units.contains { kind in
      switch kind {
      case .insulin, .basal, .carbs, .exchanges: true
      case .glucose: head.cursor.delimiter != .comma
      case .other: false
      }
    }
    guard below.isEmpty ? isNamed : records.count * 2 > below.count, isNamed || isKnown
    else { return nil }
    layout = TableLayout(
      headerRow: row, columnCount: Column.count,
      evidence: .structure("8 columns: a date, a clock and, in the sixth, a unit to each row"))
  }

  /// Parts of the names of events that record glucose, in the languages of known exports.
  private static let glucoseWords = [
    "cgm", "fgm", "gluco", "gluko", "glicem", "glyc", "blutzucker", "glukose",
  ]

  private static func isRecord(_ cells: [String]) -> Bool {
    cells.count > Column.value
      && WrittenTime(date: cells[Column.date], clock: cells[Column.clock]) != nil
  }

  private enum Kind: Equatable {
    case insulin, basal, carbs
    case exchanges
    case glucose(GlucoseUnit)
    case other

    init(_ unit: String) {
      let unit = unit.lowercased()
      if let unit = GlucoseUnit(named: unit) {
        self = .glucose(unit)
      } else if unit.hasPrefix("u") || ["ie", "i.e.", "e"].contains(unit.prefix { $0 != "/" }) {
        self = unit.contains("/") ? .basal : .insulin
      } else if unit.hasPrefix("g"), !unit.contains("/") {
        self = .carbs
      } else if Carbohydrate.units.contains(unit.prefix { $0.isLetter }.lowercased()) {
        self = .exchanges
      } else {
        self = .other
      }
    }
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let stamp = try row.stamp(date: Column.date, clock: Column.clock)
    var contents = RowContents()
    let note = row.text(Column.note)
    let kind = Kind(row.text(Column.unit) ?? "")
    switch kind {
    case .basal: return .skipped(.basalRate)
    case .insulin:
      guard let units = try row.amount(Column.value, below: 10_000)
      else { return .skipped(.missingValue) }
      // The word for "bolus" has a similar beginning in all languages of the program, which runs a
      // pump; "extended" and "combined" are modes of delivery.
      let event = row.lowercased(Column.event)
      let isBolus = ["bol", "ból", "бол", "μπόλ", "bło"].contains { event.contains($0) }
      let action = isBolus ? .rapidActing : InsulinDose.Action(naming: event)
      contents.events = [.insulin(InsulinDose(units: units, action: action))]
      contents.note = note
    case .carbs, .exchanges:
      guard let amount = try row.amount(Column.value, below: 100_000)
      else { return .skipped(.missingValue) }
      let carbs = Carbohydrate(amount, in: kind == .exchanges ? row.text(Column.unit) : nil)
      contents.events = [.meal(Meal(carbs: carbs.grams))]
      contents.note = Records.note(joining: [carbs.note, note])
    case .glucose(let unit):
      let event = row.lowercased(Column.event)
      if let origin = ReadingOrigin(event), origin.channel == nil {
        return .skipped(origin.skipReason)
      }
      let isSensor = ["cgm", "sensor", "fgm", "capteur"].contains { event.contains($0) }
      contents.sensor = try row.glucose(Column.value)
      contents.sensorChannel = isSensor ? .sensor : .meter
      contents.unit = unit
    case .other:
      // A concentration in another unit, such as g/L, is neither food nor a remark.
      let event = row.lowercased(Column.event)
      if !row.isEmpty(Column.unit), Self.glucoseWords.contains(where: { event.contains($0) }) {
        throw Rejection(.unknownUnit, column: Column.unit)
      }
      guard note != nil else { return .skipped(.deviceRecord) }
      contents.note = note
    }
    return records.add(contents, at: stamp, Column.date, of: row)
  }
}
