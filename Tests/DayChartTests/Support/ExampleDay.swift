import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation

/// A fictional but plausible day: a night, three meals and a snack with their doses, a low after a
/// run, a sensor gap, and a forecast from 18:25.
enum ExampleDay {
  static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  static let day = LocalDay(containing: Date(timeIntervalSince1970: 1_741_780_800), in: zone)
  static let now = day.time(hour: 18, minute: 27)

  static func recording() throws -> Recording {
    Recording(series: try GlucoseSeries(readings), events: events)
  }

  static func plot(
    options: DayPlotOptions = DayPlotOptions(unit: .mmolL, bands: .arises(in: .mmolL)),
    forecast isWanted: Bool = true
  ) throws -> DayPlot {
    try recording().plot(of: day, forecast: isWanted ? forecast : nil, now: now, options: options)
  }

  /// Three days before and three after, one of them without readings and one beyond the axis.
  static func window() throws -> SurroundingDays {
    let ranges = [-3: (4.4, 12.6), -1: (3.2, 10.1), 1: (5.1, 14.9), 2: (2.8, 22.4), 3: (4.6, 8.8)]
    let readings =
      try recording().series
      + ranges.flatMap { offset, range in
        let start = day.advanced(by: offset).start
        return (0..<288).map { index in
          let share = Double(index % 96) / 96
          let value = range.0 + (range.1 - range.0) * share * share
          return Reading(
            time: start.addingTimeInterval(Double(index) * 300), glucose: .mmolL(value))
        }
      }
    return Recording(series: try GlucoseSeries(readings)).surroundingDays(around: day)
  }

  /// Four and a half weeks of a virtual person; the second Tuesday has no readings.
  static func weeks() throws -> (history: FilteredHistory<Recording>, days: ClosedRange<LocalDay>) {
    (fourWeeks.excluding(days: [day.advanced(by: 13)]), day...day.advanced(by: 30))
  }

  private static let fourWeeks = VirtualPatient(seed: 35).simulate(days: 31, from: day)

  static func hoursOfTheWeek() throws -> [SlotReadings] {
    let (history, days) = try weeks()
    return history.series(in: days.lowerBound.start..<days.upperBound.end)
      .grouped(by: .weekdayAndHour, in: zone)
  }

  /// Minutes after midnight and mmol/L, with smooth interpolation.
  private static let course: [(minute: Double, glucose: Double)] = [
    (-60, 6.4), (0, 6.9), (60, 7.4), (130, 6.6), (200, 5.8), (280, 5.2), (340, 5.6), (400, 6.3),
    (440, 6.8), (490, 10.4), (515, 12.1), (545, 11.6), (600, 8.9), (660, 6.9), (720, 6.0),
    (745, 6.4), (790, 9.1), (825, 10.2), (870, 9.0), (930, 7.4), (975, 6.3), (1005, 4.6),
    (1025, 3.6), (1040, 3.5), (1060, 4.4), (1085, 5.7), (1107, 6.4),
  ]

  private static let readings: [Reading] = stride(from: -58.0, through: 1107, by: 5).compactMap {
    minute in
    // The sensor has a gap from 2:30 to 3:10.
    if minute > 150, minute < 190 { return nil }
    let value = glucose(at: minute)
    return Reading(
      time: day.start.addingTimeInterval(minute * 60), glucose: .mmolL((value * 10).rounded() / 10))
  }

  private static func glucose(at minute: Double) -> Double {
    guard let next = course.firstIndex(where: { $0.minute >= minute }), next > 0 else { return 6.4 }
    let (a, b) = (course[next - 1], course[next])
    let share = (minute - a.minute) / (b.minute - a.minute)
    let smooth = share * share * (3 - 2 * share)
    return a.glucose + (b.glucose - a.glucose) * smooth
  }

  private static let events: [DiaryEvent] = [
    event("breakfast", 7, 25, .meal(Meal(name: "Porridge", carbs: 55, protein: 14, fat: 9))),
    event("breakfast dose", 7, 20, .insulin(InsulinDose(units: 5.5, action: .rapidActing))),
    event("long", 7, 22, .insulin(InsulinDose(units: 18, action: .longActing))),
    event("coffee", 10, 5, .meal(Meal(name: "Coffee with milk"))),
    event("lunch", 12, 15, .meal(Meal(name: "Lentil soup & bread", carbs: 72, protein: 24))),
    event("fruit", 12, 31, .meal(Meal(name: "Pear", carbs: 70))),
    event("lunch dose", 12, 12, .insulin(InsulinDose(units: 6, action: .rapidActing))),
    event(
      "run", 15, 50,
      .exercise(Exercise(name: "Run", duration: .seconds(2700), intensity: .moderate))),
    event("juice", 17, 15, .meal(Meal(name: "Juice", carbs: 15))),
    event("dinner", 18, 20, .meal(Meal(name: "Pasta", carbs: 95, protein: 30, fat: 22))),
    event("dinner dose", 18, 18, .insulin(InsulinDose(units: 7.5, action: .rapidActing))),
    event(
      "stress", 9, 0, .condition(DiaryCondition(.stress, until: day.time(hour: 11, minute: 40)))),
  ]

  static func event(_ id: String, _ hour: Int, _ minute: Int, _ kind: DiaryEvent.Content)
    -> DiaryEvent
  {
    DiaryEvent(
      id: DiaryEvent.ID(rawValue: id), at: day.time(hour: hour, minute: minute), in: zone, kind)
  }

  static let forecast: GlucoseForecast = {
    let origin = Reading(time: day.start.addingTimeInterval(1107 * 60), glucose: .mmolL(6.4))
    let path = [6.7, 7.0, 7.4, 7.9, 8.3, 8.7]
    return GlucoseForecast(
      origin: origin,
      points: path.enumerated().map { step, value in
        let spread = 0.35 * Double(step + 1)
        return GlucoseForecast.Point(
          time: origin.time.addingTimeInterval(Double(step + 1) * 300), glucose: .mmolL(value),
          lower: .mmolL(value - spread), upper: .mmolL(value + spread))
      }, nominalCoverage: 0.9)
  }()
}
