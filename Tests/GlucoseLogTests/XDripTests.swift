// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import GlucoseMath
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
      #expect(file.unusableReadings == 0)
      #expect(file.treatmentsWithoutAmount == 0)
      #expect(
        file.events.map(\.kind) == [.meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5))])
      #expect(file.events.map(\.note) == ["porridge", nil])
      #expect(file.events.allSatisfy { $0.time == Date(timeIntervalSince1970: 1_761_439_200) })
      #expect(try bytes(path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["xdrip.sqlite"])
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
      #expect(try log.series(everything).count == 22)
      #expect(try log.excludedSeries(everything, from: "xDrip").count == 2)
      #expect(try log.series(everything, from: "xDrip meter").count == 1)
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
