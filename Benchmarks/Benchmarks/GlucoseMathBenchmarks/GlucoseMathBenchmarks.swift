import Benchmark
import Foundation
import GlucoseCohort
import GlucoseMath
import Workload

/// The standard cohort, 2,592,000 readings of 100 people, made when it is first asked for: the growth of
/// one record is measured without it.
private let cohort = (try? Workload.cohort()) ?? []
private let tenthsCohort = (try? cohort.map(tenthsOfMmolL)) ?? []
private let unroundedCohort = (try? cohort.map(unrounded)) ?? []

// Every measurement but those of growth handles the whole cohort.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 3)

  Benchmark("Flat statistics of 2.592 million readings") { _ in
    for series in cohort { blackHole(series.statistics(bands: .consensus(in: .mgdL))) }
  }

  Benchmark("Daily statistics of 2.592 million readings") { _ in
    for series in cohort {
      blackHole(series.dailyStatistics(in: Workload.zone, bands: .consensus(in: .mgdL)))
    }
  }

  Benchmark("Splitting 2.592 million readings into local days") { _ in
    for series in cohort { blackHole(series.days(in: Workload.zone)) }
  }

  Benchmark("Quantiles of 2.592 million readings") { _ in
    for series in cohort { blackHole(series.quantiles([0.05, 0.25, 0.5, 0.75, 0.95])) }
  }

  Benchmark("Plain read of the same values") { _ in
    for series in cohort { blackHole(plainSum(series.values)) }
  }

  Benchmark("MAGE, MODD and CONGA of 2.592 million readings") { _ in
    for series in cohort { variability(series) }
  }

  Benchmark("Full set of 2.592 million readings") { _ in
    for series in cohort { fullSet(series) }
  }

  Benchmark("Full set of 2.592 million readings in tenths of mmol") { _ in
    for series in tenthsCohort { fullSet(series) }
  }

  Benchmark("Full set of 2.592 million unrounded readings") { _ in
    for series in unroundedCohort { fullSet(series) }
  }

  Benchmark("Full set of a cohort on one core") { _ in
    for series in cohort { fullSet(series) }
  }

  Benchmark("Full set of a cohort on all cores") { _ async throws in
    let members = cohort.map { Cohort.Member($0, in: Workload.zone, bands: .consensus(in: .mgdL)) }
    try await onAllCores {
      blackHole(try await Cohort(members).map { fullSet($0.record.series) })
    }
  }

  growth()
}

/// The full set of one person's ever longer record, with the memory that it takes.
private func growth() {
  var configuration = Workload.configuration(seconds: 5)
  configuration.metrics = [.wallClock, .peakMemoryResident]
  configuration.warmupIterations = 0
  configuration.maxIterations = 3
  // As many days as hold 0.5, 5 and 50 million readings.
  for days in Workload.isSmoke ? [1736] : [1736, 17_361, 173_611] {
    let name = "Full set of \(days * Workload.readingsPerDay) readings of one person"
    Benchmark(name, configuration: configuration) { benchmark in
      let series = try Workload.person(0, days: days)
      benchmark.startMeasurement()
      fullSet(series)
      benchmark.stopMeasurement()
    }
  }
}

/// Reads every value once and does as little with it as can be: the sum, by eight running ones.
private func plainSum(_ values: ArraySlice<Double>) -> Double {
  values.withUnsafeBufferPointer { values in
    var sums = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    let bytes = UnsafeRawBufferPointer(values)
    for index in stride(from: 0, to: values.count & ~7, by: 8) {
      sums.0 += bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD2<Double>.self)
      sums.1 += bytes.loadUnaligned(fromByteOffset: index * 8 + 16, as: SIMD2<Double>.self)
      sums.2 += bytes.loadUnaligned(fromByteOffset: index * 8 + 32, as: SIMD2<Double>.self)
      sums.3 += bytes.loadUnaligned(fromByteOffset: index * 8 + 48, as: SIMD2<Double>.self)
    }
    return (sums.0 + sums.1 + sums.2 + sums.3).sum()
  }
}
