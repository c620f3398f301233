import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct StreamTests {
  /// Reads a pipe that contains some bytes and then ends.
  private func read(_ bytes: [UInt8]) throws -> FileBundle {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(bytes))
    try pipe.fileHandleForWriting.close()
    return try FileBundle(
      descriptor: pipe.fileHandleForReading.fileDescriptor, options: ReadOptions(zone: .gmt))
  }

  @Test func readsADescriptor() throws {
    let bundle = try read(Array("time,glucose (mg/dL)\n2025-01-01T00:00:00Z,101\n".utf8))
    #expect(bundle.people.flatMap { $0.recording.series.values } == [101])
  }

  @Test func anEmptyDescriptorIsAnEmptyFile() {
    let error = #expect(throws: ReadError.self) { try read([]) }
    #expect(error?.reason == .emptyFile)
  }

  @Test func aDescriptorThatCannotBeReadIsNotAnEmptyFile() throws {
    let error = #expect(throws: ReadError.self) {
      try FileBundle(descriptor: -1, options: ReadOptions(zone: .gmt))
    }
    guard case .cannotRead = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    // A folder can be opened but not read.
    let folder = try FileHandle(forReadingFrom: URL(filePath: "/"))
    defer { try? folder.close() }
    let other = #expect(throws: ReadError.self) {
      try FileBundle(descriptor: folder.fileDescriptor, options: ReadOptions(zone: .gmt))
    }
    guard case .cannotRead = other?.reason else {
      Issue.record("\(String(describing: other))")
      return
    }
  }

  @Test func readingAnEndlessStreamStopsAtTheLimit() throws {
    struct Endless: ByteSource {
      var remaining: Int? { nil }
      let piece = [UInt8](repeating: 0x20, count: 1 << 18)
      mutating func next() -> [UInt8]? { piece }
    }
    var stream = ByteStream(Endless())
    let error = #expect(throws: ReadError.self) { try stream.rest(upTo: 8 << 20) }
    #expect(error?.reason == .tooLong(bytes: 8 << 20))
    #expect(error?.description.contains("8 MiB") == true)
  }

  @Test func theLimitIsAGibibyte() { #expect(ByteStream.limit == 1 << 30) }

  @Test func anEndlessBinaryDeviceIsRefusedFromItsBeginning() {
    let error = #expect(throws: ReadError.self) {
      try FileBundle(contentsOf: "/dev/zero", options: ReadOptions(zone: .gmt))
    }
    #expect(error?.reason == .notText(looksLike: "binary data"))
  }
}
