import DayChart
import DaySummary
public import Foundation
import GlucoseDiary
import GlucoseLive
import GlucoseLog
import GlucoseMath
import Prediction

/// A live session on a logbook on disk: a past of readings and of eight events a day, and two days that
/// are to come.
public actor LiveSensor {
  /// The minutes from one reading to the next.
  public nonisolated let minutes: Double
  private let path: String
  private let model: Forecaster
  private var log: Logbook
  private var session: LiveSession
  private var coming: ArraySlice<Reading>

  private static let start = Date(timeIntervalSinceReferenceDate: 500_000_000)

  /// Fills a logbook in a folder with a past of so many days, and starts a session.
  public init(every minutes: Double, after days: Int, in folder: URL) throws {
    self.minutes = minutes
    path = folder.appending(path: "\(UUID().uuidString).sqlite").path
    let log = try Logbook(at: path)
    for first in stride(from: 0, to: days, by: 100) {
      let part = first..<min(first + 100, days)
      try log.add(Self.readings(part, every: minutes), from: "sensor")
      try log.add(part.flatMap(Self.events(on:)))
    }
    let recent = try GlucoseSeries(Self.readings(max(0, days - 11)..<days, every: minutes))
    self.log = log
    model = try Forecaster.pretrained(for: recent).personalized(to: Recording(series: recent))
    session = LiveSession(
      log, from: "sensor", forecaster: model, options: LiveOptions(unit: .mgdL))
    coming = Self.readings(days..<days + 2, every: minutes)[...]
  }

  /// Closes the logbook, opens it again, and starts another session, as a program does that was ended.
  ///
  /// - Parameter checksFile: A Boolean value that indicates whether the whole file is checked for damage, as
  ///   by default.
  public func restart(checkingFile checksFile: Bool) throws {
    try log.close()
    log = try Logbook(at: path, options: .init(checksOnOpening: checksFile))
    session = LiveSession(
      log, from: "sensor", forecaster: model, options: LiveOptions(unit: .mgdL))
  }

  /// Stores the next reading, and returns the bifocal display of its day as SVG; `nil` after the last.
  public func step() async throws -> String? {
    guard let reading = coming.popFirst() else { return nil }
    _ = try await session.store([reading], at: reading.time)
    let display = try await session.display(
      at: reading.time, day: LocalDay(containing: reading.time, in: .gmt),
      options: DayPlotOptions(unit: .mmolL))
    return DayPicture(display.plot, display.surroundingDays).svg
  }

  /// Closes the logbook.
  public func close() throws { try log.close() }

  private static func readings(_ days: Range<Int>, every minutes: Double) -> [Reading] {
    let perDay = Int(1440 / minutes)
    return (days.lowerBound * perDay..<days.upperBound * perDay).map { index in
      let hours = Double(index) * minutes / 60
      return Reading(
        time: start.addingTimeInterval(hours * 3600),
        glucose: .mgdL(140 + 50 * sin(hours) + 20 * sin(7.3 * hours) + 3 * sin(91 * hours)))
    }
  }

  private static func events(on day: Int) -> [DiaryEvent] {
    let midnight = start.addingTimeInterval(Double(day) * 86_400)
    func event(_ hour: Double, _ content: DiaryEvent.Content) -> DiaryEvent {
      DiaryEvent(at: midnight.addingTimeInterval(hour * 3600), in: .gmt, content)
    }
    return [7.5, 12.25, 18.75].flatMap { hour in
      [
        event(hour, .meal(Meal(carbs: 50))),
        event(hour - 0.1, .insulin(InsulinDose(units: 5, action: .rapidActing))),
      ]
    } + [
      event(22, .insulin(InsulinDose(units: 18, action: .longActing))),
      event(16, .exercise(Exercise(duration: .seconds(1800), intensity: .moderate))),
    ]
  }
}
