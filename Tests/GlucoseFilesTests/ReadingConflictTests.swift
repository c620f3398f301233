import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// Readings that contradict each other at one instant are counted separately from duplicates.
struct ReadingConflictTests {
  @Test func aConflictIsNotADuplicate() throws {
    let file = try readTable(
      "time,gl\n2025-01-01 00:00,100\n2025-01-01 00:05,110\n2025-01-01 00:05,110\n"
        + "2025-01-01 00:10,120\n2025-01-01 00:00,140\n")
    let subject = file.people[0]
    #expect(subject.recording.series.map(\.glucose.mgdL) == [140, 110, 120])
    #expect(subject.duplicateReadingCount == 2)
    #expect(subject.conflictingReadingCount == 1)
    let conflict = try #require(file.report.conflicts.first)
    #expect(file.report.conflicts.count == 1)
    #expect(conflict.kept == .init(glucose: .mgdL(140), unit: .mgdL, source: nil, line: 6))
    #expect(conflict.discarded == .init(glucose: .mgdL(100), unit: .mgdL, source: nil, line: 2))
    #expect(
      conflict.description
        == "2025-01-01T00:00:00Z: 140 mg/dL on line 6 kept, 100 mg/dL on line 2 discarded.")
    #expect(file.report.description.contains("Conflicts: 1 reading differs"))
    #expect(file.report.description.contains("100 mg/dL on line 2 discarded"))
  }

  @Test(arguments: [("5.6", 0), ("5.7", 1)])
  func readingsRoundedInTwoUnitsDoNotConflict(_ value: String, _ count: Int) throws {
    let file = try readTable(
      "time,glucose,unit\n2025-01-01 00:00,100,mg/dL\n2025-01-01 00:00,\(value),mmol/L\n"
        + "2025-01-01 00:05,100,mg/dL\n")
    #expect(file.report.conflicts.count == count)
    #expect(file.people[0].conflictingReadingCount == count)
    #expect(file.people[0].duplicateReadingCount == 1)
  }

  @Test func aConflictIsInTheUnitOfTheFile() throws {
    let file = try readTable(
      "time,glucose (mmol/L)\n2025-01-01 00:00,5.6\n2025-01-01 00:00,7.1\n2025-01-01 00:05,6\n")
    let conflict = try #require(file.report.conflicts.first)
    #expect(conflict.kept == .init(glucose: .mmolL(7.1), unit: .mmolL, source: nil, line: 3))
    #expect(
      conflict.description
        == "2025-01-01T00:00:00Z: 7.1 mmol/L on line 3 kept, 5.6 mmol/L on line 2 discarded.")
    #expect(file.report.description.contains("7.1 mmol/L on line 3 kept"))
  }

  @Test func aConflictOfTwoUnitsHasBoth() throws {
    let file = try readTable(
      "time,glucose,unit\n2025-01-01 00:00,100,mg/dL\n2025-01-01 00:00,7.1,mmol/L\n")
    let conflict = try #require(file.report.conflicts.first)
    let text = "7.1 mmol/L on line 3 kept, 100 mg/dL on line 2 discarded"
    #expect(conflict.description == "2025-01-01T00:00:00Z: \(text).")
    #expect(ReadingConflict.summary(of: [conflict], in: nil)[1].hasSuffix(text))
    let inOne = ReadingConflict.summary(of: [conflict], in: .mgdL)
    #expect(inOne[1].contains("127.91 mg/dL on line 3 kept, 100 mg/dL on line 2 discarded"))
  }

  @Test func aFileWithoutConflictsReportsNone() throws {
    let file = try readTable("time,gl\n2025-01-01 00:00,100\n2025-01-01 00:00,100\n")
    #expect(file.people[0].duplicateReadingCount == 1)
    #expect(file.people[0].conflictingReadingCount == 0)
    #expect(!file.report.description.contains("onflict"))
  }

  @Test func conflictsAreSummarizedBySource() throws {
    func entry(_ minute: Int, _ value: Int, _ device: String?) -> String {
      "{\"type\":\"sgv\",\"date\":\(1_761_438_960_000 + minute * 60_000),\"sgv\":\(value)"
        + (device.map { ",\"device\":\"\($0)\"" } ?? "") + "}"
    }
    let file = try GlucoseFile.of(
      "["
        + [
          entry(0, 100, "share2"), entry(0, 104, "xDrip"), entry(5, 101, "share2"),
          entry(5, 107, "xDrip"), entry(10, 102, "share2"), entry(10, 102, "xDrip"),
          entry(15, 103, "share2"), entry(15, 90, nil),
        ].joined(separator: ",\n") + "]", zone: nil)
    #expect(try file.person.duplicateReadingCount == 4)
    #expect(try file.person.conflictingReadingCount == 3)
    let lines = ReadingConflict.summary(of: file.report.conflicts, in: .mgdL)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("Conflicts: 3 readings differ"))
    #expect(
      lines[1].hasPrefix(
        "Conflicts of \"xDrip\", kept, with \"share2\": 2, such as 2025-10-26T00:36:00Z: 104 mg/dL")
    )
    #expect(lines[2].hasPrefix("Conflicts of an unnamed source, kept, with \"share2\": 1"))
  }

  @Test func peopleAndKindsAreComparedSeparately() throws {
    let file = try readTable(
      "id,time,gl\n1,2025-01-01 00:00,100\n2,2025-01-01 00:00,140\n1,2025-01-01 00:00,101\n")
    #expect(file.report.conflicts.map(\.person) == ["1"])
    #expect(file.people.map(\.conflictingReadingCount) == [1, 0])
  }

  @Test func everyReadingThatDiffersFromTheLastIsAConflict() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<100 {
      let rows = (0..<40).map { _ in
        (
          minute: Int.random(in: 10...25, using: &random),
          value: Int.random(in: 100...102, using: &random)
        )
      }
      let file = try readTable(
        "time,gl\n" + rows.map { "2025-01-01 00:\($0.minute),\($0.value)\n" }.joined())
      let groups = Dictionary(grouping: rows, by: \.minute).values
      let expected = groups.reduce(0) { sum, group in
        sum + group.count { $0.value != group.last?.value }
      }
      let subject = try file.person
      #expect(subject.conflictingReadingCount == expected)
      #expect(file.report.conflicts.count == expected)
      #expect(subject.duplicateReadingCount == rows.count - groups.count)
    }
  }

  @Test func conflictsBetweenFilesOfAnArchiveAreReported() throws {
    let one = "time,gl\n2025-01-01T00:00:00Z,100\n2025-01-01T00:05:00Z,101\n"
    let two = "time,gl\n2025-01-01T00:05:00Z,131\n2025-01-01T00:10:00Z,102\n"
    let bundle = try FileBundle(
      reading: storedZip([("a.csv", one), ("b.csv", two)]), options: ReadOptions(zone: nil))
    #expect(bundle.people[0].recording.series.map(\.glucose.mgdL) == [100, 131, 102])
    #expect(bundle.people[0].conflictingReadingCount == 1)
    let conflict = try #require(bundle.conflicts.first)
    #expect(bundle.conflicts.count == 1)
    #expect(conflict.kept == .init(glucose: .mgdL(131), unit: .mgdL, source: "b.csv", line: nil))
    #expect(
      conflict.discarded == .init(glucose: .mgdL(101), unit: .mgdL, source: "a.csv", line: nil))
    let lines = ReadingConflict.summary(of: bundle.conflicts, in: .mgdL)
    #expect(lines.first?.contains("of the last file was kept") == true)
  }

  @Test func aReadingRoundedInTwoFilesIsNotAConflict() throws {
    let one = "time,glucose (mg/dL)\n2025-01-01T00:00:00Z,100\n2025-01-01T00:05:00Z,110\n"
    let two = "time,glucose (mmol/L)\n2025-01-01T00:00:00Z,5.6\n2025-01-01T00:05:00Z,6.4\n"
    let bundle = try FileBundle(
      reading: storedZip([("a.csv", one), ("b.csv", two)]), options: ReadOptions(zone: nil))
    #expect(bundle.people[0].duplicateReadingCount == 2)
    #expect(bundle.conflicts.map(\.kept.glucose) == [.mmolL(6.4)])
    #expect(
      bundle.conflicts.first?.description
        == "2025-01-01T00:05:00Z: 6.4 mmol/L kept, 110 mg/dL discarded.")
  }
}

/// Returns an uncompressed zip archive of files with these texts.
func storedZip(_ files: [(name: String, text: String)]) -> [UInt8] {
  storedZip(files.map { (name: $0.name, bytes: Array($0.text.utf8)) })
}

/// Returns the bytes of a zip archive with uncompressed files.
func storedZip(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  var body: [UInt8] = []
  var directory: [UInt8] = []
  for (name, content) in files {
    var checksum = Checksum()
    checksum.add(content)
    let sizes =
      bytes(Int(checksum.value), 4) + bytes(content.count, 4) + bytes(content.count, 4)
    let common = bytes(0, 2) + bytes(0, 2) + bytes(0, 4) + sizes + bytes(name.utf8.count, 2)
    directory +=
      bytes(0x0201_4B50, 4) + bytes(20, 2) + bytes(20, 2) + common + bytes(0, 2) + bytes(0, 2)
      + bytes(0, 2) + bytes(0, 2) + bytes(0, 4) + bytes(body.count, 4) + Array(name.utf8)
    body += bytes(0x0403_4B50, 4) + bytes(20, 2) + common + bytes(0, 2) + Array(name.utf8)
    body += content
  }
  let end =
    bytes(0x0605_4B50, 4) + bytes(0, 4) + bytes(files.count, 2) + bytes(files.count, 2)
    + bytes(directory.count, 4) + bytes(body.count, 4) + bytes(0, 2)
  return body + directory + end
}
