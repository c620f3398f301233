internal import GlucoseMath

/// Deviations of several sensors, and their quantiles in samples of whole sensors.
struct SensorBootstrap {
  /// The deviations in ascending order, each with the number of its sensor.
  private let deviations: [(value: Double, sensor: Int)]

  init(_ deviations: [(value: Double, sensor: Int)]) {
    self.deviations = deviations.sorted { $0.value < $1.value }
  }

  /// Returns the type 7 quantiles of a sample with copies of each sensor, or `nil` if it is empty.
  func quantiles(_ probabilities: [Double], copies: [Int]) -> [Double]? {
    var ends: [Int] = []
    ends.reserveCapacity(deviations.count)
    var count = 0
    for deviation in deviations {
      count += copies[deviation.sensor]
      ends.append(count)
    }
    guard count > 0 else { return nil }
    return probabilities.map { probability in
      GlucoseMath.quantile(probability, of: count) { rank in
        deviations[ends.partitioningIndex { $0 > rank }].value
      }
    }
  }

  /// Returns the quantiles of all samples but one sensor, for each sensor that has deviations.
  private func quantilesWithoutOne(_ probabilities: [Double], sensors: Int) -> [[Double]] {
    Set(deviations.map(\.sensor)).sorted().compactMap { sensor in
      var copies = [Int](repeating: 1, count: sensors)
      copies[sensor] = 0
      return quantiles(probabilities, copies: copies)
    }
  }

  /// Returns a confidence bound of each quantile by the bias-corrected and accelerated bootstrap
  /// (DiCiccio and Efron, *Statistical Science* 11:189, 1996), with the level 0.025 for a lower one
  /// of 97.5 %, or `nil` if fewer than two sensors have deviations.
  func bounds(of probabilities: [Double], levels: [Double], samples: [[Int]]) -> [Double]? {
    let sensors = samples.first?.count ?? 0
    let without = quantilesWithoutOne(probabilities, sensors: sensors)
    guard without.count > 1,
      let estimates = quantiles(probabilities, copies: [Int](repeating: 1, count: sensors))
    else { return nil }
    let sampled = samples.compactMap { quantiles(probabilities, copies: $0) }
    guard !sampled.isEmpty else { return nil }
    return probabilities.indices.map { index in
      Self.bound(
        sampled.map { $0[index] }.sorted(), estimate: estimates[index],
        without: without.map { $0[index] }, level: levels[index])
    }
  }

  private static func bound(
    _ sampled: [Double], estimate: Double, without: [Double], level: Double
  ) -> Double {
    // Quantiles of whole numbers often equal the estimate: half of these are below it.
    let lower = sampled.partitioningIndex { $0 >= estimate }
    let upper = sampled.partitioningIndex { $0 > estimate }
    let below = Double(lower + upper) / 2 / Double(sampled.count)
    // Without values on both sides there is no correction.
    guard 0 < below, below < 1 else { return sampled.quantile(level) }
    let mean = without.reduce(0, +) / Double(without.count)
    let (squares, cubes) = without.reduce((0.0, 0.0)) { sums, value in
      let distance = mean - value
      return (sums.0 + distance * distance, sums.1 + distance * distance * distance)
    }
    let quotient = cubes / (6 * squares * squares.squareRoot())
    let acceleration = quotient.isFinite ? quotient : 0
    let bias = NormalDistribution.quantile(below)
    let shift = bias + NormalDistribution.quantile(level)
    let corrected = NormalDistribution.cumulative(bias + shift / (1 - acceleration * shift))
    return sampled.quantile(corrected)
  }
}
