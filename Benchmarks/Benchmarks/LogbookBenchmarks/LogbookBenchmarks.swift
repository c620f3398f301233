// SPDX-License-Identifier: Apache-2.0

import Benchmark
import DaySummary
import Foundation
import GlucoseLog
import GlucoseMath
import Workload

// One person's readings every five minutes: a year has 105,120, ten years 1,051,200. Files lie in the
// folder for temporary files; every write is on disk before the call returns.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 1, maxDuration: .seconds(5), maxIterations: 50)

  let folder = FileManager.default.temporaryDirectory.appending(path: "swift-glucose-benchmarks")
  try? FileManager.default.removeItem(at: folder)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  // Each benchmark runs in a process of its own.
  Benchmark.shutdownHook = { try? FileManager.default.removeItem(at: folder) }

  guard let year = try? Workload.person(0, days: 365),
    let decade = try? Workload.person(1, days: 3650), let last = decade.last
  else { return }
  let path = folder.appending(path: "decade.sqlite").path
  guard let log = try? Logbook(at: path), (try? log.add(decade, from: "sensor")) != nil else {
    return
  }
  let day = LocalDay(containing: last.time, in: Workload.zone).advanced(by: -1800)
  let lastYear = last.time.addingTimeInterval(-365 * 86_400)..<last.time

  Benchmark("Logbook batch insert of \(year.count) readings") { benchmark in
    let log = try Logbook(at: folder.appending(path: UUID().uuidString).path)
    benchmark.startMeasurement()
    blackHole(try log.add(year, from: "sensor"))
    benchmark.stopMeasurement()
    try log.erase()
  }

  Benchmark("Logbook 1000 readings one by one") { benchmark in
    let log = try Logbook(at: folder.appending(path: UUID().uuidString).path)
    benchmark.startMeasurement()
    for reading in year.prefix(1000) { blackHole(try log.add([reading], from: "sensor")) }
    benchmark.stopMeasurement()
  }

  Benchmark("Logbook a day window of ten years") { _ in
    blackHole(try log.window(around: day))
  }

  Benchmark("Logbook a day window of ten years, opened for it") { _ in
    var options = Logbook.Options()
    options.checksOnOpening = false
    blackHole(try Logbook(at: path, options: options).window(around: day))
  }

  Benchmark("Logbook a year of readings out of ten") { _ in
    blackHole(try log.series(lastYear))
  }
}
