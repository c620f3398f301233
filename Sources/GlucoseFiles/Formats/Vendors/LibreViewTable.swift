// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// The export of LibreView, in any language: the arrangement of columns is always the same and a
/// number says what a row records.
struct LibreViewTable: TableFormat {
  var format: FileFormat { .libreView }

  private enum Column {
    static let serial = 1
    static let time = 2
    static let type = 3
    static let historic = 4
    static let scan = 5
    static let unmeasuredRapid = 6
    static let rapid = 7
    static let unmeasuredFood = 8
    static let grams = 9
    static let servings = 10
    static let unmeasuredLong = 11
    static let long = 12
    static let note = 13
    static let strip = 14
    static let partsOfDose = 16...18
    /// Later files have more columns at the end, for ketones.
    static let counts = 19...24
  }

  let layout: TableLayout

  init?(recognising head: TableHead) {
    for (row, cells) in head.rows.prefix(6).enumerated() where Column.counts ~= cells.count {
      let glucose = [Column.historic, Column.scan, Column.strip]
      let unit = glucose.lazy.compactMap { column in
        GlucoseUnit(mentionedIn: cells[column].lowercased()).map {
          Detected($0, .header(cells[column]))
        }
      }.first
      let below = head.rows.dropFirst(row + 1).filter { $0.count > Column.type }
      let looksRight = below.contains { Self.isRecord($0) }
      guard !Self.isRecord(cells), looksRight || below.isEmpty && unit != nil else { continue }
      layout = TableLayout(
        headerRow: row, columnCount: cells.count,
        evidence: .structure(
          "\(cells.count) columns, the third a time and the fourth a record type of 0 to 6"),
        unit: unit,
        conventions: Conventions(limits: .libre, clampsAtLimits: true, devicePartBits: 8))
      return
    }
    return nil
  }

  private static func isRecord(_ cells: [String]) -> Bool {
    let time = Array(cells[Column.time].utf8)
    let type = cells[Column.type]
    return type.count == 1 && "0"..."6" ~= type && Stamp(time.span, 0..<time.count) != nil
  }

  mutating func read(
    _ row: inout TableCursor, into intake: inout Intake
  ) throws(Rejection) -> RowFate {
    let range = row.range(Column.type)
    guard range.count == 1 else { throw Rejection(.unknownKind, column: Column.type) }
    let type = row.bytes[range.lowerBound]
    let stamp = try row.stamp(Column.time)
    let device = intake.devices.index(of: row.bytes, row.range(Column.serial)) << 8 | Int(type)
    func stream(_ channel: Intake.Channel) -> Intake.Stream {
      Intake.Stream(subject: 0, channel: channel, device: device)
    }
    switch type {
    case UInt8(ascii: "0"):
      return try reading(Column.historic, &row, stamp, stream(.sensor), &intake)
    case UInt8(ascii: "1"):
      return try reading(Column.scan, &row, stamp, stream(.scan), &intake)
    case UInt8(ascii: "2"):
      return try reading(Column.strip, &row, stamp, stream(.meter), &intake)
    case UInt8(ascii: "3"):
      return .skipped(.otherMeasurement)
    case UInt8(ascii: "4"):
      return try insulin(&row, stamp, stream(.event), &intake)
    case UInt8(ascii: "5"):
      return try food(&row, stamp, stream(.event), &intake)
    case UInt8(ascii: "6"):
      guard let note = row.text(Column.note) else { return .skipped(.emptyNote) }
      intake.add(
        .condition(Condition(.note)), lasting: 0, note: note, at: stamp, from: Column.time, of: row,
        stream: stream(.event))
      return .accepted
    default:
      throw Rejection(.unknownKind, column: Column.type)
    }
  }

  private func reading(
    _ column: Int, _ row: inout TableCursor, _ stamp: Stamp, _ stream: Intake.Stream,
    _ intake: inout Intake
  ) throws(Rejection) -> RowFate {
    guard !row.isEmpty(column) else { throw Rejection(.missingNumber, column: column) }
    let isAdded = intake.add(
      try row.glucose(column), at: stamp, from: Column.time, of: row, stream: stream)
    return isAdded ? .accepted : .skipped(.missingValue)
  }

  /// A dose: of rapid insulin, given whole or in parts, or of long-acting insulin.
  private func insulin(
    _ row: inout TableCursor, _ stamp: Stamp, _ stream: Intake.Stream, _ intake: inout Intake
  ) throws(Rejection) -> RowFate {
    var rapid = try dose(&row, Column.rapid)
    if rapid == nil {
      for column in Column.partsOfDose {
        // The last part is what the person changed, up or down.
        if let part = try row.number(column) { rapid = [rapid ?? 0, part].decimalSum }
      }
    }
    if let units = rapid, !(0..<10_000 ~= units) {
      throw Rejection(.unreadableNumber, column: Column.rapid)
    }
    let long = try dose(&row, Column.long)
    if rapid == nil, long == nil {
      // A dose without a size is no dose, but that there was one is worth keeping.
      let words = [
        (Column.unmeasuredRapid, "rapid-acting"), (Column.unmeasuredLong, "long-acting"),
      ]
      .filter { !row.isEmpty($0.0) }.map(\.1)
      guard !words.isEmpty else { throw Rejection(.missingNumber, column: Column.rapid) }
      intake.add(
        .condition(Condition(.note)), lasting: 0,
        note: "Insulin, \(words.joined(separator: " and ")), amount not recorded", at: stamp,
        from: Column.time, of: row, stream: stream)
      return .accepted
    }
    var kinds: [EventKind] = []
    if let rapid { kinds.append(.insulin(InsulinDose(units: rapid, action: .rapid))) }
    if let long { kinds.append(.insulin(InsulinDose(units: long, action: .long))) }
    intake.add(
      kinds, note: row.text(Column.note), at: stamp, from: Column.time, of: row,
      stream: stream)
    return .accepted
  }

  private func dose(_ row: inout TableCursor, _ column: Int) throws(Rejection) -> Double? {
    guard let units = try row.number(column) else { return nil }
    guard 0..<10_000 ~= units else { throw Rejection(.unreadableNumber, column: column) }
    return units
  }

  /// Food: grams of carbohydrate, or servings, or only that there was some.
  private func food(
    _ row: inout TableCursor, _ stamp: Stamp, _ stream: Intake.Stream, _ intake: inout Intake
  ) throws(Rejection) -> RowFate {
    let grams = try row.number(Column.grams)
    if let grams, !(0..<100_000 ~= grams) {
      throw Rejection(.unreadableNumber, column: Column.grams)
    }
    let servings = row.text(Column.servings)
    guard grams != nil || servings != nil || !row.isEmpty(Column.unmeasuredFood) else {
      throw Rejection(.missingNumber, column: Column.grams)
    }
    var notes = [row.text(Column.note)].compactMap(\.self)
    if let servings { notes.append("\(servings) servings") }
    intake.add(
      .meal(Meal(carbs: grams)), note: notes.isEmpty ? nil : notes.joined(separator: ", "),
      at: stamp, from: Column.time, of: row, stream: stream)
    return .accepted
  }
}
