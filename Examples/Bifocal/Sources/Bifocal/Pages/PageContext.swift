import Foundation
import GlucoseKit

/// What every part of a page needs: the person, the choices, the present, and the address.
struct PageContext: Sendable {
  let person: Person
  let choices: Preferences
  let now: Date
  let chartStrings: ChartStrings
  var draftStrings: DraftStrings { DraftStrings(locale: locale) }
  var reportStrings: ReportStrings { language == .german ? .german : ReportStrings() }
  private(set) var path: String
  private(set) var query: Form

  init(_ person: Person, path: String, query: Form) async {
    self.person = person
    self.path = path
    self.query = query
    choices = await person.preferences.value
    now = person.clock.now
    chartStrings = choices.language == .german ? .german : ChartStrings()
  }

  /// The same for the page at another address.
  func moved(to path: String) -> PageContext {
    var page = self
    (page.path, page.query) = (path, Form())
    return page
  }

  var log: Logbook { person.log }
  var zone: TimeZone { choices.timeZone }
  var unit: GlucoseUnit { choices.unit }
  var bands: RangeBands { choices.rangeBands }
  var language: Language { choices.language }
  var today: LocalDay { LocalDay(containing: now, in: zone) }
  var root: String { "/p/\(person.id)" }
  var style: DecimalStyle { DecimalStyle(locale) }
  var locale: Locale { language.locale }

  /// Returns a word in the language of the page.
  func callAsFunction(_ word: Word) -> String { word.text(in: language) }

  /// Returns the text in the language of the page, for what a single place has.
  func callAsFunction(_ english: String, _ german: String) -> String {
    language == .english ? english : german
  }

  func number(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value).replacing(".", with: style.separator)
  }

  /// A difference with its sign.
  func signed(_ value: Double, places: Int) -> String {
    (value > 0 ? "+" : "") + number(value, places: places)
  }

  /// A concentration without its unit, such as "8.1" or "146".
  func glucose(_ value: Glucose) -> String {
    number(value.value(in: unit), places: unit == .mmolL ? 1 : 0)
  }

  /// A concentration as its device showed it: "<2.2" or ">22.2" beyond the device's limit.
  func glucose(_ value: Glucose, _ flags: ReadingFlags) -> String {
    Reading(time: now, glucose: value, flags: flags).text(in: unit, style: style)
  }

  var unitName: String { unit.rawValue }

  /// A whole percentage. One above 0 is never written as 0 %.
  func percent(_ value: Percentage) -> String {
    if value > .zero, value < Percentage(0.5) { return "<1 %" }
    return number(value.percent, places: 0) + " %"
  }

  /// An amount to hundredths, such as "52.5".
  func amount(_ value: Double) -> String { style.format((value * 100).rounded() / 100) }

  func clock(_ time: Date) -> String { ClockTime(time, in: zone).description }

  func duration(_ length: Duration) -> String {
    let minutes = Int((Double(length.components.seconds) / 60).rounded())
    guard minutes >= 60 else { return "\(minutes) \(self(.minutes))" }
    let rest = minutes % 60
    return "\(minutes / 60) \(self(.hours))" + (rest == 0 ? "" : " \(rest) \(self(.minutes))")
  }

  /// The name of a weekday, from 1 for Monday to 7 for Sunday.
  func weekday(_ number: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    return formatter.weekdaySymbols[number % 7]
  }

  func title(of day: LocalDay) -> String {
    // Noon is on the day in every zone.
    day.time(hour: 12).formatted(
      Date.FormatStyle(date: .complete, time: .omitted, locale: locale, timeZone: day.zone))
  }

  func shortTitle(of day: LocalDay) -> String {
    day.time(hour: 12).formatted(
      Date.FormatStyle(locale: locale, timeZone: day.zone).weekday(.abbreviated).day().month(
        .abbreviated))
  }

  /// The day named by a field of the address, or `nil`.
  func day(_ name: String) -> LocalDay? { LocalDay(query[name], in: zone) }

  func name(of kind: DiaryCondition.Kind) -> String {
    chartStrings.conditions[kind] ?? kind.rawValue
  }

  func name(of kind: Exercise.Kind) -> String { chartStrings.exerciseKinds[kind] ?? kind.rawValue }

  func name(of intensity: Exercise.Intensity) -> String {
    chartStrings.intensities[intensity] ?? intensity.rawValue
  }

  func name(of action: InsulinDose.Action) -> String {
    chartStrings.actions[action] ?? action.rawValue
  }

  func name(of category: DiaryEvent.Category) -> String {
    switch category {
    case .meal: chartStrings.meal
    case .insulin: chartStrings.insulin
    case .exercise: chartStrings.exercise
    case .condition: chartStrings.condition
    default: chartStrings.categories[category] ?? category.rawValue
    }
  }

  /// The options of a picture of a day.
  var plotOptions: DayPlotOptions { DayPlotOptions(unit: unit, bands: bands) }
}

/// The logbook without readings later than the present, such as those of a file that was read in the
/// wrong time zone. Its events are those of the logbook, with the plans.
struct PastHistory: GlucoseHistory {
  let log: Logbook
  /// The last instant at which a reading counts.
  let end: Date

  func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
    try log.series(in: range).prefix(through: end)
  }

  func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
    try log.events(in: range)
  }
}

extension Preferences {
  /// The instant after which a reading is of the future, as the session has it.
  func presentEnd(at now: Date) -> Date {
    now.addingTimeInterval(Double(liveOptions.clockTolerance.components.seconds))
  }
}

extension PageContext {
  var presentEnd: Date { choices.presentEnd(at: now) }

  /// What every number and picture of the pages is made of.
  var history: PastHistory { PastHistory(log: log, end: presentEnd) }

  /// The last reading that is not of the future.
  func latestReading() throws -> Reading? { try log.latestReading(atOrBefore: presentEnd) }
}
