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

  Benchmark("Fit of 259200 readings on all cores, \(model.featureCount) features") { _ in
    blackHole(try? await Forecaster.fit(people, cohortOptions) { _ in })
  }

  Benchmark("Personal models of 10 people on all cores") { _ in
    blackHole(try? await model.personalised(to: people))
  }

  Benchmark("Sums of 259200 readings, \(model.featureCount) features") { _ in
    var statistics = FitStatistics(cadence: model.cadence, cohortOptions)
    for series in people { try? statistics.add(series) }
    blackHole(statistics.rowCount)
  }

  Benchmark("Personal stage of 25920 readings") { _ in
    blackHole(model.personalised(to: people[0]))
  }

  var lagOptions = FitOptions()
  lagOptions.detail = .lags
  lagOptions.history = .seconds(24 * 300)
  let plainOptions = lagOptions
  guard let cohort = try? Workload.cohort() else { return }
  Benchmark("Sums of 2592000 readings, 24 lags") { _ in
    var statistics = FitStatistics(cadence: .fiveMinutes, plainOptions)
    for series in cohort { try? statistics.add(series) }
    blackHole(statistics.rowCount)
  }

  Benchmark("Sums of one person's 25920 readings, 24 lags") { _ in
    var statistics = FitStatistics(cadence: .fiveMinutes, plainOptions)
    try? statistics.add(cohort[0])
    blackHole(statistics.rowCount)
  }

  // 28 days, of which the last hundred readings come one by one.
  let month = people[0].prefix(through: people[0][28 * 288 - 1].time)
  Benchmark("Personal stage of 28 days") { _ in
    blackHole(model.personalised(to: month))
  }

  let known = model.personalised(to: month.prefix(through: month[28 * 288 - 101].time))
  let prefixes = (28 * 288 - 100..<28 * 288).map { month.prefix(through: month[$0].time) }
  Benchmark("100 readings observed one by one") { _ in
    var live = known
    for prefix in prefixes { live.observe(prefix) }
    blackHole(live.isPersonal)
  }

  Benchmark("Forecast", configuration: .init(scalingFactor: .kilo)) { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try? model.forecast(after: people[0], at: last.time))
    }
  }

  // What the sums of a fit consist of: a Gram matrix of 512 rows.
  let rows = (0..<(512 * 380)).map { Double($0 % 89) }
  Benchmark("dsyrk of 512 rows, 380 columns") { _ in
    var gram = [Double](repeating: 0, count: 380 * 380)
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, 380, 512, 1, rows, 380, 1, &gram, 380)
    blackHole(gram[0])
  }

  Benchmark("dgemm of \(size)") { _ in
    var product = [Double](repeating: 0, count: size * size)
    let n = Int32(size)
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, matrix, n, matrix, n, 0, &product, n)
    blackHole(product[0])
  }
}
