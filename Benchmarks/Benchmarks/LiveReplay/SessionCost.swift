// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseLive
import GlucoseLog
import GlucoseMath
import Prediction

/// What a reading costs a session on a logbook on disk, by the cadence of the sensor.
///
/// Sensors of two cadences take turns, an hour of readings at a time, so that what else the machine does
/// is shared. The figures are those of the median hour of a day.
enum SessionCost {
  private struct Sensor {
    let minutes: Double
    let log: Logbook
    let session: LiveSession
    let readings: ArraySlice<Reading>
    var seconds: [Double] = []
    var processorSeconds: [Double] = []
  }

  static func measure() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sensors = [try await sensor(5, in: folder), try await sensor(1, in: folder)]
    for hour in 0..<24 {
      for index in sensors.indices {
        let count = Int(60 / sensors[index].minutes)
        let start = sensors[index].readings.startIndex + hour * count
        let (begun, processor) = (ContinuousClock.now, processorTime())
        for reading in sensors[index].readings[start..<start + count] {
          _ = try await sensors[index].session.store([reading], at: reading.time)
        }
        sensors[index].seconds.append((ContinuousClock.now - begun) / .seconds(1))
        sensors[index].processorSeconds.append(processorTime() - processor)
      }
    }
    print(
      "| cadence | ms a reading | of the processor | ms a day | of the processor | rows in ten days |"
    )
    print("|---|---|---|---|---|---|")
    for sensor in sensors {
      let readings = 60 / sensor.minutes
      let hour = 1000 * sensor.seconds.sorted()[12]
      let processor = 1000 * sensor.processorSeconds.sorted()[12]
      print(
        String(
          format: "| %.0f min | %.2f | %.2f | %.0f | %.0f | %.0f |", sensor.minutes,
          hour / readings, processor / readings, 24 * hour, 24 * processor, 240 * readings))
      try sensor.log.close()
    }
  }

  /// The time in seconds that the program has used of processors.
  private static func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// A sensor with eleven days in its logbook, and a day that is to come.
  private static func sensor(_ minutes: Double, in folder: URL) async throws -> Sensor {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let readings = (0..<Int(12 * 1440 / minutes)).map { index in
      let hours = Double(index) * minutes / 60
      return Reading(
        time: start.addingTimeInterval(Double(index) * minutes * 60),
        glucose: .mgdL(140 + 50 * sin(hours) + 20 * sin(7.3 * hours) + 3 * sin(91 * hours)))
    }
    let log = try Logbook(at: folder.appending(path: "\(minutes).sqlite").path)
    let past = readings.prefix(Int(11 * 1440 / minutes))
    try log.add(past, from: "sensor")
    let series = try GlucoseSeries(past)
    let model = try Forecaster.prior(for: series).personalized(to: series)
    let session = LiveSession(log, from: "sensor", forecaster: model)
    _ = try await session.snapshot(at: past[past.count - 1].time)
    return Sensor(
      minutes: minutes, log: log, session: session, readings: readings[past.count...])
  }
}
