// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  extension Logbook {
    /// The changes that are written to the logbook from now on, one element to a step, in the order in
    /// which they were written. Ends when the logbook is closed or gone.
    ///
    ///     for await change in log.changes() where change.touches(today.interval) {
    ///       window = try log.recording(week)
    ///     }
    ///
    /// An element comes after its step is on disk, so that reading the logbook then finds it. What
    /// another logbook writes to the same file, in this process or another, is announced as
    /// ``LogbookChange/Item/everything`` within ``Options/pollingInterval``.
    ///
    /// - Parameter limit: The number of elements that wait for a listener that is slow, or `nil` for as
    ///   many as there are. From then on the oldest are dropped, and ``LogbookChange/Item/everything``
    ///   follows the newest.
    /// - Precondition: `limit` is positive.
    public func changes(limit: Int? = nil) -> AsyncStream<LogbookChange> {
      precondition(limit.map { $0 > 0 } ?? true, "`limit` must be positive")
      let stream = broadcaster.listen(limit: limit)
      watch()
      return stream
    }

    /// The changes from now on that touch `range`.
    public func changes(
      touching range: Range<Date>, limit: Int? = nil
    ) -> AsyncFilterSequence<AsyncStream<LogbookChange>> {
      changes(limit: limit).filter { $0.affects(range) }
    }

    /// The changes from now on that touch the days from the first to the last, both included.
    public func changes(
      touching days: ClosedRange<LocalDay>, limit: Int? = nil
    ) -> AsyncFilterSequence<AsyncStream<LogbookChange>> {
      changes(touching: days.lowerBound.start..<days.upperBound.end, limit: limit)
    }

    /// Calls `body` with each change before the call that writes it returns, and with those of other
    /// logbooks as ``changes(limit:)`` announces them, as long as the returned object exists.
    package func observe(_ body: @escaping @Sendable (LogbookChange) -> Void) -> ChangeObservation {
      let observation = broadcaster.observe(body)
      watch()
      return observation
    }

    /// Looks again and again whether another connection has written to the file, for as long as anyone
    /// listens.
    private func watch() {
      guard let interval = options.pollingInterval, path != nil,
        writing.withLock({ $0.startsWatching() })
      else { return }
      Task.detached(priority: .utility) { [weak self] in
        while true {
          try? await Task.sleep(for: interval, tolerance: interval / 4)
          guard let self, self.keepsWatching() else { return }
          self.look()
        }
      }
    }

    private func keepsWatching() -> Bool {
      writing.withLock { writing in
        writing.isWatching = broadcaster.isHeard
        return writing.isWatching
      }
    }

    private func look() {
      guard let database = try? database() else { return }
      database.asyncWriteWithoutTransaction { [weak self] db in try? self?.look(db) }
    }

    /// Announces what another connection has written to the file since the last look.
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
