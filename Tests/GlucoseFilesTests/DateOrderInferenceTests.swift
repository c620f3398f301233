// SPDX-License-Identifier: Apache-2.0

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

  @Test func pointsMeanDayFirstAndASymmetricDateIsUnambiguous() throws {
    #expect(try decide(["04.05.2025 00:00"])?.value == .dayFirst)
    #expect(try decide(["05-05-2025 00:00"])?.value == .dayFirst)
    #expect(try decide([]) == nil)
  }
}
