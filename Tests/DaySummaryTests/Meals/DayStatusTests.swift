import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct DayStatusTests {
  @Test func statusHasNutritionAndAdjacentEvents() throws {
    let day = try Samples.plainDay()
    let now = day.time(hour: 13)
    let events = [
      Samples.meal("late", at: day.start.addingTimeInterval(-600), carbs: 99),
      Samples.meal("breakfast", at: day.time(hour: 7), carbs: 50),
      Samples.meal("lunch", at: now, carbs: 60),
      Samples.meal("dinner", at: day.time(hour: 18), carbs: 80),
      Samples.event("dose", at: day.time(hour: 12, minute: 45), .insulin(InsulinDose(units: 4))),
      Samples.event(
        "walked", at: day.time(hour: 9), .exercise(Exercise(duration: .seconds(36_000)))),
      Samples.event(
        "run", at: day.time(hour: 13, minute: 30), .exercise(Exercise(duration: .seconds(1800)))),
    ]
    let status = Recording(series: GlucoseSeries(), events: events)
      .status(at: now, in: Samples.oslo)
    #expect(status.day == day)
    #expect(status.nutrition.carbs == 110 && status.nutrition.mealCount == 2)
    #expect(status.sinceLastMeal == .zero)
    #expect(status.sinceLastDose == .seconds(900))
    #expect(status.nextExercise?.id.rawValue == "run")
    #expect(status.untilNextExercise == .seconds(1800))
  }

  @Test func eventsMoreThanADayAwayDoNotCount() throws {
    let now = try Samples.plainDay().time(hour: 13)
    let events = [-86_401.0, 86_401].map { seconds in
      Samples.event(
        "\(seconds)", at: now.addingTimeInterval(seconds),
        seconds < 0 ? .meal(Meal()) : .exercise(Exercise(duration: .seconds(60))))
    }
    let status = DayStatus(at: now, in: Samples.oslo, events: events)
    #expect(status.lastMeal == nil && status.nextExercise == nil && status.lastDose == nil)
    #expect(status.nutrition.carbs == nil && status.sinceLastMeal == nil)
  }
}
