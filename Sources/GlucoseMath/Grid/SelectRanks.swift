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
  let lastBin = 4095
  func bin(_ value: Double) -> Int { Int(Swift.min(value * binsPerUnit, Double(lastBin))) }
  var counts = [Int](repeating: 0, count: lastBin + 1)
  for index in 0..<count { counts[bin(value(index))] += 1 }

  var slots = [Int](repeating: -1, count: lastBin + 1)
  var buckets: [RankBucket] = []
  var places: [(slot: Int, rank: Int)] = []
  for rank in ranks {
    var below = 0
    var at = 0
    while below + counts[at] <= rank {
      below += counts[at]
      at += 1
    }
    if slots[at] < 0 {
      slots[at] = buckets.count
      buckets.append(RankBucket())
    }
    places.append((slots[at], rank - below))
  }
  for index in 0..<count {
    let candidate = value(index)
    let slot = slots[bin(candidate)]
    if slot >= 0 { buckets[slot].add(candidate) }
  }
  for slot in buckets.indices { buckets[slot].others.sort() }
  return places.map { buckets[$0.slot].value(at: $0.rank) }
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
