// SPDX-License-Identifier: Apache-2.0

/// Returns the values at `ranks` in the sorted values at `0..<count`.
///
/// Counts values in narrow bins and then visits only the bins that contain a rank, without copying
/// the others; few values are sorted instead. Values are at least zero.
///
/// - Complexity: O(*n*)
@inline(__always)
func selectRanks(
  _ ranks: [Int], count: Int, binsPerUnit: Double, value: (Int) -> Double
) -> [Double] {
  guard count > 200 else {
    let sorted = (0..<count).map(value).sorted()
    return ranks.map { sorted[$0] }
  }
  return selectRanks(ranks, count: count, RankBins(perUnit: binsPerUnit), value: value)
}

/// Returns the type 7 quantiles of the lowest `lowest` of the values at `0..<count`, by default of
/// all. There is at least one value and none is negative. See ``GlucoseSeries/quantile(_:)``.
@inline(__always)
func quantiles(
  _ probabilities: [Double], count: Int, lowest: Int? = nil, value: (Int) -> Double
) -> [Double] {
  quantiles(probabilities, of: lowest ?? count) {
    selectRanks($0, count: count, binsPerUnit: 4, value: value)
  }
}

/// Returns the type 7 quantiles of `count` values, of which `select` returns those at ranks.
@inline(__always)
func quantiles(
  _ probabilities: [Double], of count: Int, select: ([Int]) -> [Double]
) -> [Double] {
  let last = count - 1
  let positions = probabilities.map { Double(last) * $0 }
  let ranks = positions.flatMap { [Int($0), Swift.min(Int($0) + 1, last)] }
  let found = select(ranks)
  return positions.enumerated().map { index, position in
    let share = position - position.rounded(.down)
    let low = found[2 * index]
    return share > 0 ? low + share * (found[2 * index + 1] - low) : low
  }
}

@inline(__always)
private func selectRanks(
  _ ranks: [Int], count: Int, _ bins: RankBins, value: (Int) -> Double
) -> [Double] {
  select(ranks, bins, bins.counts(count: count, value: value), count: count, value: value)
}

/// Returns the values at `ranks`, by the number of values in each bin.
@inline(__always)
func select(
  _ ranks: [Int], _ bins: RankBins, _ counts: [Int], count: Int, value: (Int) -> Double
) -> [Double] {
  var slots = [Int32](repeating: -1, count: RankBins.count)
  var buckets: [RankBucket] = []
  var places: [(slot: Int, rank: Int)] = []
  for rank in ranks {
    let (bin, below) = RankBins.bin(ofRank: rank, counts)
    if slots[bin] < 0 {
      slots[bin] = Int32(buckets.count)
      buckets.append(RankBucket())
    }
    places.append((Int(slots[bin]), rank - below))
  }
  for index in 0..<count {
    let candidate = value(index)
    let slot = slots[bins.bin(of: candidate)]
    if slot >= 0 { buckets[Int(slot)].add(candidate) }
  }
  return places.map { buckets[$0.slot].value(at: $0.rank) }
}

/// Bins of equal width from an origin; the last contains all greater values.
struct RankBins {
  static let count = 4096
  private let origin: Double
  private let perUnit: Double

  init(from origin: Double = 0, perUnit: Double) {
    self.origin = origin
    self.perUnit = perUnit
  }

  /// Returns the bin of a value of at least the origin. Half-way values are in either bin, but a
  /// lower value is never in a higher bin.
  @inline(__always)
  func bin(of value: Double) -> Int {
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let place = Swift.min((value - origin) * perUnit, Double(Self.count - 1)) + 0x1p52
    return Int(truncatingIfNeeded: place.bitPattern & UInt64(Self.count - 1))
  }

  /// Returns the number of values at `0..<count` in each bin.
  @inline(__always)
  func counts(count: Int, value: (Int) -> Double) -> [Int] {
    // Two tables, because neighbors often share a bin and each count depends on the last.
    var even = [Int](repeating: 0, count: Self.count)
    var odd = even
    for index in stride(from: 0, to: count - 1, by: 2) {
      even[bin(of: value(index))] &+= 1
      odd[bin(of: value(index + 1))] &+= 1
    }
    if count % 2 == 1 { even[bin(of: value(count - 1))] += 1 }
    for bin in even.indices { even[bin] += odd[bin] }
    return even
  }

  /// Returns the bin that contains a rank, and the number of values in lower bins.
  static func bin(ofRank rank: Int, _ counts: [Int]) -> (bin: Int, below: Int) {
    var below = 0
    var bin = 0
    while below + counts[bin] <= rank {
      below += counts[bin]
      bin += 1
    }
    return (bin, below)
  }
}

/// The values of one bin. Sensors record few distinct values, so that most equal the first.
struct RankBucket {
  private var first = Double.nan
  private var equalCount = 0
  private var belowCount = 0
  private var others: [Double] = []

  mutating func add(_ value: Double) {
    if equalCount == 0 { first = value }
    if value == first {
      equalCount += 1
    } else {
      if value < first { belowCount += 1 }
      others.append(value)
    }
  }

  /// Returns the value at `rank`.
  func value(at rank: Int) -> Double {
    if rank < belowCount { return other(at: rank) }
    return rank < belowCount + equalCount ? first : other(at: rank - equalCount)
  }

  /// Returns the value at `rank` among those that do not equal the first, with narrower bins, of
  /// which the lowest and the highest value are never in the same.
  private func other(at rank: Int) -> Double {
    guard others.count > 200, let low = others.min(), let high = others.max(), low < high else {
      return others.sorted()[rank]
    }
    let bins = RankBins(from: low, perUnit: Double(RankBins.count - 1) / (high - low))
    return selectRanks([rank], count: others.count, bins) { others[$0] }[0]
  }
}
