import DaySummary
import Foundation
import GlucoseDiary
import Testing

struct TotalsTests {
  @Test func unknownQuantityIsNilAndZeroIsZero() {
    let total = NutritionTotal([Meal(carbs: 0), Meal(carbs: 40, protein: 12), Meal()])
    #expect(total.carbs == 40)
    #expect(total.protein == 12)
    #expect(total.fat == nil)
    #expect(total.mealCount == 3)
    #expect(total.mealsWithoutCarbs == 1)
    #expect(NutritionTotal([Meal(carbs: 0)]).carbs == 0)
    #expect(NutritionTotal([Meal()]).carbs == nil)
  }

  @Test(arguments: [-1, Double.nan, .infinity])
  func invalidQuantityCountsAsNotIncluded(carbs: Double) {
    let total = NutritionTotal([Meal(carbs: carbs), Meal(carbs: 10)])
    #expect(total.carbs == 10)
    #expect(total.mealsWithoutCarbs == 1)
  }

  @Test func insulinIsAddedByAction() {
    let total = InsulinTotal([
      InsulinDose(units: 4, action: .rapidActing), InsulinDose(units: 2.5, action: .rapidActing),
      InsulinDose(units: 18, action: .longActing), InsulinDose(units: 1),
    ])
    #expect(total.units == 25.5)
    #expect(total.units(of: .rapidActing) == 6.5)
    #expect(total.units(of: .longActing) == 18)
    #expect(total.units(of: .premixed) == nil)
    #expect(total.units(of: nil) == 1)
    #expect(total.doseCount == 4)
  }

  @Test func anyActionCounts() {
    let inhaled = InsulinDose.Action(rawValue: "inhaled")
    let total = InsulinTotal([
      InsulinDose(units: 4, action: .shortActing), InsulinDose(units: 8, action: inhaled),
      InsulinDose(units: 0.5, action: .rapidActing), InsulinDose(units: .nan, action: .premixed),
    ])
    #expect(total.units == 12.5)
    #expect(total.actions == [.rapidActing, .shortActing, inhaled])
    #expect(total.units(of: inhaled) == 8)
  }

  @Test func invalidDoseCountsInNoAmount() {
    let total = InsulinTotal([InsulinDose(units: .nan), InsulinDose(units: -2)])
    #expect(total.units == nil)
    #expect(total.doseCount == 2)
  }
}
