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
    #error("The logbook requires Darwin, Linux, or Android; disable the trait Logbook")
  #endif

  /// The status of a file as reported by the system, without opening the file.
  ///
  /// A process that opens and closes a file of SQLite directly loses SQLite's locks on it, so this
  /// type never opens the file.
  struct FileStatus: Hashable {
    /// A Boolean value that indicates whether the file is regular, not a folder, pipe, or device.
    var isRegular: Bool
    var device, number: UInt64
    var size: Int
    var seconds, nanoseconds: Int

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

    /// Returns whether both are the same file, regardless of its content.
    func isSameFile(as other: FileStatus) -> Bool {
      device == other.device && number == other.number
    }
  }

  enum FileSystem {
    static var lastError: String { unsafe String(cString: strerror(errno)) }

    /// Creates an empty file that only its owner can read and write, or returns `false` if there is one.
    static func makeFile(_ path: String) throws -> Bool {
      if withFile(path, O_WRONLY | O_CREAT | O_EXCL, { _ in }) { return true }
      if errno == EEXIST { return false }
      throw LogbookError(errno == ENOSPC ? .full : .inaccessible, detail: lastError)
    }

    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Creates a write-ahead log of one byte, which contains no transaction, if there is no log.
    ///
    /// Otherwise GRDB starts the log with a table that it creates and drops, and the page of that
    /// table has no space reserved in the file.
    static func begin(_ path: String) {
      guard (FileStatus(path)?.size ?? 0) == 0 else { return }
      // Appends, so that bytes that another process has written in the meantime are not lost.
      withFile(path, O_WRONLY | O_CREAT | O_APPEND) { file in
        var zero = UInt8(0)
        _ = unsafe write(file, &zero, 1)
      }
    }

    /// Extends the file with zeros to `size` bytes, as far as there is space on the disk.
    ///
    /// Must not be used for a database file, whose locks would be lost.
    static func lengthen(_ path: String, to size: Int) {
      guard let status = FileStatus(path), status.size < size else { return }
      let zeros = [UInt8](repeating: 0, count: size - status.size)
      withFile(path, O_WRONLY) { file in
        _ = unsafe zeros.withUnsafeBytes { bytes in
          unsafe pwrite(file, bytes.baseAddress, bytes.count, off_t(status.size))
        }
      }
    }

    /// Writes the folder of `path` to the disk, so that a new file in it is found after a power loss.
    static func synchronizeFolder(of path: String) {
      withFile(folder(of: path), O_RDONLY) { _ = fsync($0) }
    }

    /// Renames the write-ahead log of a database, removes its index, and returns the new path.
    static func setLogAside(of path: String) -> String {
      let number = (1...).first { FileStatus("\(path)-wal-of-another-file-\($0)") == nil } ?? 1
      let name = "\(path)-wal-of-another-file-\(number)"
      _ = unsafe rename(path + "-wal", name)
      remove(path + "-shm")
      return name
    }

    /// Returns whether the disk of `path` has less than 64 KiB of free space.
    static func isFull(_ path: String) -> Bool {
      var status = statvfs()
      guard unsafe statvfs(folder(of: path), &status) == 0 else { return false }
      return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 * 1024
    }

    /// Returns the path of the existing file that `path` names, without symbolic links, or `nil`.
    static func resolved(_ path: String) -> String? { unsafe taken(realpath(path, nil)) }

    static var currentFolder: String? { unsafe taken(getcwd(nil, 0)) }

    /// Opens a file for `body`. Returns `false` if it cannot be opened.
    @discardableResult
    private static func withFile(_ path: String, _ flags: Int32, _ body: (Int32) -> Void) -> Bool {
      let file = unsafe open(path, flags | O_CLOEXEC, 0o600)
      guard file >= 0 else { return false }
      body(file)
      _ = close(file)
      return true
    }

    private static func folder(of path: String) -> String {
      guard let end = path.lastIndex(of: "/") else { return "." }
      return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// Copies a text that the system has allocated, and releases it.
    private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
      guard let text = unsafe text else { return nil }
      defer { unsafe free(text) }
      return unsafe String(cString: text)
    }
  }
#endif
