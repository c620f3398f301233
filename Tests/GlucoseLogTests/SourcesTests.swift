#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseMath
  import Testing

  @testable import GlucoseLog

  struct SourcesTests {
    let log: Logbook

    init() throws { log = try fullLogbook() }

    func reason(_ body: () throws -> Void) throws -> LogbookError.Reason {
      try #require(throws: LogbookError.self, performing: body).reason
    }

    @Test func countsWhatIsExcludedAndWhatConflicts() throws {
      #expect(try log.add([reading(0, 41), reading(5, 99.5)], from: "sensor").conflicting == 1)
      let sensor = try #require(try log.sources().first)
      #expect(sensor.count == 4)
      #expect(sensor.excludedCount == 1)
      #expect(sensor.conflictingCount == 1)
      #expect(sensor.timeRange == minutes(0)...minutes(15))
      try log.includeReadings(in: everything, from: "sensor")
      #expect(try log.sources().map(\.excludedCount) == [0, 0, 0])
      #expect(try log.sources().map(\.conflictingCount) == [1, 0, 0])
      try log.check()
    }

    /// A million readings are counted in a third of the time if those with marks are not searched for.
    @Test func findsReadingsWithMarksInAnIndexOfTheirOwn() throws {
      let statements = Lock<[String]>([])
      let database = try log.database()
      database.writeWithoutTransaction { db in
        db.trace { event in
          if case .statement(let statement) = event {
            statements.withLock { $0.append(statement.expandedSQL) }
          }
        }
      }
      _ = try log.sources()
      try database.writeWithoutTransaction { db in
        db.trace()
        let queries = statements.withLock(\.self).filter { $0.contains("marks >") }
        #expect(queries.count == 3)
        for query in queries {
          let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map {
            $0["detail"] as String
          }
          #expect(plan.contains { $0.contains("INDEX readingsWithMarks") }, "\(plan)")
        }
      }
    }

    @Test func renamesASourceAndTakesItBack() throws {
      let before = try log.archive()
      try log.renameSource("sensor", to: "arm")
      #expect(try log.sources().map(\.source) == ["arm", "other sensor", "meter"])
      #expect(try log.series(in: everything, from: "arm").count == 3)
      let after = try log.archive()
      #expect(try log.undo()?.items == [.source(before: "arm", after: "sensor")])
      #expect(try log.archive() == before)
      try log.redo()
      #expect(try log.archive() == after)
      #expect(
        try reason { try log.renameSource("arm", to: "meter") }
          == .sourceExists("meter", kind: .meter))
      #expect(try reason { try log.renameSource("sensor", to: "x") } == .noSuchSource("sensor"))
      #expect(try reason { try log.renameSource("arm", to: "a\0b") } == .invalidText)
      try log.check()
    }

    /// A sensor whose readings go on under the old name is a new source.
    @Test func leavesARenamedSourceWhoseNameIsInUseAgain() throws {
      try log.renameSource("sensor", to: "arm")
      try log.add([reading(99)], from: "sensor")
      let before = try log.archive()
      try log.undo()
      #expect(try log.archive() == before)
    }

    @Test func removesASourceAndTakesItBackInItsPlace() throws {
      try log.add([reading(0, 41)], from: "sensor")
      let before = try log.archive()
      #expect(try log.removeSource("sensor") == 4)
      #expect(try log.sources().map(\.source) == ["other sensor", "meter"])
      #expect(try log.unusedReadings(in: everything, from: "sensor").conflicting.isEmpty)
      let after = try log.archive()
      try log.undo()
      #expect(try log.archive() == before)
      try log.redo()
      #expect(try log.archive() == after)
      #expect(try reason { _ = try log.removeSource("sensor") } == .noSuchSource("sensor"))
    }

    @Test func mergesTwoSourcesInOneStep() throws {
      let before = try log.archive()
      let result = try log.mergeSource("other sensor", into: "sensor")
      #expect(counts(result) == [1, 0, 0, 1])
      #expect(try log.sources().map(\.source) == ["sensor", "meter"])
      #expect(
        try log.series(in: everything, from: "sensor").map(\.glucose.mgdL) == [40, 111, 99.5, 400])
      #expect(
        try log.unusedReadings(in: everything, from: "sensor").conflicting
          == [reading(5, 98, .ambiguousLocalTime)])
      let after = try log.archive()
      try log.undo()
      #expect(try log.archive() == before)
      try log.redo()
      #expect(try log.archive() == after)
      #expect(
        try reason { _ = try log.mergeSource("meter", into: "sensor") }
          == .sourceExists("sensor", kind: .sensor))
      try log.check()
    }

    @Test func takesAFileBackWithItsReadingsAndSources() throws {
      let before = try log.archive()
      let recording = Recording(
        series: try GlucoseSeries([reading(0, 41), reading(20, 100)]), events: [meal("of a file")])
      let meter = try GlucoseSeries([reading(3, 90)])
      let scans = try GlucoseSeries([reading(7, 95)])
      for _ in 1...2 {
        let result = try log.add(recording, meter: meter, scans: scans, from: "file")
        #expect(counts(result.readings) == [4, 0, 0, 0] && result.events.added == 1)
        #expect(try log.sources().map(\.kind).suffix(3) == [.sensor, .meter, .scan])
        let again = try log.add(recording, meter: meter, scans: scans, from: "file")
        #expect(again.readings.unchanged == 4)
        let after = try log.archive()
        try log.undo()
        #expect(try log.archive() == before)
        try log.redo()
        #expect(try log.archive() == after)
        try log.undo()
      }
      // Of a source that exists, only what is new goes; a conflict goes, too.
      try log.add(recording, from: "sensor")
      try log.undo()
      #expect(try log.archive() == before)
    }

    /// The readings of a second sensor stay in the file, and are in no series; repetitions are not stored.
    @Test func storesReadingsBesideThoseOfASensor() throws {
      let log = try Logbook.inMemory()
      let recording = Recording(series: try GlucoseSeries([reading(0, 100), reading(5, 101)]))
      let beside = [reading(0, 100), reading(1, 140), reading(5, 150), reading(6, 141)]
      for result in [[5, 0, 0, 0], [0, 5, 0, 0]] {
        let found = try log.add(recording, parallel: beside, from: "file").readings
        #expect(counts(found) == result)
      }
      #expect(try log.series(in: everything) == recording.series)
      #expect(
        try log.series(in: everything, from: "file parallel") == GlucoseSeries(beside.dropFirst()))
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      #expect(try copy.archive() == log.archive())
      try log.undo()
      #expect(try log.sources().isEmpty)
    }

    /// Two sensors overlap for half a day. Each file has what was recorded until then, and another sensor leads
    /// in it; or one sensor each.
    @Test(arguments: [true, false], [false, true])
    func overlappingFilesOfTwoSensorsContinueOneOfThem(areAlone: Bool, areMerged: Bool) throws {
      let first = (0..<192).map { reading(Double($0) * 15, 100) }
      let second = (144..<400).map { reading(Double($0) * 15 + 7, 180) }
      let files =
        areAlone
        ? [(first, []), (second, [])]
        : [
          (first, Array(second.prefix(48))), (first.prefix(144) + second, Array(first.suffix(48))),
        ]
      let log = try Logbook.inMemory()
      var results: [StoreResult] = []
      for (leading, beside) in files {
        let recording = Recording(series: try GlucoseSeries(leading))
        if areMerged {
          let file = try Logbook.inMemory()
          try file.add(recording, parallel: beside, from: "s")
          results.append(try log.merge(file.archive()).readings)
        } else {
          results.append(try log.add(recording, parallel: beside, from: "s").readings)
        }
      }
      #expect(results.map(\.added).reduce(0, +) == 448)
      #expect(results.map(\.conflicting) == [0, 0])
      let series = try log.series(in: everything)
      // Of the second, what follows the first by more than its silence of 20 minutes.
      let rest = second.filter { $0.time > first[191].time.addingTimeInterval(1200) }
      #expect(Array(series) == first + rest)
      try log.undo()
      #expect(try log.series(in: everything) == GlucoseSeries(first))
    }

    /// A file that fills the gaps of an earlier one is of the same sensor.
    @Test func aFileThatFillsGapsIsNoOther() throws {
      let all = (0..<400).map { reading(Double($0) * 5, 100) }
      let log = try Logbook.inMemory()
      let part = all.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
      try log.add(Recording(series: try GlucoseSeries(part)), from: "s")
      try log.add(Recording(series: try GlucoseSeries(all)), from: "s")
      #expect(try log.series(in: everything).count == 400)
      #expect(try log.sources().count == 1)
    }

    /// The readings of a sensor that came since stay, and so does their source.
    @Test func takesAFileBackAndLeavesWhatCameSince() throws {
      try log.add(Recording(series: try GlucoseSeries([reading(0)])), from: "file")
      try log.add([reading(5)], from: "file")
      try log.undo()
      #expect(try log.series(in: everything, from: "file") == GlucoseSeries([reading(5)]))
      try log.redo()
      #expect(try log.series(in: everything, from: "file").count == 2)
    }

    @Test func keepsTheUndoHistoryWhenAnEmptiedLogbookGetsAnArchive() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("a"))
      let archive = try fullLogbook().archive()
      try log.remove(DiaryEvent.ID(rawValue: "a"))
      try log.merge(archive)
      #expect(try log.archive() == archive)
      try log.undo()
      try log.undo()
      #expect(try log.events(in: everything) == [meal("a")])
    }

    @Test func doesNotAddAgainWhatWasRemoved() throws {
      let other = try fullLogbook()
      let file = Recording(series: GlucoseSeries(), events: [meal("of a file")])
      try log.add(file, from: "file")
      let (meal, soup) = (DiaryEvent.ID(rawValue: "meal"), Favorite.ID(rawValue: "soup"))
      try log.remove(meal)
      try log.remove(soup)
      try log.remove(DiaryEvent.ID(rawValue: "of a file"))
      let removed = try log.archive()
      let result = try log.merge(other)
      #expect(result.events.conflicting == 1 && result.favorites.conflicting == 1)
      #expect(try log.add(file, from: "file").events.conflicting == 1)
      #expect(try log.archive() == removed)
      for _ in 1...3 { try log.undo() }
      #expect(try log.favorites().count == 2)
      // What was taken back was not removed, and what is asked for is added.
      #expect(try log.merge(other).events.unchanged == 6)
      try log.remove(meal)
      try log.add(try #require(try other.event(meal)))
      try log.remove(meal)
      #expect(try log.merge(other, replacing: true).events.added == 1)
    }

    @Test func keepsAConflictingReadingMarked() throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      try log.add([reading(0, 140), reading(5, 120)], from: "s")
      #expect(try log.add([reading(0, 48)], from: "s").conflicting == 1)
      #expect(try log.add([reading(0, 48)], from: "s").conflicting == 1)
      #expect(try log.add([reading(0, 50, .belowDeviceLimit)], from: "s").conflicting == 1)
      let conflicting = [reading(0, 48), reading(0, 50, .belowDeviceLimit)]
      #expect(try log.unusedReadings(in: everything, from: "s").conflicting == conflicting)
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [140, 120])
      #expect(try log.latestReading(atOrBefore: minutes(1)) == reading(0, 140))
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      #expect(try copy.archive() == log.archive())
      #expect(try copy.unusedReadings(in: everything, from: "s").conflicting == conflicting)
      #expect(try log.removeReadings(in: minutes(0)..<minutes(1), from: "s") == 1)
      #expect(try log.unusedReadings(in: everything, from: "s").conflicting.isEmpty)
      try log.undo()
      #expect(try copy.archive() == log.archive())
      try log.check()
    }
  }
#endif
