import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseSignals
import GlucoseTestSupport
import Testing

@testable import DayChart

struct NonFiniteValuesTests {
  static let cases: [NonFiniteCase] =
    (try? diary() + settings() + signals()) ?? []

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
    let categories: [DiaryEvent.Category] = [.meal, .insulin, .exercise, .condition, .note]
    let drafts = categories.map { category in
      NonFiniteCase(EventDraft(category, at: time, in: .gmt)) {
        _ = $0.validate(style: style, now: time)
      }
    }
    return drafts + [
      NonFiniteCase(recording) { _ = $0.report(of: day, bands: bands) },
      NonFiniteCase(recording.events + [entry]) { events in
        _ = DayPlot(
          day, series: GlucoseSeries(), events: events, options: DayPlotOptions(unit: .mmolL)
        ).layout(in: PlotSize(width: 100, height: 50))
        for event in events { _ = event.duration(within: day.interval) }
        _ = DayStatus(at: time, in: .gmt, events: events).sinceLastMeal
      },
      NonFiniteCase(favorite), NonFiniteCase(style),
    ]
  }

  private static func settings() throws -> [NonFiniteCase] {
    let recording = try ExampleDay.recording()
    return [
      NonFiniteCase(StoreResult(added: 1, replaced: 2)) { _ = $0.added },
      NonFiniteCase(DayFilter.coverage(atLeast: Percentage(70)) && !.days([day])) {
        _ = $0.matches(recording.report(of: day, bands: bands))
      },
      NonFiniteCase(try #require(ClockTime("7:30"))),
      NonFiniteCase(
        BasalSchedule([BasalSchedule.Rate(from: try #require(ClockTime("7:30")), unitsPerHour: 1)])
      ) { _ = $0.segments(on: day).map(\.unitsPerHour) },
    ]
  }

  private static func signals() throws -> [NonFiniteCase] {
    let (weeks, days) = try ExampleDay.weeks()
    let series = weeks.series(in: days.lowerBound.start..<days.lowerBound.advanced(by: 4).end)
    let last = try #require(series.last?.time)
    let fault = SignalFault(
      .compressionLow, from: last - 600, through: last, readingCount: 3, score: 0.8,
      evidence: [.suddenFall])
    return [
      NonFiniteCase(try #require(series.signalStatus(at: last, in: ExampleDay.zone))) {
        _ = $0.isDoubtful
      },
      NonFiniteCase([fault]) { faults in
        _ = (series.excluding(faults).count, faults.map { $0.contains(last) })
      },
      NonFiniteCase(
        try #require(
          ExampleDay.recording().plot(
            of: day, now: ExampleDay.now, options: DayPlotOptions(unit: .mmolL)
          ).current)
      ) { _ = $0.trend },
      NonFiniteCase(SmoothingModel.standard) {
        _ = series.prefix(before: days.lowerBound.end).smoothed(by: $0)
      },
    ]
  }

  /// A number that traps where it is used ends the process of the tests.
  @Test(arguments: cases) func isRefusedOrOfUse(_ stored: NonFiniteCase) throws {
    _ = try stored.outcomes()
  }

  @Test(arguments: ["DayChart", "DaySummary", "GlucoseDiary", "GlucoseSignals"])
  func everyDecodableTypeHasACase(of module: String) throws {
    // Names, choices by name, and protocols.
    let choices: Set = ["EventDraft.Field", "Exercise.Intensity", "Exercise.Kind", "DayTag"]
    let missing = try NonFiniteCase.missing(from: Self.cases, of: module)
    #expect(missing.filter { !choices.contains($0) } == [])
  }
}
