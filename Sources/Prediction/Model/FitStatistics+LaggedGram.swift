// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension FitStatistics {
  /// The lagged products of a record, over runs in which readings are exactly one step apart.
  ///
  /// There the history of a reading is the history of the reading before it, shifted by one, so
  /// that of the products of all lags only the first row is summed: the others follow from it and
  /// the two ends of the run (the covariance method of linear prediction: Makhoul, *Proceedings of
  /// the IEEE* 63, 1975). This is about thirty times less work than writing rows.
  struct LaggedGram {
    /// The number of steps of the history, and of the leads.
    private let lags, outcomes: Int
    private(set) var rows = 0
    /// The products of the window's first place, the last outcome, with each place down to the
    /// oldest lag, and its sum.
    private var firstProducts: [Double]
    private var firstSum = 0.0
    /// The differences between the products of adjacent pairs of places, and between the sums of
    /// adjacent places: the values that enter the window before the start of a run less those that
    /// leave it at the end.
    private var productSteps, sumSteps: [Double]
    /// The readings before the start of a run and at its end, one for each place: memory of
    /// ``add(_:_:)``.
    private var before, after: [Double]
    private var places: Int { outcomes + lags + 1 }

    init(lags: Int, outcomes: Int) {
      self.lags = lags
      self.outcomes = outcomes
      let places = outcomes + lags + 1
      firstProducts = Array(repeating: 0, count: places)
      sumSteps = firstProducts
      before = firstProducts
      after = firstProducts
      productSteps = Array(repeating: 0, count: places * places)
    }

    /// Adds the rows of a run whose history and outcomes are exactly one step apart.
    ///
    /// - Parameters:
    ///   - values: The concentrations minus ``TrendFeatures/middle``.
    ///   - run: The rows.
    mutating func add(_ values: [Double], _ run: Range<Int>) {
      guard let last = run.last, run.lowerBound >= lags, last + outcomes < values.count
      else {
        return
      }
      rows += run.count
      // Place e of row i is values[i + outcomes − e].
      let first = run.lowerBound + outcomes
      firstSum += LinearAlgebra.sum(values, from: first, count: run.count)
      LinearAlgebra.addLaggedProducts(values, from: first, count: run.count, to: &firstProducts)
      for place in 0..<places - 1 {
        before[place] = values[first - 1 - place]
        after[place] = values[last + outcomes - place]
        sumSteps[place] += before[place] - after[place]
      }
      addSteps()
    }

    private mutating func addSteps() {
      let places = places
      let (older, newer) = (before, after)
      let (before, after) = (older.elementSpan, newer.elementSpan)
      var steps = productSteps.mutableElementSpan
      for row in 0..<places - 1 {
        let (taken, left) = (before[row], after[row])
        let base = row &* places
        for column in row..<places - 1 {
          steps[base &+ column] += taken * before[column] - left * after[column]
        }
      }
    }

    /// The sum of each place, and the products of all pairs of places.
    private var totals: (sums: [Double], products: [Double]) {
      var sums = [firstSum]
      var products = [Double](repeating: 0, count: places * places)
      for place in 0..<places {
        products[place] = firstProducts[place]
        products[place * places] = firstProducts[place]
        if place > 0 { sums.append(sums[place - 1] + sumSteps[place - 1]) }
      }
      for row in 0..<places - 1 {
        for column in row..<places - 1 {
          let next = products[row * places + column] + productSteps[row * places + column]
          products[(row + 1) * places + column + 1] = next
          products[(column + 1) * places + row + 1] = next
        }
      }
      return (sums, products)
    }

    /// Returns the normal equations of a model with lags alone: a constant, the level and the
    /// changes.
    func regressionSums(_ layout: FeatureLayout) -> NormalEquations {
      precondition(
        layout.changes.count == lags && layout.count == lags + 2,
        "`layout` must have a constant, a level and `lags` changes alone")
      let (sums, products) = totals
      // In the order of their columns, without the constant.
      let features =
        [Place(outcomes, 1 / TrendFeatures.levelUnit)]
        + (0..<lags).map {
          Place(outcomes + $0, 1 / TrendFeatures.changeUnit, less: outcomes + $0 + 1)
        }
      let columns = [layout.level] + layout.changes
      let changes = (1...outcomes).map { Place(outcomes - $0, 1, less: outcomes) }
      func product(_ one: Place, _ other: Place) -> Double {
        let (upper, lower) = (one.place * places, one.less * places)
        return one.factor * other.factor
          * (products[upper + other.place] - other.isChange * products[upper + other.less]
            - one.isChange
            * (products[lower + other.place] - other.isChange * products[lower + other.less]))
      }
      func sum(_ one: Place) -> Double {
        one.factor * (sums[one.place] - one.isChange * sums[one.less])
      }
      var gram = SymmetricMatrix(size: layout.count)
      gram[layout.constant, layout.constant] = Double(rows)
      for (row, one) in features.enumerated() {
        gram[layout.constant, columns[row]] = sum(one)
        for column in row..<features.count {
          gram[columns[row], columns[column]] = product(one, features[column])
        }
      }
      return NormalEquations(
        rows: rows, gram: gram,
        products: changes.flatMap { change in [sum(change)] + features.map { product(change, $0) }
        },
        squares: changes.map { product($0, $0) })
    }

    /// A multiple of a place of the window, or of its difference from another place.
    private struct Place {
      let place, less: Int
      let factor, isChange: Double

      init(_ place: Int, _ factor: Double, less: Int? = nil) {
        self.place = place
        self.factor = factor
        self.less = less ?? place
        isChange = less == nil ? 0 : 1
      }
    }
  }
}
