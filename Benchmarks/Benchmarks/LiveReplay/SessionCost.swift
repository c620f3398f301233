// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseLive
import GlucoseLog
import GlucoseMath
import Prediction

/// What a reading costs a session on a logbook on disk, by the cadence of the sensor.
enum SessionCost {
  static func measure() async throws {
    print("| cadence | ms a reading | ms a day | rows in ten days |")
    print("|---|---|---|---|")
    for minutes in [5.0, 1] {
      let seconds = try await secondsPerReading(cadence: 60 * minutes)
      let readings = 1440 / minutes
      print(
        String(
          format: "| %.0f min | %.2f | %.0f | %.0f |", minutes, 1000 * seconds,
          1000 * seconds * readings, 10 * readings))
    }
  }

  private static func secondsPerReading(cadence: Double) async throws -> Double {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let count = Int(12 * 86_400 / cadence)
    let readings = (0..<count).map { index in
      let hours = Double(index) * cadence / 3600
      return Reading(
        time: start.addingTimeInterval(Double(index) * cadence),
        glucose: .mgdL(140 + 50 * sin(hours) + 20 * sin(7.3 * hours) + 3 * sin(91 * hours)))
    }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let log = try Logbook(at: file.path)
    let past = readings.prefix(Int(11 * 86_400 / cadence))
    try log.add(past, from: "sensor")
    let series = try GlucoseSeries(past)
    let model = try Forecaster.prior(for: series).personalized(to: series)
    let session = LiveSession(log, from: "sensor", forecaster: model)
    _ = try await session.snapshot(at: past[past.count - 1].time)
    let new = readings[past.count...]
    let begun = ContinuousClock.now
    for reading in new { _ = try await session.store([reading], at: reading.time) }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    try log.close()
    return seconds / Double(new.count)
  }
}
