import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct RepeatedHourTests {
  private func run(_ minutes: [Double], ticks: [Double?]? = nil) -> [RepeatedHour.Time] {
    minutes.enumerated().map { index, minute in
      RepeatedHour.Time(first: minute * 60, second: minute * 60 + 3600, ticks: ticks?[index])
    }
  }

  private func passes(_ choices: [RepeatedHour.Choice], of run: [RepeatedHour.Time]) -> [Int] {
    zip(choices, run).map { $0.instant == $1.first ? 1 : 2 }
  }

  @Test func aStepBackStartsTheSecondOccurrence() {
    let run = run([0, 15, 30, 45, 0, 15])
    let choices = RepeatedHour.resolve(run, after: nil, before: nil)
    #expect(passes(choices, of: run) == [1, 1, 1, 1, 2, 2])
    #expect(choices.allSatisfy { !$0.isUndecided })
  }

  @Test func theDistanceToAdjacentReadingsResolvesARunWithoutAStep() {
    let run = run([0, 5])
    let after = RepeatedHour.Anchor(instant: -300)
    let before = RepeatedHour.Anchor(instant: 3600 + 600)
    #expect(
      RepeatedHour.resolve(run, after: after, before: nil)
        == [.init(instant: 0), .init(instant: 300)])
    #expect(
      RepeatedHour.resolve(run, after: nil, before: before)
        == [.init(instant: 3600), .init(instant: 3900)])
    #expect(RepeatedHour.resolve(run, after: after, before: before).allSatisfy { $0.isUndecided })
    let alone = RepeatedHour.resolve(run, after: nil, before: nil)
    #expect(
      alone == [.init(instant: 0, isUndecided: true), .init(instant: 300, isUndecided: true)])
  }

  @Test func theDeviceCounterTakesPrecedenceOverTheOrderOfRows() {
    // Sorted by local time, the occurrences are interleaved.
    let run = run([0, 0, 5, 5], ticks: [1000, 4600, 1300, 4900])
    let after = RepeatedHour.Anchor(instant: -300, ticks: 700)
    #expect(passes(RepeatedHour.resolve(run, after: after, before: nil), of: run) == [1, 2, 1, 2])
  }

  /// Ten minutes after a dose, or an hour and ten minutes, there may be a meal.
  @Test(arguments: [("01:09", [3]), ("01:04", [3]), ("01:03", [])])
  func theDistanceToAnotherEventIsEvidenceOnlyIfTheyBelongTogether(
    time: String, ambiguous: [Int]
  ) throws {
    let file = try readTable(
      "t,c,i\n2025-11-02 00:58,,2.5\n2025-11-02 \(time),45,\n2025-11-02 03:29,15,\n",
      zone: TimeZone(identifier: "America/New_York"),
      columns: ColumnMapping(time: "t", carbs: "c", insulin: "i"))
    #expect(file.report.ambiguousTimeLines == ambiguous)
    #expect(
      try file.first.recording.events[1].time == instant("2025-11-02T05:\(time.suffix(2)):00Z"))
  }

  @Test func conflictsInARepeatedHourNameTheRemedy() throws {
    let rows = ["00:55,100", "01:00,101", "01:00,131", "01:05,102", "01:05,132", "02:00,110"]
    func warnings(_ date: String, _ zone: String) throws -> [String] {
      let text = rows.map { "\(date) \($0)\n" }.joined()
      let file = try readTable(
        "time,glucose (mg/dL)\n" + text, zone: TimeZone(identifier: zone))
      #expect(file.report.conflicts.count == 2)
      return file.report.warnings.filter { $0.hasPrefix("Clocks were set back: 2 of") }
    }
    let found = try warnings("2025-11-02", "America/New_York")
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.contains("offset from UTC") })
    #expect(try warnings("2025-11-03", "America/New_York").isEmpty)
  }

  /// Every five minutes, 20 minutes are a pause, which may be an hour longer.
  @Test func aPauseIsNoEvidence() {
    let times = run([30, 35, 40])
    let end = { (minutes: Double) in RepeatedHour.Anchor(instant: (100 + minutes) * 60) }
    let near = RepeatedHour.resolve(times, after: nil, before: end(11))
    #expect(near.map(\.instant) == times.map(\.second))
    #expect(near.allSatisfy { !$0.isUndecided })
    let far = RepeatedHour.resolve(times, after: nil, before: end(12))
    #expect(far.map(\.instant) == times.map(\.first))
    #expect(far.allSatisfy { $0.isUndecided })
    // A sensor with a reading every 15 minutes.
    let sparse = run([10, 25, 40])
    let next = RepeatedHour.resolve(sparse, after: nil, before: end(20))
    #expect(next.map(\.instant) == sparse.map(\.second))
    #expect(next.allSatisfy { !$0.isUndecided })
  }

  @Test func theTimesBesideAPauseAreResolvedSeparately() {
    let times = run([0, 5, 10, 30, 45, 50, 55])
    let after = RepeatedHour.Anchor(instant: -300)
    let before = RepeatedHour.Anchor(instant: 120 * 60)
    let both = RepeatedHour.resolve(times, after: after, before: before)
    #expect(passes(both, of: times) == [1, 1, 1, 1, 2, 2, 2])
    #expect(both.map(\.isUndecided) == [false, false, false, true, false, false, false])
    let one = RepeatedHour.resolve(times, after: after, before: nil)
    #expect(passes(one, of: times) == [1, 1, 1, 1, 1, 1, 1])
    #expect(one.map(\.isUndecided) == [false, false, false, true, true, true, true])
  }

  @Test func aSmallStepBackIsNotATransition() {
    let run = run([10, 5, 15])
    let choices = RepeatedHour.resolve(run, after: .init(instant: 300), before: nil)
    #expect(passes(choices, of: run) == [1, 1, 1])
  }

  @Test func adjacentRowsResolveAnEvent() {
    let time = run([20])[0]
    #expect(RepeatedHour.resolve(time, between: 900, and: 1500) == .init(instant: 1200))
    #expect(RepeatedHour.resolve(time, between: 4500, and: 5100) == .init(instant: 4800))
    #expect(
      RepeatedHour.resolve(time, between: nil, and: nil)
        == .init(instant: 1200, isUndecided: true))
  }
}
