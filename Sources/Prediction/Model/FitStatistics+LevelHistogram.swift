internal import GlucoseMath

extension FitStatistics {
  /// The number of rows of a fit at each level.
  ///
  /// The square and the cube of a level are extrapolated beyond the levels of the fit, with an
  /// error that grows with the distance. A model therefore clips levels to those with enough rows.
  struct LevelHistogram: Equatable, Codable, Sendable {
    /// The width of a band in mg/dL; the last band has no upper edge.
    private static let width = 10.0
    private static let bands = 45
    /// The number of rows beyond a level that support it, or one in twenty if that is fewer.
    private static let enough = 30

    private var counts = [Int](repeating: 0, count: bands)

    mutating func add(_ levels: some Sequence<Double>) {
      for level in levels {
        let band = min(max(level / Self.width, 0), Double(Self.bands - 1))
        counts[Int(band)] += 1
      }
    }

    static func += (lhs: inout Self, rhs: Self) { lhs.counts.add(rhs.counts) }

    var isPlausible: Bool {
      counts.count == Self.bands && counts.allSatisfy(StoredLimits.counts.contains)
    }

    var total: Int { counts.reduce(0, +) }

    /// The levels in mg/dL between which all but a few rows are, or `nil` without rows.
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
}
