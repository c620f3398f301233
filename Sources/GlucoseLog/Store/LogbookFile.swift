// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// How the file of a logbook is made, checked and opened.
  enum LogbookFile {
    static func open(_ path: String, _ options: Logbook.Options) throws -> DatabasePool {
      try make(path)
      if try !isLaidOut(path) { try layOut(path, options) }
      if options.checksOnOpening {
        do {
          try check(path, options)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
          // The process that laid the file out was ended before it was done. What it wrote must be
          // taken back first, which a connection that only reads cannot do.
          try layOut(path, options)
          try check(path, options)
        }
      }
      let pool = try retrying(options) {
        try DatabasePool(path: path, configuration: configuration(options))
      }
      try pool.writeWithoutTransaction { db in
        try Schema.migrate(db)
        if options.durability == .powerLoss { try db.execute(sql: "PRAGMA synchronous = FULL") }
        if let size = options.maximumSize {
          try db.execute(sql: "PRAGMA max_page_count = \(max(1, size / 4096))")
        }
      }
      return pool
    }

    /// Makes an empty file a logbook, unless another process just did.
    ///
    /// Done under a rollback journal, so that the mark of a logbook stands in the file itself and not
    /// in a log beside it, before anyone opens it as one.
    private static func layOut(_ path: String, _ options: Logbook.Options) throws {
      try retrying(options) {
        let queue = try DatabaseQueue(path: path, configuration: configuration(options))
        try queue.writeWithoutTransaction { try Schema.create($0) }
        try queue.close()
      }
    }

    static func configuration(_ options: Logbook.Options) -> Configuration {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      configuration.busyMode = .timeout(options.patience.inSeconds)
      configuration.label = "Logbook"
      configuration.prepareDatabase { db in
        // What is removed is overwritten, not only unlinked.
        try db.execute(sql: "PRAGMA secure_delete = ON")
      }
      return configuration
    }

    /// Makes an empty file for its owner only, unless there is a file.
    private static func make(_ path: String) throws {
      // The path is a NUL-terminated copy that lives for the call, and no pointer is kept.
      let file = Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 {
        _ = close(file)
      } else if errno != EEXIST {
        throw LogbookError(.inaccessible, detail: unsafe String(cString: strerror(errno)))
      }
    }

    /// The system's function, whose name the one above hides.
    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
      #if canImport(Darwin)
        unsafe Darwin.open(path, flags, mode)
      #elseif canImport(Glibc)
        unsafe Glibc.open(path, flags, mode)
      #else
        unsafe Musl.open(path, flags, mode)
      #endif
    }

    /// Whether the file bears the mark of a logbook: `false` if it is empty still.
    ///
    /// Reads the hundred bytes with which every SQLite file starts, so that a file of another kind is
    /// refused before SQLite has touched it.
    private static func isLaidOut(_ path: String) throws -> Bool {
      let header: Data
      do {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        header = try handle.read(upToCount: 100) ?? Data()
      } catch {
        throw LogbookError(.inaccessible, detail: "it cannot be read")
      }
      if header.isEmpty { return false }
      guard header.count == 100, header.starts(with: Data("SQLite format 3\0".utf8)),
        header[68..<72].reduce(0, { $0 << 8 | Int($1) }) == Schema.applicationID
      else { throw LogbookError(.notALogbook) }
      return true
    }

    /// Reads the whole file and throws if anything in it is not as it should be. Writes nothing to it.
    private static func check(_ path: String, _ options: Logbook.Options) throws {
      var configuration = configuration(options)
      configuration.readonly = true
      try retrying(options) {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { db in
          try Schema.refuseNewer(db)
          let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
          guard finding == "ok" else { throw LogbookError(.damaged, detail: finding) }
        }
        try queue.close()
      }
    }

    /// Repeats `body` as long as other processes are in its way.
    ///
    /// SQLite waits by itself for a lock, but not where it changes a file's journal mode.
    private static func retrying<T>(_ options: Logbook.Options, _ body: () throws -> T) throws -> T
    {
      var waited = Duration.zero
      while true {
        do {
          return try body()
        } catch let error as DatabaseError
          where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
          && waited < options.patience
        {
          Thread.sleep(forTimeInterval: 0.01)
          waited += .milliseconds(10)
        }
      }
    }
  }
#endif
