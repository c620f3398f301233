// SPDX-License-Identifier: Apache-2.0

import Diary
import Foundation
import Testing

struct FavouriteTests {
  let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)

  @Test func repeatsAnEventAtAnotherTime() {
    let breakfast = Event(
      at: noon, in: .gmt, .meal(Meal(name: "Porridge", carbs: 45)), note: "with berries")
    let favourite = Favourite(from: breakfast)
    #expect(favourite.name == "Porridge")
    let again = favourite.event(at: noon + 86_400, in: .gmt)
    #expect(again.kind == breakfast.kind)
    #expect(again.note == breakfast.note)
    #expect(again.id != breakfast.id)
    #expect(again.time == noon + 86_400)
  }

  @Test func isNamedAfterItsCategoryIfNothingElse() {
    let dose = Event(at: noon, in: .gmt, .insulin(InsulinDose(units: 4)))
    #expect(Favourite(from: dose).name == "insulin")
    #expect(Favourite(named: "Evening", from: dose).name == "Evening")
  }

  @Test func forgetsWhenAConditionEnded() {
    let stress = Event(at: noon, in: .gmt, .condition(Condition(.stress, until: noon + 60)))
    #expect(Favourite(from: stress).event(at: noon, in: .gmt).end == nil)
  }

  @Test func countsUsesAndRemembersTheLatest() {
    let favourite = Favourite(named: "Tea", .meal(Meal()))
    #expect(favourite.useCount == 0)
    #expect(favourite.lastUse == nil)
    let used = favourite.used(at: noon).used(at: noon - 60)
    #expect(used.useCount == 2)
    #expect(used.lastUse == noon)
  }

  @Test(arguments: EventCategory.allCases) func everyKindHasItsCategory(category: EventCategory) {
    let kind: EventKind =
      switch category {
      case .meal: .meal(Meal(name: "x"))
      case .insulin: .insulin(InsulinDose(units: 1))
      case .exercise: .exercise(Exercise(name: "x", duration: .zero))
      case .condition: .condition(Condition(Condition.Kind(rawValue: "x")))
      default: .entry(DiaryEntry(category, name: "x"))
      }
    #expect(kind.category == category)
    #expect(kind.name == (category == .insulin ? nil : "x"))
  }
}
