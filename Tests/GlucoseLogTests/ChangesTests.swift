#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct ChangesTests {
    let log: Logbook
    let day = LocalDay(containing: noon, in: oslo)

    init() throws { log = try Logbook.inMemory() }

    @Test func announcesEachStepOnceInOrder() async throws {
      let changes = log.changes()
      try log.add([reading(0), reading(5)], from: "s")
      try log.add([reading(5)], from: "s")
      try log.add(meal("a"))
      try log.edit(DiaryEvent.ID(rawValue: "a")) { $0.time = minutes(9) }
      try log.undo()
      try await log.asyncWrite { [day] batch in
        try batch.remove(DiaryEvent.ID(rawValue: "a"))
        try batch.setStarred(on: day)
      }
      #expect(throws: LogbookError.self) { try log.remove(DiaryEvent.ID(rawValue: "a")) }
      try log.erase()
      try log.close()
      var seen: [[LogbookChange.Item]] = []
      for await change in changes { seen.append(change.items) }
      #expect(
        seen == [
          [.readings(source: "s", times: minutes(0)...minutes(5))],
          [.event(before: nil, after: meal("a"))],
          [.event(before: meal("a"), after: meal("a", 9))],
          [.event(before: meal("a", 9), after: meal("a"))],
          [
            .event(before: meal("a"), after: nil),
            .day(before: nil, after: DayMark(day, isStarred: true)),
          ],
          [.everything],
        ])
    }

    @Test func announcesWhatTouchesARange() async throws {
      let changes = log.changes(affecting: day.start..<day.advanced(by: 1).end)
      try log.add(meal("before", -2000))
      try log.add(meal("moved in", -3000))
      try log.edit(DiaryEvent.ID(rawValue: "moved in")) { $0.time = noon }
      try log.edit(DiaryEvent.ID(rawValue: "moved in")) { $0.time = minutes(9000) }
      try log.begin(.illness, at: minutes(-5000), in: oslo)
      try log.add([reading(-2000), reading(9000)], from: "s")
      try log.add([reading(9005)], from: "s")
      try log.add(Favorite(named: "x", .meal(Meal())))
      try log.setStarred(on: day.advanced(by: 2))
      try log.setStarred(on: day.advanced(by: 1))
      try log.close()
      var count = 0
      for await _ in changes { count += 1 }
      #expect(count == 5)
    }

    @Test func reachesEveryListenerInTheOrderOfCommits() async throws {
      let streams = [log.changes(), log.changes()]
      await withTaskGroup(of: Void.self) { [log] group in
        for writer in 0..<4 {
          group.addTask {
            for index in 0..<50 {
              _ = try? log.add([reading(Double(index))], from: ReadingSource(rawValue: "\(writer)"))
            }
          }
        }
      }
      try log.close()
      var orders: [[LogbookChange]] = []
      for stream in streams {
        var order: [LogbookChange] = []
        for await change in stream { order.append(change) }
        orders.append(order)
      }
      #expect(orders[0].count == 200)
      #expect(orders[0] == orders[1])
    }

    @Test func endsAtOnceWhenTheLogbookIsClosed() async throws {
      try log.close()
      for await _ in log.changes() { Issue.record("Nothing changes any more") }
    }

    @Test func boundsWhatWaitsForAListenerThatDoesNotRead() async throws {
      let changes = log.changes(limit: 3)
      for index in 0..<50 { try log.add(meal("\(index)")) }
      try log.close()
      var seen: [LogbookChange] = []
      for await change in changes { seen.append(change) }
      #expect(seen.count <= 3)
      #expect(seen.last?.items == [.everything])
    }

    @Test(.timeLimit(.minutes(10)))
    func hearsOfWhatAnotherLogbookOrProcessWrites() async throws {
      let folder = try Folder()
      var options = Logbook.Options()
      options.pollingInterval = .milliseconds(20)
      let log = try Logbook(at: folder.file(), options: options)
      var changes = log.changes().makeAsyncIterator()
      var last: LogbookChange?
      /// The next change that is not the same as the one before: one write may be heard twice.
      func next() async -> [LogbookChange.Item]? {
        let former = last
        repeat { last = await changes.next() } while last != nil && last == former
        return last?.items
      }
      let other = try Logbook(at: folder.file())
      try other.add(meal("a"))
      #expect(await next() == [.everything])
      try log.add(meal("b"))
      #expect(await next() == [.event(before: nil, after: meal("b"))])
      let child = try Child(folder.file(), "child", first: 0, count: 1)
      #expect(child.acknowledged() == [0])
      #expect(await next() == [.everything])
      try log.add(meal("between"))
      #expect(await next() == [.event(before: nil, after: meal("between"))])
      try other.add(meal("c"))
      try log.add(meal("d"))
      #expect(await next() == [.everything])
      #expect(await next() == [.event(before: nil, after: meal("d"))])
    }

    @Test func startsAtOnceOnRequest() async throws {
      let changes = log.changes(affecting: day.interval, startingAtOnce: true)
      try log.add(meal("a"))
      try log.close()
      var seen: [[LogbookChange.Item]] = []
      for await change in changes { seen.append(change.items) }
      #expect(seen == [[.everything], [.event(before: nil, after: meal("a"))]])
    }

    @Test func findsTheStepOnDiskWhenItIsAnnounced() async throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      let changes = log.changes()
      try log.add([reading(0)], from: "s")
      for await _ in changes {
        #expect(try log.series(in: everything).count == 1)
        break
      }
    }
  }
#endif
