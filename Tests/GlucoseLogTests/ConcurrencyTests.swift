// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import TestSupport
  import Testing

  struct ConcurrencyTests {
    @Test func readersSeeWholeStepsWhileWritersWrite() async throws {
      let folder = try Folder()
      let log = try Logbook(
        at: folder.file(), options: Logbook.Options(durability: .processEnd))
      let writers = ["a", "b", "c"]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in writers {
          group.addTask {
            for number in 0..<40 {
              let batch = NumberedBatch(number, of: writer)
              _ = try await log.write { step in
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
              // the same instants, so the first writer's share stands for all.
              let recording = try log.recording(everything)
              let promised = Dictionary(grouping: recording.events, by: \.time)
                .compactMap { $0.value.first?.note.flatMap(Int.init) }.reduce(0, +)
              #expect(recording.series.count == promised)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try log.events(everything).count == 120)
      try log.check()
    }
  }
#endif
