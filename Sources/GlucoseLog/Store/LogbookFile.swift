#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  struct LogbookFile {
    /// The absolute path under which the file was opened.
    let name: String
    /// The absolute path of the file itself: SQLite follows symbolic links, and has the files
    /// beside the database beside their target.
    let path: String
    let options: Logbook.Options
    let busy: BusyWait

    init(_ path: String, _ options: Logbook.Options) throws {
      name = try Self.absolute(path)
      self.path = FileSystem.resolved(name) ?? name
      self.options = options
      busy = BusyWait(options.busyTimeout)
    }

    /// Whether the name still leads to the file, and the file exists.
    var isNamed: Bool { FileSystem.resolved(name).map { $0 == FileSystem.resolved(path) } ?? false }

    /// Opens the file, and returns whether it was created. Skips the check of its content if `isKnown`.
    func open(isKnown: Bool = false) throws -> (database: any DatabaseWriter, isNew: Bool) {
      try busy.opening {
        options.isReadOnly ? (try openReadOnly(isKnown), false) : try openForWriting(isKnown)
      }
    }

    private func openForWriting(_ isKnown: Bool) throws -> (any DatabaseWriter, Bool) {
      // SQLite deletes a log beside an empty file. The log is looked for first: that of a process which
      // creates the file meanwhile is never without it.
      if let log = FileStatus(path + "-wal"), log.isRegular, log.size > 1, FileStatus(path) == nil {
        throw LogbookError(.foreignLog, detail: FileSystem.setLogAside(of: path))
      }
      let isNew = try FileSystem.makeFile(path)
      do {
        try requireFile()
        if FileStatus(path)?.size == 0 { try initialize() }
      } catch {
        // If the file is locked, another process creates the tables.
        if isNew, FileStatus(path)?.size == 0, LogbookError(error, at: path).reason != .busy {
          FileSystem.remove(path)
        }
        throw error
      }
      func require() throws {
        try requireLogbook()
        try checked(path, isKnown).close()
      }
      do { try require() } catch {
        guard FileStatus(path + "-journal") != nil else { throw error }
        // The process that created the file ended before it was done. Its changes must be rolled
        // back first, which a read-only connection cannot do.
        try initialize()
        try require()
      }
      FileSystem.begin(path + "-wal")
      let pool = try busy.retrying {
        try DatabasePool(path: path, configuration: Self.configuration(options, busy))
      }
      try pool.writeWithoutTransaction { db in
        if options.survivesPowerLoss { try db.execute(sql: "PRAGMA synchronous = FULL") }
        if let size = options.maximumSize {
          try db.execute(sql: "PRAGMA max_page_count = \(max(1, size / 4096))")
        }
        try ReservedSpace.prepare(db, path)
      }
      if isNew { FileSystem.synchronizeFolder(of: path) }
      return (pool, isNew)
    }

    private func openReadOnly(_ isKnown: Bool) throws -> DatabaseQueue {
      try requireFile()
      try requireLogbook()
      return try Self.reading(path) { try checked($0, isKnown) }
    }

    /// Creates the tables of a logbook in an empty file, unless another process has created them.
    ///
    /// Uses a rollback journal, so that the application ID is in the file itself, and not in its
    /// write-ahead log, before another process opens it.
    private func initialize() throws {
      try busy.retrying {
        var configuration = Self.configuration(options, busy)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = EXTRA") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
          try Schema.create(db)
          try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
      }
    }

    static func configuration(
      _ options: Logbook.Options, _ busy: BusyWait? = nil, isReadOnly: Bool = false
    ) -> Configuration {
      let busy = busy ?? BusyWait(options.busyTimeout)
      var configuration = Configuration()
      configuration.readonly = isReadOnly
      configuration.foreignKeysEnabled = false
      configuration.busyMode = .callback { busy.sleep(afterTries: $0) }
      configuration.label = "Logbook"
      configuration.prepareDatabase { db in
        // Removed data is overwritten, not only unlinked; SQLite sorts in memory, and checks the content,
        // which may be damaged or made by an attacker.
        try db.execute(
          sql: """
            PRAGMA secure_delete = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA journal_size_limit = \(ReservedSpace.logLimit);
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            """)
        // A file opens that has fewer pages than its header states. This also lets the schema be written,
        // which a read-only connection cannot do.
        if options.acceptsDamage { try db.execute(sql: "PRAGMA writable_schema = ON") }
        if options.survivesPowerLoss {
          // Apple platforms only: there, `fsync` alone leaves data in the cache of the drive.
          try db.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        }
      }
      return configuration
    }
  }

  extension LogbookFile {
    private static func absolute(_ path: String) throws -> String {
      guard !path.isEmpty, !path.utf8.contains(0) else {
        throw LogbookError(.inaccessible, detail: "the path is empty or contains U+0000")
      }
      if path.hasPrefix("/") { return path }
      guard let folder = FileSystem.currentFolder else {
        throw LogbookError(.inaccessible, detail: FileSystem.lastError)
      }
      return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    /// Returns the absolute path of an existing database without symbolic links.
    ///
    /// It and the files beside it are regular files, which open without waiting: not folders,
    /// pipes, or devices.
    static func readable(_ path: String) throws -> String {
      let path = try absolute(path)
      guard let found = FileSystem.resolved(path) else {
        throw LogbookError(.inaccessible, detail: FileSystem.lastError)
      }
      for suffix in ["", "-wal", "-shm", "-journal"] {
        guard FileStatus(found + suffix)?.isRegular ?? !suffix.isEmpty else {
          throw LogbookError(.inaccessible, detail: "\(found + suffix) is not a regular file")
        }
      }
      return found
    }

    /// Returns a connection that reads the file itself, without its log and without a lock.
    static func immutable(
      _ path: String, _ options: Logbook.Options = Logbook.Options()
    ) throws -> DatabaseQueue {
      try DatabaseQueue(
        path: immutableAddress(path), configuration: configuration(options, isReadOnly: true))
    }

    /// Opens a file for reading only with `body`, as immutable if the files beside it cannot be created,
    /// on a full disk or in a read-only folder, and neither contains data: no other process can write then.
    static func reading<T>(_ path: String, _ body: (_ path: String) throws -> T) throws -> T {
      let codes: [ResultCode] = [
        .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL,
      ]
      do { return try body(path) } catch let error as DatabaseError
        where codes.contains(error.resultCode) && FileStatus(path + "-journal") == nil
        && FileStatus(path + "-wal").map({ $0.size <= 1 }) ?? true
      { return try body(immutableAddress(path)) }
    }

    private static func immutableAddress(_ path: String) -> String {
      let plain = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      return "file:\(plain)?immutable=1"
    }

    private func requireFile() throws { _ = try Self.readable(path) }

    /// Throws unless the file has the application ID of a logbook and a supported version, and its
    /// write-ahead log.
    ///
    /// Reads the file itself, so that a file of another kind is rejected before SQLite changes it.
    private func requireLogbook() throws {
      var attempts = 0
      while true {
        do {
          try Self.immutable(path, options).read { db in
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
            guard application == Schema.applicationID else { throw LogbookError(.notALogbook) }
            try Schema.requireVersion(in: db)
          }
          break
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
          // A process that moves its log into the file writes the first page, with the number of pages,
          // before the others.
          attempts += 1
          guard attempts < 6 else { throw error }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
      try LogLink.require(path, isReadOnly: options.isReadOnly)
    }

    /// Returns a read-only connection. Throws if the schema is not the schema of a logbook, or the file
    /// is damaged.
    private func checked(_ path: String, _ isKnown: Bool) throws -> DatabaseQueue {
      try busy.retrying {
        let queue = try DatabaseQueue(
          path: path, configuration: Self.configuration(options, busy, isReadOnly: true))
        try queue.read { db in
          try Schema.require(in: db)
          guard options.checksOnOpening, !isKnown else { return }
          let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
          guard finding == "ok" else { throw LogbookError(damaged: finding) }
        }
        return queue
      }
    }
  }

  /// The waiting of calls for other connections to the same file.
  ///
  /// Opening takes several steps and several connections, which share one deadline. Once the file
  /// is open, each call has its own timeout.
  final class BusyWait: Sendable {
    private let timeout: Duration
    private let deadline = Lock<ContinuousClock.Instant?>(nil)

    init(_ timeout: Duration) { self.timeout = timeout }

    /// Runs the steps of opening, which share one timeout.
    func opening<T>(_ body: () throws -> T) rethrows -> T {
      deadline.withLock { $0 = .now.advanced(by: timeout) }
      defer { deadline.withLock { $0 = nil } }
      return try body()
    }

    /// Repeats `body` while other connections lock the file, until the deadline.
    ///
    /// SQLite waits for a lock by itself, except when it changes the journal mode of a file.
    func retrying<T>(_ body: () throws -> T) throws -> T {
      while true {
        do {
          return try body()
        } catch let error as DatabaseError
          where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        {
          guard let deadline = deadline.withLock(\.self), .now < deadline else { throw error }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
    }

    func sleep(afterTries tries: Int) -> Bool {
      // With the longer pauses of SQLite, a process among others that write without a pause rarely
      // finds the file unlocked.
      let slept = min(tries, 4) + 5 * max(0, tries - 4)
      let left = deadline.withLock(\.self).map { $0 - .now } ?? timeout - .milliseconds(slept)
      guard left > .zero else { return false }
      Thread.sleep(forTimeInterval: min(.milliseconds(tries < 4 ? 1 : 5), left).inSeconds)
      return true
    }
  }
#endif
