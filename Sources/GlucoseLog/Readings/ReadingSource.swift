// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation

  internal import GRDB

  /// A source of readings: the name of a sensor, a meter, or a file.
  ///
  ///     try log.add(readings, from: "Dexcom G7")
  public struct ReadingSource: RawRepresentable, ExpressibleByStringLiteral, Hashable, Codable,
    Sendable, CustomStringConvertible
  {
    /// The kind of a source.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
      /// A continuous glucose sensor. The series of the logbook contains its readings.
      case sensor
      /// A blood glucose meter. Its readings are not in the series of the logbook.
      case meter
    }

    /// The name of the source.
    public let rawValue: String

    /// Creates the source named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the source named by a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name of the source.
    public var description: String { rawValue }
  }

  /// A summary of the readings of one source.
  public struct SourceSummary: Hashable, Sendable {
    /// The source.
    public let source: ReadingSource
    /// The kind of the source.
    public let kind: ReadingSource.Kind
    /// The number of its readings, including excluded ones.
    public let count: Int
    /// The instants of its first and last reading, or `nil` if there are none.
    public let timeRange: ClosedRange<Date>?
  }

  /// The table of sources.
  enum SourceTable {
    /// Returns the number of a source, or `nil` if it is unknown.
    static func existingID(of name: String, in db: Database) throws -> Int64? {
      try db.integer("SELECT id FROM sources WHERE name = ?", text: name)
    }

    /// Returns the number of a source of any kind. A new source is added as a sensor.
    static func id(of name: String, in db: Database) throws -> Int64 {
      try existingID(of: name.storable, in: db) ?? id(of: name, entering: .sensor, in: db)
    }

    /// Returns the number of a source of `kind`. A new source is added. Throws if the source exists
    /// and is of another kind.
    static func id(
      of name: String, entering kind: ReadingSource.Kind, in db: Database
    ) throws -> Int64 {
      let name = try name.storable
      let known = "SELECT id FROM sources WHERE name = ? AND kind = '\(kind.rawValue)'"
      if let id = try db.integer(known, text: name) { return id }
      if let id = try existingID(of: name, in: db) {
        throw LogbookError(
          .sourceExists(ReadingSource(rawValue: name), kind: try self.kind(of: id, in: db)))
      }
      try db.execute(
        sql: "INSERT INTO sources (name, kind) VALUES (?, ?)", arguments: [name, kind.rawValue])
      return db.lastInsertedRowID
    }

    /// Returns the kind of the source with the number `id`.
    private static func kind(of id: Int64, in db: Database) throws -> ReadingSource.Kind {
      let found = try String.fetchOne(
        db, sql: "SELECT kind FROM sources WHERE id = ?", arguments: [id])
      return try kind(stored: found)
    }

    private static func kind(stored name: String?) throws -> ReadingSource.Kind {
      guard let kind = name.flatMap(ReadingSource.Kind.init(rawValue:)) else {
        throw LogbookError(.damaged, detail: "a source has an unknown kind")
      }
      return kind
    }

    /// Returns the sensors, in the order in which they were added.
    static func sensors(in db: Database) throws -> [Int64] {
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT id, kind FROM sources ORDER BY id"))
      return try rows.compactMap { row in
        try kind(stored: row.optionalValue(1)) == .sensor ? row.value(0) : nil
      }
    }

    /// Returns all sources with their kinds, in the order in which they were added.
    static func all(
      in db: Database
    ) throws -> [(id: Int64, name: String, kind: ReadingSource.Kind)] {
      try Row.fetchAll(db, sql: "SELECT id, name, kind FROM sources ORDER BY id").map { row in
        (try row.value(0), try row.value(1), try kind(stored: try row.value(2)))
      }
    }
  }
#endif
