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

  /// The values of a short column.
  enum Values {
    /// float64.
    case numbers([Double?])
    /// int64.
    case integers([Int64?])
    /// UTF-8 text.
    case texts([String?])
    /// Days since 1970-01-01.
    case days([Int32])
    /// Seconds since the reference date, exported in microseconds with a time zone.
    case times([Double?], zone: String)
  }

  let columns: [Column]
  var rowCount: Int { columns.first?.count ?? 0 }

  init(_ columns: [Column]) { self.columns = columns }
}

// Columns of the rows of a table.
extension Array {
  func numbers(_ name: String, _ value: (Element) -> Double?) -> ResultTable.Column {
    ResultTable.Column(name, .numbers(map(value)))
  }

  func integers(_ name: String, _ value: (Element) -> Int?) -> ResultTable.Column {
    ResultTable.Column(name, .integers(map { row in value(row).map { Int64($0) } }))
  }

  func texts(_ name: String, _ value: (Element) -> String?) -> ResultTable.Column {
    ResultTable.Column(name, .texts(map(value)))
  }
}

extension ResultTable.Column {
  init(_ name: String, _ values: ResultTable.Values) {
    switch values {
    case .numbers(let values): self.init(name, "g", values, or: .nan)
    case .integers(let values): self.init(name, "l", values, or: 0)
    case .days(let values): self.init(name, "tdD", values, or: 0)
    case .times(let values, let zone):
      self.init(
        name, "tsu:\(zone)", values.lazy.map { $0.flatMap(Self.microseconds) }, or: Self.noTime)
    case .texts(let values): self.init(name, runs: values.lazy.map { ($0, 1) })
    }
  }

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
    var offsets = ColumnBuilder<Offset>(capacity: count + 1, or: 0)
    var known = ColumnBuilder<UInt8>(validityOf: count)
    var end = 0
    offsets.append(0)
    for (text, count) in runs {
      guard var text else {
        for _ in 0..<count {
          known.append(nil)
          offsets.append(Offset(end))
        }
        continue
      }
      text.withUTF8 { piece in
        for _ in 0..<count {
          unsafe bytes.copy(piece, to: end)
          end += piece.count
          known.append(0)
          offsets.append(Offset(end))
        }
      }
    }
    return Self(
      name: name, format: format, count: count, nullCount: known.nullCount,
      buffers: [known.validity, offsets.values, bytes])
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
    guard table.columns.count(where: { $0.name == keyName }) < 2 else {
      throw BindingError.argument(
        "The column of ids \"\(keyName)\" has the name of a column of the result: rename it.")
    }
    return table
  }

  /// Returns the column of ids of the rows of a table, or none for a cohort without ids.
  func keyColumn(_ people: [Int]) -> [ResultTable.Column] {
    keyColumn(runs: people.lazy.map { ($0, 1) })
  }

  /// Returns the column of ids of people, each in a number of adjacent rows, or none for a cohort
  /// without ids.
  func keyColumn(
    runs: some Collection<(person: Int, count: Int)>
  ) -> [ResultTable.Column] {
    guard keys.contains(where: { $0 != nil }) || keys.isEmpty else { return [] }
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
