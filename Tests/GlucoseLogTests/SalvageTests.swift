// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct SalvageTests {
    let folder: Folder
    let path: String
    let archive: Data

    init() throws {
      folder = try Folder()
      path = folder.file()
      let log = try Logbook(at: path)
      try fill(log)
      try log.add((0..<5000).map { reading(Double($0) + 1000) }, from: "sensor")
      try log.add((0..<400).map { meal("event \($0)", Double($0) + 1000) })
      try log.clearUndoHistory()
      archive = try log.archive()
      try log.close()
    }

    /// Overwrites a page, counted from 0, and returns what is salvaged into an empty logbook.
    func salvage(_ pages: [Int], byte: UInt8 = 0xAA) throws -> (log: Logbook, salvage: Salvage) {
      var data = try bytes(path)
      for page in pages {
        for index in (page * 4096)..<((page + 1) * 4096) { data[index] = byte }
      }
      try data.write(to: URL(fileURLWithPath: path))
      let log = try Logbook.inMemory()
      let salvage = try log.salvage(path)
      #expect(try bytes(path) == data)
      try log.check()
      return (log, salvage)
    }

    @Test func readsEverythingOfASoundFile() throws {
      let (log, salvage) = try salvage([])
      #expect(salvage.losses.isEmpty)
      #expect(try log.archive() == archive)
      #expect(try log.undo() != nil)
    }

    /// Every page but the first, which has the names of the tables.
    @Test func readsWhatIsAroundADamagedPageAndStatesWhatIsNot() throws {
      let sound = try bytes(path)
      let count = sound[28..<32].reduce(0) { $0 << 8 | Int($1) }
      let whole = try Logbook.inMemory()
      try whole.merge(archive)
      let ids = try whole.events(in: everything).map(\.id)
      var (lossesOfReadings, lossesOfEvents) = (0, 0)
      for page in 1..<count {
        for byte in [0, 0xAA] as [UInt8] {
          try sound.write(to: URL(fileURLWithPath: path))
          let (log, salvage) = try salvage([page], byte: byte)
          let readings = try log.series(in: everything, from: "sensor")
          let isListed = salvage.losses.contains {
            if case .readings = $0 { true } else { false }
          }
          let missing = try whole.series(in: everything, from: "sensor").count - readings.count
          #expect(missing == 0 || isListed || salvage.losses.contains(.rows(of: "sources")))
          if missing > 0, missing < 1000 { lossesOfReadings += 1 }
          let found = Set(try log.events(in: everything).map(\.id))
          let lost = salvage.losses.compactMap { loss -> DiaryEvent.ID? in
            if case .event(let id, _) = loss { id } else { nil }
          }
          if !salvage.losses.contains(.rows(of: "events")) {
            #expect(Set(lost) == Set(ids).subtracting(found), "page \(page)")
          }
          if !lost.isEmpty, lost.count < 200 { lossesOfEvents += 1 }
        }
      }
      #expect(lossesOfReadings > 20 && lossesOfEvents > 10)
    }

    @Test func statesTheReadingsAroundAGap() throws {
      let sound = try bytes(path)
      let count = sound[28..<32].reduce(0) { $0 << 8 | Int($1) }
      let whole = try Logbook.inMemory()
      try whole.merge(archive)
      let all = try whole.series(in: everything, from: "sensor").map(\.time)
      for page in 1..<count {
        try sound.write(to: URL(fileURLWithPath: path))
        let (log, salvage) = try salvage([page])
        guard case .readings("sensor", let after?, let before?)? = salvage.losses.first,
          salvage.losses.count == 1
        else { continue }
        let left = try log.series(in: everything, from: "sensor").map(\.time)
        #expect(left == all.filter { $0 <= after || $0 >= before })
        return
      }
      Issue.record("No page has readings only")
    }

    @Test func refusesAFileOfAnotherKind() throws {
      let log = try Logbook.inMemory()
      for path in [try fixture("xdrip.sqlite"), folder.path, folder.file("none")] {
        #expect(throws: LogbookError.self) { try log.salvage(path) }
      }
      #expect(try log.timeRange() == nil)
    }
  }
#endif
