// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct SourceHistoryTests {
    @Test func seesOneSourceAndAllEvents() throws {
      let log = try fullLogbook()
      let other: any History = log.history(from: "other sensor")
      #expect(try other.series(everything).map(\.glucose.mgdL) == [111, 98])
      #expect(try other.series(minutes(5)..<minutes(6)).count == 1)
      #expect(try other.events(everything) == log.events(everything))
      #expect(try log.history(from: "meter").series(everything).count == 1)
      #expect(try log.history(from: "sensor").series(everything).count == 3)
      #expect(try log.history(from: "nobody").series(everything).isEmpty)
    }
  }
#endif
