#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// The changes that one transaction made to a logbook.
  public struct LogbookChange: Equatable, Sendable {
    /// A change of one kind of data.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Item: Equatable, Sendable {
      /// Readings of `source` were added, replaced, removed, excluded, or included; `times` is the
      /// range of their instants.
      case readings(source: ReadingSource, times: ClosedRange<Date>)
      /// An event was added (`before` is `nil`), removed (`after` is `nil`), or edited.
      case event(before: DiaryEvent?, after: DiaryEvent?)
      /// A favorite was added (`before` is `nil`), removed (`after` is `nil`), edited, used, or
      /// moved.
      case favorite(before: Favorite?, after: Favorite?)
      /// The mark of a day was added (`before` is `nil`), removed (`after` is `nil`), or edited.
      case day(before: DayMark?, after: DayMark?)
      /// A source was added by a file (`before` is `nil`), removed (`after` is `nil`), or renamed.
      case source(before: ReadingSource?, after: ReadingSource?)
      /// Any data may have changed: the logbook was erased or restored, another logbook wrote to
      /// the file, or changes were dropped because the listener was slow.
      case everything
    }

    /// The changes, in the order in which they were made.
    public let items: [Item]

    init(_ items: [Item]) { self.items = items }

    /// Returns a Boolean value that indicates whether the data of `range` may have changed: a
    /// reading in it, an event that overlapped or overlaps it, or the mark of a day that overlaps
    /// it.
    public func affects(_ range: Range<Date>) -> Bool { items.contains { $0.affects(range) } }
  }

  extension LogbookChange.Item {
    /// Returns whether the data of `range` may have changed.
    fileprivate func affects(_ range: Range<Date>) -> Bool {
      switch self {
      case .readings(_, let times):
        times.lowerBound < range.upperBound && times.upperBound >= range.lowerBound
      case .event(let before, let after):
        (before?.overlaps(range) ?? false) || (after?.overlaps(range) ?? false)
      case .favorite, .source: false
      case .day(let before, let after):
        [before, after].contains { $0?.day.interval.overlaps(range) ?? false }
      case .everything: true
      }
    }

    static func readings(_ source: String, at times: [Double]) -> [Self] {
      ClosedRange(seconds: times).map {
        [.readings(source: ReadingSource(rawValue: source), times: $0)]
      } ?? []
    }
  }

  extension Logbook {
    /// Returns a stream of the changes from now on, one element per transaction, in the order of
    /// commits. The stream ends when the logbook is closed or released.
    ///
    ///     for await _ in log.changes(affecting: week, startingAtOnce: true) {
    ///       show(try log.recording(in: week))
    ///     }
    ///
    /// Observation begins before the method returns: a change that is made after the call is in the
    /// stream, and one that was made before is in what is read after the call.
    ///
    /// An element is sent after its transaction is on disk, so that a subsequent read includes it.
    /// A write to the same file by another logbook, in this process or another, is announced as
    /// ``LogbookChange/Item/everything`` within ``Options/pollingInterval``.
    ///
    /// - Parameters:
    ///   - range: The range that the changes affect, or `nil` for all changes.
    ///   - startsAtOnce: A Boolean value that indicates whether the first element is
    ///     ``LogbookChange/Item/everything``, sent at once, so that one loop shows the present state and
    ///     follows it.
    ///   - limit: The maximum number of buffered elements, or `nil` for no maximum. Beyond it, as for a
    ///     listener that does not read, the oldest elements are dropped, and
    ///     ``LogbookChange/Item/everything`` follows the newest.
    /// - Precondition: `limit` must be positive.
    public func changes(
      affecting range: Range<Date>? = nil, startingAtOnce startsAtOnce: Bool = false,
      limit: Int? = 1000
    ) -> AsyncStream<LogbookChange> {
      precondition(limit.map { $0 > 0 } ?? true, "`limit` must be positive")
      let stream = broadcaster.listen(affecting: range, limit: limit, startsAtOnce: startsAtOnce)
      watch()
      return stream
    }

    /// Calls `body` with each change before the call that writes it returns, and with the changes
    /// of other logbooks as ``changes(affecting:startingAtOnce:limit:)`` announces them, until the
    /// returned object is released.
    package func observe(_ body: @escaping @Sendable (LogbookChange) -> Void) -> ChangeObservation {
      let observation = broadcaster.observe(body)
      watch()
      return observation
    }

    /// Polls the file for writes by other connections, while there is a listener or an observer.
    private func watch() {
      guard let interval = options.pollingInterval, path != nil else { return }
      let isWatched = writing.withLock { writing in
        defer { writing.isWatching = true }
        return writing.isWatching
      }
      if isWatched { return }
      Task.detached(priority: .utility) { [weak self] in
        while true {
          try? await Task.sleep(for: interval, tolerance: interval / 4)
          guard let self, self.keepsWatching() else { return }
          try? self.database().asyncWriteWithoutTransaction { [weak self] in try? self?.look($0) }
        }
      }
    }

    private func keepsWatching() -> Bool {
      writing.withLock { writing in
        writing.isWatching = broadcaster.isHeard
        return writing.isWatching
      }
    }

    /// Announces writes by other connections to the file since the last call.
    func look(_ db: Database) throws {
      let found = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
      let isNew = writing.withLock { writing in
        defer { writing.dataVersion = found }
        return writing.dataVersion != nil && writing.dataVersion != found
      }
      if isNew { broadcaster.send([.everything]) }
    }
  }
#endif
