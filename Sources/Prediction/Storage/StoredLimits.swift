// SPDX-License-Identifier: Apache-2.0

/// The bounds of what is decoded, so that whatever was decoded can be used: no sum of counts overflows,
/// and no product of features and weights is infinite.
enum StoredLimits {
  /// How many of anything there may be: sums of a thousand of these fit in an `Int`.
  static let counts = 0...(1 << 50)
  /// Penalties, per row.
  static let penalties = 1e-15...1e15
  /// The absolute value of a weight: beyond what any fit gives.
  static let weight = 1e6
  /// The absolute value of a scaled residual or a sum of these.
  static let ratio = 1e9
  /// The absolute value of an element of a Gram matrix and of a sum of products.
  static let product = 1e25
  /// The absolute value of an instant in seconds since the reference date: three thousand years.
  static let instant = 1e11
}

extension Sequence<Double> {
  /// Whether no absolute value is above `limit`, and none is NaN.
  func areWithin(_ limit: Double) -> Bool { allSatisfy { abs($0) <= limit } }
}

extension Double? {
  /// Whether the value is an instant, or there is none.
  var isInstant: Bool { self.map { abs($0) <= StoredLimits.instant } ?? true }
}

extension SymmetricMatrix {
  /// Whether it may be a Gram matrix: finite, with a diagonal that is not negative and elements that are
  /// no larger than the diagonal allows, |*a*ᵢⱼ| ≤ √(*a*ᵢᵢ *a*ⱼⱼ). Sums that were taken as differences of
  /// others may miss both by rounding.
  ///
  /// - Complexity: O(*n*²)
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
  /// Whether these are the intervals of a model with so many steps.
  func fits(outcomes: Int) -> Bool {
    weights.count == outcomes * ScaleFeatures.columns && weights.areWithin(StoredLimits.weight)
      && floors.count == outcomes && floors.allSatisfy { $0 > 0 && $0 < 1e3 }
      && meanRatios.count == outcomes && meanRatios.allSatisfy { (1e-9...1e6).contains($0) }
      && quantiles.count == outcomes
      && quantiles.allSatisfy {
        $0.count == Self.probabilities.count && $0.areWithin(StoredLimits.ratio)
          && zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 }
      }
      && crossings?.fits(outcomes: outcomes) ?? true
  }
}

extension EmpiricalCoverage {
  /// Whether this was measured of a model with so many steps.
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
  /// Whether this was learned by a model with these features and so many steps.
  func fits(_ map: FeatureMap, outcomes: Int) -> Bool {
    sums.columns == map.plainColumns && sums.outcomes == outcomes
      && mixture?.fits(columns: map.plainColumns, outcomes: outcomes) ?? true
      // A person's weights are a model's and a correction.
      && weights.count == map.columns * outcomes && weights.areWithin(2 * StoredLimits.weight)
      && ratioSums.count == outcomes && ratioCounts.count == outcomes
      && (ratioSums + ratioCounts).allSatisfy { $0 >= 0 && $0 <= StoredLimits.ratio }
      && learnedUntil.isInstant && weightOrigin.isInstant && judgedUntil.isInstant
      && tracks.fits(outcomes: outcomes)
  }
}
