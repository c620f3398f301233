import Foundation
import GlucoseKit

/// What every part of a page needs: the person, the choices, the present, and the address.
struct PageContext: Sendable {
  let person: Person
  let choices: Preferences
  let now: Date
  let strings: ChartStrings
  private(set) var path: String
  private(set) var query: Form

  init(_ person: Person, path: String, query: Form) async {
    (self.person, self.path, self.query) = (person, path, query)
    choices = await person.preferences.value
    now = person.clock.now
    strings = choices.language == .german ? .german : ChartStrings()
  }

  func moved(to path: String) -> PageContext {
    var page = self
    (page.path, page.query) = (path, Form())
    return page
  }

  var log: Logbook { person.log }
  var zone: TimeZone { choices.timeZone }
  var unit: GlucoseUnit { choices.unit }
  var unitName: String { unit.rawValue }
  var bands: RangeBands { choices.rangeBands }
  var language: Language { choices.language }
  var locale: Locale { language.locale }
  var style: DecimalStyle { DecimalStyle(locale) }
  var draftStrings: DraftStrings { DraftStrings(locale: locale) }
  var plotOptions: DayPlotOptions { DayPlotOptions(unit: unit, bands: bands) }

  // MARK: The diary

  var presentEnd: Date { choices.presentEnd(at: now) }

  /// What every number and picture of the pages is made of.
  var history: PastHistory { PastHistory(log: log, end: presentEnd) }

  /// The last reading that is not of the future.
  func latestReading() throws -> Reading? { try log.latestReading(atOrBefore: presentEnd) }

  /// The last day with readings or, if events count, with an event that is no plan; today if there is
  /// none.
  func lastDay(countingEvents: Bool = false) throws -> LocalDay {
    var times = [try latestReading()?.time]
    if countingEvents { times.append(try log.latestEvent(atOrBefore: now)?.time) }
    return min(times.compactMap(\.self).max().map(day(of:)) ?? today, today)
  }

  // MARK: Addresses

  var root: String { "/p/\(person.id)" }

  func path(of day: LocalDay) -> String { "\(root)/day/\(day)" }

  /// The same, of whatever day is today if that is the day.
  func livePath(of day: LocalDay) -> String { day == today ? root + "/day/today" : path(of: day) }

  /// The address of the page without what was done last and what is being edited.
  var back: String {
    let kept = query.fields.filter { !["done", "new", "edit", "favorite"].contains($0.key) }
      .sorted { $0.key < $1.key }
      .map { "\($0.key.escapedForQuery)=\($0.value.escapedForQuery)" }
    return path + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }

  // MARK: Words

  func callAsFunction(_ word: Word) -> String { word.text(in: language) }

  /// Returns the text in the language of the page, for what a single place has.
  func callAsFunction(_ english: String, _ german: String) -> String {
    language == .english ? english : german
  }

  /// Returns the name of a field of a form.
  func callAsFunction(_ field: EventDraft.Field) -> String { draftStrings.name(of: field) }

  func name(of kind: DiaryCondition.Kind) -> String { strings["condition.\(kind.rawValue)"] }

  func name(of kind: Exercise.Kind) -> String { strings["exercise.\(kind.rawValue)"] }

  func name(of action: InsulinDose.Action) -> String { strings["action.\(action.rawValue)"] }

  func name(of intensity: Exercise.Intensity) -> String {
    strings["intensity.\(intensity.rawValue)"]
  }

  func name(of category: DiaryEvent.Category) -> String {
    let isEntry = ![.meal, .insulin, .exercise, .condition].contains(category)
    return strings[(isEntry ? "category." : "") + category.rawValue]
  }

  // MARK: Numbers

  func number(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value).replacing(".", with: style.separator)
  }

  /// A difference with its sign, or without one if it is shown as 0.
  func signed(_ value: Double, places: Int) -> String {
    let text = number(value.magnitude, places: places)
    return text.contains { "123456789".contains($0) } ? (value > 0 ? "+" : "-") + text : text
  }

  var places: Int { unit == .mmolL ? 1 : 0 }

  /// A concentration as its device showed it, such as "8.1", or "<2.2" beyond the device's limit.
  func glucose(_ value: Glucose?, _ flags: ReadingFlags = []) -> String {
    value.map { Reading(time: now, glucose: $0, flags: flags).text(in: unit, style: style) } ?? "–"
  }

  func glucose(_ reading: Reading) -> String { reading.text(in: unit, style: style) }

  /// A whole percentage. One above 0 is never written as 0 %.
  func percent(_ value: Percentage?) -> String {
    guard let value else { return "–" }
    if value > .zero, value < Percentage(0.5) { return "<1 %" }
    return number(value.percent, places: 0) + " %"
  }

  /// An amount to hundredths, such as "52.5".
  func amount(_ value: Double) -> String { style.format((value * 100).rounded() / 100) }

  func grams(_ value: Double?) -> String { value.map { amount($0) + " g" } ?? "–" }

  func duration(_ length: Duration) -> String {
    let minutes = Int((Double(length.components.seconds) / 60).rounded())
    func text(_ minutes: Int) -> String { "\(minutes) \(strings["minutes"])" }
    guard minutes >= 60 else { return text(minutes) }
    let rest = minutes % 60
    return "\(minutes / 60) \(strings["hours"])" + (rest == 0 ? "" : " " + text(rest))
  }

  /// A number of all days, such as "3 of 30 days", in the case that a German preposition needs.
  func days(_ count: Int, of all: Int) -> String {
    let word = all == 1 ? self("day", "Tag") : self("days", "Tagen")
    return "\(count) \(self("of", "von")) \(all) \(word)"
  }

  // MARK: Times

  var today: LocalDay { day(of: now) }

  func day(of time: Date) -> LocalDay { LocalDay(containing: time, in: zone) }

  /// The day named by a field of the address, or `nil`.
  func day(_ name: String) -> LocalDay? { LocalDay(query[name], in: zone) }

  func clock(_ time: Date) -> String { ClockTime(time, in: zone).description }

  /// The name of a weekday, from 1 for Monday to 7 for Sunday.
  func weekday(_ number: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    return formatter.weekdaySymbols[number % 7]
  }

  func text(of day: LocalDay, _ parts: (Date.FormatStyle) -> Date.FormatStyle) -> String {
    // Noon is on the day in every zone.
    day.time(hour: 12).formatted(parts(Date.FormatStyle(locale: locale, timeZone: day.zone)))
  }

  func title(of day: LocalDay) -> String {
    day.time(hour: 12).formatted(
      Date.FormatStyle(date: .complete, time: .omitted, locale: locale, timeZone: day.zone))
  }

  func shortTitle(of day: LocalDay) -> String {
    text(of: day) { $0.weekday(.abbreviated).day().month(.abbreviated) }
  }

  /// A date with its year, such as "3 May 2026".
  func date(of day: LocalDay) -> String { text(of: day) { $0.day().month(.abbreviated).year() } }
}

/// The logbook without readings later than the present, such as those of a file that was read in the
/// wrong time zone. Its events are those of the logbook, with the plans.
struct PastHistory: GlucoseHistory {
  let log: Logbook
  let end: Date

  func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
    try log.series(in: range).prefix(through: end)
  }

  func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
    try log.events(in: range)
  }
}
