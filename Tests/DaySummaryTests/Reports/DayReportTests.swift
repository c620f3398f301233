import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct DayReportTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func time(_ hour: Int, _ minute: Int = 0) -> Date { day.time(hour: hour, minute: minute) }

  private func report(
    _ events: [DiaryEvent] = [], series: GlucoseSeries = GlucoseSeries(), now: Date? = nil
  ) throws -> DayReport {
    Recording(series: series, events: events).report(of: day, bands: .arises(in: .mmolL), now: now)
  }

  @Test func statisticsIncludeOnlyTheReadingsOfTheDay() throws {
    let series = try GlucoseSeries([
      Reading(time: day.start.addingTimeInterval(-1), glucose: .mmolL(20)),
      Reading(time: day.start, glucose: .mmolL(4)), Reading(time: time(12), glucose: .mmolL(8)),
      Reading(time: day.end, glucose: .mmolL(20)),
    ])
    let statistics = try #require(try report(series: series).statistics)
    #expect(statistics.count == 2)
    #expect(statistics.minimum == .mmolL(4))
    #expect(statistics.maximum == .mmolL(8))
    #expect(abs(statistics.mean.mmolL - 6) < 1e-12)
  }

  @Test func timeInRangeIsAFractionOfTheReadingsOfTheDay() throws {
    // With the edges 4 and 10 mmol/L: one reading below, two in range, one above.
    let series = try Samples.series(from: day.start, [(0, 3.9), (5, 4), (10, 10), (15, 10.1)])
    let report = try report(series: series)
    #expect(report.statistics?.timeInRange.fraction == 0.5)
    #expect(report.statistics?.timeBelowRange.fraction == 0.25)
    #expect(report.statistics?.timeAboveRange.fraction == 0.25)
    let empty = try self.report()
    #expect(empty.statistics == nil)
    let history = Recording(series: series)
    let period = history.period(of: day...day.advanced(by: 1), bands: .arises(in: .mmolL))
    #expect(period.statistics?.timeInRange.fraction == 0.5)
    #expect(period.statistics?.timeBelowRange.fraction == 0.25)
    #expect(period.statistics?.timeAboveRange.fraction == 0.25)
    #expect(
      history.period(of: day.advanced(by: 1)...day.advanced(by: 1), bands: .consensus(in: .mgdL))
        .statistics == nil)
  }

  /// At 18:00: 4 U taken at 12:00 and 2 U at 18:00, 80 U planned for 20:00; a meal of 45 g eaten,
  /// one of 60 g planned; a run from 17:30 to 18:30, and an illness from 17:00 to 03:00 of the next
  /// day.
  private var planned: Recording {
    Recording(
      series: GlucoseSeries(),
      events: [
        Samples.event("taken", at: time(12), .insulin(InsulinDose(units: 4))),
        Samples.event("taken now", at: time(18), .insulin(InsulinDose(units: 2))),
        Samples.event("planned", at: time(20), .insulin(InsulinDose(units: 80))),
        Samples.meal("eaten", at: time(12), carbs: 45),
        Samples.meal("to eat", at: time(19), carbs: 60),
        Samples.event("run", at: time(17, 30), .exercise(Exercise(duration: .seconds(3600)))),
        Samples.event(
          "ill", at: time(17),
          .condition(DiaryCondition(.illness, until: day.end.addingTimeInterval(3 * 3600)))),
      ])
  }

  @Test func eventsAfterTheCutoffDoNotCountInTotals() throws {
    let all = planned.report(of: day, bands: .consensus(in: .mgdL))
    #expect(all.insulin.units == 86 && all.insulin.doseCount == 3)
    #expect(all.nutrition.carbs == 105)
    #expect(all.exercise.duration == .seconds(3600))
    #expect(all.duration(of: .illness) == .seconds(7 * 3600))

    let taken = planned.report(of: day, bands: .consensus(in: .mgdL), until: time(18))
    #expect(taken.insulin.units == 6 && taken.insulin.doseCount == 2)
    #expect(taken.nutrition.carbs == 45 && taken.nutrition.mealCount == 1)
    #expect(taken.exercise.count == 1 && taken.exercise.duration == .seconds(1800))
    #expect(taken.duration(of: .illness) == .seconds(3600))
  }

  @Test func everyReportOfSeveralDaysLeavesOutEventsAfterTheCutoff() throws {
    let days = day...day.advanced(by: 1)
    let taken = planned.report(of: day, bands: .consensus(in: .mgdL), until: time(18))
    let reports = planned.reports(of: days, bands: .consensus(in: .mgdL), until: time(18))
    #expect(reports[0] == taken)
    // The illness lasts into the next day only by plan.
    #expect(reports[1].isEmpty)
    #expect(planned.reports(of: days, bands: .consensus(in: .mgdL))[1].tags == [.illness])
    #expect(
      planned.periodReport(of: days, bands: .consensus(in: .mgdL), until: time(18)).days == [taken])
    let exercised = planned.reports(
      of: days, where: .has(.exercise), bands: .consensus(in: .mgdL), until: time(17))
    #expect(exercised.isEmpty)
  }

  @Test func aReportWithTheTimeLeavesOutPlansUnlessTheyAreAskedFor() throws {
    let days = day...day.advanced(by: 1)
    let bands = RangeBands.consensus(in: .mgdL)
    let taken = planned.report(of: day, bands: bands, now: time(18))
    #expect(taken.insulin.units == 6 && taken.nutrition.carbs == 45)
    #expect(planned.reports(of: days, bands: bands, now: time(18))[0] == taken)
    #expect(planned.periodReport(of: days, bands: bands, now: time(18)).days == [taken])
    let all = planned.report(of: day, bands: bands, now: time(18), until: .distantFuture)
    #expect(all.insulin.units == 86 && all.nutrition.carbs == 105)
  }

  @Test func emptyDayHasAnEmptyReport() throws {
    let report = try report()
    #expect(report.statistics == nil)
    #expect(report.coverage.fraction == 0)
    #expect(report.tags.isEmpty)
    #expect(report.nutrition.carbs == nil)
    #expect(report.insulin.units == nil)
    #expect(report.exercise.count == 0)
    #expect(report.conditions.isEmpty)
  }

  @Test(arguments: [
    ([4.0, 10.0], [DayTag]()), ([3.99, 10.0], [.low]), ([4.0, 10.01], [.high]),
    ([3.0, 15.0], [.low, .high]),
  ])
  func oneReadingBeyondTheTargetAddsTheTag(values: [Double], tags: [DayTag]) throws {
    let series = try Samples.series(
      from: day.start, values.enumerated().map { (Double($0) * 5, $1) })
    #expect(try report(series: series).tags == Set(tags))
  }

  @Test func everyKindOfConditionTagsTheDay() throws {
    let travel = DiaryCondition.Kind(rawValue: "travel")
    let tags = try report([
      Samples.event("a", at: time(8), .condition(DiaryCondition(.illness, until: time(9)))),
      Samples.event("b", at: time(8), .condition(DiaryCondition(travel, until: time(9)))),
      Samples.event("c", at: time(8), .exercise(Exercise(duration: .seconds(60)))),
    ]).tags
    #expect(tags == [.illness, DayTag(travel), .exercise])
    let session = Samples.event("d", at: time(8), .condition(DiaryCondition(.exercise)))
    #expect(try report([session]).tags == [.exercise])
  }

  @Test(arguments: ["low", "hypo"])
  func conditionNamedLikeATagIsNotThatTag(name: String) throws {
    let kind = DiaryCondition.Kind(rawValue: name)
    let tags = try report([
      Samples.event(at: time(8), .condition(DiaryCondition(kind, until: time(9))))
    ]).tags
    #expect(!tags.contains(.low))
  }

  @Test func overlappingConditionsOfAKindCountOnce() throws {
    let report = try report([
      Samples.event("a", at: time(8), .condition(DiaryCondition(.stress, until: time(10)))),
      Samples.event("b", at: time(9), .condition(DiaryCondition(.stress, until: time(11)))),
      Samples.event("c", at: time(9), .condition(DiaryCondition(.stress, until: time(9, 30)))),
      Samples.event("d", at: time(20), .condition(DiaryCondition(.stress, until: time(20, 15)))),
      Samples.event("e", at: time(9), .condition(DiaryCondition(.illness, until: time(10)))),
    ])
    #expect(report.duration(of: .stress) == .seconds(3 * 3600 + 900))
    #expect(report.duration(of: .illness) == .seconds(3600))
    #expect(Set(report.conditions.keys) == [.illness, .stress])
  }

  @Test func overlappingExerciseCountsOnceInTimeAndTwiceInNumber() throws {
    let report = try report([
      Samples.event("a", at: time(8), .exercise(Exercise(duration: .seconds(3600)))),
      Samples.event("b", at: time(8, 30), .exercise(Exercise(duration: .seconds(3600)))),
    ])
    #expect(report.exercise.duration == .seconds(5400))
    #expect(report.exercise.count == 2)
  }

  @Test func durationAcrossMidnightCountsOnEachDayForItsPart() throws {
    let events = [
      Samples.event("a", at: time(23), .exercise(Exercise(duration: .seconds(5400)))),
      Samples.event(
        "b", at: time(22),
        .condition(DiaryCondition(.stress, until: day.end.addingTimeInterval(3600)))),
    ]
    let recording = Recording(series: GlucoseSeries(), events: events)
    let reports = recording.reports(of: day...day.advanced(by: 2), bands: .consensus(in: .mgdL))
    #expect(reports.map(\.exercise.duration) == [.seconds(3600), .seconds(1800), .zero])
    #expect(reports.map(\.exercise.count) == [1, 1, 0])
    #expect(reports.map { $0.duration(of: .stress) } == [.seconds(7200), .seconds(3600), .zero])
  }

  @Test func ongoingConditionCountsUntilNow() throws {
    let open = Samples.event(at: time(20), .condition(DiaryCondition(.illness)))
    let recording = Recording(series: GlucoseSeries(), events: [open])
    let now = day.advanced(by: 1).time(hour: 6)
    let reports = recording.reports(
      of: day...day.advanced(by: 2), bands: .consensus(in: .mgdL), now: now)
    #expect(
      reports.map { $0.duration(of: .illness) } == [.seconds(4 * 3600), .seconds(6 * 3600), .zero])
    #expect(reports.map { $0.tags.contains(.illness) } == [true, true, false])
  }

  @Test func ongoingConditionCountsToTheEndOfTheDayWithoutNow() throws {
    let open = Samples.event(at: time(20), .condition(DiaryCondition(.illness)))
    let recording = Recording(series: GlucoseSeries(), events: [open])
    let reports = recording.reports(of: day...day.advanced(by: 1), bands: .consensus(in: .mgdL))
    #expect(reports.map { $0.duration(of: .illness) } == [.seconds(4 * 3600), .seconds(24 * 3600)])
  }

  @Test func ongoingConditionInTheFutureHasNoDuration() throws {
    let open = Samples.event(at: time(20), .condition(DiaryCondition(.illness)))
    #expect(try report([open], now: time(19)).duration(of: .illness) == .zero)
  }

  @Test func conditionThatEndsBeforeItStartsHasNoDuration() throws {
    let event = Samples.event(at: time(8), .condition(DiaryCondition(.stress, until: time(7))))
    let report = try report([event])
    #expect(report.duration(of: .stress) == .zero)
    #expect(report.tags == [.stress])
  }

  @Test func eventAtMidnightBelongsToTheDayThatStarts() throws {
    let meals = [
      Samples.meal("a", at: day.start, carbs: 10), Samples.meal("b", at: day.end, carbs: 20),
    ]
    let reports = Recording(series: GlucoseSeries(), events: meals)
      .reports(of: day...day.advanced(by: 1), bands: .consensus(in: .mgdL))
    #expect(reports.map(\.nutrition.carbs) == [10, 20])
  }

  @Test func daysOnWhichClocksChangeHaveTheirActualLength() throws {
    for (day, hours) in [(try Samples.shortDay(), 23.0), (try Samples.longDay(), 25)] {
      let open = Samples.event(at: day.start, .condition(DiaryCondition(.illness)))
      let report = Recording(series: GlucoseSeries(), events: [open]).report(
        of: day, bands: .consensus(in: .mgdL))
      #expect(report.duration(of: .illness) == .seconds(hours * 3600))
    }
  }

  @Test func reportsOfARangeEqualTheReportsOfItsDaysFromOneRead() throws {
    let days = day.advanced(by: -20)...day
    let range = days.lowerBound.start..<days.upperBound.end
    var generator = SeededGenerator(seed: 7)
    let events = (0..<200).map { index in
      let time = range.lowerBound.addingTimeInterval(.random(in: -1e5...2e6, using: &generator))
      let kind: DiaryEvent.Content =
        switch index % 4 {
        case 0: .meal(Meal(carbs: Double(index)))
        case 1: .insulin(InsulinDose(units: Double(index) / 8, action: .rapidActing))
        case 2: .exercise(Exercise(duration: .seconds(index * 400)))
        default:
          .condition(DiaryCondition(.stress, until: time.addingTimeInterval(Double(index) * 900)))
        }
      return Samples.event("\(index)", at: time, kind)
    }
    let recording = Recording(series: try Samples.series(range), events: events)
    let counting = CountingHistory(recording)
    let reports = counting.reports(of: days, bands: .consensus(in: .mgdL))
    #expect(counting.seriesReads == 1)
    #expect(counting.eventReads == 1)
    #expect(reports == days.map { recording.report(of: $0, bands: .consensus(in: .mgdL)) })
    let some = [day, day.advanced(by: -9), day]
    #expect(
      recording.reports(of: some, bands: .consensus(in: .mgdL))
        == some.map { recording.report(of: $0, bands: .consensus(in: .mgdL)) })
    #expect(recording.reports(of: [], bands: .consensus(in: .mgdL)).isEmpty)
  }
}

extension DayReport {
  fileprivate func duration(of kind: DiaryCondition.Kind) -> Duration { conditions[kind] ?? .zero }
}
