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
  private(set) var error: Word?
  /// What is to be known about the days that are shown.
  private var notice: Word?
  private let page: PageContext

  /// Creates the period that the address of `page` names, of some days until the `last` with data.
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

  static func limited(_ days: ClosedRange<LocalDay>) -> ClosedRange<LocalDay> {
    max(days.lowerBound, days.upperBound.advanced(by: -365))...days.upperBound
  }

  var fields: HTML {
    let attributes: HTML =
      error == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"period-error\""
    return """
      <fieldset><legend>\(page(.range))</legend>
      \(Field(page(.dayCount), "days").select(
        counts.map { ("\($0)", "\($0) \(page.strings["days"])") }, count.map(String.init)))
      \([(page(.from), "from"), (page.strings["to"], "to")].map {
        Field($0, $1).input(page.query[$1], type: "date", attributes)
      })</fieldset>
      """
  }

  /// The notes on the period, which are shown above its content.
  var account: HTML {
    if let error {
      return "<p id=\"period-error\" class=\"error\" role=\"alert\">\(page(error))</p>"
    }
    return """
      <p id="period" class="quiet" data-live>\(page.date(of: days.lowerBound)) – \(page.date(of: days.upperBound))\(notice.map { ". \(page($0))" } ?? "")</p>
      """
  }
}
