import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Files that a person picks one by one are read like those of an archive without folders.
struct SeveralFilesTests {
  private static let options = ReadOptions(zone: .gmt)

  private func table(_ rows: String..., id: String = "") -> [UInt8] {
    Array(("id,time,gl (mg/dL)\n" + rows.map { "\(id),2025-05-01 \($0)\n" }.joined()).utf8)
  }

  @Test func mergesTheFilesOfAPerson() throws {
    let bundle = try FileBundle(
      readingFiles: [
        (name: "one.csv", bytes: table("08:00,100", "08:05,105")),
        (name: "two.csv", bytes: table("08:05,106", "08:10,110")),
      ], options: Self.options)
    #expect(bundle.members.map(\.name) == ["one.csv", "two.csv"])
    let person = try #require(bundle.people.first)
    #expect(bundle.people.count == 1 && person.id == nil)
    #expect(person.recording.series.map(\.glucose.mgdL) == [100, 106, 110])
    #expect(bundle.conflicts.map(\.kept.source) == ["two.csv"])
    #expect(bundle.conflicts.map(\.discarded.source) == ["one.csv"])
  }

  @Test func numbersFilesOfOneNameAndKeepsTheirPeople() throws {
    let files = ["a", "b", "a"].enumerated().map {
      (name: "export.csv", bytes: table("08:0\($0.offset),100", id: $0.element))
    }
    let bundle = try FileBundle(readingFiles: files, options: Self.options)
    #expect(bundle.members.map(\.name) == ["export.csv", "export.csv (2)", "export.csv (3)"])
    #expect(bundle.people.map(\.id) == ["a", "b"])
    #expect(bundle.people.map(\.recording.series.count) == [2, 1])
    let names = ["a", "a (2)", "a", "a (2)", "a"].map { (name: $0, bytes: table("08:00,100")) }
    #expect(
      try FileBundle(readingFiles: names, options: Self.options).members.map(\.name)
        == ["a", "a (2)", "a (3)", "a (2) (2)", "a (4)"])
  }

  /// Both identifiers are "José" and differ in bytes only.
  @Test func aFileTellsItsPeopleApart() throws {
    let bytes =
      table("08:00,100", id: "Jos\u{E9}")
      + Array("Jose\u{301},2025-05-01 08:00,120\n".utf8)
    let bundle = try FileBundle(
      readingFiles: [(name: "study.csv", bytes: bytes)], options: Self.options)
    #expect(bundle.people.map { $0.recording.series.map(\.glucose.mgdL) } == [[100], [120]])
    #expect(bundle.conflicts.isEmpty)
  }

  @Test func theSameFileTwiceIsOneFile() throws {
    let file = (name: "export.csv", bytes: table("08:00,100", "08:05,105"))
    let bundle = try FileBundle(readingFiles: [file, file], options: Self.options)
    #expect(bundle.people.map(\.recording.series.count) == [2])
    #expect(bundle.people.map(\.duplicateReadingCount) == [2])
    #expect(bundle.conflicts.isEmpty)
  }

  @Test func opensArchivesAndNamesWhatIsNotRead() throws {
    let text = String(decoding: table("08:00,100"), as: UTF8.self)
    let archive = storedZip([("in.csv", text), ("remark.txt", "none")])
    let bundle = try FileBundle(
      readingFiles: [
        (name: "export.zip", bytes: archive), (name: "later.csv", bytes: table("08:05,101")),
        (name: "empty.csv", bytes: []),
      ], options: Self.options)
    #expect(bundle.members.map(\.name) == ["export.zip/in.csv", "later.csv"])
    #expect(bundle.unread.map(\.name) == ["export.zip/remark.txt", "empty.csv"])
    #expect(bundle.unread.map(\.error.reason) == [.unknownFormat, .emptyFile])
    #expect(bundle.people.map(\.recording.series.count) == [2])
  }

  @Test func readsPathsAndNamesTheFilesWithoutFolders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try ["a", "b"].enumerated().map { index, name in
      let parent = folder.appending(path: name)
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let file = parent.appending(path: "export.csv")
      try Data(table("08:0\(index),10\(index)")).write(to: file)
      return file.path(percentEncoded: false)
    }
    let missing = folder.appending(path: "missing.csv").path(percentEncoded: false)
    let bundle = try FileBundle(contentsOfFiles: paths + [missing], options: Self.options)
    #expect(bundle.members.map(\.name) == ["export.csv", "export.csv (2)"])
    #expect(bundle.people.map { $0.recording.series.map(\.glucose.mgdL) } == [[100, 101]])
    #expect(bundle.unread.map(\.name) == ["missing.csv"])
    #expect(bundle.unread.map(\.isNotARecording) == [false])
  }

  @Test func nothingThatCanBeReadIsAnError() {
    func reason(_ files: [(name: String, bytes: [UInt8])]) -> ReadError.Reason? {
      do throws(ReadError) {
        _ = try FileBundle(readingFiles: files, options: Self.options)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason([]) == .noRecords)
    #expect(reason([(name: "a", bytes: [])]) == .emptyFile)
    let text = Array("none".utf8)
    #expect(reason([(name: "a", bytes: text), (name: "b", bytes: text)]) == .unknownFormat)
  }
}
