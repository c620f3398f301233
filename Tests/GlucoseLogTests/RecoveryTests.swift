#if Logbook
  import Foundation
  import GRDB
  import GlucoseDiary
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct RecoveryTests {
    let folder: Folder
    let path: String
    let whole: Logbook
    private static let readingCount = 1500
    private static let eventCount = 100

    /// Creates a logbook of some forty pages, with notes that need pages of their own.
    init() throws {
      folder = try Folder()
      path = folder.file()
      let log = try Logbook(at: path)
      try fill(log)
      try log.add((0..<Self.readingCount).map { reading(5 * Double($0) + 1000) }, from: "sensor")
      try log.add((0..<20).map { reading(500 * Double($0)) }, from: "meter", kind: .meter)
      try log.write { batch in
        for number in 0..<Self.eventCount {
          var event = meal("meal \(number)", Double(number) * 60)
          event.note = String(repeating: "n", count: number % 50 == 0 ? 9000 : 30)
          try batch.add(event)
        }
      }
      try log.close()
      whole = try Logbook(at: path, options: Logbook.Options(isReadOnly: true))
    }

    private func recovered(_ data: Data) throws -> (log: Logbook, result: RecoveryResult)? {
      let path = folder.file("\(UUID().uuidString).sqlite")
      try data.write(to: URL(fileURLWithPath: path))
      let log = try Logbook.inMemory()
      let result: RecoveryResult
      do throws(LogbookError) { result = try log.merge(recovering: path) } catch {
        #expect([.damaged, .notALogbook].contains(error.reason), "\(error)")
        return nil
      }
      #expect(try bytes(path) == data)
      try log.check()
      return (log, result)
    }

    private func contents(_ log: Logbook) throws -> Contents {
      try JSONDecoder().decode(Contents.self, from: log.archive())
    }

    /// The times of the readings of each source.
    private struct Contents: Decodable {
      struct Source: Decodable {
        struct Readings: Decodable { var times: [Double] }
        var name: String
        var readings: Readings
      }
      var sources: [Source]
    }

    @Test func recoversAllOfASoundFile() throws {
      let (log, result) = try #require(try recovered(bytes(path)))
      #expect(result.isComplete)
      #expect(try log.archive() == whole.archive())
    }

    /// A page whose number of cells is too low lacks rows, and no query fails.
    @Test func saysThatRowsMayBeMissing() throws {
      var data = try bytes(path)
      // The kinds of leaf pages are 10 and 13.
      let page = try #require(
        (1..<data.count / 4096).map { $0 * 4096 }.last { data[$0] == 10 && data[$0 + 4] > 100 })
      data[page + 4] -= 50
      let (log, result) = try #require(try recovered(data))
      func count(_ log: Logbook) throws -> Int { try log.sources().map(\.count).reduce(0, +) }
      #expect(try count(log) <= count(whole))
      #expect(result.finding != nil)
    }

    /// Expects that what is not in a recovered logbook is said to be missing.
    private func expectAccount(of log: Logbook, _ result: RecoveryResult, _ place: String) throws {
      let events = try whole.events(in: everything)
      let kept = Set(try log.events(in: everything).map(\.id))
      let lost = events.count { !kept.contains($0.id) }
      #expect(result.missingEventCount.map { $0 >= lost } ?? true, "\(place): \(lost) events")
      let sources = try contents(log).sources
      let isNamed = result.namelessSources.isEmpty
      let all = Set(sources.flatMap(\.readings.times))
      for source in try contents(whole).sources {
        let there = Set(sources.first { $0.name == source.name }?.readings.times ?? [])
        let gaps = result.readingGaps.filter { !isNamed || $0.source.rawValue == source.name }
        let missing = source.readings.times.filter { time in
          let instant = Date(timeIntervalSinceReferenceDate: time)
          return !(isNamed ? there : all).contains(time)
            && !gaps.contains { $0.interval.contains(instant) }
        }
        #expect(missing.count <= result.invalidReadingCount, "\(place): \(missing.count) readings")
      }
    }

    /// What is missing is said to be.
    @Test(arguments: [UInt8(0), 0xFF]) func recoversWhatIsBesideADamagedPage(_ byte: UInt8) throws {
      let data = try bytes(path)
      let events = try whole.events(in: everything)
      var (refused, incomplete) = (0, 0)
      for page in stride(from: 0, to: data.count / 4096, by: byte == 0 ? 5 : 20) {
        var damaged = data
        damaged.replaceSubrange(
          page * 4096..<(page + 1) * 4096, with: Data(repeating: byte, count: 4096))
        guard let (log, result) = try recovered(damaged) else {
          refused += 1
          continue
        }
        if !result.isComplete { incomplete += 1 }
        try expectAccount(of: log, result, "page \(page)")
        let found = try log.events(in: everything)
        #expect(found.allSatisfy(events.contains))
        #expect(result.missingEventCount.map { $0 == events.count - found.count } ?? true)
        // A page has fewer than 300 readings; the root of the tree leads to all.
        let count = try contents(log).sources.reduce(0) { $0 + $1.readings.times.count }
        #expect(count == 0 || count >= Self.readingCount - 300, "page \(page): \(count)")
      }
      // The first page is that of the schema.
      #expect(refused == 1 && incomplete > (byte == 0 ? 3 : 0))
    }

    /// A damaged sector, of which a page has eight, may leave keys that end a query early.
    @Test func recoversWhatIsBesideADamagedSector() throws {
      let data = try bytes(path)
      for sector in stride(from: 8, to: data.count / 512, by: 71) {
        var damaged = data
        damaged.replaceSubrange(
          sector * 512..<(sector + 1) * 512, with: Data(repeating: 0, count: 512))
        guard let (log, result) = try recovered(damaged) else { continue }
        try expectAccount(of: log, result, "sector \(sector)")
      }
    }

    @Test func numbersThatNoSoundFileHasEndNothing() throws {
      let crafted = folder.file("crafted.sqlite")
      try bytes(path).write(to: URL(fileURLWithPath: crafted))
      try execute(
        """
        INSERT INTO sources VALUES (9223372036854775807, 'last', 'sensor');
        INSERT INTO readings VALUES (9223372036854775807, 0, 0, 100, 0);
        INSERT INTO events (rowid, id, time, zone, category, details)
        SELECT 9223372036854775806, 'last', time, zone, category, details FROM events LIMIT 1;
        PRAGMA wal_checkpoint(TRUNCATE);
        """, at: crafted)
      let (log, result) = try #require(try recovered(bytes(crafted)))
      #expect(result.namelessSources.isEmpty && result.readingGaps.isEmpty)
      #expect(try log.sources().last?.count == 1)
      #expect(try log.events(in: everything).count == whole.events(in: everything).count + 1)
      // Again, nothing is new.
      let again = try log.merge(recovering: crafted)
      #expect(again.merged.readings.added == 0 && again.merged.events.added == 0)
    }

    /// Two damaged pages have readings between them.
    @Test func recoversTheReadingsBetweenTwoDamagedPages() throws {
      let data = try bytes(path)
      var best = 0
      // The leaves of a table of readings have more than a hundred cells.
      func hasReadings(_ page: Int) -> Bool {
        data[page * 4096] == 10 && number(of: 2, at: page * 4096 + 3, in: data) > 100
      }
      for page in 1..<data.count / 4096 - 4 where hasReadings(page) && hasReadings(page + 4) {
        var damaged = data
        for page in [page, page + 4] {
          damaged.replaceSubrange(
            page * 4096..<(page + 1) * 4096, with: Data(repeating: 0, count: 4096))
        }
        guard let (_, result) = try recovered(damaged), result.readingGaps.count == 2 else {
          continue
        }
        best = max(best, result.merged.readings.added)
        #expect(
          result.readingGaps[0].interval.upperBound < result.readingGaps[1].interval.lowerBound)
      }
      #expect(best > Self.readingCount - 600)
    }

    /// Returns the number at a place, of `count` bytes.
    private func number(of count: Int, at place: Int, in data: Data) -> Int {
      data[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the place of the first page of a table.
    private func root(of table: String, at path: String) throws -> Int {
      let queue = try DatabaseQueue(path: path)
      let root = try queue.read {
        try Int.fetchOne(
          $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
      }
      try queue.close()
      return (try #require(root) - 1) * 4096
    }

    /// A query for the last rows goes to another page, but one for all rows meets no damage.
    @Test func recoversAllRowsBesideADamagedKey() throws {
      var data = try bytes(path)
      // The kind of the page, the number of its cells, and the place of each, with a page and a key.
      let page = try root(of: "events", at: path)
      #expect(data[page] == 5)
      let last = number(of: 2, at: page + 3, in: data) - 1
      let cell = page + number(of: 2, at: page + 12 + 2 * last, in: data)
      #expect(data[cell + 4] < 127)
      data[cell + 4] = 127
      let (log, result) = try #require(try recovered(data))
      #expect(result.isComplete)
      #expect(try log.archive() == whole.archive())
    }

    /// Six days of a century, whose first and last pages cannot be read.
    @Test func recoversTheMiddleOfAShortRecording() throws {
      let short = folder.file("short.sqlite")
      let log = try Logbook(at: short)
      try log.add((0..<1728).map { reading(5 * Double($0)) }, from: "sensor")
      try log.close()
      var data = try bytes(short)
      let page = try root(of: "readings", at: short)
      #expect(data[page] == 2)
      // The first page is that of the first cell, the last one is in the header.
      let first = page + number(of: 2, at: page + 12, in: data)
      for place in [first, page + 8] {
        let leaf = (number(of: 4, at: place, in: data) - 1) * 4096
        #expect(data[leaf] == 10)
        data.replaceSubrange(leaf..<leaf + 4096, with: Data(repeating: 0, count: 4096))
      }
      let (_, result) = try #require(try recovered(data))
      // A page has fewer than 300 readings.
      #expect(result.merged.readings.added > 1728 - 600)
      #expect(result.readingGaps.count == 2)
    }

    @Test func recoversTheFirstHalfOfAFile() throws {
      let data = try bytes(path)
      let found = try recovered(data.prefix(data.count / 2 / 4096 * 4096))
      let (log, result) = try #require(found)
      #expect(!result.isComplete)
      #expect(try log.sources().map(\.count).reduce(0, +) + log.events(in: everything).count > 0)
    }
  }
#endif
