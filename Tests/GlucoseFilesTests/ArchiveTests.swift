import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct ArchiveTests {
  private static let options = ReadOptions(zone: TimeZone(identifier: "America/New_York"))

  private func packed(_ name: String) throws -> [UInt8] { try Sample.fixture("archives/\(name)") }

  private func error(_ bytes: [UInt8]) -> ReadError? {
    do throws(ReadError) {
      _ = try FileBundle(reading: bytes, options: Self.options)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["stored", "fast", "best", "fixed", "huffman", "runs", "members"])
  func unpacksGzipOfEveryCompressionLevel(_ kind: String) throws {
    let file = try GlucoseFile(reading: packed("plain-\(kind).csv.gz"), options: Self.options)
    let plain = try Sample.fixture("plain-id-time-gl.csv")
    #expect(try file == GlucoseFile(reading: plain, options: Self.options))
    #expect(try FileBundle.decompressed(packed("plain-\(kind).csv.gz")) == plain)
    #expect(try FileBundle.decompressed(plain) == plain)
  }

  @Test(arguments: [
    "clarity.zip", "clarity-stored.zip", "clarity-streamed.zip", "clarity-wide.zip",
  ])
  func unpacksZipOfEveryKind(_ name: String) throws {
    let file = try GlucoseFile(reading: packed(name), options: Self.options)
    let plain = try Sample.fixture("dexcom-clarity-mgdl.csv")
    #expect(try file == GlucoseFile(reading: plain, options: Self.options))
  }

  @Test func readsTheSameFromADisk() throws {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    for name in ["archives/clarity.zip", "archives/plain-best.csv.gz", "plain-id-time-gl.csv"] {
      let file = try GlucoseFile(
        contentsOf: folder.appending(path: name).path, options: Self.options)
      #expect(try file == GlucoseFile(reading: Sample.fixture(name), options: Self.options))
    }
    #expect(throws: ReadError.self) {
      try GlucoseFile(contentsOf: "/no/such/file", options: Self.options)
    }
  }

  /// The last four bytes of a shorter file begin before it.
  @Test(arguments: [("", true), ("i", false), ("id,", false), ("id,t", false)])
  func aFileOfAFewBytesIsTheSameFromADisk(_ text: String, isEmpty: Bool) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let error = #expect(throws: ReadError.self) {
      try FileBundle(contentsOf: path.path, options: Self.options)
    }
    let other = #expect(throws: ReadError.self) {
      try FileBundle(reading: Array(text.utf8), options: Self.options)
    }
    #expect(error == other)
    #expect((error?.reason == .emptyFile) == isEmpty, "\(String(describing: error))")
  }

  @Test func readsEveryFileOfAnArchiveAndListsTheOthers() throws {
    let bundle = try FileBundle(reading: packed("glooko.zip"), options: Self.options)
    let names = ["Insulin data/bolus_data_1.csv", "cgm_data_1.csv", "inner.zip/clarity.csv"]
    #expect(bundle.members.map(\.name) == names)
    #expect(bundle.members.map(\.file.format) == [.glooko, .glooko, .clarity])
    #expect(bundle.members[0].file.people[0].recording.events.count == 2)
    #expect(bundle.unread.map(\.name) == ["picture.png", "readme.txt"])
    #expect(bundle.unread[1].error.reason == .unknownFormat)
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile(reading: packed("glooko.zip"), options: Self.options)
    }
    #expect(error?.reason == .severalFiles(names))
  }

  @Test func aRecordingThatCannotBeReadIsNotSkipped() throws {
    let bundle = try FileBundle(
      reading: packed("two.zip"), options: ReadOptions(zone: nil))
    #expect(bundle.members.map(\.name) == ["exact.csv"])
    #expect(bundle.unread.map(\.name) == ["clock.csv"])
    #expect(bundle.unread.allSatisfy { !$0.isNotARecording })
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile(reading: packed("two.zip"), options: ReadOptions(zone: nil))
    }
    guard case .zoneNeeded = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    // With a zone, both belong to one person, and shared readings are kept once.
    let both = try FileBundle(reading: packed("two.zip"), options: ReadOptions(zone: .gmt))
    #expect(both.people.count == 1)
    #expect(both.people[0].recording.series.map(\.glucose.mgdL) == [100, 101, 102])
    #expect(both.people[0].duplicateReadingCount == 1)
  }

  @Test func reportsAnUnsupportedCompressionMethod() throws {
    #expect(
      error(try packed("clarity-bzip2.zip"))?.reason
        == .badArchive("its compression method 12 is not supported"))
  }

  @Test(arguments: ["plain-best.csv.gz", "plain-members.csv.gz", "clarity.zip", "glooko.zip"])
  func anArchiveCutAtAnyByteIsAnErrorOrHalfOfItsMembers(_ name: String) throws {
    let bytes = try packed(name)
    let whole = try? FileBundle(reading: bytes, options: Self.options)
    for end in 0..<bytes.count {
      do throws(ReadError) {
        let bundle = try FileBundle(reading: Array(bytes[..<end]), options: Self.options)
        // Only zeros that pad the end of a file or of a member may be missing.
        #expect(name == "plain-members.csv.gz")
        #expect(bundle.members.count == 1)
        #expect(addsUp(bundle.members[0].file.report))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(whole != nil)
  }

  @Test(arguments: ["plain-best.csv.gz", "clarity.zip"])
  func aDamagedArchiveIsNeverReadAsComplete(_ name: String) throws {
    let bytes = try packed(name)
    let whole = try FileBundle(reading: bytes, options: Self.options).members.map(\.file)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x41
      guard let bundle = try? FileBundle(reading: damaged, options: Self.options) else { continue }
      // Names and dates of an archive may change; its content may not.
      #expect(bundle.members.map(\.file) == whole)
    }
  }

  @Test func refusesAnArchiveThatExpandsToAThousandTimesItsSize() throws {
    var limit = UnpackLimit(from: 1)
    try limit.add(UnpackLimit.always)
    #expect(limit.rest == 0)
    limit.packed = 100_000
    #expect(throws: UnpackLimit.error(100_000)) { try limit.add(1 << 20) }
    var export = UnpackLimit()
    for piece in 1...4096 {
      export.packed = piece << 16
      try export.add(1 << 20)
    }
    var stated = UnpackLimit(from: 1 << 20)
    try stated.add(100 << 20)
    #expect(throws: UnpackLimit.error(1 << 20)) { try stated.add(1) }
  }

  /// A directory states the sizes, so that nothing beyond the limit is unpacked.
  @Test func aFileWithAStatedSizeBeyondTheLimitIsNotUnpacked() throws {
    let archive = try ZipArchive(packed("clarity.zip"))
    var entry = try #require(archive.entries.first { !$0.isFolder })
    (entry.method, entry.packedSize, entry.size) = (0, 1 << 20, 101 << 20)
    let zeros = Array(repeating: UInt8(0), count: UnpackLimit.always + 1)
    var bytes = ZipEntryBytes(zeros, zeros.indices, entry)
    let error = #expect(throws: ReadError.self) { try bytes.next() }
    #expect(error == UnpackLimit.error(1 << 20))
    entry.size = 100 << 20
    bytes = ZipEntryBytes(zeros, zeros.indices, entry)
    #expect(try bytes.next()?.count == UnpackLimit.always + 1)
  }

  /// The files of an archive may share their packed bytes.
  @Test func theFilesOfAnArchiveExpandToAHundredTimesItsSizeAtMost() throws {
    let bytes = try packed("clarity.zip")
    var limit = UnpackLimit(from: bytes.count)
    try limit.add(UnpackLimit.always)
    // The largest number that an archive can state, after another one.
    for size in [100, Int.max] {
      #expect(throws: UnpackLimit.error(bytes.count)) { try limit.add(size) }
      #expect(limit.rest == 0)
    }
    let entry = [0x50, 0x4B, 0x01, 0x02] as [UInt8]
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: entry) })
    var large = bytes
    // The highest byte of the unpacked size: one gibibyte.
    large[place + 27] = 0x40
    #expect(error(large) == UnpackLimit.error(bytes.count))
  }

  @Test func aWorkbookInAnArchiveIsRead() throws {
    let workbook = try packed("libreview.xlsx")
    let alone = try FileBundle(reading: workbook, options: Self.options)
    let bundle = try FileBundle(
      reading: storedZip([(name: "export.xlsx", bytes: workbook)]), options: Self.options)
    #expect(bundle.members.map(\.file) == alone.members.map(\.file))
    #expect(bundle.members.compactMap(\.name).allSatisfy { $0.hasPrefix("export.xlsx/") })
  }

  @Test func aDatabaseInAnArchiveIsNamed() throws {
    let database: [UInt8] = Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 100)
    let error = error(storedZip([(name: "export.sqlite", bytes: database)]))
    #expect(error?.reason == .notText(looksLike: DecodedText.databaseLook))
    let table = "time,gl mg/dL\n2025-05-04T10:00:00Z,90\n"
    let bundle = try FileBundle(
      reading: storedZip([
        (name: "export.sqlite", bytes: database), (name: "a.csv", bytes: Array(table.utf8)),
      ]), options: Self.options)
    #expect(bundle.unread.map(\.isNotARecording) == [false])
  }

  /// A size of nearly 2⁶³ after a good file ended the process.
  @Test func aFileOfTheGreatestSizeIsRefused() throws {
    let table = "time,gl mg/dL\n2025-05-04T10:00:00Z,90\n"
    var bytes = storedZip([(name: "a.csv", text: table), (name: "b.csv", text: table)])
    // The second record of the directory, with its sizes in an extra field.
    let mark = [0x50, 0x4B, 0x01, 0x02] as [UInt8]
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: mark) })
    let extra: [UInt8] = [1, 0, 8, 0] + Array(repeating: 0xFF, count: 7) + [0x7F]
    bytes.replaceSubrange(place + 24..<place + 28, with: Array(repeating: 0xFF, count: 4))
    bytes[place + 30] = UInt8(extra.count)
    bytes.insert(contentsOf: extra, at: place + 46 + 5)
    let end = bytes.count - 22
    bytes[end + 12] += UInt8(extra.count)
    let bundle = try FileBundle(reading: bytes, options: Self.options)
    #expect(bundle.members.map(\.name) == ["a.csv"])
    #expect(bundle.unread.map(\.error) == [UnpackLimit.error(bytes.count)])
  }

  @Test func anEmptyArchiveHasNoFiles() {
    #expect(
      error([0x50, 0x4B, 0x05, 0x06] + Array(repeating: 0, count: 18))?.reason == .unknownFormat)
  }

  @Test func theFilesThatMacOSAddsAreIgnored() throws {
    let mark = "\u{0}\u{5}\u{16}\u{7}"
    let added = [("__MACOSX/._cgm.csv", mark), (".DS_Store", mark), ("new/._cgm.csv", mark)]
    let table = "id,time,gl\na,2025-01-01T00:00:00Z,120\n"
    let bundle = try FileBundle(
      reading: SampleWorkbook.archive(added + [("cgm.csv", table)]), options: Self.options)
    #expect(bundle.members.map(\.name) == ["cgm.csv"])
    #expect(bundle.unread.isEmpty)
    // The error is that of the only file rather than that nothing was read.
    let error = error(SampleWorkbook.archive([("cgm.csv", "id,time\na,b\n")] + added))
    #expect(error?.text == "id,time")
  }

  /// The edges of ranges are exact in one unit, and days are of one zone.
  @Test func everyPersonHasTheUnitOfTheirOwnFiles() throws {
    func table(_ unit: String, _ id: String, _ value: Double, rows: Int) -> String {
      "id,time,gl (\(unit))\n"
        + (0..<rows).map { "\(id),2025-01-01T00:0\($0):00Z,\(value)\n" }.joined()
    }
    let bundle = try FileBundle(
      reading: storedZip([
        ("1.csv", table("mg/dL", "A", 100, rows: 2)), ("2.csv", table("mmol/L", "B", 10, rows: 2)),
        ("3.csv", table("mmol/L", "C", 10, rows: 1)), ("4.csv", table("mg/dL", "C", 100, rows: 3)),
      ]), options: Self.options)
    #expect(bundle.people.map(bundle.unit(of:)) == [.mgdL, .mmolL, .mgdL])
    let absent = ImportedPerson(id: "D", recording: Recording(series: GlucoseSeries(), events: []))
    #expect(bundle.unit(of: absent) == nil)
    #expect(bundle.people.map(bundle.zone(of:)) == [nil, nil, nil])
  }
}
