// SPDX-License-Identifier: Apache-2.0

import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseFiles
import GlucoseMath
import GlucoseSimulation
import Prediction
import Workload

/// A call whose instructions and allocations `Benchmarks/peers/costs.py` counts.
///
/// The program prepares the data of a call, makes the call a number of times, and ends. The difference
/// between two runs with different numbers of calls is the cost of the calls.
///
///     CallCosts --list
///     CallCosts forecast 11
@main
struct CallCosts {
  /// The calls by name, each of which prepares its data and returns what is measured.
  static var calls: [(name: String, prepare: () throws -> () throws -> Void)] {
    [
      ("statistics", statistics), ("daily-statistics", dailyStatistics),
      ("all-metrics", allMetrics), ("plain-table", plainTable), ("clarity-export", clarityExport),
      ("forecast", forecast), ("day-report", dayReport), ("day-picture", dayPicture),
    ]
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for call in calls { print(call.name) }
      return
    }
    guard let call = calls.first(where: { $0.name == arguments.first }),
      let count = arguments.last.flatMap({ Int($0) }), count > 0
    else {
      print("usage: CallCosts --list | CallCosts <call> <count>")
      exit(64)
    }
    let work = try call.prepare()
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

  /// A table of 90 days, 25,920 rows.
  private static func plainTable() throws -> () throws -> Void {
    let person = ImportedPerson(id: "1", recording: Recording(series: try Workload.person(1)))
    return reading(CSVWriter(unit: .mgdL, columns: .bare).bytes(of: [person]))
  }

  /// An export of Dexcom Clarity of 90 days.
  private static func clarityExport() throws -> () throws -> Void {
    reading(Workload.clarityExport(of: try Workload.person(1)))
  }

  private static func reading(_ bytes: [UInt8]) -> () throws -> Void {
    let options = ReadOptions(zone: Workload.zone)
    return { keep(try GlucoseFile(reading: bytes, options: options).people.count) }
  }

  /// A forecast with its range and the probabilities of crossings, after 14 days.
  private static func forecast() throws -> () throws -> Void {
    let series = try Workload.person(1, days: 14)
    let model = try Forecaster.prior(for: series)
    guard let last = series.last else { return {} }
    return { keep(try model.forecast(after: series, at: last.time)) }
  }

  /// The report on a day out of 90.
  private static func dayReport() -> () -> Void {
    let (record, day) = simulated()
    return { keep(record.report(on: day, bands: .consensus(in: .mgdL))) }
  }

  /// A day with its events as SVG.
  private static func dayPicture() -> () -> Void {
    let (record, day) = simulated()
    let plot = DayPlot(day, series: record.series, events: record.events)
    return { keep(DayPicture(plot).svg) }
  }

  private static func simulated() -> (Recording, LocalDay) {
    let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 757_382_400), in: .gmt)
    return (VirtualPatient(seed: 2).simulate(days: 90, from: first), first.advanced(by: 45))
  }
}

/// Uses a value, so that its computation isn't removed.
@inline(never)
private func keep<Value>(_ value: Value) {}
