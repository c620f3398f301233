internal import GlucoseMath

extension CrossingModel {
  /// A regression of the log odds of an event on features.
  package enum LogisticRegression {
    /// Returns the weights of maximum likelihood with a penalty of half the squared distance from
    /// the initial weights, negligible for the constant's, which is the first: with few events the
    /// weights stay close to the initial ones. They are `nil` without a solution in finite numbers.
    ///
    /// Each step of Newton's method is a weighted least-squares problem and is halved while it
    /// increases the loss (McCullagh and Nelder, *Generalized Linear Models*, 1989): O(*n p*²) for
    /// each of up to 20 steps, where *n* is the number of rows and *p* that of features.
    package static func weights(
      _ features: [Double], _ events: [Bool], startingFrom start: [Double]
    ) -> [Double]? {
      precondition(
        features.count == events.count * start.count,
        "`features` must have `start.count` elements for each event")
      var weights = start
      var fit = Fit(features, events, weights, start)
      for _ in 0..<20 {
        guard let step = fit.step() else { return nil }
        var share = 1.0
        var next: (weights: [Double], fit: Fit)?
        while share > 1e-3 {
          let trial = zip(weights, step).map { $0 + share * $1 }
          let trialFit = Fit(features, events, trial, start)
          if trialFit.loss <= fit.loss {
            next = (trial, trialFit)
            break
          }
          share /= 2
        }
        guard let next else { break }
        let gain = fit.loss - next.fit.loss
        (weights, fit) = next
        if gain <= 1e-7 * (1 + abs(fit.loss)) { break }
      }
      return weights.allSatisfy(\.isFinite) ? weights : nil
    }

    static func probability(_ logOdds: Double) -> Double {
      1 / (1 + MathFunctions.exponential(-logOdds))
    }

    /// Returns the log odds of a probability, which is clipped to 1e-5 from 0 and 1.
    static func logOdds(_ probability: Double) -> Double {
      let inside = min(max(probability, 1e-5), 1 - 1e-5)
      return MathFunctions.logarithm(inside / (1 - inside))
    }

    private static func penalty(_ column: Int) -> Double { column == 0 ? 1e-4 : 1 }

    private struct Fit {
      private static let tile = 512
      var loss = 0.0
      private var descent: [Double]
      private var curvature: [Double]

      init(_ features: [Double], _ events: [Bool], _ weights: [Double], _ start: [Double]) {
        let columns = weights.count
        descent = weights.indices.map { penalty($0) * (start[$0] - weights[$0]) }
        curvature = Array(repeating: 0, count: columns * columns)
        for column in 0..<columns {
          curvature[column * columns + column] = penalty(column)
          let distance = weights[column] - start[column]
          loss += penalty(column) * distance * distance / 2
        }
        var scaled = [Double](repeating: 0, count: Self.tile * columns)
        for first in stride(from: 0, to: events.count, by: Self.tile) {
          let rows = min(Self.tile, events.count - first)
          loss += Self.weigh(features, events, weights, first..<first + rows, &descent, &scaled)
          LinearAlgebra.addGram(of: scaled, rows: rows, columns: columns, to: &curvature)
        }
      }

      /// Returns the loss of some rows; adds their descent, and scales them by the curvature.
      private static func weigh(
        _ features: [Double], _ events: [Bool], _ weights: [Double], _ rows: Range<Int>,
        _ descent: inout [Double], _ scaled: inout [Double]
      ) -> Double {
        let columns = weights.count
        let (features, weights) = (features.elementSpan, weights.elementSpan)
        var descent = descent.mutableElementSpan
        var scaled = scaled.mutableElementSpan
        var loss = 0.0
        for row in rows {
          let base = row * columns
          var odds = 0.0
          for column in 0..<columns { odds += weights[column] * features[base &+ column] }
          // The log odds of the likelier side, so that the exponential is at most one.
          let small = MathFunctions.exponential(-abs(odds))
          let less = small / (1 + small)
          let against = events[row] ? -odds : odds
          loss += max(against, 0) + MathFunctions.logarithm(1 + small)
          let surprise = (events[row] ? 1 : 0) - (odds > 0 ? 1 - less : less)
          let root = (less * (1 - less)).squareRoot()
          let place = (row - rows.lowerBound) * columns
          for column in 0..<columns {
            descent[column] += surprise * features[base &+ column]
            scaled[place &+ column] = root * features[base &+ column]
          }
        }
        return loss
      }

      func step() -> [Double]? { LinearAlgebra.solve(curvature, size: descent.count, descent) }
    }
  }
}
