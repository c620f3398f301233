internal import GlucoseMath
internal import Prediction

/// The errors of a predictor by the level and the slope of glucose at the origin.
public struct ErrorLandscape: Equatable, Codable, Sendable {
  /// The levels in mg/dL between adjacent bands; a level is in the band above the edge that it
  /// equals.
  public static let levels = [70.0, 110, 145, 180, 250]
  /// The slopes over the last 15 minutes, in mg/dL per minute, between adjacent bands; a slope is
  /// in the band above the edge that it equals.
  public static let slopes = [-2.0, -1, 1, 2]

  private var counts = [Int](repeating: 0, count: cells)
  private var squares = [Double](repeating: 0, count: cells)

  private static let cells = (levels.count + 1) * (slopes.count + 1)

  init() {}

  /// Decodes a landscape and validates that it has all cells.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode([Int].self, forKey: .counts)
    squares = try container.decode([Double].self, forKey: .squares)
    try decoder.require(
      [counts.count, squares.count].allSatisfy { $0 == Self.cells },
      "A landscape must have an element for each cell")
    try decoder.require(
      counts.allSatisfy(StoredLimits.counts.contains)
        && squares.allSatisfy { $0 >= 0 && $0.isFinite },
      "Counts of a landscape must be from 0 to 2^50, and squares finite and not negative")
  }

  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  /// Returns the number of outcomes in a cell, of bands counted from zero, starting with the
  /// lowest; zero if there is no such cell.
  public func count(levelBand: Int, slopeBand: Int) -> Int {
    Self.cell(levelBand, slopeBand).map { counts[$0] } ?? 0
  }

  /// Returns the root mean square error of a cell in mg/dL, or `nil` if it has no outcome or there
  /// is no such cell.
  public func rootMeanSquare(levelBand: Int, slopeBand: Int) -> Double? {
    guard let cell = Self.cell(levelBand, slopeBand), counts[cell] > 0 else { return nil }
    return (squares[cell] / Double(counts[cell])).squareRoot()
  }

  mutating func add(_ error: Double, level: Double, slope: Double) {
    guard let cell = Self.cell(Self.band(level, Self.levels), Self.band(slope, Self.slopes))
    else { return }
    counts[cell] += 1
    squares[cell] += error * error
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.counts.add(rhs.counts)
    lhs.squares.add(rhs.squares)
  }

  private static func band(_ value: Double, _ edges: [Double]) -> Int {
    edges.partitioningIndex { $0 > value }
  }

  private static func cell(_ level: Int, _ slope: Int) -> Int? {
    guard (0...levels.count).contains(level), (0...slopes.count).contains(slope) else { return nil }
    return level * (slopes.count + 1) + slope
  }
}
