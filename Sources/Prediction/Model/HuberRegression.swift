// SPDX-License-Identifier: Apache-2.0

/// A regression robust to single errors, on its way from the mean to the median.
///
/// Errors count by Huber's function (*Annals of Mathematical Statistics* 35, 1964), the square up to a bound
/// and the size beyond it. With a bound well below the usual error that is the mean absolute error, but for a
/// smooth foot. It is solved by the same matrix as least squares, with each target
/// replaced by the prediction plus the clipped error (modified residuals: Huber, *Robust Statistics*,
/// 1981, section 7.8), divided by the share of errors within the bound, which makes few rounds do.
struct HuberRegression {
  /// The bound as a share of the root mean square error of a fit by least squares.
  private static let boundShare = 0.35

  /// How often all rows are gone through; more changes nothing that can be seen.
  static let rounds = 3

  private let sums: NormalEquations
  private(set) var weights: [Double]
  /// For each lead, the bound in mg/dL.
  let bounds: [Double]
  /// The features of what was logged. The other weights are fitted as if nobody had logged anything.
  private let eventColumns: Range<Int>
  /// For each outcome a row of sums, one to a feature, of its products with clipped errors.
  private var products: [Double]
  /// The same with the errors that are left when what was logged is known.
  private var eventProducts: [Double]
  private var counts, withinBounds: [Int]

  /// - Parameters:
  ///   - sums: The sums of the rows that will be added.
  ///   - weights: Those of least squares.
  ///   - map: The features.
  ///   - bounds: Those of another regression, or `nil` for ones that suit these errors.
  init(_ sums: NormalEquations, _ weights: [Double], _ map: FeatureMap, bounds: [Double]?) {
    self.sums = sums
    self.weights = weights
    eventColumns = map.layout.events
    products = Array(repeating: 0, count: sums.products.count)
    eventProducts = eventColumns.isEmpty ? [] : products
    counts = Array(repeating: 0, count: sums.outcomes)
    withinBounds = counts
    let others = Self.withoutEvents(weights, map.layout.events, sums)
    self.bounds =
      bounds
      ?? (0..<sums.outcomes).map { lead in
        let mean = sums.squares[lead] / Double(max(sums.counts[lead], 1))
        let error = mean * max(sums.relativeError(of: others, outcome: lead), 0)
        return max(Self.boundShare * error.squareRoot(), 0.1)
      }
  }

  /// Adds the clipped errors of a block.
  mutating func add(_ block: DesignBlock) {
    let others = eventColumns.isEmpty ? weights : weightsWithoutEvents
    let errors = clippedErrors(of: others, block)
    LinearAlgebra.addProducts(
      of: errors, count: sums.outcomes, with: block.features, rows: block.rows,
      columns: sums.columns, to: &products)
    for row in 0..<block.rows {
      for outcome in 0..<sums.outcomes where block.hasTarget(outcome, inRow: row) {
        counts[outcome] += 1
        let error = errors[row * sums.outcomes + outcome]
        withinBounds[outcome] += abs(error) < bounds[outcome] ? 1 : 0
      }
    }
    guard !eventColumns.isEmpty else { return }
    LinearAlgebra.addProducts(
      of: clippedErrors(of: weights, block), count: sums.outcomes, with: block.features,
      rows: block.rows, columns: sums.columns, to: &eventProducts)
  }

  /// Adds the clipped errors that another regression with the same weights added to none of its own.
  mutating func merge(_ other: HuberRegression) {
    for index in products.indices { products[index] += other.products[index] }
    for index in eventProducts.indices { eventProducts[index] += other.eventProducts[index] }
    for outcome in counts.indices {
      counts[outcome] += other.counts[outcome]
      withinBounds[outcome] += other.withinBounds[outcome]
    }
  }

  /// The errors of a block within their bounds, zero where the outcome is not known.
  private func clippedErrors(of weights: [Double], _ block: DesignBlock) -> [Double] {
    var errors = block.residuals(of: weights)
    for index in errors.indices {
      let bound = bounds[index % sums.outcomes]
      errors[index] = min(max(errors[index], -bound), bound)
    }
    return errors
  }

  private var weightsWithoutEvents: [Double] { Self.withoutEvents(weights, eventColumns, sums) }

  private static func withoutEvents(
    _ weights: [Double], _ columns: Range<Int>, _ sums: NormalEquations
  ) -> [Double] {
    var others = weights
    for outcome in 0..<sums.outcomes {
      for column in columns { others[outcome * sums.columns + column] = 0 }
    }
    return others
  }

  /// Solves for the weights that outcomes would give whose errors were the clipped ones, and forgets these.
  mutating func solve(_ hyperparameters: Hyperparameters) {
    let others = weightsWithoutEvents
    var pulled = sums.products
    for outcome in 0..<sums.outcomes where counts[outcome] > 0 {
      let within = max(Double(withinBounds[outcome]) / Double(counts[outcome]), 0.05)
      // Rows of the sums to one that was gone through, which may be those of some of the people only.
      let rows = sums.missingGrams[outcome] == nil ? sums.rows : sums.counts[outcome]
      let factor =
        Double(rows) / Double(counts[outcome]) / within
      let gram = sums.gram(of: outcome)
      let base = outcome * sums.columns
      let own = base..<base + sums.columns
      let expected = gram.times(Array(others[own]))
      for column in 0..<sums.columns {
        pulled[base + column] = expected[column] + factor * products[base + column]
      }
      guard !eventColumns.isEmpty else { continue }
      let known = gram.times(Array(weights[own]))
      for column in eventColumns {
        pulled[base + column] = known[column] + factor * eventProducts[base + column]
      }
    }
    weights = hyperparameters.weights(of: sums.replacing(products: pulled)) ?? weights
    for index in products.indices { products[index] = 0 }
    for index in eventProducts.indices { eventProducts[index] = 0 }
    for outcome in counts.indices { (counts[outcome], withinBounds[outcome]) = (0, 0) }
  }
}
