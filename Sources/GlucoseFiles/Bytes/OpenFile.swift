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
final class OpenFile: ByteSource {
  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool
  /// The size of a regular file in bytes; `nil` for a pipe or a device.
  private let size: Int?
  private var taken = 0

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

  var remaining: Int? { size.map { max($0 - taken, 0) } }

  func next() throws(ReadError) -> [UInt8]? {
    var failed = false
    let most = ByteStream.pieceSize
    // The buffer has the length that is passed to the call.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      var got = -1
      repeat {
        got = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      failed = got < 0
      filled = max(got, 0)
    }
    if failed { throw Self.failure(path, reading: true) }
    taken += bytes.count
    if size == nil, taken > ByteStream.limit {
      throw ReadError(.tooLong(bytes: ByteStream.limit), expected: ByteStream.expectation)
    }
    return bytes.isEmpty ? nil : bytes
  }

  private static func failure(_ path: String, reading: Bool = false) -> ReadError {
    // The C library's text ends in a zero and remains valid until it is copied.
    let reason = unsafe String(cString: strerror(errno))
    return ReadError(reading ? .cannotRead(reason) : .cannotOpen(reason), text: path)
  }
}
