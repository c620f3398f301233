internal import GlucoseMath
internal import Prediction

/// A condition at the origin of a forecast; an origin can be in none, one or several strata.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Stratum: String, Sendable, CaseIterable {
  /// Glucose rose by more than 15 mg/dL over the last 15 minutes (`>`).
  case rising
  /// Glucose fell by more than 15 mg/dL over the last 15 minutes (`>`).
  case falling
  /// The reading is below 70 mg/dL (`<`).
  case low
  /// The reading is above 180 mg/dL (`>`).
  case high
}

extension Backtest {
  /// The level and slope at the origin of a forecast, and its strata.
  struct OriginTraits {
    /// The level, in mg/dL.
    let level: Double
    /// The slope over the last 15 minutes in mg/dL per minute, or `nil` if the history is shorter.
    let slope: Double?
    let strata: [Int]

    init(_ index: Int, of record: PreparedSeries) {
      level = record.values[index]
      var change: Double?
      if record.hasHistory(of: 900, at: index) {
        var history = [0.0, 0.0]
        var room = history.mutableElementSpan
        record.writeHistory(before: index, step: 900, to: &room)
        change = history[0] - history[1]
      }
      slope = change.map { $0 / 15 }
      let isIn = [change ?? 0 > 15, change ?? 0 < -15, level < 70, level > 180]
      strata = isIn.indices.filter { isIn[$0] }
    }
  }

  /// The errors of a predictor at a lead by stratum, and by level and slope.
  struct StratifiedErrors: Equatable, Codable, Sendable {
    private var strata = Stratum.allCases.map { _ in ForecastErrors() }
    private var cells = ErrorLandscape()

    /// A Boolean value that indicates whether there are errors for each stratum.
    var isPlausible: Bool { strata.count == Stratum.allCases.count }

    mutating func add(_ comparison: ForecastErrors.Comparison, _ origin: Backtest.OriginTraits) {
      for stratum in origin.strata { strata[stratum].add(comparison) }
      guard let slope = origin.slope else { return }
      cells.add(comparison.error, level: origin.level, slope: slope)
    }

    func errors(when stratum: Stratum) -> ForecastErrors? {
      zip(Stratum.allCases, strata).first { $0.0 == stratum && $0.1.count > 0 }?.1
    }

    var landscape: ErrorLandscape? { cells.isEmpty ? nil : cells }

    static func += (lhs: inout Self, rhs: Self) {
      for place in lhs.strata.indices { lhs.strata[place] += rhs.strata[place] }
      lhs.cells += rhs.cells
    }
  }
}
