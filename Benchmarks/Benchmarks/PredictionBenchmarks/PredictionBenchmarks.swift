// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CBenchmarkBLAS
import Foundation
import GlucoseMath
import Prediction
import Workload

// The fit is to ten people of the standard cohort, 259,200 readings; the forecast is one person's.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 5)

  openblas_set_num_threads(1)
  guard let people = try? (0..<10).map({ try Workload.person($0) }) else { return }
  var options = FitOptions()
  options.zone = Workload.zone
  let cohortOptions = options
  guard let model = try? Forecaster.fit(people, cohortOptions), let last = people[0].last
  else { return }
  let size = 768
  let matrix = (0..<(size * size)).map { Double($0 % 97) }

  Benchmark("Fit of 259200 readings, \(model.featureCount) features") { _ in
    blackHole(try? Forecaster.fit(people, cohortOptions))
  }

  Benchmark("Sums of 259200 readings, \(model.featureCount) features") { _ in
    var statistics = FitStatistics(cadence: model.cadence, cohortOptions)
    for series in people { try? statistics.add(series) }
    blackHole(statistics.rowCount)
  }

  Benchmark("Personal stage of 25920 readings") { _ in
    blackHole(model.personalised(to: people[0]))
  }

  Benchmark("Forecast", configuration: .init(scalingFactor: .kilo)) { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try? model.forecast(after: people[0], at: last.time))
    }
  }

  Benchmark("dgemm of \(size)") { _ in
    var product = [Double](repeating: 0, count: size * size)
    let n = Int32(size)
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, matrix, n, matrix, n, 0, &product, n)
    blackHole(product[0])
  }
}
