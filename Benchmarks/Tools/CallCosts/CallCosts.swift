import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseFiles
import GlucoseCohort
import GlucoseMath
import GlucoseSimulation
import LiveWorkload
import Prediction
import Workload

/// A call whose instructions and allocations `Benchmarks/peers/costs.py` counts.
///
/// The program prepares the data of a call, makes the call a number of times, and ends. The
/// difference between two runs with different numbers of calls is the cost of the calls. It prints
/// when the calls begin, in seconds of the monotonic clock, so that samples before are left out of
/// a profile.
///
///     CallCosts --list             the calls that have limits
///     CallCosts --memory 17361     the memory of the metrics of so many days, by part
///     CallCosts forecast 11
@main
struct CallCosts {
  typealias Call = (name: String, prepare: () throws -> () throws -> Void)

  /// The calls by name that have limits, each of which prepares its data and returns what is
  /// measured.
  static var limited: [Call] {
    [
      ("statistics", statistics), ("daily-statistics", dailyStatistics),
      ("all-metrics", allMetrics), ("plain-table", plainTable),
      ("plain-table-writing", plainTableWriting), ("clarity-export", clarityExport),
      ("libreview-export", libreViewExport), ("nightscout-entries", nightscoutEntries),
      ("tidepool-export", tidepoolExport), ("fhir-bundle", fhirBundle),
      ("forecast", forecast), ("day-report", dayReport), ("day-picture", dayPicture),
      ("live-reading", { try liveReading(every: 5) }),
    ]
  }

  /// The other calls, for profiles.
  static var unlimited: [Call] {
    [
      ("full-set", wholeSet), ("apple-health-export", appleHealthExport),
      ("live-reading-1-min", { try liveReading(every: 1) }), ("live-start", liveStart),
    ]
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for call in limited { print(call.name) }
      return
    }
    if arguments.first == "--memory", let days = arguments.last.flatMap({ Int($0) }), days > 0 {
      return try MetricsMemory.show(days: days)
    }
    guard let call = (limited + unlimited).first(where: { $0.name == arguments.first }),
      let count = arguments.last.flatMap({ Int($0) }), count > 0
    else {
      print("usage: CallCosts --list | CallCosts --memory <days> | CallCosts <call> <count>")
      exit(64)
    }
    let work = try call.prepare()
    var begun = timespec()
    clock_gettime(CLOCK_MONOTONIC, &begun)
    print(String(format: "%d.%09d", begun.tv_sec, begun.tv_nsec))
    for _ in 0..<count { try work() }
  }

  /// The statistics of 90 days of a person.
  private static func statistics() throws -> () -> Void {
    let series = try Workload.person(1)
    return { keep(series.statistics(bands: .consensus(in: .mgdL))) }
  }

  /// The statistics of each of 90 days.
  private static func dailyStatistics() throws -> () -> Void {
    let series = try Workload.person(1)
    return {
      keep(series.dailyStatistics(in: Workload.zone, bands: .consensus(in: .mgdL)))
    }
  }

  /// Every column of the table of metrics, over 90 days.
  private static func allMetrics() throws -> () -> Void {
    let series = try Workload.person(1)
    return { keep(series.metricRows(in: Workload.zone, bands: .consensus(in: .mgdL))) }
  }

  /// The full set of metrics of 90 days.
  private static func wholeSet() throws -> () -> Void {
    let series = try Workload.person(1)
    return { fullSet(series) }
  }

  /// A table of 90 days, 25,920 rows.
  private static func plainTable() throws -> () throws -> Void {
    let person = ImportedPerson(id: "1", recording: Recording(series: try Workload.person(1)))
    return reading(CSVWriter(unit: .mgdL, zone: .gmt, isBare: true).bytes(of: [person]))
  }

  /// The same table, written.
  private static func plainTableWriting() throws -> () -> Void {
    let person = ImportedPerson(id: "1", recording: Recording(series: try Workload.person(1)))
    return { keep(CSVWriter(unit: .mgdL, zone: .gmt, isBare: true).bytes(of: [person])) }
  }

  /// An export of Dexcom Clarity of 90 days.
  private static func clarityExport() throws -> () throws -> Void {
    reading(Workload.clarityExport(of: try Workload.person(1)))
  }

  /// An export of LibreView of 90 days.
  private static func libreViewExport() throws -> () throws -> Void {
    reading(Workload.libreViewExport(of: try Workload.person(1)))
  }

  /// Entries of Nightscout of 90 days.
  private static func nightscoutEntries() throws -> () throws -> Void {
    reading(Workload.nightscoutEntries(of: try Workload.person(1)))
  }

  /// An export of Tidepool of 90 days.
  private static func tidepoolExport() throws -> () throws -> Void {
    reading(Workload.tidepoolExport(of: try Workload.person(1)))
  }

  /// An export of Apple Health of 90 days.
  private static func appleHealthExport() throws -> () throws -> Void {
    reading(Workload.appleHealthExport(of: try Workload.person(1)))
  }

  /// A bundle of FHIR with the readings of 90 days.
  private static func fhirBundle() throws -> () throws -> Void {
    let person = ImportedPerson(recording: Recording(series: try Workload.person(1)))
    return reading(
      FHIRWriter(contents: .readings, unit: .mgdL, zone: .gmt).bytes(
        of: [person], at: Date(timeIntervalSinceReferenceDate: 0)))
  }

  private static func reading(_ bytes: [UInt8]) -> () throws -> Void {
    let options = ReadOptions(zone: Workload.zone)
    return { keep(try GlucoseFile(reading: bytes, options: options).people.count) }
  }

  /// A forecast with its range and the probabilities of crossings, after 14 days.
  private static func forecast() throws -> () throws -> Void {
    let recording = Recording(series: try Workload.person(1, days: 14))
    let model = try Forecaster.pretrained(for: recording.series)
    guard let last = recording.series.last else { return {} }
    return { keep(try model.forecast(after: recording, at: last.time)) }
  }

  /// The report on a day out of 90.
  private static func dayReport() -> () -> Void {
    let (record, day) = simulated()
    return { keep(record.report(of: day, bands: .consensus(in: .mgdL))) }
  }

  /// A day with its events as SVG.
  private static func dayPicture() -> () -> Void {
    let (record, day) = simulated()
    let plot = DayPlot(
      day, series: record.series, events: record.events, options: DayPlotOptions(unit: .mmolL))
    return { keep(DayPicture(plot).svg) }
  }

  /// A new reading of a live session after eleven days, to its bifocal display as SVG.
  private static func liveReading(every minutes: Double) throws -> () throws -> Void {
    let sensor = try liveSensor(every: minutes)
    return { wait { await step(of: sensor) } }
  }

  /// The first reading of a session that begins after eleven days, without a check of the file,
  /// likewise.
  private static func liveStart() throws -> () throws -> Void {
    let sensor = try liveSensor(every: 5)
    return {
      wait {
        do { try await sensor.restart(checkingFile: false) } catch { fatalError("\(error)") }
        await step(of: sensor)
      }
    }
  }

  /// Passes the next reading to a session. Ends the program if there is none, which would cost
  /// nothing.
  private static func step(of sensor: LiveSensor) async {
    do {
      guard try await sensor.step() != nil else { fatalError("No reading is left.") }
    } catch {
      fatalError("\(error)")
    }
  }

  private static func liveSensor(every minutes: Double) throws -> LiveSensor {
    try LiveSensor(every: minutes, after: 11, in: FileManager.default.temporaryDirectory)
  }

  /// Waits for what runs elsewhere: valgrind does not count a program whose main thread has ended.
  private static func wait(for work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      done.signal()
    }
    done.wait()
  }

  private static func simulated() -> (Recording, LocalDay) {
    let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 757_382_400), in: .gmt)
    return (VirtualPatient(seed: 2).simulate(days: 90, from: first), first.advanced(by: 45))
  }
}

/// Uses a value, so that its computation isn't removed.
@inline(never)
private func keep<Value>(_ value: Value) {}
