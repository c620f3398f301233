import Benchmark
import CWideColumns
import Foundation
import GlucoseMath
import Workload

/// What loops over whole columns would gain from instructions wider than the baseline's, chosen at run
/// time: the loops alone, and the daily statistics from end to end.
@main
struct WideColumns {
  private static let bands = RangeBands.consensus(in: .mgdL)
  private static let turns = 50
  private static let edges: [Double] = [54, 70, 180, 250]

  private typealias Statistics =
    @Sendable (
      UnsafePointer<Double>?, Int, UnsafePointer<Double>?, UnsafeMutablePointer<column_statistics>?
    ) -> Void
  private typealias Loop = @Sendable (UnsafePointer<Double>?, Int) -> Double

  static func main() throws {
    let cohort = try (0..<10).map { try Workload.person($0) }
    print("Nanoseconds a reading, of \(cohort.count) people: baseline, AVX2, the widest")
    row("statistics", cohort, [statistics_baseline, statistics_avx2, statistics_widest].map(loop))
    let lag = 12
    row(
      "differences", cohort,
      [
        { differences_baseline($0, $1, lag) }, { differences_avx2($0, $1, lag) },
        { differences_widest($0, $1, lag) },
      ])
    row("rolling deviations", cohort, [rolling_baseline, rolling_avx2, rolling_widest])
    row("logarithms", cohort, [logarithms_baseline, logarithms_avx2, logarithms_widest])
    print("Daily statistics from timestamps: Swift, AVX2, the widest")
    let ways: [(GlucoseSeries) -> Void] = [
      { blackHole($0.dailyStatistics(in: Workload.zone, bands: bands)) },
      { blackHole(daily($0, statistics_avx2)) },
      { blackHole(daily($0, statistics_widest)) },
    ]
    show("daily statistics", nanoseconds(cohort, ways))
    print("Full set, in Swift")
    show("whole mg/dL", nanoseconds(cohort, [fullSet]))
    show("no two values alike", nanoseconds(try cohort.map(unrounded), [fullSet]))
  }

  private static func loop(_ statistics: @escaping Statistics) -> Loop {
    { values, count in
      var result = column_statistics()
      statistics(values, count, edges, &result)
      return result.squares
    }
  }

  /// The statistics of each local day, with the loop in C.
  private static func daily(_ series: GlucoseSeries, _ loop: Statistics) -> [column_statistics] {
    series.days(in: Workload.zone).map { day in
      var result = column_statistics()
      day.series.values.withUnsafeBufferPointer { values in
        loop(values.baseAddress, values.count, edges, &result)
      }
      return result
    }
  }

  private static func row(_ name: String, _ cohort: [GlucoseSeries], _ loops: [Loop]) {
    show(
      name,
      nanoseconds(
        cohort,
        loops.map { loop in
          { series in
            series.values.withUnsafeBufferPointer { blackHole(loop($0.baseAddress, $0.count)) }
          }
        }))
  }

  private static func show(_ name: String, _ found: [Double]) {
    let cells = found.map { String(format: "%.2f (%.2f×)", $0, found[0] / $0) }
    print("  \(name): " + cells.joined(separator: ", "))
  }

  /// The least time of each way, in turns.
  private static func nanoseconds(
    _ cohort: [GlucoseSeries], _ ways: [(GlucoseSeries) -> Void]
  ) -> [Double] {
    var least = ways.map { _ in Double.infinity }
    for _ in 0..<turns {
      for (index, way) in ways.enumerated() {
        let start = processorTime()
        for series in cohort { way(series) }
        least[index] = min(least[index], processorTime() - start)
      }
    }
    let count = cohort.reduce(0) { $0 + $1.count }
    return least.map { $0 / Double(count) }
  }

  /// The processor time of this thread.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
