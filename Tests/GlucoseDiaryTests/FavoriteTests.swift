import GlucoseDiary
import Foundation
import Testing

struct FavoriteTests {
  let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)

  @Test func repeatsAnEventAtAnotherTime() {
    let breakfast = DiaryEvent(
      at: noon, in: .gmt, .meal(Meal(name: "Porridge", carbs: 45)), note: "with berries")
    let favorite = Favorite(from: breakfast)
    #expect(favorite.name == "Porridge")
    let again = favorite.event(at: noon + 86_400, in: .gmt)
    #expect(again.content == breakfast.content)
    #expect(again.note == breakfast.note)
    #expect(again.id != breakfast.id)
    #expect(again.time == noon + 86_400)
  }

  @Test func isNamedAfterItsCategoryIfNothingElse() {
    let dose = DiaryEvent(at: noon, in: .gmt, .insulin(InsulinDose(units: 4)))
    #expect(Favorite(from: dose).name == "insulin")
    #expect(Favorite(named: "Evening", from: dose).name == "Evening")
  }

  @Test func forgetsWhenAConditionEnded() {
    let stress = DiaryEvent(
      at: noon, in: .gmt, .condition(DiaryCondition(.stress, until: noon + 60)))
    #expect(Favorite(from: stress).event(at: noon, in: .gmt).end == nil)
  }

  @Test func countsUsesAndRemembersTheLatest() {
    let favorite = Favorite(named: "Tea", .meal(Meal()))
    #expect(favorite.useCount == 0)
    #expect(favorite.lastUsed == nil)
    let used = favorite.recordingUse(at: noon).recordingUse(at: noon - 60)
    #expect(used.useCount == 2)
    #expect(used.lastUsed == noon)
  }

  @Test(arguments: DiaryEvent.Category.allCases) func everyKindHasItsCategory(
    category: DiaryEvent.Category
  ) {
    let kind: DiaryEvent.Content =
      switch category {
      case .meal: .meal(Meal(name: "x"))
      case .insulin: .insulin(InsulinDose(units: 1))
      case .exercise: .exercise(Exercise(name: "x", duration: .zero))
      case .condition: .condition(DiaryCondition(DiaryCondition.Kind(rawValue: "x")))
      default: .entry(DiaryEntry(category, name: "x"))
      }
    #expect(kind.category == category)
    #expect(kind.name == (category == .insulin ? nil : "x"))
  }
}
