/// The rates of change of glucose (ROC).
public struct RateOfChange: Equatable, Sendable {
  /// The number of rates.
  public let count: Int
  /// The mean rate in mg/dL per minute.
  public let mean: Double
  /// The mean magnitude in mg/dL per minute.
  public let meanMagnitude: Double
  /// The standard deviation (*n* − 1) in mg/dL per minute, or `nil` below two rates.
  public let standardDeviation: Double?
  /// The steepest fall (or the slowest rise) in mg/dL per minute.
  public let minimum: Double
  /// The steepest rise in mg/dL per minute.
  public let maximum: Double
  /// The number of rates in each step, one for each case of ``GlucoseTrend``.
  let counts: [Int]

  /// The number of rates with a trend.
  public subscript(trend: GlucoseTrend) -> Int {
    GlucoseTrend.allCases.firstIndex(of: trend).map { counts[$0] } ?? 0
  }
}

extension DayGrid {
  /// Returns the rates of change over a time and their distribution, or `nil` if no two cells that
  /// far apart have values.
  ///
  /// A rate is the difference of two cells divided by the time between them (Clarke & Kovatchev,
  /// *Diabetes Technology & Therapeutics* 11, 2009).
  ///
  /// - Parameter time: The time between the cells, in whole intervals, half to even, at least one.
  /// - Precondition: `time` is positive.
  public func rateOfChange(over time: Duration = .seconds(900)) -> RateOfChange? {
    precondition(time > .zero, "`time` must be positive")
    let (lag, span) = rateSpan(time)
    let differences = LaggedDifferences(cells, lag: lag, with: [.magnitude, .extremes])
    guard differences.count > 0 else { return nil }
    let count = Int(differences.count)
    // Comparing differences with the edges times the duration saves a division each.
    let edges = GlucoseTrend.edges(overMinutes: span)
    return RateOfChange(
      count: count, mean: differences.mean / span,
      meanMagnitude: differences.magnitude / differences.count / span,
      standardDeviation: differences.standardDeviation.map { $0 / span },
      minimum: differences.minimum / span, maximum: differences.maximum / span,
      counts: differenceCounts(lag, of: count, between: edges))
  }

  /// Returns the cells between the two of a rate, and the minutes that divide their difference.
  package func rateSpan(_ time: Duration) -> (lag: Int, minutes: Double) {
    let minutes = time.inMinutes
    let intervals = minutes / Double(intervalInMinutes)
    let lag = Swift.max(
      1, Int(intervals.rounded(rules.followsWallClock ? .down : .toNearestOrEven)))
    return (lag, rules.followsWallClock ? minutes : Double(lag * intervalInMinutes))
  }

  /// Returns the number of differences of cells `lag` apart between neighbors of six edges, each
  /// closed above, of `count` differences.
  package func differenceCounts(_ lag: Int, of count: Int, between edges: [Double]) -> [Int] {
    let above = [count] + LaggedDifferences.counts(cells, lag: lag, above: edges) + [0]
    return zip(above, above.dropFirst()).map { $0 - $1 }
  }
}
