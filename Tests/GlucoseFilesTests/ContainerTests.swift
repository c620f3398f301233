import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Files are read the same wherever they lie: alone, in an archive, or in a folder.
struct ContainerTests {
  private static let options = ReadOptions(zone: TimeZone(identifier: "America/New_York"))
  private static let table = Array("time,gl mg/dL\n2025-05-04T10:00:00Z,90\n".utf8)
  private static let database: [UInt8] =
    Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 100)

  /// Writes files to a folder of their own, and passes its path.
  private func withFolder(
    _ files: [(name: String, bytes: [UInt8])], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
    try body(folder.path)
  }

  private func expectEqual(_ folder: FileBundle, _ archive: FileBundle) {
    #expect(folder.members.map(\.name) == archive.members.map(\.name))
    #expect(folder.members.map(\.file.people) == archive.members.map(\.file.people))
    #expect(folder.unread.map(\.name) == archive.unread.map(\.name))
    #expect(folder.unread.map(\.error) == archive.unread.map(\.error))
    #expect(folder.people == archive.people)
    #expect(folder.conflicts == archive.conflicts)
  }

  @Test(arguments: [
    "clarity.zip", "clarity-stored.zip", "clarity-streamed.zip", "clarity-wide.zip", "glooko.zip",
    "two.zip",
  ])
  func aFolderIsReadAsTheArchiveThatWasUnpackedThere(_ name: String) throws {
    let bytes = try Sample.fixture("archives/\(name)")
    let archive = try ZipArchive(bytes)
    let files = try archive.entries.filter { !$0.isFolder }.map {
      var stream = try archive.stream($0)
      return (name: $0.name, bytes: try stream.rest())
    }
    let packed = try FileBundle(reading: bytes, options: Self.options)
    try withFolder(files) { folder in
      for path in [folder, folder + "/"] {
        expectEqual(try FileBundle(contentsOf: path, options: Self.options), packed)
      }
    }
  }

  /// The order of the files does not matter, nor whether what is left out is in a folder or an archive.
  @Test func filesAreReadByNameWithoutHiddenOnes() throws {
    let later = Array("time,gl mg/dL\n2025-05-04T10:00:00Z,95\n".utf8)
    let files = [
      (name: "b.csv", bytes: later), (name: "a/deep/a.csv", bytes: Self.table),
      (name: "notes.txt", bytes: Array("nothing".utf8)),
      (name: ".git/a.csv", bytes: Self.table), (name: ".a.csv", bytes: Self.table),
      (name: "__MACOSX/a.csv", bytes: Self.table), (name: "x.db", bytes: Self.database),
      (name: "x.db-wal", bytes: Self.table), (name: "x.db-shm", bytes: [0, 0]),
    ]
    let packed = try FileBundle(reading: storedZip(files), options: Self.options)
    #expect(packed.members.map(\.name) == ["a/deep/a.csv", "b.csv"])
    #expect(packed.unread.map(\.name) == ["notes.txt", "x.db"])
    #expect(packed.unread.map(\.isNotARecording) == [true, false])
    #expect(packed.conflicts.count == 1)
    #expect(packed.people.map { $0.recording.series.map(\.glucose.mgdL) } == [[95]])
    let reversed = try FileBundle(reading: storedZip(files.reversed()), options: Self.options)
    expectEqual(reversed, packed)
    try withFolder(files) {
      expectEqual(try FileBundle(contentsOf: $0, options: Self.options), packed)
    }
  }

  @Test func everyKindOfFileIsReadInAnArchiveAndAFolder() throws {
    let kinds = ["plain-best.csv.gz", "plain-members.csv.gz", "libreview.xlsx", "clarity.zip"]
    for kind in kinds {
      let bytes = try Sample.fixture("archives/\(kind)")
      let alone = try FileBundle(reading: bytes, options: Self.options)
      let files = [(name: "folder/\(kind)", bytes: bytes)]
      let packed = try FileBundle(reading: storedZip(files), options: Self.options)
      #expect(packed.members.map(\.file.people) == alone.members.map(\.file.people))
      #expect(packed.members.compactMap(\.name).allSatisfy { $0.hasPrefix("folder/\(kind)") })
      try withFolder(files) {
        expectEqual(try FileBundle(contentsOf: $0, options: Self.options), packed)
      }
    }
  }

  @Test func anArchiveIsReadWithinOneOther() throws {
    let inner = storedZip([(name: "a.csv", bytes: Self.table)])
    let outer = storedZip([(name: "inner.zip", bytes: inner)])
    let bundle = try FileBundle(reading: outer, options: Self.options)
    #expect(bundle.members.map(\.name) == ["inner.zip/a.csv"])
    let files = [(name: "outer.zip", bytes: outer), (name: "b.csv", bytes: Self.table)]
    let deep = try FileBundle(reading: storedZip(files), options: Self.options)
    #expect(deep.members.map(\.name) == ["b.csv"])
    #expect(deep.unread.map(\.name) == ["outer.zip"])
    #expect(deep.unread[0].error.reason == .limitExceeded("an archive within two others"))
    #expect(!deep.unread[0].isNotARecording)
    try withFolder(files) {
      expectEqual(try FileBundle(contentsOf: $0, options: Self.options), deep)
    }
  }

  /// What is unpacked within an archive counts for the archive, so that two stages do not multiply.
  @Test func twoStagesOfUnpackingHaveOneLimit() throws {
    let inner = storedZip([(name: "a.csv", bytes: Self.table), (name: "b.csv", bytes: Self.table)])
    let gzip = try Sample.fixture("archives/plain-best.csv.gz")
    var limit: UnpackLimit? = UnpackLimit(from: 0)
    try limit?.add(UnpackLimit.always - 256)
    let found = try FileBundle.contents(
      of: ByteStream(inner), depth: 1, charging: &limit, Self.options)
    #expect(found.members.map(\.name) == ["a.csv"])
    #expect(found.unread.map(\.error) == [UnpackLimit.error(0)])
    #expect(limit?.rest == 0)
    #expect(throws: UnpackLimit.error(0)) {
      try FileBundle.contents(of: ByteStream(gzip), depth: 1, charging: &limit, Self.options)
    }
  }

  @Test func aPathThatBeginsWithAPointIsNotHidden() throws {
    let files = [(name: "./a.csv", bytes: Self.table), (name: "./.b/c.csv", bytes: Self.table)]
    let bundle = try FileBundle(reading: storedZip(files), options: Self.options)
    #expect(bundle.members.map(\.name) == ["./a.csv"] && bundle.unread.isEmpty)
  }

  @Test func aFolderWithoutFilesIsAnError() throws {
    try withFolder([(name: ".hidden", bytes: Self.table)]) { folder in
      let error = #expect(throws: ReadError.self) {
        try FileBundle(contentsOf: folder, options: Self.options)
      }
      #expect(error?.reason == .noRecords)
    }
  }
}
