// SPDX-License-Identifier: Apache-2.0

import Diary
import Foundation
import TestSupport
import Testing

struct StoredValueTests {
  private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  @Test(arguments: ["\"inf\"", "\"-inf\"", "\"nan\""])
  func eventsHaveFiniteTimes(time: String) throws {
    let event = Event(
      id: EventID(rawValue: "a"), at: noon, in: .gmt,
      .condition(Condition(.stress, until: noon + 60)))
    #expect(try HostileJSON.stored(event) == event)
    for path in ["time", "kind.end"] {
      #expect(throws: DecodingError.self) {
        _ = try HostileJSON.stored(event, setting: path, to: time)
      }
    }
  }

  @Test func favouritesCountUsesFromZeroAndNeverOverflow() throws {
    let favourite = Favourite(id: Favourite.ID(rawValue: "f"), named: "Tea", .meal(Meal(carbs: 3)))
    #expect(try HostileJSON.stored(favourite) == favourite)
    #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(favourite, setting: "useCount", to: "-1")
    }
    let worn = try HostileJSON.stored(favourite, setting: "useCount", to: "\(Int.max)")
    #expect(worn.used(at: noon).useCount == Int.max)
  }

  @Test func aStoredTemplateHasNoEnd() throws {
    let favourite = Favourite(
      id: Favourite.ID(rawValue: "f"), named: "Stress", .condition(Condition(.stress)))
    let stored = try HostileJSON.stored(
      favourite, setting: "template",
      to: #"{"type": "condition", "kind": "stress", "end": 60}"#)
    #expect(stored == favourite)
  }
}
