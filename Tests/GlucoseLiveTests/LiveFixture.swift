import Foundation
import GlucoseDiary
import GlucoseLive
import GlucoseMath
import Prediction
import GlucoseSimulation
import Testing

/// Nearly ten days of a virtual person, and a model fitted to them.
struct LiveFixture {
  static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  /// They end an hour after noon in UTC: a session that starts there follows the forecasts of 13 hours, and
  /// at most those of 24 elsewhere.
  private static let shared = LocalDay(year: 2026, month: 3, day: 2, in: oslo).map {
    VirtualPatient(seed: 4).simulate(days: 10, from: $0).series
      .prefix(through: $0.advanced(by: 9).time(hour: 14, minute: 0))
  }
  private static let fitted: Forecaster? = shared.flatMap {
    try? Forecaster.fit([Recording(series: $0)])
  }

  let series: GlucoseSeries
  let model: Forecaster
  /// An instant in March 2026, on a multiple of four hours and ten minutes.
  let now = Date(timeIntervalSinceReferenceDate: 794_000_000)

  init() throws {
    series = try #require(Self.shared)
    model = try #require(Self.fitted)
  }

  /// Readings every five minutes up to `last`, of these values.
  func readings(_ values: [Double], endingAt last: Date) -> [Reading] {
    values.enumerated().map { index, value in
      Reading(
        time: last.addingTimeInterval(-300 * Double(values.count - 1 - index)),
        glucose: .mgdL(value))
    }
  }
}

/// Instants, one to a call.
final class SteppedClock: Sendable {
  private let instants: Lock<[Date]>

  init(_ instants: [Date]) { self.instants = Lock(instants.reversed()) }

  func next() -> Date { instants.withLock { $0.removeLast() } }
}

extension LiveOptions {
  /// The options with alarms in mg/dL.
  static let standard = LiveOptions(unit: .mgdL)
}
