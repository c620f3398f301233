internal import GlucoseDiary
internal import GlucoseMath

/// The declaration of a vendor's table, whose header is the same in every file but for the language
/// and the units: the columns that recognize it, and the content of those that are read.
///
/// The tables that need more than that, such as several headers, are types of their own
/// (``TableFormat``).
struct VendorTable: Sendable {
  typealias Column = WritableKeyPath<ColumnRoles, Int?> & Sendable

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
  let time: Names
  let columns: KeyValuePairs<any Column, Names>
  var bolus: Names?
  var zone: Names?
  var limits = FormatDefaults.Limits.dexcom
  var unit: GlucoseUnit?
  var action: InsulinDose.Action?
  var isUTC = false
  var mayBeExplained = false
  var isZeroMissing = false
  var noteLineEnd: String?
  /// A text that may precede each name, as in ``HeaderName``.
  var prefix: String?
  /// Returns the columns of a header in an unknown language, or `nil` if it is another format's.
  var columnsInAnyLanguage: (@Sendable ([String], Int, TablePreview) -> ColumnRoles?)?

  private var hasGlucose: Bool {
    columnsInAnyLanguage != nil
      || columns.contains { $0.key == \ColumnRoles.sensor || $0.key == \ColumnRoles.meter }
  }

  func recognize(
    _ header: [HeaderName], _ row: Int, _ head: TablePreview
  ) -> (ColumnRoles, DetectionEvidence)? {
    let cells = head.rows[row]
    let known = marks.compactMap { $0.columns(in: header, of: self).first }
    guard known.count == marks.count else {
      guard let columns = columnsInAnyLanguage?(cells, row, head),
        let roles = roles(columns, header)
      else { return nil }
      return (roles, .structure("\(cells.count) columns as in an export in English"))
    }
    guard let first = time.columns(in: header, of: self).first else { return nil }
    var found = ColumnRoles(
      time: first, zone: zone?.columns(in: header, of: self).first.map { ZoneColumn(index: $0) },
      insulin: bolus?.columns(in: header, of: self) ?? [])
    for (column, names) in columns {
      found[keyPath: column] = names.columns(in: header, of: self).first
    }
    guard let roles = roles(found, header) else { return nil }
    return (roles, .header(known.map { cells[$0] }.joined(separator: ", ")))
  }

  /// Returns the roles with the properties of the table, or `nil` if it has no concentrations
  /// although it may.
  private func roles(_ columns: ColumnRoles, _ header: [HeaderName]) -> ColumnRoles? {
    guard !hasGlucose || columns.sensor != nil || columns.meter != nil else { return nil }
    var roles = columns
    if self.columns.contains(where: { $0.key == \.isSensor }), roles.isSensor == nil {
      // Without the column, nothing states that a value is a sensor's.
      (roles.sensor, roles.meter) = (nil, roles.sensor)
    }
    // "Meal[BE]"
    roles.carbUnit = roles.carbs.flatMap { header[$0].name.split(separator: "_").last }
      .map(String.init).flatMap { Carbohydrate.units.contains($0) ? $0 : nil }
    (roles.action, roles.isUTC) = (action, isUTC)
    (roles.isZeroMissing, roles.noteLineEnd) = (isZeroMissing, noteLineEnd)
    return roles
  }
}

struct NamedTable: HeaderedTable {
  static var formats: [FileFormat] { VendorTable.all.map(\.format) }

  let format: FileFormat
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  /// The number of cells without which the last row of a file is incomplete.
  private let neededCount: Int

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    for table in VendorTable.all {
      guard let (roles, evidence) = table.recognize(header, row, head) else { continue }
      (self.roles, format) = (roles, table.format)
      let qualifiers = [
        roles.zone?.index, roles.isMgdL, roles.isSensor, roles.isRate, roles.control,
      ]
      neededCount = qualifiers.compactMap(\.self).max().map { min($0 + 2, header.count) } ?? 0
      let unit = table.unit.map {
        DetectedValue($0, .structure("the only unit of \(table.format)"))
      }
      let stated = (roles.sensor ?? roles.meter).flatMap {
        DetectedValue(header: head.rows[row][$0])
      }
      layout = TableLayout(
        headerRow: row, columnCount: header.count, evidence: evidence,
        unit: stated ?? unit, hasGlucose: roles.sensor ?? roles.meter != nil,
        conventions: FormatDefaults(limits: table.limits, metersMayBeSensors: roles.sensor == nil))
      return
    }
    return nil
  }

  /// Rows of Samsung Health end in a comma.
  var columnCount: Int { layout.columnCount + (format == .samsungHealth ? 1 : 0) }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let expected = layout.columnCount
    guard row.cellCount <= expected || row.isEmpty(expected)
    else { throw Rejection(.extraCells(found: row.cellCount, expected: expected)) }
    try row.checkEnd(cells: neededCount)
    // The type of a row without a time may be the name of a column in the header of another table.
    if roles.type != nil, !row.isComment, !row.isMissing(roles.time) {
      _ = try roles.stamp(row, in: records.zone)
    }
    return try roles.read(&row, into: &records)
  }
}
