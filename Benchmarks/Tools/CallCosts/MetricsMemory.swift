import Foundation
import GlucoseCohort
import GlucoseMath
import Workload

/// The memory that metrics of one long record take beyond the readings, part by part.
///
/// Linux only: the most memory since a moment is in `/proc/self`.
enum MetricsMemory {
  /// Prints a row to each part: what it held at most while it ran, in multiples of the 17 bytes of each reading.
  static func show(days: Int) throws {
    let series = try Workload.person(0, days: days)
    let size = 17 * Double(series.count)
    let bands = RangeBands.consensus(in: .mgdL)
    func row(_ name: String, _ work: () -> Any?) {
      // Lets the peak begin anew.
      try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
      let before = bytes("VmRSS")
      let result = work()
      print(String(format: "| %@ | %.2f |", name, (bytes("VmHWM") - before) / size))
      withExtendedLifetime(result) {}
    }
    print("| Of \(series.count) readings | × the readings |")
    print("|---|---|")
    guard let grid = series.dayGrid(in: Workload.zone) else { return }
    row("statistics") { series.statistics(bands: bands) }
    row("order statistics") { series.quantiles([0.05, 0.25, 0.5, 0.75, 0.95]) }
    row("risk indices") { series.riskIndices(in: Workload.zone) }
    row("statistics of each day") { series.dailyStatistics(in: Workload.zone, bands: bands) }
    row("MAGE") { grid.mage() }
    row("standard deviations of the grid") { grid.standardDeviationMeasures() }
    row("episodes of every level") { grid.episodeLevels(bands: bands) }
    row("ambulatory glucose profile") { grid.ambulatoryGlucoseProfile() }
    row("another grid") { series.dayGrid(in: Workload.zone) }
    row("a row of the table, with its grid") {
      series.metricRows(in: Workload.zone, bands: bands)
    }
  }

  /// The bytes of a field of the process's status.
  private static func bytes(_ field: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") } ?? ""
    return (Double(line.filter(\.isNumber)) ?? .nan) * 1024
  }
}
