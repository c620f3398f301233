#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseMath
  import Testing

  @testable import GlucoseLog

  struct MergeTests {
    let mine: Logbook
    let theirs: Logbook

    init() throws {
      mine = try Logbook.inMemory()
      theirs = try Logbook.inMemory()
    }

    @Test func bringsEverythingIntoAnEmptyLogbook() throws {
      try fill(theirs)
      let intake = try mine.merge(theirs.archive())
      #expect(intake.readings.added == 7)
      #expect(intake.events.added == 6)
      #expect(intake.favorites.added == 2)
      #expect(intake.days.added == 2)
      #expect(try mine.archive() == theirs.archive())
      try mine.check()
    }

    @Test func changesNothingASecondTime() throws {
      try fill(theirs)
      try mine.merge(theirs)
      let before = try mine.archive()
      let again = try mine.merge(theirs)
      #expect(counts(again.readings) == [0, 7, 0, 0])
      #expect(counts(again.events) == [0, 6, 0, 0])
      #expect(counts(again.favorites) == [0, 2, 0, 0])
      #expect(counts(again.days) == [0, 2, 0, 0])
      #expect(again.newlyExcluded == 0)
      #expect(try mine.archive() == before)
      #expect(try mine.merge(mine).readings.unchanged == 7)
    }

    /// A copy of a file, and a later export with more days, have other names.
    @Test func takesAFileUnderAnotherNameForTheSourceOfItsReadings() throws {
      let series = try GlucoseSeries((0..<40).map { reading(Double($0) * 5, 100 + Double($0)) })
      let meter = try GlucoseSeries([reading(3, 90)])
      try mine.add(Recording(series: series), meter: meter, from: "a.csv")
      try mine.excludeReadings(in: minutes(10)..<minutes(20), from: "a.csv")
      let before = try mine.archive()
      try theirs.add(Recording(series: series), meter: meter, from: "copy.csv")
      #expect(try counts(mine.merge(theirs).readings) == [0, 41, 0, 0])
      #expect(try mine.archive() == before)
      let later = try GlucoseSeries(series.dropFirst(20) + [reading(200, 80), reading(205, 81)])
      let other = try Logbook.inMemory()
      try other.add(Recording(series: later), parallel: [reading(101, 70)], from: "later.csv")
      #expect(try counts(mine.merge(other.archive()).readings) == [3, 20, 0, 0])
      #expect(
        try mine.sources().map(\.source.rawValue) == ["a.csv", "a.csv meter", "a.csv parallel"])
      try mine.undo()
      #expect(try mine.archive() == before)
    }

    /// One file has a reading every 15 minutes, the other those between them, too.
    @Test(arguments: [false, true])
    func takesAFileWithFewerReadingsForTheSame(isFirst: Bool) throws {
      let all = (0..<40).map { reading(Double($0) * 5, 100 + Double($0)) }
      let some = stride(from: 0, to: 40, by: 3).map { all[$0] }
      try mine.add(isFirst ? some : all, from: "first")
      try theirs.add(isFirst ? all : some, from: "second")
      #expect(try counts(mine.merge(theirs).readings) == [isFirst ? 26 : 0, 14, 0, 0])
      #expect(try mine.sources().count == 1)
    }

    @Test func takesOtherReadingsForAnotherSource() throws {
      let all = (0..<40).map { reading(Double($0) * 5, 100 + Double($0)) }
      try mine.add(Recording(series: try GlucoseSeries(all)), from: "a.csv")
      let others: [(name: String, readings: [Reading])] = [
        ("eleven.csv", Array(all.prefix(11))),
        ("other value.csv", Array(all.dropLast()) + [reading(195, 50)]),
        ("each has more.csv", Array(all.prefix(10)) + [reading(51, 70)] + all.suffix(10)),
        ("other time.csv", all.map { Reading(time: $0.time + 1, glucose: $0.glucose) }),
      ]
      for (count, other) in others.enumerated() {
        let file = try Logbook.inMemory()
        try file.add(
          Recording(series: try GlucoseSeries(other.readings)),
          from: ReadingSource(rawValue: other.name))
        #expect(try mine.merge(file).readings.added == other.readings.count)
        #expect(try mine.sources().count == count + 2)
      }
      // A logbook that has both is kept as it is.
      let copy = try Logbook.inMemory()
      try copy.add(Recording(series: try GlucoseSeries(all)), from: "a.csv")
      try copy.add(Recording(series: try GlucoseSeries(all)), from: "b.csv")
      try mine.merge(copy)
      #expect(try mine.sources().map(\.source).contains("b.csv"))
    }

    /// The recordings of two people may have an hour above the limit of the device in common.
    @Test func equalReadingsAtTheLimitOfADeviceAreOfTwoSources() throws {
      let high = (0..<12).map { reading(Double($0) * 5, 400, .aboveDeviceLimit) }
      let before = (-20..<0).map { reading(Double($0) * 5, 200 - Double($0)) }
      try mine.add(before + high, from: "first")
      for (count, flags) in [ReadingFlags.aboveDeviceLimit, []].enumerated() {
        let other = try Logbook.inMemory()
        let equal = high.map { Reading(time: $0.time, glucose: $0.glucose, flags: flags) }
        let after = (12..<30).map { reading(Double($0) * 5, 200 + Double($0 + 10 * count)) }
        try other.add(equal + after, from: ReadingSource(rawValue: "other \(count)"))
        #expect(try mine.merge(other).readings.added == 30)
      }
      // Four values are enough, and it is the same whichever of the two has more.
      let varied = (0..<12).map { reading(Double($0) * 5 + 1000, 100 + Double($0 % 4)) }
      try mine.add(varied, from: "varied")
      for part in [varied, Array(varied.dropLast()) + [reading(1055, 103), reading(1060, 300)]] {
        let other = try Logbook.inMemory()
        try other.add(part, from: "copy")
        #expect(try mine.merge(other).readings.unchanged == 12)
      }
    }

    /// A source of another name is compared with those of the logbook by their first readings.
    @Test func aMergeOfVeryManySourcesTakesAFewStatementsForEach() throws {
      func cohort(_ prefix: String, _ value: Double) throws -> Logbook {
        let log = try Logbook.inMemory()
        try log.write { batch in
          for person in 0..<1000 {
            try batch.add(
              (0..<12).map { reading(Double($0) * 5, value + Double(person) / 10 + Double($0)) },
              from: ReadingSource(rawValue: "\(prefix) \(person)"))
          }
        }
        return log
      }
      let (mine, theirs) = (try cohort("mine", 100), try cohort("theirs", 250))
      let statements = Lock(0)
      let database = try mine.database()
      database.writeWithoutTransaction { db in
        db.trace { _ in statements.withLock { $0 += 1 } }
      }
      #expect(try mine.merge(theirs).readings.added == 12_000)
      // Twelve insertions for each.
      #expect(statements.withLock(\.self) < 60_000)
      #expect(try mine.sources().count == 2000)
    }

    @Test(arguments: [false, true])
    func keepsExistingEventsUnlessReplacing(replacing: Bool) throws {
      let favorite = Favorite.ID(rawValue: "f")
      try mine.add([reading(0, 100), reading(5, 101)], from: "s")
      try mine.add(meal("a", carbs: 10))
      try mine.add(Favorite(id: favorite, named: "Mine", .meal(Meal(carbs: 1))))
      try theirs.add([reading(5, 111), reading(10, 112)], from: "s")
      try theirs.add(meal("a", carbs: 20))
      try theirs.add(meal("b", carbs: 30))
      try theirs.add(Favorite(id: favorite, named: "Theirs", .meal(Meal(carbs: 2))))

      let intake = try mine.merge(theirs, replacing: replacing)
      let (replaced, kept) = replacing ? (1, 0) : (0, 1)
      #expect(counts(intake.readings) == [1, 0, replaced, kept])
      #expect(counts(intake.events) == [1, 0, replaced, kept])
      #expect(counts(intake.favorites) == [0, 0, replaced, kept])
      #expect(
        try mine.series(in: everything).map(\.glucose.mgdL) == [100, replacing ? 111 : 101, 112])
      #expect(try mine.event(DiaryEvent.ID(rawValue: "a")) == meal("a", carbs: replacing ? 20 : 10))
      #expect(try mine.favorites().map(\.name) == [replacing ? "Theirs" : "Mine"])
      #expect(try theirs.events(in: everything).count == 2)
    }

    @Test func putsNewFavoritesAfterThoseThatAreThere() throws {
      for id in ["x", "y"] {
        try mine.add(Favorite(id: Favorite.ID(rawValue: id), named: id, .meal(Meal())))
      }
      for id in ["c", "y", "a"] {
        try theirs.add(Favorite(id: Favorite.ID(rawValue: id), named: id, .meal(Meal())))
      }
      try mine.merge(theirs)
      #expect(try mine.favorites().map(\.name) == ["x", "y", "c", "a"])
      try mine.move(Favorite.ID(rawValue: "a"), to: 0)
      #expect(try mine.favorites().map(\.name) == ["a", "x", "y", "c"])
    }

    @Test func excludesWhatEitherExcludes() throws {
      try mine.add((0..<4).map { reading(Double($0)) }, from: "s")
      try theirs.add([reading(0), reading(1), reading(2, 999), reading(9)], from: "s")
      try mine.excludeReadings(in: minutes(0)..<minutes(1), from: "s")
      try theirs.excludeReadings(in: minutes(1)..<minutes(10), from: "s")
      // The one at 2 has another value there, so what was said of it is not said of the one here.
      #expect(try mine.merge(theirs).newlyExcluded == 1)
      #expect(
        try mine.unusedReadings(in: everything, from: "s").excluded.map(\.time)
          == [0, 1, 9].map(minutes))
      #expect(try mine.series(in: everything).map(\.time) == [2, 3].map(minutes))
    }

    @Test func joinsStarsAndNotes() throws {
      let days = (0..<5).map { LocalDay(containing: noon, in: oslo).advanced(by: $0) }
      try mine.setStarred(on: days[0])
      try theirs.setNote("theirs", on: days[0])
      try mine.setNote("mine", on: days[1])
      try theirs.setNote("theirs", on: days[1])
      try theirs.setStarred(on: days[1])
      try mine.setNote("mine", on: days[2])
      try theirs.setNote("theirs", on: days[2])
      try mine.setStarred(on: days[3])
      try theirs.setStarred(on: days[4])
      let intake = try mine.merge(theirs)
      #expect(counts(intake.days) == [1, 0, 2, 1])
      #expect(
        try mine.marks() == [
          DayMark(days[0], isStarred: true, note: "theirs"),
          DayMark(days[1], isStarred: true, note: "mine"),
          DayMark(days[2], note: "mine"),
          DayMark(days[3], isStarred: true),
          DayMark(days[4], isStarred: true),
        ])
      try mine.merge(theirs, replacing: true)
      #expect(try mine.mark(of: days[2])?.note == "theirs")
      #expect(try mine.mark(of: days[3])?.isStarred == true)
    }

    @Test func letsConditionsOfBothSidesGoOn() throws {
      let first = try mine.begin(.illness, at: minutes(0), in: oslo)
      let second = try theirs.begin(.illness, at: minutes(5), in: oslo)
      try mine.merge(theirs)
      #expect(try mine.ongoingConditions() == [first, second])
      try mine.end(second.id, at: minutes(9))
      #expect(try mine.ongoingConditions() == [first])
      // It is ongoing in the archive; the later end in this file stays.
      #expect(try mine.merge(theirs).events.conflicting == 1)
      #expect(try mine.ongoingConditions() == [first])
    }

    @Test func isTakenBackInOneStepWithItsReadings() throws {
      try mine.add([reading(0)], from: "sensor")
      try mine.add(meal("mine"))
      let before = try mine.archive()
      try fill(theirs)
      try mine.merge(theirs)
      let merged = try mine.archive()
      #expect(try mine.undo() != nil)
      #expect(try mine.archive() == before)
      try mine.redo()
      #expect(try mine.archive() == merged)
      try mine.check()
    }

    /// The series contains the readings of sensors only.
    @Test(arguments: [ReadingSource.Kind.sensor, .meter])
    func keepsASensorAndAMeterOfOneNameApart(kind: ReadingSource.Kind) throws {
      let other = kind == .sensor ? ReadingSource.Kind.meter : .sensor
      try mine.add([reading(0, 100)], from: "Contour", kind: kind)
      try theirs.add([reading(5, 120), reading(10, 130)], from: "Contour", kind: other)
      try theirs.excludeReadings(in: minutes(10)..<minutes(11), from: "Contour")
      for _ in 1...2 { try mine.merge(theirs.archive()) }
      let sources = try mine.sources()
      #expect(sources.map(\.source.rawValue) == ["Contour", "Contour (\(other.rawValue))"])
      #expect(sources.map(\.kind) == [kind, other])
      #expect(sources.map(\.count) == [1, 2])
      let series = try mine.series(in: everything)
      #expect(series.map(\.glucose.mgdL) == (kind == .sensor ? [100] : [120]))
      try mine.check()
    }

    @Test func isOneChangeForThoseWhoObserve() async throws {
      try fill(theirs)
      var changes = mine.changes().makeAsyncIterator()
      try mine.merge(theirs)
      let change = try #require(await changes.next())
      // Three new sources and their readings, six events, two favorites, two days.
      #expect(change.items.count == 16)
    }

    @Test func writesNothingOfWhatIsNoArchive() throws {
      try fill(mine)
      let before = try mine.archive()
      let error = try #require(throws: LogbookError.self) { try mine.merge(Data("{}".utf8)) }
      #expect(error.reason == .unreadableArchive)
      #expect(try mine.archive() == before)
    }
  }
#endif
