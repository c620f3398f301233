// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// A diary on disk: readings, events, favorites and marks of days in one SQLite file.
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
  /// A logbook is a `GlucoseHistory`, so everything that works on a recording works on it.
  public final class Logbook: Sendable {
    /// The file, or `nil` for a logbook in memory.
    public let path: String?
    let options: Options
    let broadcaster = ChangeStream()
    private let file: LogbookFile?
    private let state: Lock<State>
    let writing = Lock(WritingState())

    private enum State {
      case open(any DatabaseWriter)
      case suspended
      case closed
    }

    /// Opens the logbook at `path`, and makes it if there is no file.
    ///
    /// A new file can be read and written by its owner only (0600). A file that is no logbook, is
    /// damaged, or was written by a newer version of this library is refused and left as it is. An
    /// older schema is brought up to date. One that a loss of power left half made, and that holds
    /// nothing yet, is made anew.
    ///
    /// - Throws: ``LogbookError``; ``LogbookError/Reason/busy`` if other connections hold the file for
    ///   longer than ``Options/busyTimeout``.
    /// - Complexity: O(size of the file) if ``Options/checksOnOpening`` is set, else O(1).
    public init(at path: String, options: Options = Options()) throws(LogbookError) {
      self.path = path
      self.options = options
      let (file, database) = try LogbookError.locating(path) {
        let file = try LogbookFile(path, options)
        return (file, try file.open())
      }
      self.file = file
      state = Lock(.open(database))
      writing.withLock { $0.identify(file.path) }
      try LogbookError.locating(path) { try database.writeWithoutTransaction { try look($0) } }
    }

    private init(inMemory options: Options) throws(LogbookError) {
      path = nil
      file = nil
      self.options = options
      let database = try LogbookError.locating("memory") {
        let queue = try DatabaseQueue(
          configuration: LogbookFile.configuration(options, BusyWait(options.busyTimeout)))
        try queue.writeWithoutTransaction { try Schema.create($0) }
        return queue
      }
      state = Lock(.open(database))
    }

    /// An empty logbook that lives in memory and is gone with the last reference to it.
    public static func inMemory(options: Options = Options()) throws(LogbookError) -> Logbook {
      try Logbook(inMemory: options)
    }

    /// What errors call this logbook.
    var place: String { path ?? "memory" }

    /// The path from the root on, or `nil` for a logbook in memory.
    var absolutePath: String? { file?.path }

    /// Reads from one state of the logbook, whatever is written meanwhile.
    func read<T>(_ body: (Database) throws -> T) throws(LogbookError) -> T {
      let database = try database()
      do { return try database.read(body) } catch { throw located(error) }
    }

    /// The database. SQLite must not be asked anything on a connection that is gone.
    func database() throws(LogbookError) -> any DatabaseWriter {
      switch state.withLock(\.self) {
      case .open(let database): return database
      case .suspended: throw LogbookError(.suspended, at: place)
      case .closed: throw LogbookError(.closed, at: place)
      }
    }

    /// Throws unless the logbook may be written to.
    func writableDatabase() throws(LogbookError) -> any DatabaseWriter {
      if options.isReadOnly { throw LogbookError(.readOnly, at: place) }
      return try database()
    }

    /// `error` as an error of this logbook.
    func located(_ error: any Error) -> LogbookError {
      guard let error = error as? DatabaseError else { return LogbookError(error, at: place) }
      if error.resultCode == .SQLITE_MISUSE {
        // It was closed between the call and its turn.
        do throws(LogbookError) { _ = try database() } catch { return error }
      }
      if error.resultCode == .SQLITE_IOERR, let file, FileSystem.isFull(file.path) {
        return LogbookError(.full, at: place, detail: error.message)
      }
      return LogbookError(error, at: place)
    }

    /// Closes the file. What is called afterwards throws ``LogbookError/Reason/closed``.
    ///
    /// Needed only by who must know that the file is closed: it closes by itself with the last
    /// reference to the logbook.
    public func close() throws(LogbookError) {
      let state = self.state.withLock { state in
        defer { state = .closed }
        return state
      }
      broadcaster.finish()
      if case .open(let database) = state { try disconnect(database) }
    }

    /// Lets go of the file, its locks and its memory until ``resume()``: for a system that ends an app
    /// which holds a lock while it is suspended.
    ///
    /// Returns when the calls that are being carried out have ended. Those that follow throw
    /// ``LogbookError/Reason/suspended``. Those who listen to ``changes(limit:)`` keep doing so. Does nothing
    /// to a logbook in memory, or to one that is suspended or closed.
    public func suspend() throws(LogbookError) {
      guard file != nil else { return }
      let state = self.state.withLock { state in
        defer { if case .open = state { state = .suspended } }
        return state
      }
      guard case .open(let database) = state else { return }
      try disconnect(database)
      writing.withLock { $0.remember(file?.path) }
    }

    /// Opens the file again after ``suspend()``, without a look at the whole of it. If something was
    /// written to it meanwhile, those who listen get ``LogbookChange/Item/everything``.
    ///
    /// Does nothing to a logbook that is not suspended.
    ///
    /// - Throws: ``LogbookError``, as opening does; the logbook is suspended still.
    public func resume() throws(LogbookError) {
      guard let file, case .suspended = state.withLock(\.self) else { return }
      let isUnchanged = writing.withLock { $0.isAsRemembered(file.path) }
      let opened: any DatabaseWriter
      do { opened = try file.open(isKnown: true) } catch { throw located(error) }
      let isNeeded = state.withLock { state in
        guard case .suspended = state else { return false }
        state = .open(opened)
        return true
      }
      guard isNeeded else { return try disconnect(opened) }
      writing.withLock { $0.identify(file.path) }
      do { try opened.writeWithoutTransaction { try look($0) } } catch { throw located(error) }
      if !isUnchanged { broadcaster.send([.everything]) }
    }

    private func disconnect(_ database: any DatabaseWriter) throws(LogbookError) {
      try LogbookError.locating(place) {
        // Who reads must go first: the last connection to go puts the log beside the file into it,
        // and one that only reads cannot.
        (database as? DatabasePool)?.releaseMemory()
        try database.close()
      }
    }
  }

  /// What a logbook knows of its file between one write and the next.
  struct WritingState {
    /// The file and the log beside it, as they were opened.
    private var opened: [FileStatus?] = []
    /// How many pages have a place in the file.
    var pages = 0
    /// A Boolean value that indicates whether somebody looks for what others write.
    var isWatching = false
    /// SQLite's number of the state that other connections left, or `nil` before it is known.
    var dataVersion: Int?

    private static func files(_ path: String) -> [FileStatus?] {
      [FileStatus(path), FileStatus(path + "-wal")]
    }

    /// Takes the files at `path` for those of the logbook.
    mutating func identify(_ path: String) {
      (pages, dataVersion) = (0, nil)
      opened = Self.files(path)
    }

    /// A Boolean value that indicates whether the files at `path` are those that were opened.
    func isInPlace(_ path: String) -> Bool {
      zip(opened, Self.files(path)).allSatisfy { opened, found in
        guard let opened else { return true }
        return found.map { opened.isSameFile(as: $0) } ?? false
      }
    }

    /// Returns whether nobody looked before for what others write.
    mutating func startsWatching() -> Bool {
      defer { isWatching = true }
      return !isWatching
    }

    /// Remembers the files as they are when the logbook lets go of them.
    mutating func remember(_ path: String?) { opened = path.map(Self.files) ?? [] }

    /// A Boolean value that indicates whether nobody has written to the files since.
    func isAsRemembered(_ path: String) -> Bool { opened == Self.files(path) }
  }
#endif
