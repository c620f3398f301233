import Foundation
import GlucoseKit

/// The days that a page is about: a range that its address names, or some days up to the last one
/// with data.
struct Period {
  /// The numbers of days that can be chosen, first the usual one.
  let counts: [Int]
  private(set) var days: ClosedRange<LocalDay>
  /// The number of days that was chosen, or `nil` for a range.
  private(set) var count: Int?
  /// Why the range that is named cannot be shown.
  private(set) var error: Word?
  /// What is to be known about the days that are shown.
  private var notice: Word?
  private let page: PageContext

  /// The most days of a range.
  private static let limit = 366

  /// Creates the period that the address of `page` names.
  ///
  /// - Parameters:
  ///   - counts: The numbers of days that can be chosen, first the usual one.
  ///   - last: The last day with data.
  init(_ page: PageContext, counts: [Int], until last: LocalDay) {
    (self.page, self.counts) = (page, counts)
    let count = counts.first { String($0) == page.query["days"] } ?? counts[0]
    days = last.advanced(by: 1 - count)...last
    let (from, to) = (page.day("from"), page.day("to"))
    guard from != nil || to != nil else {
      self.count = count
      if last < page.today { notice = Word("There is nothing later.", "Später gibt es nichts.") }
      return
    }
    let end = to ?? max(last, from ?? last)
    let start = from ?? end.advanced(by: 1 - count)
    guard start <= end else {
      error = .reversed
      return
    }
    days = Self.limited(start...end)
    if start < days.lowerBound {
      notice = Word(
        "A period has at most 366 days: these are the last.",
        "Ein Zeitraum hat höchstens 366 Tage: dies sind die letzten.")
    }
  }

  /// Returns the last 366 days of a range.
  static func limited(_ days: ClosedRange<LocalDay>) -> ClosedRange<LocalDay> {
    max(days.lowerBound, days.upperBound.advanced(by: 1 - limit))...days.upperBound
  }

  /// The fields of a form for the period.
  var fields: HTML {
    """
    \(Field(page(.dayCount), "days").select(
      counts.map { ("\($0)", "\($0) \(page(.days))") }, count.map { "\($0)" }))
    \(date("from", .from))
    \(date("to", .to))
    """
  }

  private func date(_ name: String, _ word: Word) -> HTML {
    Field(page(word), name).input(
      page.query[name], type: "date",
      error == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"period-error\"")
  }

  /// The notes on the period, which are shown above its content.
  var account: HTML {
    if let error {
      return "<p id=\"period-error\" class=\"error\" role=\"alert\">\(page(error))</p>"
    }
    let first = page.date(of: days.lowerBound)
    let last = page.date(of: days.upperBound)
    return """
      <p id="period" class="quiet" data-live>\(first) – \(last)\(notice.map { ". \(page($0))" } ?? "")</p>
      """
  }
}

extension PageContext {
  /// The last day with readings or, if events count, with an event that is no plan; today if there is
  /// none.
  func lastDay(countingEvents: Bool = false) throws -> LocalDay {
    var times = [try latestReading()?.time]
    if countingEvents { times.append(try log.latestEvent(atOrBefore: now)?.time) }
    let last = times.compactMap(\.self).max().map { LocalDay(containing: $0, in: zone) }
    return min(last ?? today, today)
  }

  /// A date with its year, such as "3 May 2026".
  func date(of day: LocalDay) -> String {
    day.time(hour: 12).formatted(
      Date.FormatStyle(locale: locale, timeZone: day.zone).day().month(.abbreviated).year())
  }

  /// A number of all days, such as "3 of 30 days", in the case that a German preposition needs.
  func days(_ count: Int, of all: Int) -> String {
    let word = all == 1 ? Word("day", "Tag") : Word("days", "Tagen")
    return "\(count) \(self("of", "von")) \(all) \(self(word))"
  }
}
