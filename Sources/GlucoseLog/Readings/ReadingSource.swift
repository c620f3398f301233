#if Logbook
  public import GlucoseDiary
  public import Foundation

  /// A source of readings: the name of a sensor, a meter, or a file.
  ///
  ///     try log.add(readings, from: "Dexcom G7")
  public struct ReadingSource: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable,
    CustomStringConvertible
  {
    /// The kind of a source.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Codable, Sendable {
      /// A continuous glucose sensor. The series of the logbook contains its readings.
      case sensor
      /// A blood glucose meter. Its readings are not in the series of the logbook.
      case meter
      /// A sensor that is scanned by hand. Its readings are not in the series of the logbook, which would
      /// count the times of scanning twice.
      case scan
      /// Readings that a file has beside those of a sensor: of a second program or sensor at the same time,
      /// or others of an instant. They are not in the series of the logbook.
      case parallel
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

  extension ReadingSource.Kind {
    /// What follows the name of a sensor in that of the source of its file's readings of this kind.
    var suffix: String {
      switch self {
      case .sensor: ""
      case .meter: " meter"
      case .scan: " scans"
      case .parallel: " parallel"
      }
    }
  }

  /// A summary of the readings of one source.
  public struct SourceSummary: Equatable, Sendable {
    /// The source.
    public let source: ReadingSource
    /// The kind of the source.
    public let kind: ReadingSource.Kind
    /// The number of its readings, including excluded ones, and without conflicting ones.
    public let count: Int
    /// The number of ``count`` that are excluded.
    public let excludedCount: Int
    /// The number of readings that conflict with another of the same instant.
    public let conflictingCount: Int
    /// The instants of its first and last reading, or `nil` if there are none.
    public let timeRange: ClosedRange<Date>?
  }

  extension LogbookWriter {
    /// Renames a source. Can be undone.
    ///
    /// Readings that are added later under the old name are those of a new source.
    ///
    /// - Throws: ``LogbookError/Reason/noSuchSource(_:)``, or
    ///   ``LogbookError/Reason/sourceExists(_:kind:)`` if a source has the new name;
    ///   ``mergeSource(_:into:)`` combines two.
    public func renameSource(_ source: ReadingSource, to name: ReadingSource) throws(LogbookError) {
      try perform { batch in
        let before = try batch.stored(source)
        guard !source.rawValue.isIdentical(to: name.rawValue) else { return }
        var after = before
        after.name = try name.rawValue.storable
        if let other = try StoredSource.find(after.name, in: batch.db) {
          throw LogbookError(.sourceExists(name, kind: other.kind))
        }
        try batch.make(.source(before: before, after: after))
      }
    }

    /// Adds the readings of a source to another of the same kind, and removes the first. Can be
    /// undone in one step.
    ///
    /// At an instant at which both have a reading with another value or flags, that of `target` is
    /// kept, and the other is stored beside it, marked as conflicting. Excluded readings stay excluded.
    ///
    /// - Returns: The numbers of readings that `target` did not have, had, or has with other content.
    /// - Throws: ``LogbookError/Reason/noSuchSource(_:)``, or
    ///   ``LogbookError/Reason/sourceExists(_:kind:)`` if `target` is of another kind.
    /// - Complexity: O(*n* log *m*), where *n* and *m* are the numbers of readings of the sources.
    @discardableResult
    public func mergeSource(
      _ source: ReadingSource, into target: ReadingSource
    ) throws(LogbookError) -> StoreResult {
      try perform { batch in
        let (from, into) = (try batch.stored(source), try batch.stored(target))
        guard from.id != into.id else { return StoreResult() }
        guard from.kind == into.kind else {
          throw LogbookError(.sourceExists(target, kind: into.kind))
        }
        let readings = try batch.removeSource(from)
        return try batch.add(
          readings, from: target, kind: into.kind, replacing: false, isStep: true)
      }
    }

    /// Removes a source with all of its readings. Can be undone.
    ///
    /// - Returns: The number of removed readings.
    /// - Throws: ``LogbookError/Reason/noSuchSource(_:)``.
    @discardableResult
    public func removeSource(_ source: ReadingSource) throws(LogbookError) -> Int {
      try perform(removes: true) { batch in
        try batch.removeSource(batch.stored(source)).marks.count { !$0.contains(.conflicting) }
      }
    }
  }

  extension LogbookTransaction {
    fileprivate func stored(_ source: ReadingSource) throws -> StoredSource {
      try .find(source.rawValue, or: .noSuchSource(source), in: db)
    }

    fileprivate func removeSource(_ source: StoredSource) throws -> ReadingColumns {
      let readings = try ReadingTable.columns(of: source.id, .all, in: db)
      if readings.count > 0 {
        try make(.readings(source: source.name, before: readings, after: ReadingColumns()))
      }
      try make(.source(before: source, after: nil))
      return readings
    }
  }
#endif
