import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct DateOrderInferenceTests {
  private func decide(
    _ texts: [String], caller: DateOrder? = nil, streams: [Int]? = nil
  ) throws -> DetectedValue<DateOrder>? {
    var decision = DateOrderInference()
    for (index, text) in texts.enumerated() {
      let bytes = Array(text)
      let stamp = WrittenTime(bytes.elementSpan, 0..<bytes.count)
      try decision.add(#require(stamp), at: index, stream: streams?[index] ?? 0)
    }
    return try decision.decide(caller: caller) { texts[$0] }
  }

  /// The times of a day count as many times as one by one.
  @Test(
    arguments: ["13-05-2025", "05-13-2025", "04-05-2025", "05-05-2025", "2025-05-04"],
    ["14-05-2025", "05-15-2025"])
  func theTimesOfADayAreAddedAtOnce(date: String, other: String) throws {
    var (single, several) = (DateOrderInference(), DateOrderInference())
    func stamp(_ text: String) throws -> WrittenTime {
      let bytes = Array(text.utf8)
      let stamp = WrittenTime(bytes.elementSpan, 0..<bytes.count)
      return try #require(stamp)
    }
    func add(_ index: Int, _ text: String) throws {
      try single.add(stamp(text), at: index, stream: 0)
    }
    for index in 0..<20 { try add(index, "\(date) 08:\(index + 10):00") }
    try several.add(stamp("\(date) 08:10:00"), at: 0, stream: 0)
    try several.add(stamp("\(date) 08:29:00"), at: 19, stream: 0, count: 19)
    // One contradictory date among twenty is damaged, but not one of two.
    try add(20, other + " 08:00")
    try several.add(stamp(other + " 08:00"), at: 20, stream: 0)
    func decision(_ inference: DateOrderInference) -> Result<DetectedValue<DateOrder>?, ReadError> {
      do throws(ReadError) {
        return .success(try inference.decide(caller: nil) { "\($0)" })
      } catch {
        return .failure(error)
      }
    }
    #expect(decision(single) == decision(several))
  }

  @Test func aNumberAboveTwelveDeterminesTheOrder() throws {
    #expect(
      try decide(["04-05-2025 00:00", "13-05-2025 00:00"])
        == DetectedValue(.dayFirst, .onlyPossible("13-05-2025 00:00")))
    #expect(try decide(["05-13-2025 00:00"], caller: .dayFirst)?.value == .monthFirst)
  }

  @Test func adjacentDatesAreComparedOnlyWithinTheirStream() throws {
    let texts = ["03-05-2025 23:45", "04-05-2025 00:00"]
    #expect(try decide(texts)?.value == .dayFirst)
    #expect(try decide(["05-03-2025 23:45", "05-04-2025 00:00"])?.value == .monthFirst)
    #expect(throws: ReadError.self) { try decide(texts, streams: [0, 1]) }
  }

  @Test func theCallerDeterminesTheOrderWithoutOtherEvidence() throws {
    let texts = ["04-05-2025 08:00", "04-05-2025 09:00"]
    #expect(try decide(texts, caller: .monthFirst) == DetectedValue(.monthFirst, .caller))
    let error = #expect(throws: ReadError.self) { try decide(texts) }
    #expect(error?.reason == .ambiguousDates(example: texts[0]))
  }

  @Test func refusesDatesThatContradictEachOther() {
    let error = #expect(throws: ReadError.self) {
      try decide(["13-05-2025 00:00", "05-14-2025 00:00"])
    }
    #expect(
      error?.reason
        == .contradictoryDates(dayFirst: "13-05-2025 00:00", monthFirst: "05-14-2025 00:00"))
  }

  @Test(arguments: [
    // Midnight, and days that are years apart with the year last.
    ("25/06/08 23:50", "25/06/09 00:05", DateOrder.yearFirst),
    ("25.06.30 23:50", "25.07.01 00:05", .yearFirst),
    ("12-11-05 08:00", "12-11-08 08:00", .yearFirst),
    ("08/06/25 23:50", "09/06/25 00:05", .dayFirst),
    ("28/05/25 08:00", "31/05/25 08:00", .dayFirst),
    ("08.06.25 23:50", "09.06.25 00:05", .dayFirst),
    ("12.11.05 08:00", "12.11.05 09:00", .dayFirst),
    ("06/08/25 23:50", "06/09/25 00:05", .monthFirst),
    // Only with the year last is this a date, or with the year first the same one.
    ("05/25/25 08:00", "05/25/25 09:00", .monthFirst),
    ("25/06/25 08:00", "25/06/25 09:00", .dayFirst),
  ])
  func aYearOfTwoDigitsIsFirstByEvidence(one: String, two: String, order: DateOrder) throws {
    #expect(try decide([one, two])?.value == order)
  }

  @Test func theCallerDeterminesWhetherAYearOfTwoDigitsIsFirst() throws {
    for texts in [["25/06/08 08:00"], ["25.06.08 08:00"]] {
      #expect(try decide(texts, caller: .yearFirst) == DetectedValue(.yearFirst, .caller))
      #expect(try decide(texts, caller: .dayFirst)?.value == .dayFirst)
    }
    let error = #expect(throws: ReadError.self) { try decide(["25/06/08 08:00"]) }
    #expect(error?.reason == .ambiguousDates(example: "25/06/08 08:00"))
    // The order of other dates would be unknown if the year were first.
    #expect(throws: ReadError.self) {
      try decide(["25/06/08 23:50", "25/06/09 00:05", "04/05/2025 08:00"])
    }
  }

  @Test func readsDatesWithAYearOfTwoDigitsFirst() throws {
    let file = try readTable("time,glucose\n25/06/08 23:50,110\n25/06/09 00:05,118\n")
    #expect(
      try file.first.recording.series.map(\.time) == [
        instant("2025-06-08T23:50:00Z"), instant("2025-06-09T00:05:00Z"),
      ])
    // The date in the order of other exports beside one with the year first in full.
    let mixed = try readTable("time,glucose\n2025-06-07 23:50,110\n08.06.25 00:05,118\n")
    #expect(try mixed.first.recording.series.last?.time == instant("2025-06-08T00:05:00Z"))
  }

  @Test func pointsMeanDayFirstAndASymmetricDateIsUnambiguous() throws {
    #expect(try decide(["04.05.2025 00:00"])?.value == .dayFirst)
    #expect(try decide(["05-05-2025 00:00"])?.value == .dayFirst)
    #expect(try decide([]) == nil)
  }
}
