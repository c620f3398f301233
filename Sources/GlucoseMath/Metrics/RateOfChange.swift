// SPDX-License-Identifier: Apache-2.0

/// How fast glucose rises and falls.
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
  /// How many rates lie in each bin, one to each case of ``Bin``.
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

  /// How many rates lie in a bin.
  public subscript(bin: Bin) -> Int { counts[bin.rawValue] }
}

extension DayGrid {
  /// The rates over `minutes`, and how they are distributed, or `nil` if no two cells that far apart
  /// have values.
  ///
  /// A rate is the difference of two cells divided by the time between them (Clarke & Kovatchev,
  /// *Diabetes Technology & Therapeutics* 11, 2009).
  ///
  /// - Parameter minutes: The time between the cells, in whole intervals rounded down, at least one.
  /// - Precondition: `minutes` is positive.
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func rateOfChange(overMinutes minutes: Int = 15) -> RateOfChange? {
    precondition(minutes > 0, "A rate needs time to pass")
    let lag = Swift.max(1, minutes / intervalInMinutes)
    let span = Double(
      convention.gridFollowsWallClock ? minutes : lag * intervalInMinutes)
    var moments = Moments()
    var magnitude = 0.0
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var counts = [Int](repeating: 0, count: RateOfChange.Bin.allCases.count)
    for index in stride(from: lag, to: cells.count, by: 1) {
      let rate = (cells[index] - cells[index - lag]) / span
      guard !rate.isNaN else { continue }
      moments.add(rate)
      magnitude += Swift.abs(rate)
      minimum = Swift.min(minimum, rate)
      maximum = Swift.max(maximum, rate)
      // Adding up comparisons is the place among the edges, without a branch.
      var bin = 0
      bin += rate > -3 ? 1 : 0
      bin += rate > -2 ? 1 : 0
      bin += rate > -1 ? 1 : 0
      bin += rate > 1 ? 1 : 0
      bin += rate > 2 ? 1 : 0
      bin += rate > 3 ? 1 : 0
      counts[bin] += 1
    }
    guard let mean = moments.mean else { return nil }
    return RateOfChange(
      count: moments.count, mean: mean, meanMagnitude: magnitude / Double(moments.count),
      standardDeviation: moments.standardDeviation, minimum: minimum, maximum: maximum,
      counts: counts)
  }
}
