import Benchmark
import GlucoseCohort
public import GlucoseMath

/// All that the library computes from a record but resampled ranges: each column of the table with
/// ranges and verdicts, all episodes and segments, the ambulatory profile, and lows and statistics
/// of each day.
public func fullSet(_ series: GlucoseSeries) {
  blackHole(series.dailyStatistics(in: Workload.zone, bands: .consensus(in: .mgdL)))
  guard let grid = series.dayGrid(in: Workload.zone),
    let row = grid.metricRow(bands: .consensus(in: .mgdL))
  else { return }
  blackHole(row)
  blackHole(series.naiveMAGE(statistics: row.metrics.statistics))
  blackHole(grid.ambulatoryGlucoseProfile())
  blackHole(grid.dailyLows(below: .mgdL(70)))
}

/// The readings of a series between whole numbers, no two alike, so that no number can be
/// remembered.
public func unrounded(_ series: GlucoseSeries) throws -> GlucoseSeries {
  let values = series.values.enumerated().map { index, value in
    value + Double((index &* 7919) % 100_003) / 100_003 - 0.5
  }
  return try ValidatedReadings(times: Array(series.times), values: values).series
}
