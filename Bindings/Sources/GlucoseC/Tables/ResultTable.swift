internal import CGlucose
internal import Foundation
internal import GlucoseMath

/// The columns of a result, in the buffers that every export of it shares.
final class ResultTable: Sendable {
  /// A column, with a value or a null for each row.
  struct Column: Sendable {
    let name: String
    /// The type in Arrow's notation.
    let format: String
    let count: Int
    let nullCount: Int
    /// The validity, then the values or offsets, then the bytes of texts.
    let buffers: [ArrowBuffer?]
  }

  let columns: [Column]
  var rowCount: Int { columns.first?.count ?? 0 }

  init(_ columns: [Column]) { self.columns = columns }
}

// Columns of the rows of a table.
extension Array {
  /// Returns a column of float64.
  func numbers(_ name: String, _ value: (Element) -> Double?) -> ResultTable.Column {
    ResultTable.Column(name, "g", map(value), or: .nan)
  }

  /// Returns a column of int64.
  func integers(_ name: String, _ value: (Element) -> Int?) -> ResultTable.Column {
    ResultTable.Column(name, "l", map { row in value(row).map { Int64($0) } }, or: 0)
  }

  /// Returns a column of texts in UTF-8.
  func texts(_ name: String, _ value: (Element) -> String?) -> ResultTable.Column {
    ResultTable.Column(name, runs: map { (value($0), 1) })
  }

  /// Returns a column of days.
  func days(_ name: String, _ value: (Element) -> LocalDay) -> ResultTable.Column {
    ResultTable.Column(name, "tdD", map { value($0).number as Int32? }, or: 0)
  }
}

extension ResultTable.Column {
  /// Creates a column of values of a fixed size.
  init<Element: BitwiseCopyable>(
    _ name: String, _ format: String, _ values: some Collection<Element?>, or missing: Element
  ) {
    var builder = ColumnBuilder(capacity: values.count, or: missing)
    for value in values { builder.append(value) }
    self = builder.column(name, format)
  }

  /// Creates a column of texts, each in a number of adjacent rows.
  init(_ name: String, runs: some Collection<(text: String?, count: Int)>) {
    let total = runs.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) * $1.count }
    self =
      total > Int32.max
      ? Self.texts(name, "U", runs, total, Int64.self)
      : Self.texts(name, "u", runs, total, Int32.self)
  }

  private static func texts<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ format: String, _ runs: some Collection<(text: String?, count: Int)>,
    _ total: Int, _ type: Offset.Type
  ) -> Self {
    let count = runs.reduce(0) { $0 + $1.count }
    let bytes = ArrowBuffer(byteCount: total)
    // The start of each text, and the end of the last.
    var offsets = ColumnBuilder<Offset>(capacity: count + 1, or: 0)
    var end = 0
    for (text, count) in runs {
      var content = text ?? ""
      content.withUTF8 { piece in
        for _ in 0..<count {
          offsets.append(Offset(end), isValid: text != nil)
          unsafe bytes.copy(piece, to: end)
          end += piece.count
        }
      }
    }
    offsets.append(Offset(end), isValid: true)
    return Self(
      name: name, format: format, count: count, nullCount: offsets.nullCount,
      buffers: [offsets.validity, offsets.values, bytes])
  }

  /// What pandas takes for a missing time.
  static let noTime = Int64.min

  /// Returns the microseconds from 1970 to a time in seconds since the reference date, or `nil` if
  /// there are too many.
  static func microseconds(_ time: Double) -> Int64? {
    guard abs(time) < 1e12 else { return nil }
    return Int64((time * 1e6).rounded()) + TimeColumn.epoch * 1_000_000
  }
}

extension CohortHandle {
  /// Returns a result, or throws an error if the column of ids has the name of another column, which
  /// would then be lost for readers of columns by name.
  @discardableResult
  func checked(_ table: ResultTable) throws -> ResultTable {
    try require(
      table.columns.count(where: { $0.name == keyName }) < 2,
      "The column of ids \"\(keyName)\" has the name of a column of the result: rename it.")
    return table
  }

  /// Returns the table of the rows of all people, which several threads compute one person after the other.
  func table<Row: Sendable>(
    _ call: Call,
    rows: @escaping @Sendable (_ person: Int) throws -> [Row],
    columns: ([Row]) -> [ResultTable.Column]
  ) throws -> ResultTable {
    table(try eachPerson(call, or: [], rows), columns: columns)
  }

  /// Returns the table of the rows of each person.
  func table<Row>(_ people: [[Row]], columns: ([Row]) -> [ResultTable.Column]) -> ResultTable {
    let runs = people.enumerated().map { (person: $0.offset, count: $0.element.count) }
    return ResultTable(keyColumn(runs: runs) + columns(people.flatMap { $0 }))
  }

  /// Returns a column of instants in the zone of the cohort.
  func times(_ name: String, _ times: [Date?]) -> ResultTable.Column {
    let microseconds = times.map { time in
      time.flatMap { ResultTable.Column.microseconds($0.timeIntervalSinceReferenceDate) }
    }
    return ResultTable.Column(
      name, "tsu:\(arrowZone)", microseconds, or: ResultTable.Column.noTime)
  }

  /// The zone as Arrow names it.
  var arrowZone: String {
    guard zone.identifier.hasPrefix("GMT"), zone.identifier.count > 3 else {
      return zone.identifier == "GMT" ? "UTC" : zone.identifier
    }
    let minutes = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0)) / 60
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (minutes < 0 ? "-" : "+") + two(hours) + ":" + two(rest)
  }

  /// Returns the column of ids of people, each in a number of adjacent rows, or none for a cohort
  /// without ids.
  func keyColumn(runs: some Collection<(person: Int, count: Int)>) -> [ResultTable.Column] {
    guard hasKeys else { return [] }
    guard isKeyText else {
      var builder = ColumnBuilder<Int64>(capacity: runs.reduce(0) { $0 + $1.count }, or: 0)
      for (person, count) in runs {
        var number: Int64?
        if case .integer(let known)? = keys[person] { number = known }
        for _ in 0..<count { builder.append(number) }
      }
      return [builder.column(keyName, "l")]
    }
    let keys = keys
    return [
      ResultTable.Column(keyName, runs: runs.lazy.map { (keys[$0.person]?.description, $0.count) })
    ]
  }
}

extension LocalDay {
  /// The days since 1970-01-01.
  var number: Int32 {
    guard let epoch = LocalDay(year: 1970, month: 1, day: 1, in: zone) else { return 0 }
    return Int32(epoch.distance(to: self))
  }
}
