import CZlib
import FlyingFox
import Foundation

extension Data {
  /// The bytes as a gzip file (RFC 1952), or `nil` if there are more than 4 GB.
  var gzipped: Data? {
    var stream = unsafe z_stream()
    // The largest window, and 16 for the head of a gzip file.
    let (window, size) = (Int32(15 + 16), Int32(unsafe MemoryLayout<z_stream>.size))
    guard
      unsafe deflateInit2_(
        &stream, Z_BEST_SPEED, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var (input, output) = (self, Data(count: Int(unsafe deflateBound(&stream, UInt(count)))))
    guard let length = UInt32(exactly: count), let space = UInt32(exactly: output.count) else {
      return nil
    }
    let result = unsafe input.withUnsafeMutableBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        unsafe (stream.avail_in, stream.avail_out) = (length, space)
        return unsafe deflate(&stream, Z_FINISH)
      }
    }
    return result == Z_STREAM_END ? output.prefix(Int(unsafe stream.total_out)) : nil
  }
}

extension HTTPBodySequence {
  /// Creates the body that `write` passes on in parts. It waits in a file that has no name any more.
  init(writing write: (_ sink: (Data) throws -> Void) throws -> Void, isGzip: Bool) throws {
    let url = TemporaryFolder.url.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    func check(_ isDone: Bool) throws {
      if !isDone { throw Options.Misuse(reason: "The file cannot be written.") }
    }
    // "T" writes what it is given.
    let file = unsafe gzopen(url.path, isGzip ? "wb1" : "wbT")
    do {
      try check(unsafe file != nil)
      try write { part in
        let count = unsafe part.withUnsafeBytes { bytes in
          unsafe gzwrite(file, bytes.baseAddress, UInt32(bytes.count))
        }
        try check(count == part.count)
      }
    } catch {
      unsafe gzclose(file)
      throw error
    }
    try check(unsafe gzclose(file) == Z_OK)
    let written = try FileHandle(forReadingFrom: url)
    let count = Int(try written.seekToEnd())
    try written.seek(toOffset: 0)
    let parts = AsyncStream { try? written.read(upToCount: 1 << 16) }
    self.init(from: ByteStream(parts: parts), count: count)
  }
}
