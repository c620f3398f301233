#if Logbook
  internal import Foundation
  internal import GRDB

  /// A row with a text as its primary key, which an ``UndoableEdit`` adds, changes, or removes.
  protocol StoredRow {
    /// The name of the table, that of its primary key, and those of the columns that are read.
    static var table: (name: String, key: String, columns: String) { get }
    var key: String { get }
    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> { get throws }

    init(row: Row) throws

    /// Returns the row as it is stored. Throws if it cannot be decoded and stored.
    func sound() throws -> Self
  }

  extension StoredRow {
    static func find(_ key: String, in db: Database) throws -> Self? {
      try fetch("WHERE \(table.key) = ?", [key], in: db).first
    }

    static func fetch(
      _ condition: String, _ arguments: StatementArguments = [], in db: Database
    ) throws -> [Self] {
      let statement = try db.cachedStatement(
        sql: "SELECT \(table.columns) FROM \(table.name) \(condition)")
      return try Row.fetchAll(statement, arguments: arguments).map(Self.init(row:))
    }

    static func replace(_ from: Self?, with to: Self?, in db: Database) throws {
      if let to {
        let columns = try to.columns
        let names = columns.map(\.key).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(
          sql: "INSERT OR REPLACE INTO \(table.name) (\(names)) VALUES (\(values))"
        ).execute(arguments: StatementArguments(columns.map(\.value)))
      } else if let from {
        try db.cachedStatement(sql: "DELETE FROM \(table.name) WHERE \(table.key) = ?")
          .execute(arguments: [from.key])
      }
    }

    /// Returns whether the table has this row, by the columns that are read, byte by byte.
    private func isStored(in db: Database) throws -> Bool {
      let read = Self.table.columns.split(separator: ", ").map(String.init)
      let columns = try columns.filter { read.contains($0.key) }
      let condition = columns.map { "\($0.key) IS ?" }.joined(separator: " AND ")
      let statement = try db.cachedStatement(
        sql: "SELECT 1 FROM \(Self.table.name) WHERE \(condition)")
      return try Row.fetchOne(statement, arguments: StatementArguments(columns.map(\.value))) != nil
    }

    /// Returns whether the table has the row `from`, or, without it, no row with the key of `to`.
    static func canReplace(_ ends: (from: Self?, to: Self?), in db: Database) throws -> Bool {
      if let from = ends.from { return try from.isStored(in: db) }
      guard let to = ends.to else { return true }
      let statement = try db.cachedStatement(
        sql: "SELECT 1 FROM \(table.name) WHERE \(table.key) = ?")
      return try Row.fetchOne(statement, arguments: [to.key]) == nil
    }
  }

  extension Row {
    /// Returns the value in a column. Throws if it is `NULL` or of another type, as in a damaged
    /// file, for which a subscript of GRDB traps.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
      guard let value: Value = try optionalValue(column) else {
        throw LogbookError(damaged: "a value is missing")
      }
      return value
    }

    /// Returns the value in a column, or `nil` for `NULL`. Throws if it is of another type.
    func optionalValue<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value? {
      let stored: DatabaseValue = self[column]
      if stored.isNull { return nil }
      guard let value = Value.fromDatabaseValue(stored) else {
        throw LogbookError(damaged: "a value has another type")
      }
      return value
    }
  }

  /// The JSON format of this module: keys are sorted, so that equal values have equal text, and
  /// numbers are decoded bit by bit as they were encoded.
  enum JSON {
    static func data(_ value: some Encodable) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    }

    static func text(_ value: some Encodable) throws -> String {
      String(decoding: try data(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try JSONDecoder().decode(type, from: data)
    }

    static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try value(type, from: Data(text.utf8))
    }
  }
#endif
