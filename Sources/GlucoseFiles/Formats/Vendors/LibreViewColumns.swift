// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The positions of the columns of an Abbott export; LibreView and the desktop software have the
/// same columns in different positions.
struct LibreViewColumns {
  let format: FileFormat
  /// The columns before the record type, as text.
  let description: String
  /// The possible numbers of columns in a header.
  let counts: ClosedRange<Int>
  let serial: Int
  let time: Int
  let type: Int
  let historic: Int
  let scan: Int
  let unmeasuredRapid: Int
  let rapid: Int
  let unmeasuredFood: Int
  let grams: Int
  let servings: Int?
  let unmeasuredLong: Int
  let long: Int
  let note: Int
  let strip: Int
  let partsOfDose: [Int]
  /// The times before and after the reader's clock was set.
  let clockChange: [Int]
  /// The column of the person, which only a table of named columns has.
  var person: Int?
  /// A Boolean value that indicates whether the columns were found by their names; a column that the
  /// table lacks is then beyond the last.
  var isNamed = false

  /// A Boolean value that indicates whether a column states the type of each row.
  var hasType: Bool { !isNamed || type < counts.lowerBound }

  /// The number of columns that a row may have even if the header has fewer.
  var leastCount: Int { clockChange.isEmpty ? counts.lowerBound : counts.upperBound }

  static let libreView = Self(
    format: .libreView, description: "the third a time", counts: 19...24, serial: 1, time: 2,
    type: 3, historic: 4, scan: 5, unmeasuredRapid: 6, rapid: 7, unmeasuredFood: 8, grams: 9,
    servings: 10, unmeasuredLong: 11, long: 12, note: 13, strip: 14, partsOfDose: [16, 17, 18],
    clockChange: [])

  /// The columns of the desktop software, which numbers the rows first and has no column of
  /// servings.
  ///
  /// A file of the professional sensor may end after the readings. All rows belong to one reader,
  /// so there is no serial number.
  static let desktop = Self(
    format: .freeStyleLibre, description: "a number, a time", counts: 4...20, serial: 20, time: 1,
    type: 2, historic: 3, scan: 4, unmeasuredRapid: 5, rapid: 6, unmeasuredFood: 7, grams: 8,
    servings: nil, unmeasuredLong: 9, long: 10, note: 11, strip: 12, partsOfDose: [14, 15, 16],
    clockChange: [17, 18])

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
          !rows[(named.offset + 1)...].contains(where: { $0.count > columns.type })
        else { continue }
      }
      let filled = { (cells: [String]) in cells.count { !$0.isEmpty } }
      guard
        let header = named
          ?? above.reversed().max(by: { filled($0.element) < filled($1.element) })
      else { continue }
      return (columns, header.offset)
    }
    return nil
  }

  /// Returns the unit that a header states.
  func unit(of header: [String]) -> DetectedValue<GlucoseUnit>? {
    [historic, scan, strip].lazy.compactMap { column in
      guard header.indices.contains(column) else { return nil }
      return GlucoseUnit(mentionedIn: header[column].lowercased()).map {
        DetectedValue($0, .header(header[column]))
      }
    }.first
  }

  /// Returns a Boolean value that indicates whether a row states a unit and is not a row of
  /// readings with their units.
  private func isHeader(_ cells: [String]) -> Bool { unit(of: cells) != nil && !hasTime(cells) }

  /// Returns a Boolean value that indicates whether the rows below a header can be rows of the
  /// desktop software: more than half are records, these have mostly distinct numbers, and historic
  /// readings are only in records of their type.
  private func fits(_ rows: ArraySlice<[String]>) -> Bool {
    let rows = rows.filter { $0.count > type }
    let records = rows.filter { isRecord($0) }
    return records.count * 2 > rows.count
      && Set(records.map { $0[0] }).count * 2 > records.count
      && records.allSatisfy {
        $0[type] == "0" || !$0.indices.contains(historic) || $0[historic].isEmpty
      }
  }

  private func isRecord(_ cells: [String]) -> Bool {
    guard cells.count > type, cells[type].utf8.count == 1, "0"..."6" ~= cells[type] else {
      return false
    }
    // Without a number before the time, a table of few columns is not recognized.
    if counts.lowerBound == 4, cells[0].isEmpty || !cells[0].allSatisfy({ "0"..."9" ~= $0 }) {
      return false
    }
    return hasTime(cells)
  }

  private func hasTime(_ cells: [String]) -> Bool {
    cells.indices.contains(time) && WrittenTime(cells[time]) != nil
  }
}
