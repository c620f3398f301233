import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

/// The examples of the article "Extending the model".
struct ExtendingTests {
  // MARK: - A block of features

  /// The time since the highest reading of the last three hours.
  enum PeakFeatures {
    /// The number of features.
    static let count = 1

    /// Writes the block: hours since the peak.
    static func write(
      _ series: PreparedSeries, _ origin: FeatureMap.Origin, to row: inout MutableSpan<Double>,
      at start: Int
    ) {
      let now = series.times[origin.index]
      var (index, peak) = (origin.index, origin.index)
      while index > origin.first, now - series.times[index - 1] <= 3 * 3600 {
        index -= 1
        if series.values[index] > series.values[peak] { peak = index }
      }
      row[start] = (now - series.times[peak]) / 3600
    }
  }

  private func hours(sincePeakOf series: GlucoseSeries, at index: Int, from first: Int) -> Double {
    let prepared = PreparedSeries(series)
    var history = [Double](repeating: 140, count: 7)
    let origin = FeatureMap.Origin(
      index: index, first: first, level: 140,
      trend: TrendFeatures(history.mutableElementSpan, level: 140, .fiveMinutes, 6), timeOfDay: nil)
    var row = [Double](repeating: .nan, count: PeakFeatures.count)
    var room = row.mutableElementSpan
    PeakFeatures.write(prepared, origin, to: &room, at: 0)
    return row[0]
  }

  @Test func aBlockOfFeaturesLooksBackWithinTheView() throws {
    // Up to 180 at reading 40 and down again.
    let series = try Synthetic.series((0..<100).map { 180 - abs(Double($0) - 40) })
    #expect(hours(sincePeakOf: series, at: 64, from: 0) == 2)
    // Three hours after the peak it is at its last reading in view, and then at the oldest reading
    // in view.
    #expect(hours(sincePeakOf: series, at: 76, from: 0) == 3)
    #expect(hours(sincePeakOf: series, at: 99, from: 0) == 3)
    // Readings before the view have no effect.
    #expect(hours(sincePeakOf: series, at: 64, from: 52) == 1)
  }

  // MARK: - A solver

  /// Returns the weights of a ridge regression by conjugate gradients (Hestenes and Stiefel,
  /// *Journal of Research of the National Bureau of Standards* 49, 1952), which factorize no
  /// matrix.
  private func conjugateGradients(
    _ sums: NormalEquations, lead: Int, ridge: Double
  ) -> [Double] {
    var matrix = sums.gram(of: lead)
    for column in 0..<sums.columns {
      matrix[column, column] += (column == 0 ? 1e-9 : ridge) * Double(sums.rows)
    }
    func product(_ one: [Double], _ other: [Double]) -> Double {
      zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    }
    var weights = [Double](repeating: 0, count: sums.columns)
    var residual = sums.products(of: lead)
    var direction = residual
    var square = product(residual, residual)
    for _ in 0..<(20 * sums.columns) where square > 1e-24 {
      let image = matrix.times(direction)
      let step = square / product(direction, image)
      for index in weights.indices {
        weights[index] += step * direction[index]
        residual[index] -= step * image[index]
      }
      let next = product(residual, residual)
      for index in direction.indices {
        direction[index] = residual[index] + next / square * direction[index]
      }
      square = next
    }
    return weights
  }

  @Test func aSolverNeedsTheNormalEquationsAlone() throws {
    var options = FitOptions()
    options.detail = .lags
    var statistics = FitStatistics(cadence: .fiveMinutes, options)
    try statistics.add([
      Recording(series: Synthetic.autoregression(count: 1500, seed: 950).without(700..<702))
    ])
    let sums = statistics.sums.sum()
    let expected = try #require(sums.weights(ridge: 1e-2))
    for lead in 0..<sums.outcomes {
      let weights = conjugateGradients(sums, lead: lead, ridge: 1e-2)
      for (index, weight) in weights.enumerated() {
        #expect(abs(weight - expected[lead * sums.columns + index]) < 1e-7)
      }
    }
  }
}
