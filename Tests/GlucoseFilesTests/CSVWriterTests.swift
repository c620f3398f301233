import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

struct CSVWriterTests {
  private func subject(_ id: String?, _ readings: [Reading]) throws -> ImportedPerson {
    try ImportedPerson(id: id, recording: Recording(series: GlucoseSeries(readings)))
  }

  @Test func writesATableWithItsUnitInTheHeader() throws {
    let reading = try Reading(time: instant("2025-06-06T16:50:27Z"), glucose: .mgdL(174))
    let low = try Reading(
      time: instant("2025-06-06T16:55:27Z"), glucose: .mgdL(40.5),
      flags: [.belowDeviceLimit, .ambiguousLocalTime])
    let subjects = try [subject("Subject 1", [reading, low])]
    #expect(
      CSVWriter(unit: .mgdL, zone: .gmt).string(of: subjects) == """
        id,time,gl (mg/dL),flags
        Subject 1,2025-06-06T16:50:27Z,174,
        Subject 1,2025-06-06T16:55:27Z,40.5,low repeated

        """)
    let bare = try CSVWriter(unit: .mgdL, zone: zone("Asia/Kathmandu"), isBare: true)
    #expect(
      bare.string(of: subjects) == """
        id,time,gl
        Subject 1,2025-06-06T22:35:27+05:45,174
        Subject 1,2025-06-06T22:40:27+05:45,40.5

        """)
  }

  @Test(arguments: ["Etc/UTC", "Europe/Oslo", "America/St_Johns", "Australia/Lord_Howe"])
  func aWrittenTableIsReadBackExactly(_ zoneName: String) throws {
    var random = SeededGenerator(seed: 5)
    let ids = ["A", "B, junior", "\"C\"", " D ", "#5", "line\nbreak", "Ø"]
    let subjects = try ids.map { id in
      try subject(
        id,
        (0..<400).map { _ in
          Reading(
            time: Date(
              timeIntervalSinceReferenceDate: .random(in: 3e8...1.2e9, using: &random)),
            glucose: .mgdL(.random(in: 10...1000, using: &random)),
            flags: ReadingFlags(rawValue: .random(in: 0...7, using: &random)))
        })
    }
    let bytes = try CSVWriter(unit: .mgdL, zone: zone(zoneName)).bytes(of: subjects)
    let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil))
    #expect(file.report.rejected.isEmpty)
    #expect(file.people == subjects)
  }

  @Test func writesMillimolesToTheLastPlace() throws {
    var random = SeededGenerator(seed: 6)
    let original = try subject(
      nil,
      (0..<500).map { index in
        Reading(
          time: Date(timeIntervalSinceReferenceDate: 8e8 + Double(index) * 300.125),
          glucose: .mgdL(.random(in: 20...600, using: &random)))
      })
    let bytes = CSVWriter(unit: .mmolL, zone: .gmt).bytes(of: [original])
    let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil))
    let series = file.people[0].recording.series
    #expect(series.times == original.recording.series.times)
    for (read, written) in zip(series.values, original.recording.series.values) {
      #expect(abs(read - written) <= written.ulp)
    }
  }

  @Test func piecesEqualTheWholeTable() throws {
    let original = try subject(
      "A",
      (0..<20_000).map {
        Reading(
          time: Date(timeIntervalSinceReferenceDate: 8e8 + Double($0) * 60), glucose: .mgdL(100))
      })
    var pieces: [[UInt8]] = []
    CSVWriter(unit: .mgdL, zone: .gmt).write([original]) { pieces.append($0) }
    #expect(pieces.count > 5)
    #expect(Array(pieces.joined()) == CSVWriter(unit: .mgdL, zone: .gmt).bytes(of: [original]))
  }

  @Test func rethrowsTheErrorOfTheSink() throws {
    struct Full: Error {}
    let original = try subject(
      "A", [Reading(time: Date(timeIntervalSinceReferenceDate: 0), glucose: .mgdL(100))])
    #expect(throws: Full.self) {
      try CSVWriter(unit: .mgdL, zone: .gmt).write([original]) { _ throws(Full) in throw Full() }
    }
  }

  @Test func writesTimesBeforeTheReferenceDate() throws {
    let times = ["1999-12-31T23:59:59Z", "1990-01-01T00:00:00Z", "2000-02-29T12:00:00Z"]
    let original = try subject(
      nil, times.map { try Reading(time: instant($0), glucose: .mgdL(100)) })
    let file = try GlucoseFile(
      reading: CSVWriter(unit: .mgdL, zone: zone("America/New_York")).bytes(of: [original]),
      options: ReadOptions(zone: nil))
    #expect(file.people == [original])
  }
}
