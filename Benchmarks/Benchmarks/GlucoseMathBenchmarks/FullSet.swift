import Benchmark
import GlucoseMath
import Workload

/// MAGE, MODD and CONGA over 24 hours, from one grid.
func variability(_ series: GlucoseSeries) {
  guard let grid = series.dayGrid(in: Workload.zone) else { return }
  blackHole(grid.mage())
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
