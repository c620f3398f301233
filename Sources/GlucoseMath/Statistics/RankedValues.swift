// SPDX-License-Identifier: Apache-2.0

/// The number of values in each quarter of a mg/dL, from which ranks of the values and of their
/// distances are found.
struct RankedValues {
  private static let bins = RankBins(perUnit: perUnit)
  private static let perUnit = 4.0

  private let values: ArraySlice<Double>
  private let counts: [Int]
  /// A Boolean value that indicates whether every value is a whole number of quarters, so that its
  /// bin determines it.
  private let isExact: Bool

  /// Creates the counts of values, none of which is negative, or returns `nil` for so few that
  /// sorting them is faster.
  init?(_ values: ArraySlice<Double>) {
    typealias Vector = SIMD8<Double>
    guard values.count > 200 else { return nil }
    self.values = values
    // Two tables, because neighbors often share a bin and each count depends on the last.
    var even = [Int](repeating: 0, count: RankBins.count)
    var odd = even
    var residues = SIMD8<UInt64>.zero
    let whole = values.count - values.count % Vector.width
    let highest = Vector(repeating: Double(RankBins.count - 1))
    for index in stride(from: 0, to: whole, by: Vector.width) {
      let positions = values.span.lanes(at: index) * Self.perUnit
      let shifted = positions.lesser(highest) + 0x1p52
      residues |= (shifted - 0x1p52).bits ^ positions.bits
      let places = shifted.bits & SIMD8(repeating: UInt64(RankBins.count - 1))
      even[Int(truncatingIfNeeded: places[0])] &+= 1
      odd[Int(truncatingIfNeeded: places[1])] &+= 1
      even[Int(truncatingIfNeeded: places[2])] &+= 1
      odd[Int(truncatingIfNeeded: places[3])] &+= 1
      even[Int(truncatingIfNeeded: places[4])] &+= 1
      odd[Int(truncatingIfNeeded: places[5])] &+= 1
      even[Int(truncatingIfNeeded: places[6])] &+= 1
      odd[Int(truncatingIfNeeded: places[7])] &+= 1
    }
    var isExact = residues == .zero
    for value in values.dropFirst(whole) {
      let bin = Self.bins.bin(of: value)
      even[bin] += 1
      if Self.value(of: bin) != value { isExact = false }
    }
    for bin in even.indices { even[bin] += odd[bin] }
    counts = even
    self.isExact = isExact
  }

  private static func value(of bin: Int) -> Double { Double(bin) / perUnit }

  /// Returns the type 7 quantiles.
  func quantiles(_ probabilities: [Double]) -> [Double] {
    GlucoseMath.quantiles(probabilities, of: values.count) { ranks in
      if isExact { return ranks.map { Self.value(of: RankBins.bin(ofRank: $0, counts).bin) } }
      let first = values.startIndex
      return select(ranks, Self.bins, counts, count: values.count) { values[first + $0] }
    }
  }

  /// Returns the distances from `center` at ranks, or `nil` if bins do not determine them.
  func distances(from center: Double, at ranks: ClosedRange<Int>) -> [Double]? {
    guard isExact else { return nil }
    // The next bins on both sides of the center.
    var above = Self.bins.bin(of: center)
    if Self.value(of: above) < center { above += 1 }
    var below = above - 1
    var held = 0
    var distance = 0.0
    return [ranks.lowerBound, ranks.upperBound].map { rank in
      while held <= rank {
        let down = below >= 0 ? center - Self.value(of: below) : .infinity
        let up = above < counts.count ? Self.value(of: above) - center : .infinity
        if down < up {
          distance = down
          held += counts[below]
          below -= 1
        } else {
          distance = up
          held += counts[above]
          above += 1
        }
      }
      return distance
    }
  }

  /// Returns bounds of the distances from `center` at ranks.
  func limits(ofDistancesFrom center: Double, at ranks: ClosedRange<Int>) -> ClosedRange<Double> {
    let middle = Self.bins.bin(of: center)
    // Values at most `reach` bins away are closer than `reach` + 1 bins; all others are at least
    // `reach` bins away.
    var reach = 0
    var held = counts[middle]
    func extend(to rank: Int) {
      while held <= rank {
        reach += 1
        if middle >= reach { held += counts[middle - reach] }
        if middle + reach < RankBins.count { held += counts[middle + reach] }
      }
    }
    extend(to: ranks.lowerBound)
    let low = Double(Swift.max(reach - 1, 0)) / Self.perUnit
    extend(to: ranks.upperBound)
    // The last bin contains all greater values.
    let isBounded = middle + reach < RankBins.count - 1
    return low...(isBounded ? Double(reach + 1) / Self.perUnit : .infinity)
  }
}
