import Benchmark
import CBenchmarkBLAS
import GlucoseDiary
import Foundation
import GlucoseMath
import Prediction
import Workload

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 5)

  openblas_set_num_threads(1)
  addFits()
  addLagSums()
  addPersonal()
  addGrams()
}

/// Fits with a kernel block to parts of the standard cohort, on one core and on all.
private func addFits() {
  // As many people as the largest free data set has, and about as many readings: 200,000 windows.
  guard
    let large = try? (0..<25).map({ Recording(series: try Workload.person($0, days: 40)) })
  else { return }
  var options = FitOptions()
  options.zone = Workload.zone
  options.horizon = .seconds(3600)
  let hourly = options
  Benchmark("Fit of 288000 readings, 25 people, 12 leads, all cores") { _ in
    blackHole(try? await onAllCores { try await Forecaster.fit(large, hourly) { _ in } })
  }
  Benchmark("Fit of 288000 readings, 25 people, 12 leads, one core") { _ in
    blackHole(try? Forecaster.fit(large, hourly))
  }

  options.horizon = .seconds(1800)
  let halfHourly = options
  for people in [10, 20, 40] {
    guard
      let some = try? (0..<people).map({ Recording(series: try Workload.person($0, days: 45)) })
    else { return }
    var configuration = Workload.configuration(seconds: 5)
    configuration.metrics = [.wallClock, .peakMemoryResident]
    let readings = some.reduce(0) { $0 + $1.series.count }
    Benchmark("Growth: fit of \(readings) readings, \(people) people", configuration: configuration)
    { _ in
      blackHole(try? await Forecaster.fit(some, halfHourly) { _ in })
    }
  }
}

/// The sums of a plain model with 24 lags for a person of the standard cohort.
private func addLagSums() {
  var options = FitOptions()
  options.detail = .lags
  options.history = .seconds(24 * 300)
  let plain = options
  guard let person = try? Workload.cohort()[0], var fit = try? PartitionedFit(plain),
    let census = try? fit.task?.part(of: [("0", Recording(series: person))]),
    (try? fit.advance(with: census)) != nil, let sums = fit.task
  else { return }
  Benchmark("Lag sums of one person's 25920 readings, 24 lags") { _ in
    let part = try? sums.part(of: [("0", Recording(series: person))])
    blackHole(part)
  }
}

/// What a model that was fitted to ten people does for one of them.
private func addPersonal() {
  guard let people = try? (0..<10).map({ Recording(series: try Workload.person($0)) }),
    let last = people[0].series.last
  else { return }
  var options = FitOptions()
  options.zone = Workload.zone
  guard let model = try? Forecaster.fit(people, options) else { return }

  // 28 days, of which the last hundred readings come one by one.
  let readings = people[0].series
  func start(_ count: Int) -> Recording { Recording(series: readings[positions: 0..<count]) }
  let month = start(28 * 288)
  Benchmark("Personal model of 28 days") { _ in
    blackHole(model.personalized(to: month))
  }
  Benchmark("Best model of 28 days") { _ in
    blackHole(try? Forecaster.best(for: month, in: Workload.zone))
  }
  let known = model.personalized(to: start(28 * 288 - 100))
  let prefixes = (28 * 288 - 100..<28 * 288).map { start($0 + 1) }
  Benchmark("100 readings observed one by one") { _ in
    var live = known
    for prefix in prefixes { live.update(with: prefix) }
    blackHole(live.isPersonal)
  }
  for count in [4000, 8000, 16_000] {
    let begun = model.personalized(to: start(2000))
    let longer = start(2000 + count)
    Benchmark("Growth: recalibration on \(count) readings at once") { _ in
      var own = begun
      own.recalibrate(with: longer)
      blackHole(own.calibratedUntil)
    }
  }
  Benchmark("Forecast with range and crossings", configuration: .init(scalingFactor: .kilo)) {
    benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try? model.forecast(after: people[0], at: last.time))
    }
  }
}

/// What the sums of a fit consist of, beside a product of matrices.
private func addGrams() {
  let rows = (0..<(384 * 380)).map { Double($0 % 89) }
  Benchmark("Gram matrix of 384 rows, 380 columns") { _ in
    var gram = [Double](repeating: 0, count: 380 * 380)
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, 380, 384, 1, rows, 380, 1, &gram, 380)
    blackHole(gram[0])
  }
  let size = 768
  let matrix = (0..<(size * size)).map { Double($0 % 97) }
  Benchmark("dgemm of \(size)") { _ in
    var product = [Double](repeating: 0, count: size * size)
    let n = Int32(size)
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, matrix, n, matrix, n, 0, &product, n)
    blackHole(product[0])
  }
}
