import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct EventLayoutTests {
  let day: LocalDay
  let size = PlotSize(width: 480, height: 240)
  init() throws { day = try Samples.plainDay() }

  private func time(_ hour: Int, _ minute: Int = 0) -> Date { day.time(hour: hour, minute: minute) }

  private func layout(
    _ events: [DiaryEvent], style: EventLayout.Style = .separated, dotRadius: Double = 6
  ) -> EventLayout {
    EventLayout(events, on: day, size: size, dotRadius: dotRadius, style: style)
  }

  @Test(arguments: EventLayout.Style.allCases)
  func singleEventsAreAtTheirTruePosition(style: EventLayout.Style) throws {
    let marks = layout(
      [
        Samples.meal("m", at: time(6), carbs: 100),
        Samples.event("i", at: time(12), .insulin(InsulinDose(units: 4))),
        Samples.event("e", at: time(18), .exercise(Exercise(duration: .seconds(7200)))),
      ], style: style
    ).marks
    #expect(marks.map(\.id.rawValue) == ["m", "i", "e"])
    #expect(marks.map(\.position) == marks.map(\.truePosition))
    #expect(marks.map(\.position.x) == [0.25, 0.5, 0.75])
    #expect(marks.map(\.position.y) == [0.5, 0.975, 0.025])
    #expect(marks[2].span == 0.75...(20.0 / 24))
    #expect(marks.map(\.clock.description) == ["06:00", "12:00", "18:00"])
  }

  @Test func tenGramsAreAsHighAsOneMillimole() throws {
    let mark = try #require(layout([Samples.meal("m", at: time(6), carbs: 10)]).marks.first)
    #expect(abs(mark.position.y * 20 - 1) < 1e-12)
  }

  @Test func mealAboveTheTopIsClampedAndMarked() throws {
    let marks = layout([
      Samples.meal("a", at: time(6), carbs: 200), Samples.meal("b", at: time(12), carbs: 201),
    ]).marks
    #expect(marks.map(\.position.y) == [1, 1])
    #expect(marks.map(\.isClipped) == [false, true])
  }

  @Test(arguments: [nil, -5, Double.nan])
  func mealOfUnknownCarbsIsInItsRow(carbs: Double?) throws {
    let mark = try #require(layout([Samples.meal("m", at: time(6), carbs: carbs)]).marks.first)
    #expect(mark.position.y == EventLayout.defaultMealHeight)
    #expect(!mark.hasMeaningfulHeight)
    #expect(!mark.isClipped)
  }

  @Test func mealsOfOneMinuteMoveSidewaysWithTheLaterOnTheRight() throws {
    let marks = layout([
      Samples.meal("a", at: time(12), carbs: 60), Samples.meal("b", at: time(12), carbs: 60),
      Samples.meal("c", at: time(12), carbs: 60),
    ]).marks
    #expect(marks.map(\.position.y) == [0.3, 0.3, 0.3])
    let offsets = marks.map { ($0.position.x - 0.5) * size.width }
    #expect(abs(offsets[0]) < 1e-9)
    #expect(abs(offsets[1] - 13) < 1e-6)
    #expect(abs(offsets[2] + 13) < 1e-6)
  }

  @Test func dosesOfOneMinuteMoveDownTheirBand() throws {
    let doses = ["a", "b"].map { Samples.event($0, at: time(12), .insulin(InsulinDose(units: 1))) }
    let layout = layout(doses)
    let marks = layout.marks
    #expect(marks.map(\.position.x) == [0.5, 0.5])
    #expect(marks[0].position.y == 0.975)
    #expect(abs(layout.displacements[1] - 13) < 1e-6)
    #expect(marks[1].position.y < 0.975)
  }

  @Test func doseMovesForAMealAndTheMealKeepsItsPosition() throws {
    let distances = layout([
      Samples.event("a", at: time(12), .insulin(InsulinDose(units: 20))),
      Samples.meal("b", at: time(12), carbs: 195),
    ]).displacements
    #expect(distances[1] == 0)
    #expect(distances[0] > 12)
  }

  @Test func overlappingActivitiesAreOneAboveTheOther() {
    let marks = layout([
      Samples.event("a", at: time(8), .exercise(Exercise(duration: .seconds(7200)))),
      Samples.event("b", at: time(9), .exercise(Exercise(duration: .seconds(7200)))),
      Samples.event("c", at: time(15), .exercise(Exercise(duration: .seconds(7200)))),
    ]).marks
    #expect(marks[0].position.y == marks[2].position.y)
    #expect(abs((marks[1].position.y - marks[0].position.y) * size.height - 13) < 1e-6)
    #expect(marks.map(\.position.x) == marks.map(\.truePosition.x))
  }

  @Test func dotsShrinkIfTheRowIsFull() throws {
    let meals = (0..<60).map { Samples.meal("\($0)", at: time(12), carbs: 50) }
    let layout = layout(meals)
    #expect(layout.marks.count == 60)
    #expect(layout.dotRadius < 6)
    // Sixty dots in a row of 480 points have at most 8 points each, including the spacing.
    #expect(layout.dotRadius > 2)
  }

  @Test func arisesStyleMovesNoDot() throws {
    let events = (0..<9).map { Samples.meal("\($0)", at: time(12), carbs: 50) }
    let layout = layout(events, style: .arises)
    #expect(layout.displacements.allSatisfy { $0 == 0 })
    #expect(layout.dotRadius == 6)
  }

  @Test func exerciseFromTheDayBeforeIsAtTheStartOfItsPart() throws {
    let night = Samples.event(
      "e", at: day.start.addingTimeInterval(-3600), .exercise(Exercise(duration: .seconds(7200))))
    let mark = try #require(layout([night]).marks.first)
    #expect(mark.truePosition.x == 0)
    #expect(mark.span == 0...(1.0 / 24))
  }

  @Test func eventsOfOtherDaysAndConditionsHaveNoMark() {
    let layout = layout([
      Samples.meal("a", at: day.end, carbs: 1),
      Samples.meal("b", at: day.start.addingTimeInterval(-1), carbs: 1),
      Samples.event("c", at: time(12), .condition(DiaryCondition(.stress))),
      Samples.meal("d", at: Date(timeIntervalSinceReferenceDate: .nan), carbs: 1),
    ])
    #expect(layout.marks.isEmpty)
  }

  @Test func hitsAreInOrderOfDistanceAndIncludeBothOfOneMinute() {
    let layout = layout([
      Samples.meal("a", at: time(12), carbs: 100), Samples.meal("b", at: time(12), carbs: 100),
      Samples.meal("c", at: time(18), carbs: 100),
    ])
    let center = PlotPoint(x: 0.5, y: 0.5)
    #expect(layout.eventIDs(at: center, within: 20).map(\.rawValue) == ["a", "b"])
    #expect(layout.eventIDs(at: center, within: 12).map(\.rawValue) == ["a"])
    #expect(layout.eventIDs(at: PlotPoint(x: 0, y: 0), within: 20).isEmpty)
    let asDrawnByArises = self.layout(layout.marks.map(\.event), style: .arises)
    #expect(asDrawnByArises.eventIDs(at: center, within: 0).map(\.rawValue) == ["a", "b"])
  }
}
