#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GRDBSQLite
  internal import GlucoseMath

  /// A diary on disk: readings, events, favorites, and day marks in one SQLite file.
  ///
  ///     let log = try Logbook(at: path)
  ///     try log.add(readings, from: "Dexcom G7")
  ///     let id = try log.begin(.illness, at: now, in: oslo).id
  ///     try log.undo()
  ///     let series = try log.series(in: today.interval)
  ///
  /// When a call that writes returns, its changes are on disk and survive the end of the process;
  /// when it throws, nothing was written. ``LogbookWriter/write(_:)`` combines many calls into one
  /// transaction. Several threads and several processes may read and write concurrently.
  ///
  /// A logbook conforms to `GlucoseHistory`, so every function that accepts a recording accepts a
  /// logbook.
  public final class Logbook: Sendable {
    /// The path of the file, or `nil` for a logbook in memory.
    public let path: String?
    package let options: Options
    /// A Boolean value that indicates whether opening it created the file.
    package let isNew: Bool
    let broadcaster = ChangeStream()
    let file: LogbookFile?
    private let state: Lock<State>
    let writing = Lock(WritingState())

    private enum State {
      case open(any DatabaseWriter)
      case suspended
      case closed
    }

    /// Opens the logbook at `path`, or creates it if there is no file.
    ///
    /// A new file is readable and writable by its owner only (0600). A file that is not a logbook,
    /// is damaged, or was written by a newer version of this library is rejected and not changed.
    /// A file with any object in its schema that is not one of a logbook is damaged.
    ///
    /// - Throws: ``LogbookError``, such as ``LogbookError/Reason/busy`` if other connections lock
    ///   the file for longer than ``Options/busyTimeout``.
    /// - Complexity: O(size of the file) if ``Options/checksOnOpening`` is `true`, otherwise O(1).
    public convenience init(at path: String, options: Options = Options()) throws(LogbookError) {
      let (file, opened) = try LogbookError.locating(path) {
        let file = try LogbookFile(path, options)
        return (file, try file.open())
      }
      self.init(path, file, options, opened.database, isNew: opened.isNew)
      writing.withLock { $0.identify(file) }
      try LogbookError.locating(path) {
        try opened.database.writeWithoutTransaction { try look($0) }
      }
    }

    private init(
      _ path: String?, _ file: LogbookFile?, _ options: Options, _ database: any DatabaseWriter,
      isNew: Bool
    ) {
      (self.path, self.file, self.options, self.isNew) = (path, file, options, isNew)
      state = Lock(.open(database))
    }

    /// Returns an empty logbook in memory, which exists until its last reference is released.
    public static func inMemory(options: Options = Options()) throws(LogbookError) -> Logbook {
      try LogbookError.locating("memory") {
        let queue = try DatabaseQueue(configuration: LogbookFile.configuration(options))
        try queue.writeWithoutTransaction { try Schema.create($0) }
        return Logbook(nil, nil, options, queue, isNew: true)
      }
    }

    var place: String { path ?? "memory" }

    /// Reads one state of the logbook, which concurrent writes do not affect.
    func read<T>(_ body: (Database) throws -> T) throws(LogbookError) -> T {
      let database = try database()
      do { return try read(database, body) } catch { throw located(error) }
    }

    /// Reads in one transaction. GRDB's own read of a queue traps if the queue was closed before its turn.
    func read<T>(
      _ database: any DatabaseWriter, _ body: (Database) throws -> T
    ) throws -> T {
      guard let queue = database as? DatabaseQueue else { return try database.read(body) }
      return try queue.unsafeRead { db in
        // Closing waits for its turn, after the state has changed.
        _ = try self.database()
        return try db.readOnly {
          var result: T?
          try db.inSavepoint {
            result = try body(db)
            return .commit
          }
          guard let result else { throw LogbookError(.closed, at: place) }
          return result
        }
      }
    }

    /// Returns the open database. SQLite must not be called on a closed connection.
    func database() throws(LogbookError) -> any DatabaseWriter {
      switch state.withLock(\.self) {
      case .open(let database): return database
      case .suspended: throw LogbookError(.suspended, at: place)
      case .closed: throw LogbookError(.closed, at: place)
      }
    }

    /// Returns the database. Throws if the logbook is read-only, suspended, or closed.
    func writableDatabase() throws(LogbookError) -> any DatabaseWriter {
      if options.isReadOnly { throw LogbookError(.readOnly, at: place) }
      return try database()
    }

    func located(_ error: any Error) -> LogbookError {
      if (error as? DatabaseError)?.resultCode == .SQLITE_MISUSE {
        // The logbook was closed after the call and before its turn.
        do throws(LogbookError) { _ = try database() } catch { return error }
      }
      return LogbookError(error, at: place)
    }

    /// Closes the file. Later calls throw ``LogbookError/Reason/closed``.
    ///
    /// A call is optional: the file is closed when the last reference to the logbook is released.
    public func close() throws(LogbookError) {
      let state = self.state.withLock { state in
        defer { state = .closed }
        return state
      }
      broadcaster.finish()
      if case .open(let database) = state { try disconnect(database) }
    }

    /// Closes the file and releases its locks and memory until ``resume()``, for systems that
    /// terminate a suspended app that has a lock on a file.
    ///
    /// Returns when all calls in progress have ended. Later calls throw
    /// ``LogbookError/Reason/suspended``. The streams of ``changes(affecting:startingAtOnce:limit:)``
    /// stay open. Does nothing if the logbook is in memory, suspended, or closed.
    public func suspend() throws(LogbookError) {
      guard let file else { return }
      let state = self.state.withLock { state in
        defer { if case .open = state { state = .suspended } }
        return state
      }
      guard case .open(let database) = state else { return }
      try disconnect(database)
      writing.withLock { $0.files = WritingState.status(of: file) }
    }

    /// Opens the file again after ``suspend()``, without a check of its content. If the file was
    /// written to in between, the streams of changes receive ``LogbookChange/Item/everything``.
    ///
    /// Does nothing if the logbook is not suspended.
    ///
    /// - Throws: ``LogbookError``, as ``init(at:options:)`` does, or with reason
    ///   ``LogbookError/Reason/moved`` if the file was removed, or the path is a link that now names
    ///   another file; the logbook stays suspended.
    public func resume() throws(LogbookError) {
      guard let file, case .suspended = state.withLock(\.self) else { return }
      guard file.isNamed else { throw LogbookError(.moved) }
      let isUnchanged = writing.withLock(\.files) == WritingState.status(of: file)
      let opened: any DatabaseWriter
      do { opened = try file.open(isKnown: true).database } catch { throw located(error) }
      let isNeeded = state.withLock { state in
        guard case .suspended = state else { return false }
        state = .open(opened)
        return true
      }
      guard isNeeded else { return try disconnect(opened) }
      writing.withLock { $0.identify(file) }
      do { try opened.writeWithoutTransaction { try look($0) } } catch { throw located(error) }
      if !isUnchanged { broadcaster.send([.everything]) }
    }

    private func disconnect(_ database: any DatabaseWriter) throws(LogbookError) {
      try LogbookError.locating(place) {
        if let file, !writing.withLock({ $0.isInPlace(file) }) {
          // The last connection to close would remove the log of the new file, by its name.
          database.writeWithoutTransaction { db in
            var persists: Int32 = 1
            _ = unsafe sqlite3_file_control(
              db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
          }
        }
        // Closes the readers first: the last connection to close moves the write-ahead log into the
        // file, which a read-only connection cannot do.
        (database as? DatabasePool)?.releaseMemory()
        try database.close()
      }
    }
  }

  struct WritingState {
    /// The status of the file and of those beside it when they were opened, or last suspended.
    var files: [FileStatus?] = []
    /// The number of pages that have space in the file.
    var pages = 0
    /// Whether this connection has written a mark of ``LogLink`` to the file.
    var isLinked = false
    /// A Boolean value that indicates whether the file is polled for writes by other connections.
    var isWatching = false
    /// SQLite's data version, which changes when another connection writes.
    var dataVersion: Int?

    static func status(of file: LogbookFile) -> [FileStatus?] {
      [FileStatus(file.name), FileStatus(file.path + "-wal"), FileStatus(file.path + "-shm")]
    }

    mutating func identify(_ file: LogbookFile) {
      (pages, dataVersion, isLinked) = (0, nil, false)
      files = Self.status(of: file)
    }

    /// Returns whether the present files are the ones that were opened.
    func isInPlace(_ file: LogbookFile) -> Bool {
      zip(files, Self.status(of: file)).allSatisfy { opened, found in
        guard let opened else { return true }
        return found.map { opened.isSameFile(as: $0) } ?? false
      }
    }
  }
#endif
