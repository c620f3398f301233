/// The bounds of decoded values, so that decoded models can be used: no sum of counts overflows,
/// and no product of features and weights is infinite.
package enum StoredLimits {
  /// The bounds of a count: the sum of a thousand of these fits in an `Int`.
  package static let counts = 0...(1 << 50)
  /// The bounds of a number of people that nothing else in a stored value confirms.
  package static let people = 0...(1 << 24)
  static let penalties = 1e-15...1e15
  /// The bound of a weight's absolute value, beyond the result of any fit.
  static let weight = 1e6
  /// The bound of the absolute value of a scaled residual or a sum of these.
  static let ratio = 1e9
  /// The bound of the absolute value of an element of a Gram matrix and of a sum of products.
  static let product = 1e25
  /// The bound of an instant's absolute value in seconds: three thousand years.
  package static let instant = 1e11
}

extension Sequence<Double> {
  /// Returns whether no absolute value is above `limit`, and none is NaN.
  func areWithin(_ limit: Double) -> Bool { allSatisfy { abs($0) <= limit } }
}

extension Double? {
  var isInstant: Bool { self.map { abs($0) <= StoredLimits.instant } ?? true }
}

extension SymmetricMatrix {
  /// Whether the matrix is a plausible Gram matrix: finite, with a nonnegative diagonal and |*a*ᵢⱼ|
  /// ≤ √(*a*ᵢᵢ *a*ⱼⱼ). Sums that are differences of other sums may violate both by rounding.
  var isPlausibleGram: Bool {
    let diagonal = (0..<size).map { self[$0, $0] }
    let slack = 1e-6 * (1 + abs(diagonal.first ?? 0))
    guard diagonal.allSatisfy({ $0 >= -slack && $0 <= StoredLimits.product }) else { return false }
    let roots = diagonal.map { max($0, 0).squareRoot() }
    return (0..<size).allSatisfy { row in
      (row..<size).allSatisfy { column in
        abs(elements[row * size + column]) <= roots[row] * roots[column] * (1 + 1e-6) + slack
      }
    }
  }
}

extension ResidualModel {
  func fits(outcomes: Int) -> Bool {
    weights.count == outcomes * ScaleFeatures.columns && weights.areWithin(StoredLimits.weight)
      && floors.count == outcomes && floors.allSatisfy { $0 > 0 && $0 < 1e3 }
      && meanRatios.count == outcomes && meanRatios.allSatisfy { (1e-9...1e6).contains($0) }
      && quantiles.count == outcomes
      && quantiles.allSatisfy {
        $0.count == Self.probabilities.count && $0.areWithin(StoredLimits.ratio)
          && zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 }
      }
      && shortViewsFit(outcomes: outcomes) && crossings?.fits(outcomes: outcomes) ?? true
  }
}

extension EmpiricalCoverage {
  func fits(outcomes: Int) -> Bool {
    counts.count == outcomes && hits.count == outcomes
      && counts.allSatisfy(StoredLimits.counts.contains)
      && zip(counts, hits).allSatisfy { count, hits in
        hits.count == Self.nominal.count
          && hits.allSatisfy { $0 >= 0 && $0 <= count }
          && zip(hits, hits.dropFirst()).allSatisfy { $0 <= $1 }
      }
  }
}

extension PersonalState {
  func fits(_ map: FeatureMap, outcomes: Int) -> Bool {
    sums.isPlausible && sums.columns == map.plainColumns && sums.outcomes == outcomes
      && mixture.fits(columns: map.plainColumns, outcomes: outcomes)
      // A person's weights are the sum of a model's weights and a correction.
      && weights.count == map.columns * outcomes && weights.areWithin(2 * StoredLimits.weight)
      && ratioSums.count == outcomes && ratioCounts.count == outcomes
      && (ratioSums + ratioCounts).allSatisfy { $0 >= 0 && $0 <= StoredLimits.ratio }
      && [learnedUntil, judgedUntil, pace.due, judgingPace.due].allSatisfy(\.isInstant)
      && tracks.fits(outcomes: outcomes)
  }
}
