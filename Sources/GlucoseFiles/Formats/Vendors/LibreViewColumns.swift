internal import GlucoseMath

/// The columns of an Abbott export, which LibreView and the desktop software place differently.
struct LibreViewColumns {
  /// The columns, of which the last three are the parts of a dose.
  ///
  /// The places of each arrangement are in their order.
  enum Column: Int, CaseIterable {
    case serial, time, type, historic, scan, unmeasuredRapid, rapid, unmeasuredFood, grams, servings
    case unmeasuredLong, long, note, strip, mealInsulin, correction, change
  }

  let format: FileFormat
  /// The columns before the record type, as text.
  let description: String
  let counts: ClosedRange<Int>
  /// The position of each column; of one that the table lacks, one beyond the last.
  private var places: [Int]
  /// The times before and after the reader's clock was set.
  let clockChange: [Int]
  var person: Int?
  var isNamed = false

  var hasType: Bool { !isNamed || self[.type] < counts.lowerBound }

  subscript(column: Column) -> Int { places[column.rawValue] }

  static let partsOfDose = [Column.mealInsulin, .correction, .change]

  /// The number of columns that a row may have even if the header has fewer.
  var leastCount: Int { clockChange.isEmpty ? counts.lowerBound : counts.upperBound }

  static let libreView = Self(
    format: .libreView, description: "the third a time", counts: 19...24,
    places: Array(1...14) + [16, 17, 18], clockChange: [])

  /// The columns of the desktop software, which numbers the rows first and has one column of
  /// carbohydrate, in grams or, if the person chose so, in servings.
  ///
  /// A file of the professional sensor may end after the readings. All rows belong to one reader,
  /// so there is no serial number.
  static let desktop = Self(
    format: .freeStyleLibre, description: "a number, a time", counts: 4...20,
    places: [99] + Array(1...8) + [99] + Array(9...12) + [14, 15, 16], clockChange: [17, 18])

  /// Returns the arrangement of a table and the row of its header.
  ///
  /// A spreadsheet may have made the line above the header, which is about the person, as wide as
  /// the table: the header is the row that contains a unit; otherwise, the row with the most words.
  static func find(in rows: [[String]]) -> (columns: Self, row: Int)? {
    for columns in [libreView, desktop] {
      let first = rows.firstIndex { columns.isRecord($0) }
      let above = rows[..<(first ?? rows.count)].prefix(first == nil ? 6 : 12).enumerated().filter {
        columns.counts ~= $0.element.count
      }
      let named = above.first { columns.isHeader($0.element) }
      if columns.format == .freeStyleLibre {
        // A table of few columns is recognized only with a known word in its header.
        guard first != nil, let named, columns.fits(rows[(named.offset + 1)...]) else { continue }
      }
      if first == nil {
        // A header alone, without a row below it.
        guard let named,
          !rows[(named.offset + 1)...].contains(where: { $0.count > columns[.type] })
        else { continue }
      }
      let filled = { (cells: [String]) in cells.count { !$0.isEmpty } }
      guard
        let header = named ?? above.reversed().max(by: { filled($0.element) < filled($1.element) })
      else { continue }
      return (columns.reading(header.element), header.offset)
    }
    return nil
  }

  /// Returns the columns with that of grams as the one of servings if the header of the desktop
  /// software does not name grams, as in "Carbohidratos (raciones)".
  private func reading(_ header: [String]) -> Self {
    let (grams, servings) = (Column.grams.rawValue, Column.servings.rawValue)
    guard format == .freeStyleLibre, header.indices.contains(places[grams]),
      case let cell = header[places[grams]], let open = cell.lastIndex(of: "("),
      let letter = cell[open...].dropFirst().lowercased().first, !"gгγ".contains(letter)
    else { return self }
    var columns = self
    columns.places.swapAt(grams, servings)
    return columns
  }

  func unit(of header: [String]) -> DetectedValue<GlucoseUnit>? {
    [Column.historic, .scan, .strip].lazy.map { self[$0] }.compactMap {
      header.indices.contains($0) ? DetectedValue(header: header[$0]) : nil
    }.first
  }

  private func isHeader(_ cells: [String]) -> Bool { unit(of: cells) != nil && !hasTime(cells) }

  /// Returns whether the rows below a header can be rows of the desktop software: more than half
  /// are records, these have mostly distinct numbers, and historic readings are only in records of
  /// their type.
  private func fits(_ rows: ArraySlice<[String]>) -> Bool {
    let type = self[.type]
    let rows = rows.filter { $0.count > type }
    let records = rows.filter { isRecord($0) }
    return records.count * 2 > rows.count
      && Set(records.map { $0[0] }).count * 2 > records.count
      && records.allSatisfy {
        $0[type] == "0" || $0.count <= self[.historic] || $0[self[.historic]].isEmpty
      }
  }

  private func isRecord(_ cells: [String]) -> Bool {
    let type = self[.type]
    guard cells.count > type, cells[type].utf8.count == 1, "0"..."6" ~= cells[type]
    else { return false }
    // Without a number before the time, a table of few columns is not recognized.
    if counts.lowerBound == 4, cells[0].isEmpty || !cells[0].allSatisfy({ "0"..."9" ~= $0 }) {
      return false
    }
    return hasTime(cells)
  }

  private func hasTime(_ cells: [String]) -> Bool {
    cells.count > self[.time] && WrittenTime(cells[self[.time]]) != nil
  }

  /// Returns the columns of a table that has some of LibreView's in any order, as researchers share
  /// them, by their names: a time, historic readings, and optionally others and the person.
  static func named(in rows: [[HeaderName]]) -> (columns: Self, row: Int)? {
    rows.indices.lazy.compactMap { row in named(in: rows[row]).map { ($0, row) } }.first
  }

  /// Returns `nil` if the header has no such names, if they state different units, or if they are in
  /// LibreView's own order: it is then a whole export whose rows are damaged.
  private static func named(in header: [HeaderName]) -> Self? {
    func column(_ column: Column) -> Int? { names[column]?.column(in: header) }
    guard let historic = column(.historic),
      let time = column(.time) ?? PlainNames.timeOrDate.column(in: header),
      historic != libreView[.historic] || !(libreView.counts ~= header.count)
    else { return nil }
    // A date with a clock in a column of its own.
    if PlainNames.clock.column(in: header) == time, PlainNames.date.column(in: header) != nil {
      return nil
    }
    let units = [Column.historic, .scan, .strip].compactMap {
      column($0).flatMap { header[$0].unit }
    }
    guard Set(units).count < 2 else { return nil }
    // A row has no cell at this position.
    let absent = header.count
    return Self(
      format: .libreView, description: "", counts: absent...absent,
      places: Column.allCases.map { $0 == .time ? time : column($0) ?? absent }, clockChange: [],
      person: PlainNames.person(in: header), isNamed: true)
  }

  private static let names: [Column: ColumnNames] = [
    .time: """
    device_timestamp gerätezeitstempel horodatage_de_l_appareil sello_de_tiempo_del_dispositivo
    """,
    .historic: """
    historic_glucose historical_glucose glukosewert_verlauf historique_de_la_glycémie
    historial_de_glucosa
    """,
    .scan: """
    scan_glucose glukose_scan numérisation_de_la_glycémie scan_de_glycémie escaneo_de_glucosa
    escanear_glucosa
    """,
    .strip: """
    strip_glucose glukose_teststreifen glycémie_de_la_bandelette tira_reactiva_para_glucosa
    """,
    .type: "record_type aufzeichnungstyp type_d_enregistrement tipo_de_registro",
    .serial: "serial_number seriennummer numéro_de_série número_de_serie",
    .unmeasuredRapid: "non_numeric_rapid_acting_insulin",
    .rapid: "rapid_acting_insulin_units rapid_acting_insulin",
    .unmeasuredFood: "non_numeric_food",
    .grams: "carbohydrates_grams carbohydrates",
    .servings: "carbohydrates_servings",
    .unmeasuredLong: "non_numeric_long_acting_insulin",
    .long: "long_acting_insulin_units long_acting_insulin_value_units long_acting_insulin",
    .note: "notes", .mealInsulin: "meal_insulin_units",
    .correction: "correction_insulin_units", .change: "user_change_insulin_units",
  ]

  /// The positions of the columns that are read. Without a type, a row contains readings only.
  var read: Set<Int> {
    let readings = [Column.serial, .time, .historic, .scan, .strip]
    return Set(
      (hasType ? Column.allCases : readings).map { self[$0] } + [person].compactMap(\.self))
  }

  /// Returns whether a table of named columns has none for the content of a type of rows.
  func lacksContent(ofType type: UInt8) -> Bool {
    guard isNamed else { return false }
    let content: [Column] =
      switch type {
      case UInt8(ascii: "1"): [.scan]
      case UInt8(ascii: "2"): [.strip]
      case UInt8(ascii: "4"): [.unmeasuredRapid, .rapid, .unmeasuredLong, .long] + Self.partsOfDose
      case UInt8(ascii: "5"): [.unmeasuredFood, .grams, .servings]
      case UInt8(ascii: "6"): [.note]
      default: [.historic]
      }
    return content.allSatisfy { self[$0] == counts.lowerBound }
  }
}
