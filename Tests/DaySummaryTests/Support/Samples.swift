import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

/// Days and recordings for test cases.
enum Samples {
  static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  /// Days of 24, 23, and 25 hours in Oslo.
  static func plainDay() throws -> LocalDay {
    try #require(LocalDay(year: 2025, month: 3, day: 12, in: oslo))
  }
  static func shortDay() throws -> LocalDay {
    try #require(LocalDay(year: 2025, month: 3, day: 30, in: oslo))
  }
  static func longDay() throws -> LocalDay {
    try #require(LocalDay(year: 2025, month: 10, day: 26, in: oslo))
  }

  /// Readings of `glucose` every `minutes` throughout `range`.
  static func series(
    _ range: Range<Date>, every minutes: Double = 5, _ glucose: Glucose = .mmolL(6)
  ) throws -> GlucoseSeries {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    return try GlucoseSeries(
      stride(from: 0, to: length, by: minutes * 60).map {
        Reading(time: range.lowerBound.addingTimeInterval($0), glucose: glucose)
      })
  }

  /// Readings at minutes after `start`, in mmol/L.
  static func series(
    from start: Date, _ points: [(minute: Double, mmolL: Double)]
  ) throws -> GlucoseSeries {
    try GlucoseSeries(
      points.map {
        Reading(time: start.addingTimeInterval($0.minute * 60), glucose: .mmolL($0.mmolL))
      })
  }

  static func event(_ id: String = "event", at time: Date, _ kind: DiaryEvent.Content) -> DiaryEvent
  {
    DiaryEvent(id: DiaryEvent.ID(rawValue: id), at: time, in: oslo, kind)
  }

  static func meal(_ id: String, at time: Date, carbs: Double?) -> DiaryEvent {
    event(id, at: time, .meal(Meal(carbs: carbs)))
  }
}

extension GlucoseSeries {
  /// The readings as a history without events.
  var recording: Recording { Recording(series: self) }
}

/// A history that counts its reads.
final class CountingHistory: GlucoseHistory {
  typealias Failure = Never

  let recording: Recording
  /// The ranges of readings that were read.
  private(set) var ranges: [Range<Date>] = []
  private(set) var eventReads = 0
  var seriesReads: Int { ranges.count }

  init(_ recording: Recording) { self.recording = recording }

  func series(in range: Range<Date>) -> GlucoseSeries {
    ranges.append(range)
    return recording.series(in: range)
  }

  func events(in range: Range<Date>) -> [DiaryEvent] {
    eventReads += 1
    return recording.events(in: range)
  }
}

extension EventLayout {
  /// The layout of events in the plot of a day, up to 20 mmol/L.
  init(
    _ events: [DiaryEvent], on day: LocalDay, size: PlotSize, dotRadius: Double = 6,
    spacing: Double = 1, style: Style = .separated, clock: Clock = .day
  ) {
    let options = DayPlotOptions(unit: .mmolL, style: style, eventClock: clock)
    self = DayPlot(day, series: GlucoseSeries(), events: events, options: options)
      .layout(in: size, dotRadius: dotRadius, spacing: spacing)
  }
}
