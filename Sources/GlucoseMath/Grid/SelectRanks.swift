// SPDX-License-Identifier: Apache-2.0

/// The values that would stand at `ranks` if the values at `0..<count` were sorted.
///
/// Counts values in narrow bins, then looks again only at the bins in which a rank falls, so that it
/// needs no copy. Values are at least zero.
///
/// - Complexity: O(*n*) where values spread over bins; O(*n* log *n*) if all share one.
@inline(__always)
func selectRanks(
  _ ranks: [Int], count: Int, binsPerUnit: Double, value: (Int) -> Double
) -> [Double] {
  let bins = RankBins(perUnit: binsPerUnit)
  let counts = bins.counts(count: count, value: value)
  var slots = [Int8](repeating: -1, count: RankBins.count)
  var buckets: [RankBucket] = []
  var places: [(slot: Int, rank: Int)] = []
  for rank in ranks {
    let (bin, below) = RankBins.bin(ofRank: rank, counts)
    if slots[bin] < 0 {
      slots[bin] = Int8(buckets.count)
      buckets.append(RankBucket())
    }
    places.append((Int(slots[bin]), rank - below))
  }
  for index in 0..<count {
    let candidate = value(index)
    let slot = slots[bins.bin(of: candidate)]
    if slot >= 0 { buckets[Int(slot)].add(candidate) }
  }
  for slot in buckets.indices { buckets[slot].others.sort() }
  return places.map { buckets[$0.slot].value(at: $0.rank) }
}

/// Bins of equal width from zero; the last takes everything beyond.
struct RankBins {
  static let count = 4096
  private let perUnit: Double

  init(perUnit: Double) { self.perUnit = perUnit }

  /// The bin of a value of at least zero. Half-way values go either way, but a lower value never goes
  /// to a higher bin.
  @inline(__always)
  func bin(of value: Double) -> Int {
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let place = Swift.min(value * perUnit, Double(Self.count - 1)) + 0x1p52
    return Int(truncatingIfNeeded: place.bitPattern & UInt64(Self.count - 1))
  }

  /// How many of the values at `0..<count` lie in each bin.
  @inline(__always)
  func counts(count: Int, value: (Int) -> Double) -> [Int] {
    // Two tables, because neighbours often share a bin and a count waits for the last.
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

  /// The bin in which a rank falls, and how many values lie in lower bins.
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

/// The values of one bin. Sensors write few distinct values, so most equal the first.
private struct RankBucket {
  private var first = Double.nan
  private var equalCount = 0
  var others: [Double] = []

  mutating func add(_ value: Double) {
    if equalCount == 0 { first = value }
    if value == first { equalCount += 1 } else { others.append(value) }
  }

  /// The value at `rank`; the others are sorted.
  func value(at rank: Int) -> Double {
    var below = 0
    var high = others.count
    while below < high {
      let middle = (below + high) / 2
      if others[middle] < first { below = middle + 1 } else { high = middle }
    }
    if rank < below { return others[rank] }
    return rank < below + equalCount ? first : others[rank - equalCount]
  }
}
