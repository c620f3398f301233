import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import GlucoseSimulation
import Testing

struct MealResponseTests {
  private func time(_ minutes: Double) throws -> Date {
    try Samples.plainDay().time(hour: 12).addingTimeInterval(minutes * 60)
  }

  private func response(
    _ points: [(Double, Double)], nextMealAt minutes: Double? = nil
  ) throws -> MealResponse {
    let readings = try points.map { Reading(time: try time($0.0), glucose: .mgdL($0.1)) }
    var events = [Samples.meal("lunch", at: try time(0), carbs: 60)]
    if let minutes { events.append(Samples.meal("next", at: try time(minutes), carbs: 20)) }
    let history = Recording(series: try GlucoseSeries(readings), events: events)
    return try #require(
      history.mealResponses(in: try Samples.plainDay().interval).first {
        $0.id.rawValue == "lunch"
      })
  }

  static let course: [(Double, Double)] = [
    (-10, 98), (0, 102), (30, 150), (60, 140), (90, 120), (120, 100), (150, 90), (180, 90),
    (210, 90), (240, 90),
  ]

  /// A peak of 400 mg/dL from "High" is a bound; a later and equal value does not change that.
  @Test func aPeakHasTheFlagsOfItsReadings() throws {
    func flags(_ flagged: [Double: ReadingFlags]) throws -> ReadingFlags {
      let readings = try [(-10.0, 400.0), (0, 400), (30, 400), (60, 400), (90, 120)].map {
        Reading(time: try time($0.0), glucose: .mgdL($0.1), flags: flagged[$0.0] ?? [])
      }
      let history = Recording(
        series: try GlucoseSeries(readings),
        events: [Samples.meal("lunch", at: try time(0), carbs: 60)])
      let response = try #require(history.mealResponses(in: try Samples.plainDay().interval).first)
      #expect(response.peak == .mgdL(400) && response.timeToPeak == .seconds(1800))
      return response.peakFlags
    }
    let high = ReadingFlags.aboveDeviceLimit
    #expect(try flags([:]) == [])
    #expect(try flags([30: high]) == high && flags([60: high]) == high)
    // The reading at the meal is not after it.
    #expect(try flags([0: high, -10: high]) == [])
  }

  /// By hand: 30 min × (0 + 50)/2 + (50 + 40)/2 + (40 + 20)/2 + (20 + 0)/2 = 30 × 110.
  @Test func valuesEqualAHandCalculation() throws {
    let response = try response(Self.course)
    #expect(response.baseline == .mgdL(100))
    #expect(response.peak == .mgdL(150) && response.timeToPeak == .seconds(1800))
    #expect(response.rise == .mgdL(50))
    #expect(response.followUpDuration == .seconds(4 * 3600))
    #expect(abs(try #require(response.incrementalArea2Hours) - 3300) < 1e-9)
    #expect(abs(try #require(response.incrementalArea4Hours) - 3300) < 1e-9)
  }

  @Test func traceIsAlignedAtTheMeal() throws {
    let whole = try response([(-16, 90)] + Self.course + [(241, 80)])
    #expect(whole.trace.map(whole.sinceMeal) == Self.course.map { .seconds($0.0 * 60) })
    #expect(whole.trace.map(\.glucose.mgdL) == Self.course.map(\.1))
    let ended = try response(Self.course, nextMealAt: 60)
    #expect(ended.trace.last.map(ended.sinceMeal) == .seconds(3600) && ended.trace.count == 4)
    #expect(try response([]).trace.isEmpty)
  }

  /// Glucose may have risen above the peak where there are no readings.
  @Test func aFollowUpWithoutReadingsIsIncomplete() throws {
    #expect(try response(Self.course).isFollowUpComplete)
    #expect(try response(Array(Self.course.dropLast())).isFollowUpComplete)
    #expect(try !response(Array(Self.course.dropLast(2))).isFollowUpComplete)
    #expect(try !response(Self.course.filter { $0.0 != 60 }).isFollowUpComplete)
    #expect(try !response(Self.course.filter { !(1...30 ~= $0.0) }).isFollowUpComplete)
    #expect(try response(Array(Self.course.prefix(4)), nextMealAt: 90).isFollowUpComplete)
    #expect(try !response(Array(Self.course.prefix(4)), nextMealAt: 91).isFollowUpComplete)
    #expect(try !response([(-10, 98), (0, 102)]).isFollowUpComplete)
  }

  /// The sensor ends 40 minutes after the meal, or another meal follows after 40 minutes.
  @Test func aFollowUpOfFortyMinutesHasNoArea() throws {
    let readings = Self.course.filter { $0.0 <= 30 } + [(40, 160)]
    let ended = try response(readings)
    #expect(ended.followUpDuration == .seconds(4 * 3600) && !ended.isFollowUpComplete)
    let eaten = try response(readings + Self.course.filter { $0.0 > 40 }, nextMealAt: 40)
    #expect(eaten.followUpDuration == .seconds(40 * 60) && eaten.isFollowUpComplete)
    for response in [ended, eaten] {
      #expect(response.peak == .mgdL(160) && response.timeToPeak == .seconds(40 * 60))
      #expect(response.incrementalArea2Hours == nil && response.incrementalArea4Hours == nil)
    }
  }

  /// As a damaged file may have it.
  @Test func aMealThatIsFarFromTheCalendarIsFollowedUp() throws {
    for seconds in [1e12, 1e18, 1e300] {
      let time = Date(timeIntervalSinceReferenceDate: seconds)
      let meal = Samples.meal("far", at: time, carbs: 60)
      let history = Recording(series: GlucoseSeries(), events: [meal])
      let end = Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)
      let found = history.mealResponses(in: .distantPast..<end)
      #expect(found.map(\.time) == [time] && found.first?.peak == nil)
      #expect(found.first.map { $0.followUpDuration >= .zero } ?? false)
      #expect(history.localDays(in: Samples.oslo).isEmpty)
    }
  }

  @Test func oneMealHasAResponse() throws {
    let lunch = Samples.meal("lunch", at: try time(0), carbs: 60)
    let other = Samples.meal("bread", at: try time(0), carbs: 20)
    let series = try GlucoseSeries([Reading(time: try time(30), glucose: .mgdL(150))])
    let history = Recording(series: series, events: [other, lunch])
    #expect(history.response(to: lunch)?.meal.carbs == 60)
    #expect(history.response(to: Samples.meal("none", at: try time(0), carbs: 1)) == nil)
    let dose = Samples.event("dose", at: try time(0), .insulin(InsulinDose(units: 2)))
    #expect(Recording(series: series, events: [dose]).response(to: dose) == nil)
    let never = Samples.meal("x", at: Date(timeIntervalSinceReferenceDate: .nan), carbs: 1)
    #expect(history.response(to: never) == nil)
  }

  /// From 20 below to 20 above within half an hour: half of the time above, 10 on average.
  @Test func areaBelowTheBaselineIsZero() throws {
    let points: [(Double, Double)] = [
      (0, 100), (30, 80), (60, 120), (90, 80), (110, 70), (130, 60),
    ]
    let response = try response(points)
    #expect(abs(try #require(response.incrementalArea2Hours) - 300) < 1e-9)
    #expect(response.incrementalArea4Hours == nil)
  }

  @Test(arguments: [1.0, 5, 7, 11, 29])
  func areaOfAStraightRiseDoesNotDependOnTheCadence(minutes: Double) throws {
    let points = stride(from: 0, through: 275, by: minutes).map { ($0, 100 + $0) }
    let response = try response(points)
    #expect(abs(try #require(response.incrementalArea2Hours) - 7200) < 1e-6)
    #expect(abs(try #require(response.incrementalArea4Hours) - 28_800) < 1e-6)
  }

  @Test func nextSittingEndsTheTrace() throws {
    let followed = try response(Self.course + [(220, 300)], nextMealAt: 200)
    #expect(followed.followUpDuration == .seconds(200 * 60))
    #expect(followed.peak == .mgdL(150))
    #expect(followed.incrementalArea2Hours != nil && followed.incrementalArea4Hours == nil)
    // Dessert belongs to the same sitting.
    #expect(try response(Self.course, nextMealAt: 15).followUpDuration == .seconds(4 * 3600))
    #expect(try response(Self.course, nextMealAt: 16).followUpDuration == .seconds(16 * 60))
  }

  @Test func gapsAndMissingReadingsAreUndefined() throws {
    let gap = try response([(0, 100), (31, 120), (60, 100), (90, 100), (120, 100)])
    #expect(gap.incrementalArea2Hours == nil && gap.peak == .mgdL(120))
    let noBaseline = try response([(-16, 100), (10, 120)])
    #expect(noBaseline.baseline == nil && noBaseline.rise == nil)
    let none = try response([])
    #expect(none.peak == nil && none.timeToPeak == nil)
  }

  @Test func mealsOfOneNameAreInChronologicalOrder() throws {
    let first = try Samples.plainDay()
    let recording = VirtualPatient(seed: 35).simulate(days: 14, from: first)
    let events = recording.events.map { event in
      guard case .meal(var meal) = event.content else { return event }
      meal.name =
        LocalDay(containing: event.time, in: Samples.oslo).weekday < 6 ? "Porridge" : "egg"
      var named = event
      named.content = .meal(meal)
      return named
    }
    let history = CountingHistory(Recording(series: recording.series, events: events))
    let range = first.start..<first.advanced(by: 13).end
    let responses = history.responses(toMealsNamed: "porridge", in: range)
    #expect(history.seriesReads == 1 && history.eventReads == 1)
    #expect(responses.count > 10 && responses.allSatisfy { $0.meal.name == "Porridge" })
    #expect(responses.map(\.time) == responses.map(\.time).sorted())
    let all = history.mealResponses(in: range)
    for response in all {
      let area2 = response.incrementalArea2Hours ?? 0
      #expect(area2 >= 0 && (response.incrementalArea4Hours ?? .infinity) >= area2)
      let timeToPeak = response.timeToPeak ?? .seconds(1)
      #expect(timeToPeak > .zero && timeToPeak <= response.followUpDuration)
    }
  }
}
