import Benchmark
import DayChart
import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import Workload

// One virtual person: a year, and for the growth of each piece of work a tenth of the data and ten
// times as much, or ten and a hundred times as much.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 3)

  let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 757_382_400), in: .gmt)
  let patient = VirtualPatient(seed: 2)

  for days in [36, 365, 3650] {
    guard let series = try? Workload.person(2, days: days), let start = series.first?.time else {
      return
    }
    let day = LocalDay(containing: start, in: Workload.zone).advanced(by: days / 2)
    Benchmark("Window of seven days in \(days)") { _ in
      blackHole(SurroundingDays(around: day, in: series))
    }
  }

  for days in [9, 90, 900] {
    let record = patient.simulate(days: days, from: first)
    let range = first...first.advanced(by: days - 1)
    Benchmark("Report of \(days) days with all grouping") { _ in
      blackHole(record.periodReport(of: range, bands: .consensus(in: .mgdL)))
      for grouping in [TimeGrouping.hour, .weekday, .weekdayAndHour, .nightAndDay] {
        blackHole(
          record.series.grouped(by: grouping, in: .gmt).map {
            $0.series.statistics(bands: .consensus(in: .mgdL))
          })
      }
    }
    Benchmark("Patterns in \(days) days") { _ in
      blackHole(record.patterns(of: range, bands: .consensus(in: .mgdL)))
    }
    Benchmark("Page of \(days) days") { _ in
      blackHole(
        record.reportPage(of: range, title: "Page", options: ReportPageOptions(unit: .mmolL)).html)
    }
  }

  let events = patient.simulate(days: 1, from: first).events
  for seconds in [300, 30, 3] {
    let times = stride(
      from: first.start.timeIntervalSinceReferenceDate,
      to: first.end.timeIntervalSinceReferenceDate, by: Double(seconds))
    let values = times.map { 120 + 60 * sin($0 / 9000) }
    guard let series = try? ValidatedReadings(times: Array(times), values: values).series else {
      return
    }
    Benchmark("Plot and picture of \(values.count) readings") { _ in
      blackHole(
        DayPicture(
          DayPlot(first, series: series, events: events, options: DayPlotOptions(unit: .mmolL))
        ).svg)
    }
  }

  let pairs = (0..<100_000).map { index in
    GlucosePair(
      reference: .mgdL(40 + Double(index % 360)), measured: .mgdL(40 + Double(index * 7 % 360)))
  }
  Benchmark("Error grid of 100,000 pairs") { _ in
    blackHole(ErrorGridPicture(pairs, on: .parkesType1, unit: .mgdL).svg)
  }

  Benchmark("Simulation of 14 days") { _ in
    blackHole(VirtualPatient(seed: 3).simulate(days: 14, from: first))
  }
}
