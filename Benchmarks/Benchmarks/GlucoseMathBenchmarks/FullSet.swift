// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GlucoseMath
import Workload

/// Everything the library says of a record but resampled ranges: each column of the table with ranges
/// and verdicts, all episodes and segments, the ambulatory profile, and lows and statistics of each day.
func fullSet(_ series: GlucoseSeries) {
  blackHole(series.metricRows(in: Workload.zone, bands: .consensus(in: .mgdL)))
  blackHole(series.naiveMage())
  blackHole(series.dailyStatistics(in: Workload.zone, bands: .consensus(in: .mgdL)))
  guard let grid = series.dayGrid(in: Workload.zone) else { return }
  blackHole(grid.ambulatoryGlucoseProfile())
  blackHole(grid.dailyLows())
}

/// MAGE, MODD and CONGA over 24 hours, from one grid.
func variability(_ series: GlucoseSeries) {
  guard let grid = series.dayGrid(in: Workload.zone) else { return }
  blackHole(grid.mageSegments())
  blackHole(grid.meanOfDailyDifferences())
  blackHole(grid.continuousOverallNetGlycemicAction(hours: 24))
}

/// The same readings as a device that shows mmol/L with one decimal writes them.
func tenthsOfMmolL(_ series: GlucoseSeries) throws -> GlucoseSeries {
  let values = series.values.map {
    Glucose.mmolL((Glucose.mgdL($0).mmolL * 10).rounded() / 10).mgdL
  }
  return try ValidatedReadings(times: Array(series.times), values: values).series
}

/// The same readings between whole numbers, no two alike, so that no number can be remembered.
func unrounded(_ series: GlucoseSeries) throws -> GlucoseSeries {
  let values = series.values.enumerated().map { index, value in
    value + Double((index &* 7919) % 100_003) / 100_003 - 0.5
  }
  return try ValidatedReadings(times: Array(series.times), values: values).series
}
