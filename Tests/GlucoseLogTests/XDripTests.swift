#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import GRDB
  import Testing

  struct XDripTests {
    let folder: Folder
    let path: String

    init() throws {
      folder = try Folder()
      path = folder.file("xdrip.sqlite")
      try FileManager.default.copyItem(atPath: fixture("xdrip.sqlite"), toPath: path)
    }

    @Test func readsReadingsTreatmentsAndDropsOfBlood() throws {
      let before = try bytes(path)
      let file = try XDripFile(at: path, in: oslo)
      #expect(file.series.count == 24)
      #expect(file.excluded.count == 2)
      #expect(file.series.first?.time == Date(timeIntervalSince1970: 1_761_437_400))
      #expect(file.series.first?.glucose.mgdL == 79.36300761629937)
      #expect(file.meter.map(\.glucose.mgdL) == [112])
      #expect(file.invalidReadingCount == 0)
      #expect(file.treatmentWithoutAmountCount == 0)
      #expect(
        file.events.map(\.content) == [
          .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
        ])
      #expect(file.rowCount == 26)
      #expect(file.acceptedCount == 26)
      #expect(file.includedSeries.count == 22)
      #expect(file.events.map(\.note) == ["porridge", nil])
      #expect(file.events.allSatisfy { $0.time == Date(timeIntervalSince1970: 1_761_439_200) })
      #expect(try bytes(path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["xdrip.sqlite"])
    }

    /// Runs statements on the database of xDrip.
    private func change(_ statements: String...) throws {
      try DatabaseQueue(path: path).write { db in
        for statement in statements { try db.execute(sql: statement) }
      }
    }

    /// xDrip stores 38 in place of a value that it could not calculate.
    @Test(arguments: [(38.0, 23), (37, 24), (12, 23)])
    func anErrorIsNoReading(value: Double, count: Int) throws {
      try change("UPDATE BgReadings SET dg_mgdl = 0, calculated_value = \(value) WHERE _id = 1")
      #expect(try XDripFile(at: path, in: oslo).series.count == count)
    }

    @Test func readsTheInsulinsThatATreatmentNames() throws {
      try change(
        "DELETE FROM Treatments",
        """
        INSERT INTO Treatments(timestamp, insulin, insulinJSON, uuid) VALUES
        (1761439200000, 10, '[{"insulin":"NovoRapid","units":4},{"insulin":"Lantus","units":6}]', 'a'),
        (1761439260000, 3, '[{"insulin":"Actrapid","units":3}]', 'b'),
        (1761439320000, 5, '[{"insulin":"Fiasp","units":3}]', 'c'),
        (1761439380000, 2, 'no JSON', 'd'),
        (1761439440000, 8, '[{"insulin":"Humalog Mix 25","units":8}]', 'e')
        """)
      let file = try XDripFile(at: path, in: oslo)
      #expect(
        file.events.map(\.content) == [
          .insulin(InsulinDose(units: 4, action: .rapidActing)),
          .insulin(InsulinDose(units: 6, action: .longActing)),
          .insulin(InsulinDose(units: 3, action: .shortActing)), .insulin(InsulinDose(units: 5)),
          .insulin(InsulinDose(units: 2)),
          .insulin(InsulinDose(units: 8, action: .premixed)),
        ])
      #expect(Set(file.events.map(\.id)).count == 6)
      #expect(file.events.first?.id.rawValue == "xdrip:a:insulin")
    }

    @Test func readsNotesAndCountsEmptyRecords() throws {
      try change(
        "DELETE FROM Treatments",
        """
        INSERT INTO Treatments(timestamp, carbs, insulin, notes, uuid) VALUES
        (1761439200000, 0, 0, 'a long walk', 'a'), (1761439260000, NULL, NULL, ' ', 'b'),
        (NULL, 20, NULL, NULL, 'c'), (1761439320000, 'many', 'x', NULL, 'd')
        """)
      let file = try XDripFile(at: path, in: oslo)
      #expect(file.events.map(\.note) == ["a long walk"])
      #expect(file.events.first?.content.category == .note)
      #expect(file.treatmentWithoutAmountCount == 3)
      #expect(file.rowCount == 29)
      #expect(file.acceptedCount == 26)
    }

    @Test func takesCalibrationsUnlessTheyAreOfADropThatWasTested() throws {
      try change(
        """
        INSERT INTO Calibration(timestamp, bg, uuid) VALUES
        (1761439230000, 112, 'same'), (1761440000000, 95, 'other'), (1761440600000, 112, 'later')
        """,
        """
        INSERT INTO BloodTest(timestamp, mgdl, state, uuid) VALUES
        (1761441000000, 88, 9, 'undone'), (1761441300000, 90, 1, 'valid')
        """)
      let file = try XDripFile(at: path, in: oslo)
      #expect(file.meter.map(\.glucose.mgdL) == [112, 95, 112, 90])
      #expect(file.duplicateReadingCount == 1)
      #expect(file.withdrawnReadingCount == 1)
      #expect(
        file.acceptedCount + file.invalidReadingCount + file.duplicateReadingCount
          + file.withdrawnReadingCount
          + file.treatmentWithoutAmountCount == file.rowCount)
    }

    @Test(arguments: [
      ("13", true), ("12", false), ("1", false), ("'LOW'", false), ("NULL", false), ("9e99", false),
      ("x'00ff'", false), ("34.5", true), ("1000", true), ("1001", false),
    ])
    func aValueOfAnyTypeIsAReadingOrIsCounted(_ value: String, _ isReading: Bool) throws {
      try change("UPDATE BgReadings SET dg_mgdl = 0, calculated_value = \(value) WHERE _id = 1")
      let file = try XDripFile(at: path, in: oslo)
      #expect(file.series.count == (isReading ? 24 : 23))
      #expect(file.invalidReadingCount == (isReading ? 0 : 1))
    }

    @Test(arguments: [(99, 1), (100, 0)])
    func distinguishesConflictsFromDuplicates(_ value: Int, _ count: Int) throws {
      let first = "(SELECT timestamp FROM BgReadings WHERE _id = 1)"
      try change(
        "UPDATE BgReadings SET dg_mgdl = 100 WHERE _id = 1",
        "UPDATE BgReadings SET dg_mgdl = \(value), timestamp = \(first) WHERE _id = 2")
      let file = try XDripFile(at: path, in: oslo)
      #expect(file.duplicateReadingCount == 1)
      #expect(file.conflictingReadingCount == count)
    }

    @Test(arguments: ["'soon'", "NULL", "9e99", "-5"])
    func aTimeOfAnyTypeIsOneOrIsCounted(_ time: String) throws {
      try change("UPDATE BgReadings SET timestamp = \(time) WHERE _id = 1")
      #expect(try XDripFile(at: path, in: oslo).invalidReadingCount == 1)
    }

    @Test func addsTheSameOnlyOnce() throws {
      let log = try Logbook.inMemory()
      let file = try XDripFile(at: path, in: oslo)
      let first = try log.add(file)
      #expect(first.readings.added == 25)
      #expect(first.events.added == 2)
      let second = try log.add(XDripFile(at: path, in: oslo))
      #expect(second.readings.unchanged == 25)
      #expect(second.events.unchanged == 2)
      #expect(try log.series(in: everything).count == 22)
      #expect(try log.unusedReadings(in: everything, from: "xDrip").excluded.count == 2)
      #expect(try log.series(in: everything, from: "xDrip meter").count == 1)
    }

    @Test func refusesOtherFiles() throws {
      let log = folder.file()
      try fill(Logbook(at: log))
      let text = folder.file("text")
      try Data("no database, but long enough to be asked whether it is one".utf8)
        .write(to: URL(fileURLWithPath: text))
      for path in [log, text] {
        let error = try #require(throws: LogbookError.self) { try XDripFile(at: path, in: oslo) }
        #expect(error.reason == .notALogbook)
      }
      let error = try #require(throws: LogbookError.self) {
        try XDripFile(at: folder.file("absent"), in: oslo)
      }
      #expect(error.reason == .inaccessible)
    }
  }
#endif
