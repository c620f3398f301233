// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GRDBSQLite

  /// The bytes of a database file, read through the file functions of SQLite.
  ///
  /// The bytes are read before SQLite interprets them, so that a file of another kind is not
  /// changed. They are read through SQLite because closing the file in any other way would release
  /// the locks of this process on it.
  ///
  /// The object owns its connection, which is open until the object is released.
  @safe final class DatabaseBytes {
    private var connection: OpaquePointer?
    private var file: UnsafeMutablePointer<sqlite3_file>?

    /// Opens the existing file at `path`.
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

    /// Returns the size of the file in bytes.
    func size() throws -> Int {
      var size: sqlite3_int64 = 0
      try unsafe check { unsafe $0.pointee.pMethods.pointee.xFileSize($0, &size) }
      return Int(size)
    }

    /// Returns the first bytes of the file, at most `count`.
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

    /// Runs `body` while no other connection, in this process or another, reads or writes the file.
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
