// SPDX-License-Identifier: Apache-2.0

/// Sums over the differences between cells that lie a number of cells apart, in one pass.
///
/// Differences are reckoned as they are, not about an origin: they scatter about zero.
struct LaggedDifferences {
  private(set) var count = 0.0
  private(set) var magnitude = 0.0
  private var sum = 0.0
  private var squares = 0.0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity

  /// The differences between `cells[index]` and `cells[index - lag]` where both have values.
  init(_ cells: [Double], lag: Int) {
    typealias Vector = SIMD8<Double>
    let differenceCount = cells.count - lag
    guard differenceCount > 0 else { return }
    let whole = differenceCount - differenceCount % Vector.scalarCount
    let bytes = unsafe cells.span.bytes
    var counts = Vector.zero
    var magnitudes = Vector.zero
    var sums = Vector.zero
    var squares = Vector.zero
    var lows = Vector(repeating: .infinity)
    var highs = -lows
    let one = Vector(repeating: 1)
    for index in stride(from: 0, to: whole, by: Vector.scalarCount) {
      // In bounds: index + 8 + lag ≤ whole + lag ≤ the number of cells.
      let earlier = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: index &* MemoryLayout<Double>.stride, as: Vector.self)
      let later = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: (index &+ lag) &* MemoryLayout<Double>.stride, as: Vector.self)
      let raw = later - earlier
      let isKnown = raw .== raw
      let difference = Vector.zero.replacing(with: raw, where: isKnown)
      counts += Vector.zero.replacing(with: one, where: isKnown)
      sums += difference
      squares += difference * difference
      magnitudes += difference.replacing(with: -difference, where: difference .< Vector.zero)
      lows.replace(with: raw, where: raw .< lows)
      highs.replace(with: raw, where: raw .> highs)
    }
    count = counts.sum()
    magnitude = magnitudes.sum()
    sum = sums.sum()
    self.squares = squares.sum()
    minimum = lows.min()
    maximum = highs.max()
    for index in whole..<differenceCount {
      let difference = cells[index + lag] - cells[index]
      if difference.isNaN { continue }
      count += 1
      magnitude += Swift.abs(difference)
      sum += difference
      self.squares += difference * difference
      minimum = Swift.min(minimum, difference)
      maximum = Swift.max(maximum, difference)
    }
  }

  /// The mean difference; undefined of nothing.
  var mean: Double { sum / count }

  /// The standard deviation with the divisor *n* − 1, or `nil` below two differences.
  var standardDeviation: Double? {
    guard count > 1 else { return nil }
    if minimum == maximum { return 0 }
    return Swift.max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
  }
}
