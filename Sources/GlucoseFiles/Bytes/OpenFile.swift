// SPDX-License-Identifier: Apache-2.0

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

  /// Creates a file by opening the file at `path`.
  ///
  /// - Throws: ``ReadError`` with reason `cannotOpen` if it cannot be opened or is a folder.
  init(_ path: String) throws(ReadError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var status = stat()
    // The call fills a local structure that outlives it.
    guard unsafe fstat(descriptor, &status) == 0 else {
      let failure = Self.failure(path)
      close(descriptor)
      throw failure
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw ReadError(.cannotOpen("it is a folder"), text: path)
    }
    self.descriptor = descriptor
    self.path = path
    isOwned = true
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Returns a Boolean value that indicates whether there is a regular file at `path`, or `false` if it
  /// is a folder, a pipe, or a device.
  static func isFile(_ path: String) -> Bool { type(of: path) == S_IFREG }

  /// Returns a Boolean value that indicates whether there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

  private static func type(of path: String) -> mode_t? {
    var status = stat()
    // The call fills a local structure that outlives it.
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Creates a file from a descriptor that the caller opened and closes; reading starts at its
  /// current position.
  init(descriptor: Int32) throws(ReadError) {
    var status = stat()
    // The call fills a local structure that outlives it.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw Self.failure("descriptor \(descriptor)", reading: true)
    }
    self.descriptor = descriptor
    path = "descriptor \(descriptor)"
    isOwned = false
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if isOwned { close(descriptor) } }

  /// Returns at most `count` bytes after those read before; empty at the end.
  func read(_ count: Int) throws(ReadError) -> [UInt8] {
    // The buffer has the length that is passed to the call.
    try unsafe fill(count) { buffer in
      unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Returns the bytes from `offset` on; fewer than `count` only at the end of the file.
  func read(_ count: Int, at offset: Int) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let start = offset + bytes.count
      let piece = try unsafe fill(count - bytes.count) { buffer in
        unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(start))
      }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  /// Returns `head` with at most `count` bytes after those read before; fewer only at the end.
  func read(_ count: Int, after head: [UInt8]) throws(ReadError) -> [UInt8] {
    var failed = false
    // Each part of the buffer is initialized by a copy or by the call before it is counted.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: head.count + count) { buffer, filled in
      _ = unsafe buffer.update(fromContentsOf: head)
      filled = head.count
      while filled < head.count + count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled..<head.count + count])
        var got = -1
        repeat {
          got = unsafe systemRead(descriptor, rest.baseAddress, rest.count)
        } while got < 0 && errno == EINTR
        failed = got < 0
        if got <= 0 { break }
        filled += got
      }
    }
    if failed { throw Self.failure(path, reading: true) }
    return bytes
  }

  private func fill(
    _ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(ReadError) -> [UInt8] {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = -1
      repeat { got = unsafe body(buffer) } while got < 0 && errno == EINTR
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

/// Calls `read`, whose name is shadowed within the class.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// The bytes of an open file, from its start to its end.
struct FileBytes: ByteSource {
  private let file: OpenFile
  private var taken = 0

  init(_ file: OpenFile) { self.file = file }

  var remaining: Int? { file.size.map { max($0 - taken, 0) } }

  mutating func appendAtOnce(to bytes: [UInt8]) throws(ReadError) -> [UInt8] {
    guard let remaining, remaining > 0 else { return bytes }
    let all = try file.read(remaining, after: bytes)
    taken += all.count - bytes.count
    return all
  }

  mutating func next() throws(ReadError) -> [UInt8]? {
    let piece = try file.read(ByteStream.pieceSize)
    taken += piece.count
    if file.size == nil, taken > ByteStream.limit {
      throw ReadError(.tooLong(bytes: ByteStream.limit), expected: ByteStream.expectation)
    }
    return piece.isEmpty ? nil : piece
  }
}
