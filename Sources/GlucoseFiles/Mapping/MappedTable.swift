internal import GlucoseDiary
internal import GlucoseMath

/// A table that is read by the columns that the caller specifies.
struct MappedTable: TableFormat {
  static let formats = [FileFormat.mapped]
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  @Shared private var mapping: ColumnMapping

  /// Returns `nil`, because a mapping is specified and never recognized.
  init?(recognizing head: TablePreview) { nil }

  static func table(
    _ text: DecodedText, _ mapping: ColumnMapping
  ) throws(ReadError) -> TableFormats.Recognized {
    let heads = text.delimiters.map { TablePreview(text, delimiter: $0) }
    let tables = heads.compactMap { head in
      Self(head, mapping).map { (format: $0 as any TableFormat, head: head) }
    }
    if let widest = TableFormats.widest(tables) { return widest }
    throw missing(mapping, heads)
  }

  private init?(_ head: TablePreview, _ mapping: ColumnMapping) {
    let candidates = head.rows.indices.lazy.filter { Self.roles(mapping, head.rows[$0]) != nil }
    let isNamed = mapping.all.contains(where: \.isNamed)
    // Numbers fit any row: the header is directly above the first row with a time.
    let row =
      isNamed
      ? candidates.first
      : candidates.first { Self.hasTime(head.rows[$0], mapping) }.map { $0 - 1 }
    guard let row, let roles = Self.roles(mapping, head.rows[isNamed ? row : row + 1])
    else { return nil }
    self.roles = roles
    self.mapping = mapping
    let cells = row >= 0 ? head.rows[row] : []
    let glucose = (roles.sensor ?? roles.meter).flatMap { $0 < cells.count ? cells[$0] : nil }
    layout = TableLayout(
      headerRow: row,
      columnCount: max(cells.count, head.rows[min(row + 1, head.rows.count - 1)].count),
      evidence: .caller,
      unit: glucose.flatMap { DetectedValue(header: $0) },
      conventions: FormatDefaults(areDatesShifted: mapping.timeUnit != nil))
  }

  /// Returns a reader if the row has the names of all named columns, of which there is one.
  func reader(below row: borrowing TableCursor) -> Self? {
    guard mapping.all.contains(where: \.isNamed),
      Self.roles(mapping, row.texts) != nil
    else { return nil }
    return Self(TablePreview(from: row, depth: 2), mapping)
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    try roles.read(&row, into: &records)
  }

  private static func roles(_ mapping: ColumnMapping, _ cells: [String]) -> ColumnRoles? {
    func index(_ column: ColumnMapping.Column?) -> Int? { column.flatMap { $0.index(in: cells) } }
    guard mapping.all.allSatisfy({ $0.index(in: cells) != nil }), let time = index(mapping.time)
    else { return nil }
    let insulin = index(mapping.insulin)
    return ColumnRoles(
      time: time, clock: index(mapping.clock), timeUnit: mapping.timeUnit,
      person: index(mapping.person), sensor: index(mapping.glucose), meter: index(mapping.meter),
      type: index(mapping.type), unit: index(mapping.unit), carbs: index(mapping.carbs),
      insulin: insulin.map { [$0] } ?? [], note: index(mapping.note),
      action: insulin.flatMap { InsulinDose.Action(naming: cells[$0]) })
  }

  private static func hasTime(_ cells: [String], _ mapping: ColumnMapping) -> Bool {
    guard let time = mapping.time.index(in: cells) else { return false }
    if let unit = mapping.timeUnit {
      let number = Array(cells[time].utf8)
      return WrittenTime(number.elementSpan, number.indices, sinceStartIn: unit) != nil
    }
    guard let clock = mapping.clock else { return WrittenTime(cells[time]) != nil }
    guard let column = clock.index(in: cells) else { return false }
    return WrittenTime(date: cells[time], clock: cells[column]) != nil
  }

  private static func missing(_ mapping: ColumnMapping, _ heads: [TablePreview]) -> ReadError {
    let rows = heads.flatMap(\.rows)
    let column = mapping.all.first { column in
      !rows.contains { column.index(in: $0) != nil }
    }
    let widest = rows.max { $0.count < $1.count } ?? []
    return ReadError(
      .noSuchColumn((column ?? mapping.time).text),
      text: TableCursor.excerpt(widest.joined(separator: " | ")),
      expected: "the header of a column or its number from 1, in the same row as the others")
  }
}

extension ColumnMapping.Column {
  fileprivate var isNamed: Bool { if case .named = self { true } else { false } }

  fileprivate func index(in cells: [String]) -> Int? {
    switch self {
    case .numbered(let number): return cells.indices.contains(number - 1) ? number - 1 : nil
    case .named(let name):
      let text = name.lowercased()
      if let same = cells.firstIndex(where: { $0.lowercased() == text }) { return same }
      let plain = HeaderName(name).name
      guard !plain.isEmpty else { return nil }
      return cells.firstIndex { HeaderName($0).name == plain }
    }
  }
}
