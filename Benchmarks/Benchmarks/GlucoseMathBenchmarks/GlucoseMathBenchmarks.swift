// SPDX-License-Identifier: Apache-2.0

import Benchmark
import Foundation
import GlucoseMath
import Workload

// Every measurement handles the whole standard cohort: 2,592,000 readings of 100 people.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 3)

  guard let cohort = try? Workload.cohort() else { return }

  Benchmark("Flat statistics of 2.592 million readings") { _ in
    for series in cohort { blackHole(series.statistics()) }
  }

  Benchmark("Daily statistics of 2.592 million readings") { _ in
    for series in cohort { blackHole(series.dailyStatistics(in: Workload.zone)) }
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
