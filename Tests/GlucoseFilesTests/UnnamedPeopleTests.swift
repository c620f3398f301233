import Foundation
import GlucoseMath
import GlucoseTestSupport
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

  /// A virtual person's glucose at minutes: the mean of a day, meals, and a slow drift.
  private struct VirtualPerson {
    private var meals: [(minute: Double, height: Double, width: Double)] = []
    private var random: SeededGenerator

    init(_ seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for day in -1..<6 {
        for _ in 0..<5 {
          meals.append(
            (
              minute: (Double(day) + uniform()) * 1440, height: 30 + 100 * uniform(),
              width: 30 + 40 * uniform()
            ))
        }
      }
    }

    private mutating func uniform() -> Double { Double(random.next() >> 11) * 0x1p-53 }

    func value(_ minute: Double) -> Double {
      meals.reduce(100 + 10 * sin(minute / 400)) { sum, meal in
        let distance = (minute - meal.minute) / meal.width
        return sum + meal.height * exp(-distance * distance / 2)
      }
    }

    /// Returns readings every five minutes with the noise of a sensor.
    func readings(from minute: Double = 0, count: Int = 576, noise: Double = 2) -> [Double] {
      var copy = self
      return (0..<count).map {
        value(minute + Double($0) * 5) + noise * (2 * copy.uniform() - 1)
      }
    }
  }

  private static let anna = VirtualPerson(1).readings()
  private static let ole = VirtualPerson(2).readings()

  /// A table of readings every five minutes.
  private func table(from second: Int = 0, unit: GlucoseUnit = .mgdL, _ values: [Double]) -> String
  {
    table(from: second, count: values.count, unit: unit) { values[$0] }
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

  @Test func sensorsWithOtherReadingsForADayAreOfDifferentPeople() throws {
    let bundle = try people([
      ("subject01.csv", table(from: 10, Self.anna)),
      ("subject02.csv", table(from: 40, unit: .mmolL, Self.ole)),
    ])
    #expect(bundle.people.map(\.id) == ["subject01.csv", "subject02.csv"])
    #expect(bundle.people.map(\.recording.series.count) == [576, 576])
    #expect(bundle.people.map(bundle.unit(of:)) == [.mgdL, .mmolL])
    #expect(bundle.conflicts.isEmpty)
  }

  /// Two sensors of one person, or a clock hours ahead, are not distinguished from two people.
  @Test func sensorsAtOneTimeWithoutEqualReadingsAreOfDifferentPeople() throws {
    let person = VirtualPerson(1)
    let sensor = table(Self.anna)
    let second = person.readings(noise: 10).map { 0.92 * $0 + 8 }
    for other in [table(from: 90, second), table(from: 3600, Self.anna)] {
      #expect(try ids([("a.csv", sensor), ("b.csv", other)]) == ["a.csv", "b.csv"])
    }
    // Worn in sequence: 35 minutes of both, 6 mg/dL apart.
    let next = person.readings(from: 2845).map { $0 + 6 }
    #expect(try ids([("a.csv", sensor), ("b.csv", table(from: 2845 * 60, next))]) == [nil])
    // A clock two minutes ahead.
    #expect(try ids([("a.csv", sensor), ("b.csv", table(from: 119, Self.anna))]) == [nil])
  }

  /// Exports of one person remain together beside another person's.
  @Test func exportsThatRepeatReadingsAreJoinedBesideAnotherPerson() throws {
    let files: [(name: String, text: String)] = [
      ("1.csv", table(Self.anna)), ("2.csv", table(Self.ole)),
      ("3.csv", table(from: 90, unit: .mmolL, Self.anna)),
      ("4.csv", table(every: 900, count: 192) { Self.ole[$0 * 3] }),
    ]
    let bundle = try people(files)
    #expect(bundle.people.map(\.id) == ["1.csv", "2.csv"])
    #expect(UnnamedPeople.names(bundle.members) == ["1.csv", "2.csv", "1.csv", "2.csv"])
  }

  @Test func lessThanADayIsNoEvidence() throws {
    let (anna, ole) = (Self.anna.prefix(280), Self.ole.prefix(280))
    #expect(try ids([("a.csv", table(Array(anna))), ("b.csv", table(Array(ole)))]) == [nil])
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
    // The letter u with a diaeresis as one scalar, and as two.
    #expect(PatientName.hash(["J\u{FC}rgen"]) == PatientName.hash(["Ju\u{308}rgen"]))
    #expect(PatientName.hash(["J\u{FC}rgen"]) != PatientName.hash(["Jurgen"]))
    #expect(PatientName.hash(["", " "]) == nil)
  }

  @Test func filesOfAFolderBelongTogether() throws {
    let insulin = "time,glucose,note\n2025-05-05T12:00:00Z,90,x\n"
    let files: [(name: String, text: String)] = [
      ("anna/cgm.csv", table(Self.anna)), ("anna/more.csv", insulin),
      ("ole/cgm.csv", table(from: 30, Self.ole)), ("ole/more.csv", insulin),
    ]
    let bundle = try people(files)
    #expect(bundle.people.map(\.id) == ["anna/cgm.csv", "ole/cgm.csv"])
    #expect(bundle.people.map(\.recording.series.count) == [577, 577])
    // In one folder, nothing shows to whom the others belong.
    let flat = files.map { (name: $0.name.replacing("/", with: "-"), text: $0.text) }
    #expect(try ids(flat).count == 4)
  }

  /// Files without a sensor's readings join the only person whom their name or folder shows.
  @Test func dosesBelongToThePersonOfTheirNameOrFolder() throws {
    let doses = """
      [{"_id": "5a0000000000000000000001", "eventType": "Meal Bolus", "insulin": 4,
        "created_at": "2025-05-01T12:00:00Z"}]
      """
    func names(_ name: String) throws -> [String?] {
      UnnamedPeople.names(
        try people([
          ("s/01.csv", table(Self.anna)), ("s/02.csv", table(Self.ole)), (name, doses),
        ]).members)
    }
    #expect(try names("s/02.json") == ["s/01.csv", "s/02.csv", "s/02.csv"])
    #expect(try names("doses/02.json") == ["s/02.csv", "s/01.csv", "s/02.csv"])
    // Of no person, or of either.
    #expect(try names("s/treatments.json") == ["s/01.csv", "s/02.csv", "s/treatments.json"])
    #expect(try names("s/doses/03.json") == ["s/01.csv", "s/02.csv", "s/doses/03.json"])
    let nested = try people([
      ("anna/cgm/1.csv", table(Self.anna)), ("ole/cgm/1.csv", table(Self.ole)),
      ("ole/doses/1.json", doses),
    ])
    #expect(
      UnnamedPeople.names(nested.members) == ["anna/cgm/1.csv", "ole/cgm/1.csv", "ole/cgm/1.csv"])
    #expect(nested.people.map(\.recording.events.count) == [0, 1])
    // Beside the files of one person.
    #expect(try ids([("entries.csv", table(Self.anna)), ("treatments.json", doses)]) == [nil])
  }

  @Test func peopleWhoseFilesHaveOneNameRemainApart() throws {
    let bundle = try people([
      ("cgm.csv", table(Self.anna)), ("cgm.csv", table(from: 30, Self.ole)),
      ("cgm.csv", table(VirtualPerson(3).readings())),
    ])
    #expect(bundle.people.map(\.id) == ["cgm.csv", "cgm.csv (2)", "cgm.csv (3)"])
    #expect(bundle.people.map(\.recording.series.count) == [576, 576, 576])
    #expect(bundle.conflicts.isEmpty)
  }
}
