// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import Synchronization

  /// A diary on disk: readings, events, favourites and marks of days in one SQLite file.
  ///
  ///     let log = try Logbook(at: path)
  ///     try log.add(readings, from: "Dexcom G7")
  ///     let id = try log.begin(.illness, at: now, in: oslo).id
  ///     try log.undo()
  ///     let report = log.series(today.interval)
  ///
  /// When a call that writes returns, what it wrote is on disk and stays there, whatever then happens
  /// to the process; a call that throws wrote nothing. ``LogbookWriter/write(_:)`` makes one such step of many
  /// calls. Several threads may read and write at once, and so may several processes.
  ///
  /// A logbook is a `History`, so everything that works on a recording works on it.
  public final class Logbook: Sendable {
    /// The file, or `nil` for a logbook in memory.
    public let path: String?
    let database: any DatabaseWriter
    let options: Options
    let broadcaster = Broadcaster()
    private let isClosed = Mutex(false)

    /// Opens the logbook at `path`, and makes it if there is no file.
    ///
    /// A new file can be read and written by its owner only (0600). A file that is no logbook, is
    /// damaged, or was written by a newer version of this library is refused and left as it is. An
    /// older schema is brought up to date.
    ///
    /// - Complexity: O(size of the file) if ``Options/checksOnOpening`` is set, else O(1).
    public init(at path: String, options: Options = Options()) throws(LogbookError) {
      self.path = path
      self.options = options
      database = try LogbookError.locating(path) { try LogbookFile.open(path, options) }
    }

    private init(inMemory options: Options) throws(LogbookError) {
      path = nil
      self.options = options
      database = try LogbookError.locating("memory") {
        let queue = try DatabaseQueue(configuration: LogbookFile.configuration(options))
        try queue.writeWithoutTransaction { try Schema.create($0) }
        return queue
      }
    }

    /// An empty logbook that lives in memory and is gone with the last reference to it.
    public static func inMemory(options: Options = Options()) throws(LogbookError) -> Logbook {
      try Logbook(inMemory: options)
    }

    /// What errors call this logbook.
    var place: String { path ?? "memory" }

    /// Reads from one state of the logbook, whatever is written meanwhile.
    func read<T>(_ body: (Database) throws -> T) throws(LogbookError) -> T {
      try refuseIfClosed()
      return try LogbookError.locating(place) { try database.read(body) }
    }

    /// Throws if the logbook is closed: SQLite must not be asked anything on a connection that is gone.
    func refuseIfClosed() throws(LogbookError) {
      if isClosed.withLock(\.self) { throw LogbookError(.closed, at: place) }
    }

    /// Closes the file. What is called afterwards throws ``LogbookError/Reason/closed``.
    ///
    /// Needed only by who must know that the file is closed: it closes by itself with the last
    /// reference to the logbook.
    public func close() throws(LogbookError) {
      isClosed.withLock { $0 = true }
      broadcaster.finish()
      try LogbookError.locating(place) {
        // Who reads must go first: the last connection to go puts the log beside the file into it,
        // and one that only reads cannot.
        (database as? DatabasePool)?.releaseMemory()
        try database.close()
      }
    }
  }
#endif
