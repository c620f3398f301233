// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The files of an archive without identifiers belong to one person unless they show the contrary.
struct UnnamedPeopleTests {
  private func table(
    from second: Int = 0, every step: Int = 300, count: Int = 12, unit: GlucoseUnit = .mgdL,
    _ value: (Int) -> Double
  ) -> String {
    var text = "time,glucose (\(unit.rawValue))\n"
    for row in 0..<count {
      let time = Date(timeIntervalSince1970: 1_746_086_400 + Double(second + row * step))
      let number = Glucose.mgdL(value(row)).value(in: unit)
      text += "\(time.ISO8601Format()),\(String(format: unit == .mgdL ? "%.0f" : "%.1f", number))\n"
    }
    return text
  }

  private func people(_ files: [(name: String, text: String)]) throws -> FileBundle {
    let bundle = try FileBundle(reading: storedZip(files), options: ReadOptions(zone: .gmt))
    #expect(bundle.unread.isEmpty)
    return bundle
  }

  private func ids(_ files: [(name: String, text: String)]) throws -> [String?] {
    try people(files).people.map(\.id)
  }

  private func clarity(_ first: String, _ last: String, day: Int, _ value: Int) -> String {
    var text = """
      Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,\
      Source Device ID,Glucose Value (mg/dL),Insulin Value (u),Carb Value (grams),\
      Duration (hh:mm:ss),Glucose Rate of Change (mg/dL/min),Transmitter Time (Long Integer),\
      Transmitter ID
      1,,FirstName,,\(first),,,,,,,,,
      2,,LastName,,\(last),,,,,,,,,

      """
    for row in 0..<6 {
      text += "\(row + 3),2025-05-0\(day)T08:0\(row):00,EGV,,,,iOS G6,\(value + row),,,,,,8A\n"
    }
    return text
  }

  @Test func sensorsWithOtherReadingsAtTheSameTimeAreOfDifferentPeople() throws {
    let bundle = try people([
      ("subject01.csv", table(from: 10) { Double(80 + $0) }),
      ("subject02.csv", table(from: 40, unit: .mmolL) { Double(250 + $0) }),
    ])
    #expect(bundle.people.map(\.id) == ["subject01.csv", "subject02.csv"])
    #expect(bundle.people.map(\.recording.series.count) == [12, 12])
    #expect(bundle.people.map(bundle.unit(of:)) == [.mgdL, .mmolL])
    #expect(bundle.conflicts.isEmpty)
  }

  @Test func exportsThatRepeatReadingsAreOfOnePerson() throws {
    let values = { (row: Int) in Double(100 + row * 7 % 60) }
    let whole = table(count: 40, values)
    let later = table(from: 20 * 300, count: 40) { values($0 + 20) }
    let rounded = table(from: 70, count: 40, unit: .mmolL, values)
    #expect(try ids([("a.csv", whole), ("b.csv", whole)]) == [nil])
    #expect(try ids([("a.csv", whole), ("b.csv", later)]) == [nil])
    #expect(try ids([("a.csv", whole), ("b.csv", rounded)]) == [nil])
    // Every third reading.
    #expect(try ids([("a.csv", whole), ("b.csv", table(every: 900) { values($0 * 3) })]) == [nil])
  }

  @Test func filesThatDoNotOverlapAreOfOnePerson() throws {
    let first = table { Double(80 + $0) }
    #expect(
      try ids([("a.csv", first), ("b.csv", table(from: 86_400) { Double(200 + $0) })]) == [nil])
    // A meter's readings are hours apart.
    let meter = table(every: 7200, count: 8) { Double(150 + $0) }
    let sensor = table(count: 200) { Double(80 + $0 % 50) }
    #expect(try ids([("cgm.csv", sensor), ("bg.csv", meter)]) == [nil])
  }

  /// A few contradictions are conflicts within the readings of one person.
  @Test func aFewReadingsAreNoEvidence() throws {
    let files: [(name: String, text: String)] = [
      ("a.csv", table(count: 5) { _ in 80 }), ("b.csv", table(count: 5) { _ in 250 }),
    ]
    let bundle = try people(files)
    #expect(bundle.people.map(\.id) == [nil])
    #expect(bundle.conflicts.count == 5)
  }

  @Test func theNamesOfPatientsDecide() throws {
    let anna = clarity("Anna", "Berg", day: 1, 80)
    let later = clarity("Anna", "Berg", day: 2, 90)
    let ole = clarity("Ole", "Dahl", day: 3, 150)
    let unnamed = clarity("", "", day: 4, 150)
    #expect(try ids([("1.csv", anna), ("2.csv", ole)]) == ["1.csv", "2.csv"])
    #expect(try ids([("1.csv", anna), ("2.csv", later)]) == [nil])
    #expect(try ids([("1.csv", anna), ("2.csv", unnamed)]) == [nil])
    #expect(
      try ids([("1.csv", anna), ("2.csv", ole), ("3.csv", later)]) == ["1.csv", "2.csv"])
    // In any order and case.
    #expect(PatientName.hash(["Anna", "Berg"]) == PatientName.hash(["BERG, Anna"]))
    #expect(PatientName.hash(["", " "]) == nil)
  }

  @Test func filesOfAFolderBelongTogether() throws {
    let insulin = "time,glucose,note\n2025-05-01T12:00:00Z,90,x\n"
    let files: [(name: String, text: String)] = [
      ("anna/cgm.csv", table { Double(80 + $0) }), ("anna/more.csv", insulin),
      ("ole/cgm.csv", table(from: 30) { Double(250 + $0) }), ("ole/more.csv", insulin),
    ]
    let bundle = try people(files)
    #expect(bundle.people.map(\.id) == ["anna/cgm.csv", "ole/cgm.csv"])
    #expect(bundle.people.map(\.recording.series.count) == [13, 13])
    // In one folder, nothing shows to whom the others belong.
    let flat = files.map { (name: $0.name.replacing("/", with: "-"), text: $0.text) }
    #expect(try ids(flat).count == 4)
  }
}
