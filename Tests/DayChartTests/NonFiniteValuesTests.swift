// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation
import GlucoseTestSupport
import Testing

@testable import DayChart

/// Values whose stored numbers became NaN or infinite are refused, or can be summarized and drawn.
struct NonFiniteValuesTests {
  static let cases: [NonFiniteCase] =
    (try? diary() + summaries() + plots() + signals() + simulation()) ?? []

  private static let day = ExampleDay.day
  private static let bands = RangeBands.consensus(in: .mmolL)

  private static func diary() throws -> [NonFiniteCase] {
    let (time, style) = (ExampleDay.now, DecimalStyle(separator: "."))
    let recording = try ExampleDay.recording()
    let favorite = Favorite(
      id: Favorite.ID(rawValue: "tea"), named: "Tea", .meal(Meal(carbs: 3))
    ).recordingUse(at: time)
    let entry = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "ketones"), at: time, in: .gmt,
      .entry(DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)))
    return [
      NonFiniteCase(recording) { _ = $0.report(of: day, bands: bands) },
      NonFiniteCase(recording.events + [entry]) { events in
        _ = DayPlot(
          day, series: GlucoseSeries(), events: events, options: DayPlotOptions(unit: .mmolL)
        ).resized(
          to: PlotSize(width: 100, height: 50))
        for event in events { _ = event.duration(within: day.interval) }
        _ = DayStatus(at: time, in: .gmt, events: events).sinceLastMeal
      },
      NonFiniteCase(favorite), NonFiniteCase(style),
      NonFiniteCase(MealDraft(at: time, in: .gmt)) { _ = $0.validate(style: style, now: time) },
      NonFiniteCase(InsulinDoseDraft(at: time, in: .gmt)) {
        _ = $0.validate(style: style, now: time)
      },
      NonFiniteCase(ExerciseDraft(at: time, in: .gmt)) { _ = $0.validate(style: style, now: time) },
      NonFiniteCase(ConditionDraft(at: time, in: .gmt)) {
        _ = $0.validate(style: style, now: time)
      },
      NonFiniteCase(EntryDraft(at: time, in: .gmt)) { _ = $0.validate(style: style, now: time) },
    ]
  }

  private static func summaries() throws -> [NonFiniteCase] {
    let recording = try ExampleDay.recording()
    let (weeks, days) = try ExampleDay.weeks()
    let week = days.lowerBound.advanced(by: -1)...days.lowerBound.advanced(by: 5)
    let pattern = try #require(
      weeks.patterns(of: days, bands: bands, falseDiscoveryRate: 1, minimumDays: 1).first)
    return [
      NonFiniteCase(recording.periodReport(of: [day], bands: bands, now: ExampleDay.now)) {
        report in
        let page = ReportPage(title: "", report: report, unit: .mmolL)
        _ = (page.html, report.days.map(\.tags))
      },
      NonFiniteCase(weeks.comparison(of: week, with: week, bands: bands)),
      NonFiniteCase(recording.status(at: ExampleDay.now, in: ExampleDay.zone)) {
        _ = ($0.sinceLastMeal, $0.sinceLastDose, $0.untilNextExercise)
      },
      NonFiniteCase(recording.mealResponses(in: day.interval)) { responses in
        _ = MealResponsesPicture(responses, in: ExampleDay.zone, unit: .mmolL).svg
        for response in responses { _ = response.rise }
      },
      NonFiniteCase(weeks.nights(of: days.prefix(1), bands: bands)) { nights in
        _ = NightsPicture(nights, unit: .mmolL).svg
        for night in nights { _ = (night.change, night.durationBelowRange) }
      },
      NonFiniteCase(pattern) { _ = ($0.affectedPercentage, $0.slot) },
      NonFiniteCase(recording.episodes(of: day...day, bands: bands)) { episodes in
        for episode in episodes { _ = (episode.duration, episode.id.description) }
      },
      NonFiniteCase(StoreResult(added: 1, replaced: 2)) { _ = $0.added },
      NonFiniteCase(DayFilter.coverage(atLeast: Percentage(70)) && !.days([day])) {
        _ = $0.matches(recording.report(of: day, bands: bands))
      },
      NonFiniteCase(try #require(ClockTime("7:30"))), NonFiniteCase(TimeGrouping.weekday.slots),
      NonFiniteCase(DayPlotOptions(unit: .mmolL, maximumGap: .seconds(900))) {
        _ = recording.plot(of: day, now: ExampleDay.now, options: $0)
      },
      NonFiniteCase(
        BasalSchedule([BasalSchedule.Rate(from: try #require(ClockTime("7:30")), unitsPerHour: 1)])
      ) { _ = $0.segments(on: day).map(\.unitsPerHour) },
    ]
  }

  private static func plots() throws -> [NonFiniteCase] {
    let recording = try ExampleDay.recording()
    let basal = [BasalSegment(from: day.start, to: day.end, unitsPerHour: 0.8)]
    let display = recording.bifocalDay(
      of: day, forecast: ExampleDay.forecast, basal: basal, now: ExampleDay.now,
      options: DayPlotOptions(unit: .mmolL))
    return [
      NonFiniteCase(
        DayPlot(
          day, series: GlucoseSeries(),
          events: [
            ExampleDay.event(
              "stick", 9, 0, .entry(DiaryEntry(.fingerstick, amount: 6, unit: .mmolL)))
          ], options: DayPlotOptions(unit: .mmolL))
      ) { _ = DayPicture($0).svg },
      NonFiniteCase(display) { display in
        // A page draws the same plots, in many times the time.
        _ = BifocalPicture(display.plot, display.surroundingDays).svg
        _ = display.plot.current?.trend
      },
      NonFiniteCase(display.plot.axis.ticks),
      NonFiniteCase(display.plot.layout.marks.map(\.caption)),
      NonFiniteCase(ChartPalette.arises) { _ = $0.glucose.hexadecimal },
    ]
  }

  private static func signals() throws -> [NonFiniteCase] {
    let (weeks, days) = try ExampleDay.weeks()
    let series = weeks.series(in: days.lowerBound.start..<days.lowerBound.advanced(by: 4).end)
    let other = try GlucoseSeries(
      series.map { Reading(time: $0.time, glucose: .mgdL($0.glucose.mgdL * 1.1)) })
    let last = try #require(series.last?.time)
    let short = try #require(
      SensorComparison(of: series.prefix(through: days.lowerBound.time(hour: 3)), with: other))
    let fault = SignalFault(
      .compressionLow, from: last - 600, through: last, readingCount: 3, probability: 0.8)
    let report = weeks.periodReport(of: days.prefix(3), bands: bands)
    return [
      NonFiniteCase(SignalQuality(of: series, in: ExampleDay.zone)) { quality in
        let page = ReportPage(title: "", report: report, quality: quality, unit: .mmolL)
        _ = (page.html, quality.days.map(\.reliability))
      },
      NonFiniteCase(try #require(series.signalStatus(at: last, in: ExampleDay.zone))) {
        _ = $0.isDoubtful
      },
      NonFiniteCase([fault]) { faults in
        _ = (series.excluding(faults).count, faults.map { $0.contains(last) })
      },
      NonFiniteCase(short) { comparison in
        _ = (comparison.agreement, comparison.agreement(in: bands), comparison.limitsOfAgreement)
        _ = (comparison.lag, comparison.drift, comparison.differenceDeviation)
      },
      NonFiniteCase(Array(series.prefix(before: days.lowerBound.end).smoothed().suffix(3))) {
        for reading in $0 { _ = reading.trend }
      },
      NonFiniteCase(try #require(SensorDifference(of: series, with: other))),
      NonFiniteCase(SmoothingModel.standard) {
        _ = series.prefix(before: days.lowerBound.end).smoothed(by: $0)
      },
    ]
  }

  private static func simulation() throws -> [NonFiniteCase] {
    let recording = try ExampleDay.recording()
    return [
      NonFiniteCase(VirtualPatient(seed: 1)) { _ = $0.simulate(days: 1, from: day) },
      NonFiniteCase(SensorFaults()) {
        _ = $0.applied(to: recording.series, in: ExampleDay.zone, seed: 1)
      },
      NonFiniteCase(
        SensorFaults().applied(to: recording.series, in: ExampleDay.zone, seed: 1).faults),
    ]
  }

  /// A number that traps where it is used ends the process of the tests.
  @Test(arguments: cases) func isRefusedOrOfUse(_ stored: NonFiniteCase) throws {
    _ = try stored.outcomes()
  }

  @Test(arguments: [
    "DayChart", "DaySummary", "GlucoseDiary", "GlucoseSignals", "GlucoseSimulation",
  ])
  func everyDecodableTypeHasACase(of module: String) throws {
    // Names, choices by name, and protocols.
    let choices: Set = [
      "ErrorGridPicture.Grid", "ReportPage.Paper", "EventLayout.Clock",
      "PlotLinePoint.Clipping", "DraftField", "EventDraft", "ConditionDraft.Field",
      "EntryDraft.Field", "ExerciseDraft.Field", "InsulinDoseDraft.Field", "MealDraft.Field",
      "Exercise.Intensity", "Exercise.Kind", "SimulatedFault.Kind", "DayTag", "GlucosePattern.Rule",
    ]
    let missing = try NonFiniteCase.missing(from: Self.cases, of: module)
    #expect(missing.filter { !choices.contains($0) } == [])
  }
}
