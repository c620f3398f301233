#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  extension LogbookWriter {
    /// Adds the content of an archive.
    ///
    ///     let result = try log.merge(Data(contentsOf: archiveOfTheOtherPhone))
    ///     result.events.added          // 12
    ///
    /// Data that is only in the archive is added. Data in both is matched by its identity. Where
    /// the content differs, the existing data is kept, or replaced if `replacing` is `true`:
    ///
    /// - A reading is matched by its source and instant. It is excluded if either side excludes it
    ///   and both have the same value and flags; an excluded reading of this logbook stays
    ///   excluded. A source that is a sensor on one side and a meter on the other is kept as two:
    ///   the kind is added to the name of the archive's, as in `Contour (meter)`. A source of a new
    ///   name is one of this logbook, as a file under another name is, if it is of the same kind, twelve
    ///   readings or more are at the same instants, each with the same value, four of these values or
    ///   more differ and are no limit of a device, and in the time that both cover, one of them has all
    ///   readings of the other.
    /// - An event or a favorite is matched by its identifier. New favorites follow the existing
    ///   ones. One that was removed from this logbook is not added again, and counts as conflicting,
    ///   unless `replacing` is `true`.
    /// - The mark of a day is matched by its date. A day has a star if either side has one; a note
    ///   is added to a day without one.
    ///
    /// Two conditions of one kind may be ongoing after a merge, one from each side; end them by
    /// their identifiers. Merging the same archive again has no effect; an empty logbook into which
    /// an archive is merged has the same archive, byte by byte. A merge can be undone in one step,
    /// with the readings that it added.
    ///
    /// - Returns: The numbers of readings, events, favorites, and marks that were added, unchanged,
    ///   replaced, and conflicting.
    /// - Throws: ``LogbookError/Reason/unreadableArchive`` if the archive cannot be decoded, or
    ///   ``LogbookError/Reason/newerVersion(_:)`` if a newer version of this library wrote it.
    /// - Complexity: O((*n* + *ab*) log *m*), where *n* is the number of rows in the archive, *m* the
    ///   number of rows in the logbook, *a* the number of sources of a new name with twelve readings or
    ///   more, and *b* the number of sources in the logbook. If many of these begin with the same
    ///   readings, O(*nb* log *m*).
    @discardableResult
    public func merge(
      _ archive: Data, replacing: Bool = false
    ) throws(LogbookError) -> MergeResult {
      let archive = try LogbookError.locating("the archive") { try LogbookArchive(archive) }
      return try perform { try $0.merge(archive, replacing: replacing) }
    }

    /// Adds the content of another logbook, which is not changed, by the rules of
    /// ``merge(_:replacing:)-(Data,_)``.
    @discardableResult
    public func merge(
      _ other: Logbook, replacing: Bool = false
    ) throws(LogbookError) -> MergeResult {
      let archive = try other.read { try LogbookArchive($0) }
      return try perform { try $0.merge(archive, replacing: replacing) }
    }
  }

  /// The numbers of rows that a merge added, left unchanged, or replaced.
  public struct MergeResult: Equatable, Sendable {
    /// The readings of all sources.
    public internal(set) var readings = StoreResult()
    /// The events.
    public internal(set) var events = StoreResult()
    /// The favorites.
    public internal(set) var favorites = StoreResult()
    /// The day marks. A mark to which a star or a note was added counts as replaced.
    public internal(set) var days = StoreResult()
    /// The number of existing readings that are now excluded because the other logbook excludes
    /// them.
    public internal(set) var newlyExcluded = 0
  }

  extension LogbookTransaction {
    func merge(_ archive: LogbookArchive, replacing: Bool) throws -> MergeResult {
      var result = MergeResult()
      let archive = try withKnownSources(archive)
      // The readings beside those of a sensor, by the name of their source.
      var beside: [[UInt8]: ReadingColumns] = [:]
      let parallel = Dictionary(
        archive.sources.lazy.filter { $0.kind == .parallel }.map {
          (Array($0.name.utf8), $0.readings)
        }, uniquingKeysWith: { first, _ in first })
      func store(_ readings: ReadingColumns, _ name: String, _ kind: ReadingSource.Kind) throws {
        result.readings += try add(
          readings, from: ReadingSource(rawValue: name), kind: kind, replacing: replacing,
          isStep: true)
      }
      for source in archive.sources {
        let name = try name(source.name, of: source.kind)
        var readings = source.readings
        if source.kind == .parallel {
          readings = beside.removeValue(forKey: Array(source.name.utf8)) ?? readings
        } else if source.kind == .sensor, !replacing {
          let other = Array((source.name + ReadingSource.Kind.parallel.suffix).utf8)
          let stored = parallel[other]
          var others = stored ?? ReadingColumns()
          result.readings.unchanged += try separate(
            &readings, &others, of: ReadingSource(rawValue: name))
          if stored != nil || others.count > 0 { beside[other] = others }
        }
        try store(readings, name, source.kind)
        result.newlyExcluded += try excludeWhatIsExcluded(in: source.readings, of: name)
      }
      for (bytes, readings) in beside.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let name = String(decoding: bytes, as: UTF8.self)
        try store(readings, self.name(name, of: .parallel), .parallel)
      }
      result.events = try add(
        archive.events.map { try $0.value() }, replacing: replacing, keepsRemovals: !replacing)
      for favorite in archive.favorites {
        var favorite = try favorite.sound()
        favorite.position =
          try StoredFavorite.find(favorite.id, in: db)?.position
          ?? StoredFavorite.lastPosition(in: db)
        let outcome = try add(row: favorite, replacing: replacing, keepsRemovals: !replacing)
        result.favorites[keyPath: outcome] += 1
      }
      for day in archive.days {
        result.days[keyPath: try merge(day, replacing: replacing)] += 1
      }
      return result
    }

    /// Returns the archive with the names that its sources have in the logbook, for those that have
    /// another name there. Those that accompany a sensor follow it.
    private func withKnownSources(_ archive: LogbookArchive) throws -> LogbookArchive {
      var archive = archive
      let stored = try StoredSource.all(in: db)
      let names = Set(stored.map { Array($0.name.utf8) })
      let known = try stored.compactMap { try KnownSource($0, in: db) }
      var indices = Dictionary(
        zip(archive.sources.map { Array($0.name.utf8) }, archive.sources.indices),
        uniquingKeysWith: { first, _ in first })
      for source in archive.sources
      where source.kind != .parallel && !names.contains(Array(source.name.utf8)) {
        let own = source.readings.ofSeries
        let same = try known.first {
          try $0.source.kind == source.kind && $0.hasRecorded(own, in: db)
        }
        guard let name = same?.source.name else { continue }
        let kinds: [ReadingSource.Kind] = [.sensor, .meter, .scan, .parallel]
        for suffix in source.kind == .sensor ? kinds.map(\.suffix) : [""] {
          let new = Array((name + suffix).utf8)
          guard indices[new] == nil,
            let index = indices.removeValue(forKey: Array((source.name + suffix).utf8))
          else { continue }
          archive.sources[index].name = name + suffix
          indices[new] = index
        }
      }
      return archive
    }

    /// Returns a name that no source of the other kind has: `name`, if none has it.
    private func name(_ name: String, of kind: ReadingSource.Kind) throws -> String {
      var name = name
      while let other = try StoredSource.find(name, in: db), other.kind != kind {
        name += " (\(kind.rawValue))"
      }
      return name
    }

    /// Excludes the readings that `columns` excludes and that the source has with the same content.
    private func excludeWhatIsExcluded(in columns: ReadingColumns, of source: String) throws -> Int
    {
      let id = try StoredSource.id(of: source, in: db)
      let times = try ReadingTable.included(columns.excluded(true), of: id, in: db)
      guard !times.isEmpty else { return 0 }
      try make(.exclusion(source: source, times: times, excluded: true))
      return times.count
    }

    private func merge(
      _ day: StoredDay, replacing: Bool
    ) throws -> WritableKeyPath<StoreResult, Int> {
      guard let before = try StoredDay.find(day.date, in: db) else {
        try make(.day(before: nil, after: day))
        return \.added
      }
      let (old, new) = (before.details, day.details)
      let isAnotherNote = new.note != nil && !new.note.isIdentical(to: old.note)
      let takesNote = isAnotherNote && (replacing || old.note == nil)
      guard takesNote || new.isStarred && !old.isStarred else {
        return isAnotherNote ? \.conflicting : \.unchanged
      }
      var after = before
      after.details.isStarred = old.isStarred || new.isStarred
      if takesNote { after.details.note = new.note }
      try make(.day(before: before, after: after))
      return \.replaced
    }
  }

  /// A source of the logbook that an archive may have under another name.
  private struct KnownSource {
    let source: StoredSource
    /// The first reading, which almost no other source has.
    let first: (time: Double, value: Double)

    /// Creates the source, or `nil` if it has no readings.
    init?(_ source: StoredSource, in db: Database) throws {
      guard let first = try Self.reading(of: source, from: -.infinity, in: db) else { return nil }
      (self.source, self.first) = (source, first)
    }

    private static func reading(
      of source: StoredSource, from start: Double, to end: Double = .greatestFiniteMagnitude,
      in db: Database
    ) throws -> (time: Double, value: Double)? {
      let found = try ReadingTable.columns(
        of: source.id, from: start, before: end.nextUp, limit: 1, in: db)
      guard let time = found.times.first, let value = found.values.first else { return nil }
      return (time, value)
    }

    /// Returns whether the source has these readings or they have those of the source, in the time that
    /// both cover: twelve or more, with four values or more that are no limit of a device.
    ///
    /// - Complexity: O(*k* log *m*), where *k* is the number of these readings and *m* the number of rows
    ///   in the logbook; O(log *k* + log *m*) if the first readings differ.
    func hasRecorded(_ own: ReadingColumns, in db: Database) throws -> Bool {
      guard own.count >= 12, let start = own.times.first, let end = own.times.last else {
        return false
      }
      let their =
        first.time >= start
        ? first : try Self.reading(of: source, from: start, to: end, in: db)
      guard let their, their.time <= end else { return false }
      let row = own.times.partitioningIndex { $0 >= their.time }
      let areTogether = own.times[row] == their.time
      if areTogether, own.values[row] != their.value { return false }
      var common = ReadingColumns()
      for row in row..<own.count {
        let time = own.times[row]
        guard let found = try Self.reading(of: source, from: time, to: end, in: db) else { break }
        guard found.time == time else {
          // It lacks this one, so that all of the source must be among these, from the first on.
          guard areTogether else { return false }
          common = try ReadingTable.columns(
            of: source.id, from: their.time, before: end.nextUp, limit: own.count + 1, in: db)
          let areAllThere = (0..<common.count).allSatisfy {
            let time = common.times[$0]
            let row = own.times.partitioningIndex { $0 >= time }
            return own.times[row] == time && own.values[row] == common.values[$0]
          }
          guard areAllThere else { return false }
          break
        }
        guard found.value == own.values[row] else { return false }
        common.append(row, of: own)
      }
      let values = Set(
        (0..<common.count).filter { common.marks[$0].flags.isEmpty }.map { common.values[$0] })
      return common.count >= 12 && values.count >= 4
    }
  }

  extension StoreResult {
    static func += (sum: inout Self, more: Self) {
      sum.added += more.added
      sum.unchanged += more.unchanged
      sum.replaced += more.replaced
      sum.conflicting += more.conflicting
      sum.repeated += more.repeated
    }
  }
#endif
