// Compiled by the project's checks with Glibc alone.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#else
  #error("The C library of this system is not known")
#endif

/// A file that is open for reading for as long as the object exists.
///
/// It is a class because an entry in the operating system's table of open files is shared and must
/// be closed once.
final class OpenFile {
  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool
  /// The size of a regular file in bytes; `nil` for a pipe or a device.
  let size: Int?

  init(_ path: String) throws(ReadError) {
    guard !Self.isFolder(path) else { throw ReadError(.cannotOpen("it is a folder"), text: path) }
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    self.path = path
    isOwned = true
    size = Self.size(of: descriptor)
  }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    // The call fills a local structure that outlives it.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  static func isFile(_ path: String) -> Bool { type(of: path) == S_IFREG }

  static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

  private static func type(of path: String) -> mode_t? {
    var status = stat()
    // The call fills a local structure that outlives it.
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Creates a file from a descriptor that the caller opened and closes.
  init(descriptor: Int32) {
    (self.descriptor, path, isOwned) = (descriptor, "descriptor \(descriptor)", false)
    size = Self.size(of: descriptor)
  }

  deinit { if isOwned { close(descriptor) } }

  /// Returns at most `count` bytes after those read before; empty at the end.
  func next(_ count: Int) throws(ReadError) -> [UInt8] {
    var failed = false
    // The buffer has the length that is passed to the call.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = -1
      repeat {
        got = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      failed = got < 0
      filled = max(got, 0)
    }
    if failed { throw Self.failure(path, reading: true) }
    return bytes
  }

  private static func failure(_ path: String, reading: Bool = false) -> ReadError {
    // The C library's text ends in a zero and remains valid until it is copied.
    let reason = unsafe String(cString: strerror(errno))
    return ReadError(reading ? .cannotRead(reason) : .cannotOpen(reason), text: path)
  }
}

struct FileBytes: ByteSource {
  private let file: OpenFile
  private var taken = 0

  init(_ file: OpenFile) { self.file = file }

  var remaining: Int? { file.size.map { max($0 - taken, 0) } }

  mutating func next() throws(ReadError) -> [UInt8]? {
    let piece = try file.next(ByteStream.pieceSize)
    taken += piece.count
    if file.size == nil, taken > ByteStream.limit {
      throw ReadError(.tooLong(bytes: ByteStream.limit), expected: ByteStream.expectation)
    }
    return piece.isEmpty ? nil : piece
  }
}
