// SPDX-License-Identifier: Apache-2.0

/// The rates of change of glucose (ROC).
public struct RateOfChange: Hashable, Codable, Sendable {
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
  /// The number of rates in each bin, one for each case of ``Bin``.
  let counts: [Int]

  /// A range of rates in mg/dL per minute, closed above.
  public enum Bin: Int, Hashable, Codable, Sendable, CaseIterable {
    /// At most −3.
    case fallingRapidly
    /// Above −3, at most −2.
    case falling
    /// Above −2, at most −1.
    case fallingSlowly
    /// Above −1, at most 1.
    case steady
    /// Above 1, at most 2.
    case risingSlowly
    /// Above 2, at most 3.
    case rising
    /// Above 3.
    case risingRapidly

  }

  /// The number of rates in a bin.
  public subscript(bin: Bin) -> Int { counts[bin.rawValue] }
}

extension DayGrid {
  /// Returns the rates of change over `minutes` and their distribution, or `nil` if no two cells
  /// that far apart have values.
  ///
  /// A rate is the difference of two cells divided by the time between them (Clarke & Kovatchev,
  /// *Diabetes Technology & Therapeutics* 11, 2009).
  ///
  /// - Parameter minutes: The time between the cells, rounded down to whole intervals, at least
  ///   one.
  /// - Precondition: `minutes` is positive.
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func rateOfChange(overMinutes minutes: Int = 15) -> RateOfChange? {
    precondition(minutes > 0, "`minutes` must be positive")
    let lag = Swift.max(1, minutes / intervalInMinutes)
    let span = Double(
      convention.gridFollowsWallClock ? minutes : lag * intervalInMinutes)
    let differences = LaggedDifferences(cells, lag: lag, with: [.magnitude, .extremes])
    guard differences.count > 0 else { return nil }
    let count = Int(differences.count)
    // Comparing differences with the edges times the duration saves a division each.
    let edges = [-3, -2, -1, 1, 2, 3].map { $0 * span }
    let above = [count] + LaggedDifferences.counts(cells, lag: lag, above: edges) + [0]
    return RateOfChange(
      count: count, mean: differences.mean / span,
      meanMagnitude: differences.magnitude / differences.count / span,
      standardDeviation: differences.standardDeviation.map { $0 / span },
      minimum: differences.minimum / span, maximum: differences.maximum / span,
      counts: zip(above, above.dropFirst()).map { $0 - $1 })
  }
}

extension RateOfChange {
  /// Decodes rates and checks that the counts agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    mean = try container.decode(Double.self, forKey: .mean)
    meanMagnitude = try container.decode(Double.self, forKey: .meanMagnitude)
    standardDeviation = try container.decodeIfPresent(Double.self, forKey: .standardDeviation)
    minimum = try container.decode(Double.self, forKey: .minimum)
    maximum = try container.decode(Double.self, forKey: .maximum)
    counts = try container.decode([Int].self, forKey: .counts)
    try decoder.require(
      count > 0 && counts.count == Bin.allCases.count
        && counts.allSatisfy { (0...count).contains($0) }
        && counts.reduce(0.0) { $0 + Double($1) } == Double(count),
      "Rates of change must have a count for each bin, with the number of rates as their sum")
    try decoder.require(
      minimum <= maximum && mean.isFinite, "The lowest rate must be at most the highest")
  }
}
