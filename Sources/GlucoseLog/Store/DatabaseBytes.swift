// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GRDBSQLite

  /// The bytes of a database's file, read through SQLite's own file functions.
  ///
  /// They are read before anything interprets them, so that a file of another kind is left as it is; and
  /// through SQLite, since closing a file by any other way would take the locks that this process
  /// holds on it.
  ///
  /// The connection is open for as long as the object lives, and the file belongs to it.
  @safe final class DatabaseBytes {
    private var connection: OpaquePointer?
    private var file: UnsafeMutablePointer<sqlite3_file>?

    /// Opens the file at `path`, which exists.
    init(_ path: String, forWriting: Bool = false) throws {
      let flags = forWriting ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
      let code = unsafe sqlite3_open_v2(path, &connection, flags, nil)
      guard code == SQLITE_OK else {
        _ = unsafe sqlite3_close(connection)
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
      _ = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    }

    deinit { _ = unsafe sqlite3_close(connection) }

    /// The size of the file.
    func size() throws -> Int {
      var size: sqlite3_int64 = 0
      try unsafe check { unsafe $0.pointee.pMethods.pointee.xFileSize($0, &size) }
      return Int(size)
    }

    /// The first bytes of the file, up to `count` of them.
    func prefix(_ count: Int) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: min(count, try size()))
      guard !bytes.isEmpty else { return [] }
      try unsafe bytes.withUnsafeMutableBytes { buffer in
        try unsafe check {
          unsafe $0.pointee.pMethods.pointee.xRead(
            $0, buffer.baseAddress, Int32(buffer.count), 0)
        }
      }
      return bytes
    }

    /// Runs `body` while no other connection, of this process or another, reads or writes the file.
    func exclusively(_ body: () throws -> Void) throws {
      defer {
        try? unsafe check { unsafe $0.pointee.pMethods.pointee.xUnlock($0, SQLITE_LOCK_NONE) }
      }
      for lock in [SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED, SQLITE_LOCK_EXCLUSIVE] {
        try unsafe check { unsafe $0.pointee.pMethods.pointee.xLock($0, lock) }
      }
      try body()
    }

    /// Empties the file.
    func clear() throws {
      try unsafe check { unsafe $0.pointee.pMethods.pointee.xTruncate($0, 0) }
    }

    private func check(_ call: (UnsafeMutablePointer<sqlite3_file>) -> Int32) throws {
      guard let file = unsafe file, unsafe file.pointee.pMethods != nil else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
      }
      let code = unsafe call(file)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
  }
#endif
