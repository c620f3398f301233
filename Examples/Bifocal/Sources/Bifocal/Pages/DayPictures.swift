import Foundation
import GlucoseKit

/// The part of a day that its picture shows: a number of hours, which end at the end of today's forecast
/// if the address has no other end.
struct ShownHours {
  static let choices = [3, 6, 12, 24]

  let day: LocalDay
  let count: Int
  private let start, end: Date

  init(_ page: PageContext, _ day: LocalDay) {
    self.day = day
    let count = Self.choices.first { String($0) == page.query["hours"] } ?? 24
    self.count = count
    let usual = day == page.today ? page.now.addingTimeInterval(1800) : day.end
    let minutes = Int(page.query["until"]).map { min(max($0, 0), 25 * 60) }
    let end = minutes.map { day.start.addingTimeInterval(Double($0) * 60) } ?? usual
    let length = Double(count) * 3600
    self.end = max(min(end, day.end), min(day.start.addingTimeInterval(length), day.end))
    start = max(self.end.addingTimeInterval(-length), day.start)
  }

  var isWhole: Bool { count == 24 }

  /// The part before and the part after, each with the day that it is on and its end, if that is not
  /// the usual one.
  var before: (day: LocalDay, end: Date?) {
    isWhole || start <= day.start ? (day.advanced(by: -1), nil) : (day, start)
  }

  var after: (day: LocalDay, end: Date?) {
    if isWhole { return (day.advanced(by: 1), nil) }
    let length = Double(count) * 3600
    if end < day.end { return (day, min(end.addingTimeInterval(length), day.end)) }
    let next = day.advanced(by: 1)
    return (next, next.start.addingTimeInterval(length))
  }

  func part(of plot: DayPlot) -> DayPlot {
    // A day that the clocks skipped has no length.
    isWhole || start == end ? plot : plot.part(start...end)
  }

  /// What an address has of the part: nothing for the whole day.
  var query: String {
    isWhole ? "" : String(Self.query(count, until: end, on: day).dropFirst())
  }

  static func query(_ count: Int, until end: Date? = nil, on day: LocalDay? = nil) -> String {
    guard count != 24 else { return "" }
    let minutes = end.flatMap { end in day.map { Int(end.timeIntervalSince($0.start) / 60) } }
    return "?hours=\(count)" + (minutes.map { "&until=\($0)" } ?? "")
  }
}

/// The sizes in which the picture is drawn, of which the style shows one. That on paper has no forecast,
/// which is soon wrong.
enum PictureSize: String, CaseIterable {
  case small, medium, large, paper
}

/// The picture of a day: alone on a narrow page, otherwise between the days around it.
struct DayPictures {
  private let page: PageContext
  private let plot, past: DayPlot
  private let surroundingDays: SurroundingDays

  init(_ page: PageContext, _ display: LiveDisplay, _ hours: ShownHours) throws {
    self.page = page
    plot = hours.part(of: display.plot)
    past = try hours.part(of: page.history.plot(of: hours.day, options: page.plotOptions))
    surroundingDays = display.surroundingDays
  }

  func picture(_ size: PictureSize) -> DayPicture {
    let area =
      switch size {
      case .small: PlotSize(width: 360, height: 250)
      case .medium, .paper: PlotSize(width: 760, height: 420)
      case .large: PlotSize(width: 1240, height: 480)
      }
    var picture =
      size == .small
      ? DayPicture(plot, size: area, strings: page.strings)
      : DayPicture(
        size == .paper ? past : plot, surroundingDays, size: area, strings: page.strings)
    picture.now = page.now
    picture.hasMealRow = size == .small
    return picture
  }
}
