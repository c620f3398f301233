#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct SourceHistoryTests {
    @Test func seesOneSourceAndAllEvents() throws {
      let log = try fullLogbook()
      let other: any GlucoseHistory = log.history(from: "other sensor")
      #expect(try other.series(in: everything).map(\.glucose.mgdL) == [111, 98])
      #expect(try other.series(in: minutes(5)..<minutes(6)).count == 1)
      #expect(try other.events(in: everything) == log.events(in: everything))
      #expect(try log.history(from: "meter").series(in: everything).count == 1)
      #expect(try log.history(from: "sensor").series(in: everything).count == 3)
      #expect(try log.history(from: "nobody").series(in: everything).isEmpty)
    }
  }
#endif
