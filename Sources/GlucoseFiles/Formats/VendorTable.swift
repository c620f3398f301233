internal import GlucoseDiary
internal import GlucoseMath

/// The declaration of a vendor's table, whose header is the same in every file but for the language
/// and the units: the columns that recognize it, and the content of those that are read.
///
/// The tables that need more than that, such as several headers, are types of their own
/// (``TableFormat``).
struct VendorTable: Sendable {
  enum Role: Hashable, Sendable {
    case time, clock, sensor, meter, unit, device, carbs, protein, fat, note, zone
    /// The parts of a bolus, a basal dose, and a text with a dose.
    case bolus, basal, medication
    /// Cells with `true` or `false`: mg/dL, a sensor's value, and a basal rate.
    case isMgdL, isSensor, isRate
    /// Cells that are filled if the concentration is not that of blood.
    case control
  }

  /// The headers of a column in several languages, separated by vertical bars.
  struct Names: ExpressibleByStringLiteral, Sendable {
    private let names: [HeaderName]

    init(stringLiteral text: String) {
      names = text.split(separator: "|").map { HeaderName(String($0)) }
    }

    /// Returns the columns with one of the names, in any unit unless the name has one.
    func columns(in header: [HeaderName], of table: VendorTable) -> [Int] {
      names.flatMap { name in
        header.indices.filter { column in
          let found = header[column]
          let isSame =
            found.name == name.name
            || table.mayBeExplained && found.name.hasPrefix(name.name + "_")
            || table.prefix.map {
              found.name.hasPrefix($0) && found.name.dropFirst($0.count) == name.name
            } ?? false
          return isSame && (name.unit == nil || found.unit == name.unit)
        }
      }
    }
  }

  let format: FileFormat
  /// The columns that occur together in no other format.
  let marks: [Names]
  let columns: [Role: Names]
  var limits = FormatDefaults.Limits.dexcom
  var unit: GlucoseUnit?
  var action: InsulinDose.Action?
  var isUTC = false
  /// Whether a name may be followed by an explanation.
  var mayBeExplained = false
  var isZeroMissing = false
  var noteLineEnd: String?
  /// A text that may precede each name, as in ``HeaderName``.
  var prefix: String?
  /// Returns the columns of a header in an unknown language, or `nil` if it is another format's.
  var columnsInAnyLanguage: (@Sendable ([String], Int, TablePreview) -> [Role: Int]?)?

  func recognize(
    _ header: [HeaderName], _ row: Int, _ head: TablePreview
  ) -> (ColumnRoles, DetectionEvidence)? {
    let cells = head.rows[row]
    let found = marks.compactMap { $0.columns(in: header, of: self).first }
    if found.count == marks.count {
      let columns = columns.mapValues { $0.columns(in: header, of: self) }
      guard let roles = roles(columns, header) else { return nil }
      return (roles, .header(found.map { cells[$0] }.joined(separator: ", ")))
    }
    guard let columns = columnsInAnyLanguage?(cells, row, head),
      let roles = roles(columns.mapValues { [$0] }, header)
    else { return nil }
    return (roles, .structure("\(cells.count) columns as in an export in English"))
  }

  private func roles(_ columns: [Role: [Int]], _ header: [HeaderName]) -> ColumnRoles? {
    guard let time = columns[.time]?.first else { return nil }
    var roles = ColumnRoles(time: time)
    let single: [(Role, WritableKeyPath<ColumnRoles, Int?>)] = [
      (.clock, \.clock), (.sensor, \.sensor), (.meter, \.meter), (.unit, \.unit),
      (.isMgdL, \.isMgdL), (.isSensor, \.isSensor), (.isRate, \.isRate), (.control, \.control),
      (.carbs, \.carbs), (.protein, \.protein), (.fat, \.fat), (.basal, \.basal),
      (.medication, \.medication), (.device, \.device), (.note, \.note),
    ]
    for (role, path) in single { roles[keyPath: path] = columns[role]?.first }
    guard roles.sensor != nil || roles.meter != nil else { return nil }
    if self.columns[.isSensor] != nil, roles.isSensor == nil {
      // Without the column, nothing states that a value is a sensor's.
      (roles.sensor, roles.meter) = (nil, roles.sensor)
    }
    // "Meal[BE]"
    roles.carbUnit = roles.carbs.flatMap { header[$0].name.split(separator: "_").last }
      .map(String.init).flatMap { Carbohydrate.units.contains($0) ? $0 : nil }
    (roles.insulin, roles.action) = (columns[.bolus] ?? [], action)
    (roles.isUTC, roles.isZeroMissing, roles.noteLineEnd) = (isUTC, isZeroMissing, noteLineEnd)
    roles.zone = columns[.zone]?.first.map { ZoneColumn(index: $0) }
    return roles
  }
}

struct NamedTable: TableFormat {
  static var formats: [FileFormat] { VendorTable.all.map(\.format) }

  let format: FileFormat
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  /// The number of cells without which the last row of a file is incomplete.
  private let neededCount: Int

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      for table in VendorTable.all {
        guard let (roles, evidence) = table.recognize(header, row, head) else { continue }
        self.roles = roles
        neededCount = roles.lastQualifier.map { min($0 + 2, header.count) } ?? 0
        format = table.format
        let unit = table.unit.map {
          DetectedValue($0, .structure("the only unit of \(table.format)"))
        }
        layout = TableLayout(
          headerRow: row, columnCount: header.count, evidence: evidence,
          unit: unit
            ?? (roles.sensor ?? roles.meter).flatMap { DetectedValue(header: head.rows[row][$0]) },
          conventions: FormatDefaults(
            limits: table.limits, metersMayBeSensors: roles.sensor == nil))
        return
      }
    }
    return nil
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    try row.checkEnd(cells: neededCount)
    return try roles.read(&row, into: &records)
  }
}
