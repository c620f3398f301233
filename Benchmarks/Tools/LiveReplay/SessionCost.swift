import Foundation
import LiveWorkload

/// What a reading costs a session on a logbook on disk, from its arrival to the bifocal display as SVG, by
/// the cadence of the sensor and the length of the past.
///
/// The sensors take turns, an hour of readings at a time, so that what else the machine does is shared.
/// The figures of a session that runs are those of the median hour of a day. Those of the first reading after
/// a start, with the opening of the logbook, are processor times, the median of nine.
enum SessionCost {
  private struct Row {
    let sensor: LiveSensor
    let days: Int
    var hours: [Cost] = []
    var starts: [Cost] = []
    /// The starts that check the whole file for damage.
    var checkedStarts: [Cost] = []
  }

  /// Seconds by the clock, and of the processor.
  private struct Cost {
    let seconds: Double
    let processor: Double
  }

  static func measure() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var rows: [Row] = []
    for minutes in [5.0, 1] {
      for days in [11, 365, 3650] {
        rows.append(
          Row(sensor: try LiveSensor(every: minutes, after: days, in: folder), days: days))
      }
    }
    for _ in 0..<25 {
      for index in rows.indices {
        let sensor = rows[index].sensor
        rows[index].hours.append(
          try await cost {
            for _ in 0..<Int(60 / sensor.minutes) { _ = try await sensor.step() }
          })
      }
    }
    for _ in 0..<9 {
      for index in rows.indices {
        let sensor = rows[index].sensor
        func start(checkingFile checksFile: Bool) async throws -> Cost {
          try await cost {
            try await sensor.restart(checkingFile: checksFile)
            _ = try await sensor.step()
          }
        }
        rows[index].starts.append(try await start(checkingFile: false))
        rows[index].checkedStarts.append(try await start(checkingFile: true))
      }
    }
    print("| every | days before | a reading | processor | a start | with a check of the file |")
    print("|---|---|---|---|---|---|")
    for row in rows {
      // The first hour includes the start of the session.
      let (hour, processor) = medians(row.hours.dropFirst())
      let readings = 60 / row.sensor.minutes
      let (start, checkedStart) = (medians(row.starts[...]), medians(row.checkedStarts[...]))
      print(
        String(
          format: "| %.0f min | %d | %.2f ms | %.2f ms | %.1f ms | %.1f ms |", row.sensor.minutes,
          row.days, 1000 * hour / readings, 1000 * processor / readings, 1000 * start.processor,
          1000 * checkedStart.processor))
      try await row.sensor.close()
    }
  }

  private static func cost(_ work: () async throws -> Void) async throws -> Cost {
    let (begun, processor) = (ContinuousClock.now, processorTime())
    try await work()
    return Cost(
      seconds: (ContinuousClock.now - begun) / .seconds(1), processor: processorTime() - processor)
  }

  private static func medians(_ costs: ArraySlice<Cost>) -> (seconds: Double, processor: Double) {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return (median(costs.map(\.seconds)), median(costs.map(\.processor)))
  }

  /// The time in seconds that the program has used of processors.
  private static func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
