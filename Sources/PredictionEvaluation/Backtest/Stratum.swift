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

  /// The errors of a predictor by stratum, and by level and slope.
  struct StratifiedErrors: Equatable, Codable, Sendable {
    private var strata: [[ForecastErrors]]
    private var landscapes: [ErrorLandscape]

    /// A Boolean value that indicates whether there are errors for each lead and stratum.
    var isPlausible: Bool {
      landscapes.count == strata.count
        && strata.allSatisfy { $0.count == Stratum.allCases.count }
    }

    init(leads: Int) {
      let none = Stratum.allCases.map { _ in ForecastErrors() }
      strata = Array(repeating: none, count: leads)
      landscapes = Array(repeating: ErrorLandscape(), count: leads)
    }

    var leadCount: Int { strata.count }

    mutating func add(
      _ comparison: ForecastErrors.Comparison, lead: Int, _ origin: Backtest.OriginTraits
    ) {
      for stratum in origin.strata { strata[lead][stratum].add(comparison) }
      guard let slope = origin.slope else { return }
      landscapes[lead].add(comparison.error, level: origin.level, slope: slope)
    }

    func errors(when stratum: Stratum, lead: Int) -> ForecastErrors? {
      guard strata.indices.contains(lead), let place = Stratum.allCases.firstIndex(of: stratum),
        strata[lead][place].count > 0
      else { return nil }
      return strata[lead][place]
    }

    func landscape(lead: Int) -> ErrorLandscape? {
      landscapes.indices.contains(lead) && !landscapes[lead].isEmpty ? landscapes[lead] : nil
    }

    static func += (lhs: inout Self, rhs: Self) {
      for lead in lhs.strata.indices {
        for place in lhs.strata[lead].indices { lhs.strata[lead][place] += rhs.strata[lead][place] }
        lhs.landscapes[lead] += rhs.landscapes[lead]
      }
    }
  }
}
