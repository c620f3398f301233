/// The number of values in each quarter of a mg/dL, for ranks of the values and of their distances.
package struct RankedValues {
  private static let perUnit = 4.0

  private let values: ArraySlice<Double>
  private let counts: [Int]
  /// Whether every value is a whole number of quarters, so that its bin determines it.
  private let isExact: Bool

  /// Creates the counts of values, none of which is negative.
  package init(_ values: ArraySlice<Double>) {
    self.values = values
    var counts = [Int](repeating: 0, count: rankBinCount)
    var bins = counts.mutableElementSpan
    var isExact = true
    for value in values {
      let bin = rankBin(of: value, perUnit: Self.perUnit)
      bins[bin] += 1
      isExact = isExact && Double(bin) == value * Self.perUnit
    }
    self.counts = counts
    self.isExact = isExact
  }

  /// Returns the type 7 quantiles; there is at least one value.
  package func quantiles(_ probabilities: [Double]) -> [Double] {
    guard isExact else {
      let values = values.span
      return GlucoseMath.quantiles(probabilities, of: values.count) { ranks in
        selectRanks(ranks, counts, count: values.count, binsPerUnit: Self.perUnit) { values[$0] }
      }
    }
    return probabilities.map { probability in
      quantile(probability, of: values.count) {
        Double(place(ofRank: $0, in: counts).bin) / Self.perUnit
      }
    }
  }

  /// Returns the median of the distances of the values, at least one, from a positive center.
  package func medianDistance(from center: Double) -> Double {
    guard isExact else {
      let values = values.span
      return GlucoseMath.quantiles([0.5], count: values.count) { Swift.abs(values[$0] - center) }[0]
    }
    // The next bins on both sides of the center.
    var above = Swift.min(Int((center * Self.perUnit).rounded(.up)), counts.count)
    var below = above - 1
    var held = 0
    var distance = 0.0
    return quantile(0.5, of: values.count) { rank in
      while held <= rank {
        let down = below >= 0 ? center - Double(below) / Self.perUnit : .infinity
        let up = above < counts.count ? Double(above) / Self.perUnit - center : .infinity
        distance = Swift.min(down, up)
        if down < up {
          held += counts[below]
          below -= 1
        } else {
          held += counts[above]
          above += 1
        }
      }
      return distance
    }
  }
}
