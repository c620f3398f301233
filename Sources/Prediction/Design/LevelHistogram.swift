// SPDX-License-Identifier: Apache-2.0

/// How many moments of a fit lay at each level: what it knows, and what it has never seen.
///
/// Weights of the square and the cube of a level extrapolate to levels never seen with an error that grows with the
/// distance. So a model takes a level beyond those that it knows for the nearest that it knows.
struct LevelHistogram: Hashable, Codable, Sendable {
  /// The width of a band in mg/dL; levels from the last band's edge on count in it.
  private static let width = 10.0
  private static let bands = 45
  /// So many moments beyond a level make it known, or one in twenty if that is fewer.
  private static let enough = 30

  private var counts = [Int](repeating: 0, count: bands)

  /// Counts of no moments.
  init() {}

  /// Decodes counts and checks that there is one to each band.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    counts = try container.decode([Int].self)
    guard counts.count == Self.bands, counts.allSatisfy({ (0...1 << 50).contains($0) }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There is a count to each band of levels")
    }
  }

  /// Encodes the counts alone.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(counts)
  }

  /// Counts the rows of a block.
  mutating func add(_ block: DesignBlock) {
    for row in 0..<block.rows {
      let band = min(max(block.levels[row] / Self.width, 0), Double(Self.bands - 1))
      counts[Int(band)] += 1
    }
  }

  static func += (lhs: inout Self, rhs: Self) {
    for band in lhs.counts.indices { lhs.counts[band] += rhs.counts[band] }
  }

  /// The number of moments.
  var total: Int { counts.reduce(0, +) }

  /// The levels in mg/dL between which all but a few moments lie, or `nil` if there are none.
  var support: ClosedRange<Double>? {
    let enough = min(Self.enough, total / 20 + 1)
    func bandsBeyond(_ counts: some Sequence<Int>) -> Int {
      var sum = 0
      return counts.prefix { count in
        sum += count
        return sum < enough
      }.count
    }
    let lower = Double(bandsBeyond(counts)) * Self.width
    let upper = Double(Self.bands - bandsBeyond(counts.reversed())) * Self.width
    return lower < upper ? lower...upper : nil
  }
}

extension ClosedRange<Double> {
  /// A value, or the end of the range that is nearest to it.
  func nearest(to value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
