// SPDX-License-Identifier: Apache-2.0

extension FitPipeline {
  /// A regression that is robust to single errors, solved iteratively from the solution of least
  /// squares.
  ///
  /// The loss is Huber's function (*Annals of Mathematical Statistics* 35, 1964): quadratic up to a
  /// bound and linear beyond it. With a bound well below the usual error it approximates the
  /// absolute error. It is solved with the matrix of least squares, with each target replaced by
  /// the prediction plus the clipped error (modified residuals: Huber, *Robust Statistics*, 1981,
  /// section 7.8), divided by the fraction of errors within the bound, so that few rounds suffice.
  struct HuberRegression {
    /// The bound as a fraction of the root mean square error of least squares.
    private static let boundShare = 0.35

    /// The number of passes over all rows; further passes have no visible effect.
    static let rounds = 3

    private let sums: NormalEquations
    private(set) var weights: [Double]
    /// The bound of each lead, in mg/dL.
    private(set) var bounds: [Double]
    /// The columns of the event features. The other weights are fitted as if there were no events.
    private let eventColumns: Range<Int>
    /// The sums of products of clipped errors and features, a row for each lead.
    private var products: [Double]
    /// The same with the errors that remain after the event features.
    private var eventProducts: [Double]
    private var counts, withinBounds: [Int]

    /// Creates a regression without rows.
    ///
    /// - Parameters:
    ///   - sums: The normal equations of the rows that will be added.
    ///   - weights: The weights of least squares.
    ///   - map: The features.
    ///   - bounds: The bounds of another regression, or `nil` to compute them from these errors.
    init(_ sums: NormalEquations, _ weights: [Double], _ map: FeatureMap, bounds: [Double]?) {
      self.sums = sums
      self.weights = weights
      eventColumns = map.layout.events
      products = Array(repeating: 0, count: sums.products.count)
      eventProducts = eventColumns.isEmpty ? [] : products
      counts = Array(repeating: 0, count: sums.outcomes)
      withinBounds = counts
      self.bounds = bounds ?? []
      guard bounds == nil else { return }
      let others = weightsWithoutEvents
      self.bounds = (0..<sums.outcomes).map { lead in
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
      block.forEachKnownTarget(in: 0..<block.rows) { outcome, place in
        counts[outcome] += 1
        withinBounds[outcome] += abs(errors[place]) < bounds[outcome] ? 1 : 0
      }
      guard !eventColumns.isEmpty else { return }
      LinearAlgebra.addProducts(
        of: clippedErrors(of: weights, block), count: sums.outcomes, with: block.features,
        rows: block.rows, columns: sums.columns, to: &eventProducts)
    }

    /// Adds the clipped errors of another regression with the same weights.
    static func += (lhs: inout Self, rhs: Self) {
      lhs.products.add(rhs.products)
      lhs.eventProducts.add(rhs.eventProducts)
      lhs.counts.add(rhs.counts)
      lhs.withinBounds.add(rhs.withinBounds)
    }

    /// Returns the errors of a block, clipped to their bounds, and zero for missing targets.
    private func clippedErrors(of weights: [Double], _ block: DesignBlock) -> [Double] {
      var errors = block.residuals(of: weights)
      for index in errors.indices {
        let bound = bounds[index % sums.outcomes]
        errors[index] = min(max(errors[index], -bound), bound)
      }
      return errors
    }

    private var weightsWithoutEvents: [Double] {
      var others = weights
      for outcome in 0..<sums.outcomes {
        for column in eventColumns { others[outcome * sums.columns + column] = 0 }
      }
      return others
    }

    /// Solves for the weights whose targets have the clipped errors, and resets the sums of these.
    mutating func solve(_ hyperparameters: Hyperparameters) {
      let others = weightsWithoutEvents
      var clipped = sums.products
      for outcome in 0..<sums.outcomes where counts[outcome] > 0 {
        let within = max(Double(withinBounds[outcome]) / Double(counts[outcome]), 0.05)
        // The ratio of the rows in `sums` to the rows that were added, which may be of some people
        // only.
        let rows = sums.missingGrams[outcome] == nil ? sums.rows : sums.counts[outcome]
        let factor = Double(rows) / Double(counts[outcome]) / within
        let gram = sums.gram(of: outcome)
        let own = sums.elements(of: outcome)
        let base = own.lowerBound
        let expected = gram.times(Array(others[own]))
        for column in 0..<sums.columns {
          clipped[base + column] = expected[column] + factor * products[base + column]
        }
        guard !eventColumns.isEmpty else { continue }
        let known = gram.times(Array(weights[own]))
        for column in eventColumns {
          clipped[base + column] = known[column] + factor * eventProducts[base + column]
        }
      }
      weights = hyperparameters.weights(of: sums.replacing(products: clipped)) ?? weights
      for index in products.indices { products[index] = 0 }
      for index in eventProducts.indices { eventProducts[index] = 0 }
      for outcome in counts.indices { (counts[outcome], withinBounds[outcome]) = (0, 0) }
    }
  }
}
