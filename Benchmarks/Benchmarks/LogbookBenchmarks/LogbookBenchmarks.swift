import Benchmark
import DaySummary
import Foundation
import GlucoseLog
import GlucoseMath
import Workload

// One person's readings every five minutes: a year has 105,120, ten years 1,051,200, and the year of a
// cohort of 476 people 50 million. Every write is on disk before the call returns. What is said of one
// day is the mean and extremes of it and of three days on either side. What is read cold is read from a
// file that is opened for it, without a look at the whole of it, and of which nothing lies in memory.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 5)
  Benchmark.shutdownHook = { Stores.removeAll() }
  writing()
  readingTenYears()
  readingACohort()
}

private func writing() {
  Benchmark("Logbook batch insert of \(Stores.year) readings") { benchmark in
    let year = try Workload.person(0, days: 365)
    let log = try Stores.new()
    benchmark.startMeasurement()
    blackHole(try log.add(year, from: "sensor"))
    benchmark.stopMeasurement()
    try Stores.remove(log)
  }

  Benchmark("Logbook growth to \(10 * Stores.year) readings, a batch a year") { benchmark in
    let years = try Stores.years()
    let log = try Stores.new()
    benchmark.startMeasurement()
    for year in years { blackHole(try log.add(year, from: "sensor")) }
    benchmark.stopMeasurement()
    try Stores.remove(log)
  }

  Benchmark(
    "Logbook growth to \(Stores.people * Stores.year) readings of a cohort, a batch a person",
    configuration: .init(metrics: [.wallClock], warmupIterations: 0, maxIterations: 1)
  ) { benchmark in
    let years = try Stores.cohortYears()
    let log = try Stores.new()
    benchmark.startMeasurement()
    try Stores.fill(log, with: years)
    benchmark.stopMeasurement()
    try Stores.keepAsCohort(log)
  }

  for (survivesPowerLoss, what) in [
    (true, "surviving the loss of power"),
    (false, "surviving the end of the process"),
  ] {
    Benchmark("Logbook 1000 readings one by one, \(what)") { benchmark in
      let readings = try Workload.person(0, days: 4).prefix(1000)
      let log = try Stores.new(survivingPowerLoss: survivesPowerLoss)
      benchmark.startMeasurement()
      for reading in readings { blackHole(try log.add([reading], from: "sensor")) }
      benchmark.stopMeasurement()
      try Stores.remove(log)
    }
  }
}

private func readingTenYears() {
  let last = Date(timeIntervalSinceReferenceDate: Workload.start + 3650 * 86_400)
  let day = LocalDay(containing: last, in: Workload.zone).advanced(by: -1800)
  let lastYear = last.addingTimeInterval(-365 * 86_400)..<last
  read("a day window out of ten years", of: Stores.decade) { try $0.surroundingDays(around: day) }
  read("a year of readings out of ten", of: Stores.decade) { try $0.series(in: lastYear) }
}

private func readingACohort() {
  let start = Date(timeIntervalSinceReferenceDate: Workload.start)
  let day = LocalDay(containing: start, in: Workload.zone).advanced(by: 180)
  let year = start..<start.addingTimeInterval(365 * 86_400)
  let person = Stores.name(Stores.people / 2)
  let size = "out of \(Stores.people * Stores.year) readings of a cohort"
  read("a day window of one person, \(size)", of: Stores.cohort) {
    try $0.history(from: person).surroundingDays(around: day)
  }
  read("a year of one person, \(size)", of: Stores.cohort) { try $0.series(in: year, from: person) }
}

/// Benchmarks of something that is read from a file: again from a logbook that stays open, and for
/// the first time after the system has let go of the file.
private func read<T>(
  _ what: String, of file: @escaping @Sendable () throws -> Logbook,
  _ body: @escaping @Sendable (Logbook) throws -> T
) {
  Benchmark("Logbook \(what), warm") { benchmark in
    let log = try file()
    blackHole(try body(log))
    benchmark.startMeasurement()
    blackHole(try body(log))
    benchmark.stopMeasurement()
  }

  Benchmark("Logbook \(what), cold") { benchmark in
    let path = try Stores.closed(file())
    try Stores.forget(path)
    benchmark.startMeasurement()
    blackHole(try body(Stores.opened(path)))
    benchmark.stopMeasurement()
  }
}
