#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  struct ConcurrencyTests {
    /// A read that was called before the logbook was closed may have its turn after it.
    @Test func aReadWhileALogbookIsClosedThrowsOrReads() throws {
      for _ in 0..<300 {
        let log = try Logbook.inMemory()
        try log.add([reading(0)], from: "s")
        DispatchQueue.concurrentPerform(iterations: 4) { number in
          if number == 1 { try? log.close() }
          do throws(LogbookError) {
            let count = try log.series(in: everything).count
            if count != 1 { Issue.record("\(count) readings") }
          } catch { if error.reason != .closed { Issue.record("\(error)") } }
        }
      }
    }

    @Test func carriesAWriteOutWhoseTaskIsCanceled() async throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file(), options: Logbook.Options(survivesPowerLoss: false))
      let changes = log.changes(limit: nil)
      let count = 1000
      let task = Task {
        var errors: [any Error] = []
        for index in 0..<count {
          do {
            _ = try await log.asyncWrite { try $0.add([reading(Double(index))], from: "s") }
          } catch {
            errors.append(error)
          }
        }
        return errors
      }
      try await Task.sleep(for: .milliseconds(10))
      task.cancel()
      #expect(await task.value.isEmpty)
      try log.close()
      var announced = 0
      for await _ in changes { announced += 1 }
      #expect(announced == count)
      #expect(try Logbook(at: folder.file()).series(in: everything).count == count)
    }

    @Test func handsOnWhatTheBodyThrows() async throws {
      struct Refusal: Error {}
      let log = try Logbook.inMemory()
      let isRefused = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        do {
          try await log.asyncWrite { batch in
            try batch.add(meal("a"))
            throw Refusal()
          }
          return false
        } catch { return error is Refusal }
      }.value
      #expect(isRefused)
      #expect(try log.events(in: everything).isEmpty)
    }

    @Test func readersSeeWholeStepsWhileWritersWrite() async throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file(), options: Logbook.Options(survivesPowerLoss: false))
      let writers = ["a", "b", "c"]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in writers {
          group.addTask {
            for number in 0..<40 {
              let batch = NumberedBatch(number, of: writer)
              _ = try await log.asyncWrite { step in
                try step.add(batch.readings, from: ReadingSource(rawValue: writer))
                try step.add(batch.event)
              }
            }
          }
        }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<40 {
              // Events know how many readings their batches have; the batches of three writers lie at
              // the same instants, so the counts of the three writers are equal.
              let recording = try log.recording(in: everything)
              let promised = Dictionary(grouping: recording.events, by: \.time)
                .compactMap { $0.value.first?.note.flatMap(Int.init) }.reduce(0, +)
              #expect(recording.series.count == promised)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try log.events(in: everything).count == 120)
      try log.check()
    }
  }
#endif
