#if Logbook
  internal import Foundation
  internal import GlucoseDiary
  internal import GRDB

  /// A row with a text as its primary key, which an ``UndoableEdit`` adds, changes, or removes.
  protocol StoredRow: Codable {
    /// What an app reads and writes.
    associatedtype Value: Equatable

    /// The names of the table, of its primary key, of the columns that are read, and of those by
    /// which the rows are sorted.
    static var table: (name: String, key: String, columns: String, order: String) { get }
    /// The category of the table in the removals, which a merge does not add again, or `nil`.
    static var removals: String? { get }
    static var item: (Value?, Value?) -> LogbookChange.Item { get }
    static var edit: (Self?, Self?) -> UndoableEdit { get }
    var key: String { get }
    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> { get throws }

    init(row: Row) throws

    func value() throws -> Value

    /// Returns the row as it is stored. Throws if it cannot be decoded and stored.
    func sound() throws -> Self

    /// Returns whether the table has the row `from`, or, without it, no row with the key of `to`.
    static func has(_ from: Self?, toReplaceWith to: Self?, in db: Database) throws -> Bool

    /// Returns whether the row was replaced.
    static func replace(_ from: Self?, with to: Self?, in db: Database) throws -> Bool
  }

  extension StoredRow {
    static var removals: String? { nil }

    func sound() throws -> Self {
      _ = try value()
      return self
    }

    /// Returns whether both are equal byte by byte, as SQLite compares, and not by canonical equivalence.
    func isIdentical(to other: Self) throws -> Bool { try JSON.data(self) == JSON.data(other) }

    static func find(_ key: String, in db: Database) throws -> Self? {
      try fetch("WHERE \(table.key) = ?", [key], in: db).first
    }

    static func find(
      _ key: String, or reason: LogbookError.Reason, in db: Database
    ) throws -> Self {
      guard let row = try find(key, in: db) else { throw LogbookError(reason) }
      return row
    }

    static func fetch(
      _ condition: String, _ arguments: StatementArguments = [], in db: Database
    ) throws -> [Self] {
      let statement = try db.cachedStatement(
        sql: "SELECT \(table.columns) FROM \(table.name) \(condition)")
      return try Row.fetchAll(statement, arguments: arguments).map(Self.init(row:))
    }

    static func all(in db: Database) throws -> [Self] {
      try fetch("ORDER BY \(table.order)", in: db)
    }

    static func values(
      _ condition: String = "", _ arguments: StatementArguments = [], in db: Database
    ) throws -> [Value] {
      try fetch("\(condition) ORDER BY \(table.order)", arguments, in: db).map { try $0.value() }
    }

    static func replace(_ from: Self?, with to: Self?, in db: Database) throws -> Bool {
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
      return true
    }

    static func has(_ from: Self?, toReplaceWith to: Self?, in db: Database) throws -> Bool {
      guard let from else { return try to.flatMap { try find($0.key, in: db) } == nil }
      // By the columns that are read, byte by byte.
      let read = table.columns.split(separator: ", ").map(String.init)
      let columns = try from.columns.filter { read.contains($0.key) }
      let condition = columns.map { "\($0.key) IS ?" }.joined(separator: " AND ")
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM \(table.name) WHERE \(condition)")
      return try Row.fetchOne(statement, arguments: StatementArguments(columns.map(\.value))) != nil
    }

    /// Notes that a row is removed, or is there again. A row that was never added, because its
    /// addition was undone, is not removed.
    static func noteRemoval(
      _ from: Self?, _ to: Self?, undoing: Bool, in db: Database
    ) throws {
      guard let removals, (from == nil) != (to == nil), to != nil || !undoing else { return }
      try db.cachedStatement(
        sql: to == nil
          ? "INSERT OR IGNORE INTO removals VALUES (?, ?)"
          : "DELETE FROM removals WHERE category = ? AND id = ?"
      ).execute(arguments: [removals, (to ?? from)?.key])
    }

    /// Returns whether a row with this key was removed.
    static func wasRemoved(_ key: String, in db: Database) throws -> Bool {
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM removals WHERE category = ? AND id = ?"),
        arguments: [removals, key]) != nil
    }
  }

  extension LogbookTransaction {
    /// Adds a row unless there is one with its key, which it replaces if `replacing`. If `keepsRemovals`,
    /// one that was removed from the logbook is not added.
    func add<Stored: StoredRow>(
      row: Stored, replacing: Bool, keepsRemovals: Bool
    ) throws -> WritableKeyPath<StoreResult, Int> {
      guard let before = try Stored.find(row.key, in: db) else {
        if try keepsRemovals && Stored.wasRemoved(row.key, in: db) { return \.conflicting }
        try make(Stored.edit(nil, row))
        return \.added
      }
      if try row.isIdentical(to: before) { return \.unchanged }
      guard replacing else { return \.conflicting }
      try make(Stored.edit(before, row))
      return \.replaced
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

    /// Returns the text of an array, encoded one by one: an encoder keeps kilobytes for each element.
    static func list(_ values: [some Encodable]) throws -> String {
      "[\(try values.map { try text($0) }.joined(separator: ","))]"
    }

    static func value<T: Decodable>(_ text: String) throws -> T {
      try JSONDecoder().decode(T.self, from: Data(text.utf8))
    }
  }
#endif
