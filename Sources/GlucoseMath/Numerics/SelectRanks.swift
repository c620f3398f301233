/// The number of bins of values, of which the last contains all greater values.
let rankBinCount = 4096

/// Returns the bin of a value that is not negative.
@inline(__always)
func rankBin(of value: Double, perUnit: Double) -> Int {
  Int(Swift.min(value * perUnit, Double(rankBinCount - 1)))
}

/// Returns the bin that contains a rank, and the number of values in lower bins.
func place(ofRank rank: Int, in counts: [Int]) -> (bin: Int, below: Int) {
  var (bin, below) = (0, 0)
  while below + counts[bin] <= rank {
    below += counts[bin]
    bin += 1
  }
  return (bin, below)
}

/// Returns the values at `ranks` in the sorted values at `0..<count`, none negative: counts the
/// values in bins of a part of a unit, and sorts only those in bins that contain a rank.
@inline(__always)
func selectRanks(
  _ ranks: [Int], count: Int, binsPerUnit: Double, value: (Int) -> Double
) -> [Double] {
  guard count > 200 else {
    let sorted = (0..<count).map(value).sorted()
    return ranks.map { sorted[$0] }
  }
  var counts = [Int](repeating: 0, count: rankBinCount)
  for index in 0..<count { counts[rankBin(of: value(index), perUnit: binsPerUnit)] += 1 }
  return selectRanks(ranks, counts, count: count, binsPerUnit: binsPerUnit, value: value)
}

/// Returns the values at `ranks`, by the number of values in each bin.
@inline(__always)
func selectRanks(
  _ ranks: [Int], _ counts: [Int], count: Int, binsPerUnit: Double, value: (Int) -> Double
) -> [Double] {
  let places = ranks.map { place(ofRank: $0, in: counts) }
  var held: [Int: [Double]] = [:]
  var isHeld = [Bool](repeating: false, count: rankBinCount)
  for place in places { isHeld[place.bin] = true }
  for index in 0..<count {
    let value = value(index)
    let bin = rankBin(of: value, perUnit: binsPerUnit)
    if isHeld[bin] { held[bin, default: []].append(value) }
  }
  let sorted = held.mapValues { $0.sorted() }
  return zip(ranks, places).map { rank, place in
    sorted[place.bin].map { $0[rank - place.below] } ?? .nan
  }
}

/// Returns the type 7 quantile of `count` ascending values, at least one, of which `value` returns
/// that at a rank.
@inline(__always)
package func quantile(_ probability: Double, of count: Int, value: (Int) -> Double) -> Double {
  let position = Double(count - 1) * probability
  let below = Int(position)
  let share = position - Double(below)
  let low = value(below)
  return share > 0 ? low + share * (value(below + 1) - low) : low
}

/// Returns the type 7 quantiles of the lowest `lowest` values, at least one, none negative.
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
  let ranks = probabilities.flatMap { probability in
    let below = Int(Double(count - 1) * probability)
    return [below, Swift.min(below + 1, count - 1)]
  }
  let found = select(ranks)
  return probabilities.indices.map { index in
    quantile(probabilities[index], of: count) { found[2 * index + $0 - ranks[2 * index]] }
  }
}
