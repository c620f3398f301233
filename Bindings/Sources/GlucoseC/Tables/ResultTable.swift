// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseMath

/// The columns of a result.
final class ResultTable: Sendable {
  /// A column, with a value or `nil` for each row.
  struct Column: Sendable {
    let name: String
    let values: Values

    init(_ name: String, _ values: Values) {
      self.name = name
      self.values = values
    }
  }

  /// The values of a column.
  enum Values: Sendable {
    /// float64.
    case numbers([Double?])
    /// int64.
    case integers([Int64?])
    /// uint8.
    case bytes([UInt8])
    /// UTF-8 text.
    case texts([String?])
    /// Days since 1970-01-01.
    case days([Int32?])
    /// Seconds since the reference date, exported in microseconds with a time zone.
    case times([Double?], zone: String)

    var count: Int {
      switch self {
      case .numbers(let values): values.count
      case .integers(let values): values.count
      case .bytes(let values): values.count
      case .texts(let values): values.count
      case .days(let values): values.count
      case .times(let values, _): values.count
      }
    }
  }

  let columns: [Column]
  var rowCount: Int { columns.first?.values.count ?? 0 }

  init(_ columns: [Column]) { self.columns = columns }
}

extension CohortHandle {
  /// Returns a result, or throws an error if the column of ids has the name of another column, which
  /// would then be lost for readers of columns by name.
  func checked(_ table: ResultTable) throws -> ResultTable {
    guard table.columns.count(where: { $0.name == keyName }) < 2 else {
      throw BindingError.argument(
        "The column of ids \"\(keyName)\" has the name of a column of the result: rename it.")
    }
    return table
  }

  /// Returns the column of ids of the rows of a table, or none for a cohort without ids.
  func keyColumn(_ people: [Int]) -> [ResultTable.Column] {
    guard keys.contains(where: { $0 != nil }) || keys.isEmpty else { return [] }
    guard isKeyText else {
      return [
        ResultTable.Column(
          keyName,
          .integers(
            people.map { person in
              if case .integer(let number)? = keys[person] { number } else { nil }
            }))
      ]
    }
    return [ResultTable.Column(keyName, .texts(people.map { keys[$0]?.description }))]
  }
}

extension LocalDay {
  /// The days since 1970-01-01.
  var number: Int32 {
    guard let epoch = LocalDay(year: 1970, month: 1, day: 1, in: zone) else { return 0 }
    return Int32(epoch.distance(to: self))
  }
}
