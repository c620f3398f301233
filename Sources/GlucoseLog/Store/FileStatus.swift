// SPDX-License-Identifier: Apache-2.0

#if Logbook
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #else
    #error("The logbook is for Darwin, Linux and Android: leave the trait Logbook out")
  #endif

  /// The state of a file as the system reports it, without opening the file.
  ///
  /// A process that opens a file of SQLite by itself and closes it again loses the locks that SQLite
  /// holds on it, so nothing here does.
  struct FileStatus: Hashable {
    /// A Boolean value that indicates whether it is a regular file, and no folder, pipe or device.
    var isRegular: Bool
    /// The file system and the file's number in it.
    var device, number: UInt64
    /// The size in bytes.
    var size: Int
    /// The instant of the last change, in seconds and nanoseconds.
    var seconds, nanoseconds: Int

    /// Creates the status of the file at `path`, or `nil` if there is none.
    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      isRegular = status.st_mode & S_IFMT == S_IFREG
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int(status.st_size)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
    }

    /// Returns whether both are the same file, whatever was written to it.
    func isSameFile(as other: FileStatus) -> Bool {
      device == other.device && number == other.number
    }
  }

  /// What the store asks of the system beside SQLite.
  enum FileSystem {
    /// The message of the last error.
    static var lastError: String { unsafe String(cString: strerror(errno)) }

    /// Makes an empty file that its owner alone may read and write.
    ///
    /// - Returns: `false` if there is something at `path` already.
    static func makeFile(_ path: String) throws -> Bool {
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      guard file >= 0 else {
        if errno == EEXIST { return false }
        throw LogbookError(errno == ENOSPC ? .full : .inaccessible, detail: lastError)
      }
      _ = close(file)
      return true
    }

    /// Makes a log of one byte, which is none, where there is no log.
    ///
    /// Else GRDB begins the log by making a table and dropping it again, whose page then has no room of
    /// its own in the file.
    static func begin(_ path: String) {
      guard (FileStatus(path)?.size ?? 0) == 0 else { return }
      // At the end, so that nothing is lost which another process may have written by now.
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC)
      guard file >= 0 else { return }
      var zero = UInt8(0)
      _ = unsafe write(file, &zero, 1)
      _ = close(file)
    }

    /// Lengthens the file with zeros to `size` bytes, as far as the disk has room for them.
    ///
    /// Not for the file of a database, whose locks would be lost.
    static func lengthen(_ path: String, to size: Int) {
      guard let status = FileStatus(path), status.size < size else { return }
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      defer { _ = close(file) }
      let zeros = [UInt8](repeating: 0, count: size - status.size)
      _ = unsafe zeros.withUnsafeBytes { bytes in
        unsafe pwrite(file, bytes.baseAddress, bytes.count, off_t(status.size))
      }
    }

    /// Writes the names in the folder of `path` to the disk, so that a new file there is found after
    /// the loss of power and one that was removed is not.
    static func synchronizeFolder(of path: String) {
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      let file = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = fsync(file)
      _ = close(file)
    }

    /// A Boolean value that indicates whether the disk that holds `path` has next to no room left.
    static func isFull(_ path: String) -> Bool {
      var status = statvfs()
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      guard unsafe statvfs(folder.isEmpty ? "/" : folder, &status) == 0 else { return false }
      return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 * 1024
    }

    /// The folder to which relative paths belong.
    static var currentFolder: String? {
      guard let folder = unsafe getcwd(nil, 0) else { return nil }
      defer { unsafe free(folder) }
      return unsafe String(cString: folder)
    }

    private static func open(_ path: String, _ flags: Int32) -> Int32 {
      #if canImport(Darwin)
        unsafe Darwin.open(path, flags, 0o600)
      #elseif canImport(Glibc)
        unsafe Glibc.open(path, flags, 0o600)
      #elseif canImport(Musl)
        unsafe Musl.open(path, flags, 0o600)
      #else
        unsafe Android.open(path, flags, 0o600)
      #endif
    }
  }
#endif
