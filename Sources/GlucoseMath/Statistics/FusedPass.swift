// SPDX-License-Identifier: Apache-2.0

/// The edges of range bands as plain numbers in mg/dL; a missing edge lies at infinity.
struct RangeLimits {
  let veryLow, low, high, veryHigh: Double
  private let bands: RangeBands

  init(_ bands: RangeBands) {
    self.bands = bands
    veryLow = bands.veryLow?.mgdL ?? -.infinity
    low = bands.low.mgdL
    high = bands.high.mgdL
    veryHigh = bands.veryHigh?.mgdL ?? .infinity
  }

  func band(of value: Double) -> RangeBand { bands.band(of: .mgdL(value)) }
}

/// Extremes, moments and band counts of a run of values, taken in one pass over memory.
///
/// Moments are about the run's first value, which keeps the variance of a long run exact to its last
/// digits and that of a constant run zero.
struct FusedPass {
  private let count: Int
  private let origin: Double
  private var minimum: Double
  private var maximum: Double
  private var sum = 0.0
  private var squares = 0.0
  /// How many values lie below the very-low and low edges and above the high and very-high ones.
  private var beyond = (veryLow: 0.0, low: 0.0, high: 0.0, veryHigh: 0.0)

  /// Passes over the values at `rows`, of which there is at least one.
  init(_ values: [Double], in rows: Range<Int>, _ limits: RangeLimits) {
    count = rows.count
    origin = values[rows.lowerBound]
    minimum = origin
    maximum = origin
    let span = values.span.extracting(rows)
    let whole = passVectors(span, limits)
    for index in whole..<span.count {
      let value = span[index]
      minimum = Swift.min(minimum, value)
      maximum = Swift.max(maximum, value)
      let deviation = value - origin
      sum += deviation
      squares += deviation * deviation
      if value < limits.veryLow { beyond.veryLow += 1 }
      if value < limits.low { beyond.low += 1 }
      if value > limits.high { beyond.high += 1 }
      if value > limits.veryHigh { beyond.veryHigh += 1 }
    }
  }

  /// Passes over as many whole vectors as the values fill and returns how many values those are.
  private mutating func passVectors(_ span: Span<Double>, _ limits: RangeLimits) -> Int {
    typealias Vector = SIMD8<Double>
    let whole = span.count - span.count % Vector.scalarCount
    guard whole > 0 else { return 0 }
    let bytes = unsafe span.bytes
    let origin = Vector(repeating: origin)
    let veryLowEdge = Vector(repeating: limits.veryLow)
    let lowEdge = Vector(repeating: limits.low)
    let highEdge = Vector(repeating: limits.high)
    let veryHighEdge = Vector(repeating: limits.veryHigh)
    let one = Vector(repeating: 1)
    var minimum = origin
    var maximum = origin
    var sum = Vector.zero
    var squares = Vector.zero
    var veryLow = Vector.zero
    var low = Vector.zero
    var high = Vector.zero
    var veryHigh = Vector.zero
    for index in stride(from: 0, to: whole, by: Vector.scalarCount) {
      // In bounds: index + 8 ≤ whole ≤ count, and every pattern of bits is a Double.
      let value = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: index &* MemoryLayout<Double>.stride, as: Vector.self)
      minimum.replace(with: value, where: value .< minimum)
      maximum.replace(with: value, where: value .> maximum)
      let deviation = value - origin
      sum += deviation
      squares += deviation * deviation
      veryLow += Vector.zero.replacing(with: one, where: value .< veryLowEdge)
      low += Vector.zero.replacing(with: one, where: value .< lowEdge)
      high += Vector.zero.replacing(with: one, where: value .> highEdge)
      veryHigh += Vector.zero.replacing(with: one, where: value .> veryHighEdge)
    }
    self.minimum = minimum.min()
    self.maximum = maximum.max()
    self.sum = sum.sum()
    self.squares = squares.sum()
    beyond = (veryLow.sum(), low.sum(), high.sum(), veryHigh.sum())
    return whole
  }

  var statistics: GlucoseStatistics {
    let n = Double(count)
    let variance = (squares - sum * sum / n) / (n - 1)
    return GlucoseStatistics(
      count: count, minimum: .mgdL(minimum), maximum: .mgdL(maximum),
      mean: .mgdL(origin + sum / n),
      standardDeviation: count > 1 ? .mgdL(Swift.max(variance, 0).squareRoot()) : nil,
      shares: RangeShares(weights: [
        beyond.veryLow, beyond.low - beyond.veryLow, n - beyond.low - beyond.high,
        beyond.high - beyond.veryHigh, beyond.veryHigh,
      ]))
  }
}
