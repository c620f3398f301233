import GlucoseDiary
import Foundation
import GlucoseTestSupport
import Testing

struct StoredValueTests {
  private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  @Test(arguments: ["\"inf\"", "\"-inf\"", "\"nan\""])
  func eventsHaveFiniteTimes(time: String) throws {
    let event = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "a"), at: noon, in: .gmt,
      .condition(DiaryCondition(.stress, until: noon + 60)))
    #expect(try HostileJSON.stored(event) == event)
    for path in ["time", "content.end"] {
      #expect(throws: DecodingError.self) {
        _ = try HostileJSON.stored(event, setting: path, to: time)
      }
    }
  }

  @Test func favoritesCountUsesFromZeroAndNeverOverflow() throws {
    let favorite = Favorite(id: Favorite.ID(rawValue: "f"), named: "Tea", .meal(Meal(carbs: 3)))
    #expect(try HostileJSON.stored(favorite) == favorite)
    #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(favorite, setting: "useCount", to: "-1")
    }
    let worn = try HostileJSON.stored(favorite, setting: "useCount", to: "\(Int.max)")
    #expect(worn.recordingUse(at: noon).useCount == Int.max)
  }

  @Test func aStoredTemplateHasNoEnd() throws {
    let favorite = Favorite(
      id: Favorite.ID(rawValue: "f"), named: "Stress", .condition(DiaryCondition(.stress)))
    let stored = try HostileJSON.stored(
      favorite, setting: "template", to: #"{"type": "condition", "kind": "stress", "end": 60}"#)
    #expect(stored == favorite)
  }
}
