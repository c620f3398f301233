// SPDX-License-Identifier: Apache-2.0

/// What a pass over a record counts by: the edges asked for, and those of the consensus where they are
/// others.
struct RangeLimits {
  /// The edges of range bands as plain numbers in mg/dL; a missing edge lies where no value is beyond.
  struct Edges {
    let veryLow, low, high, veryHigh: Double
    let hasVeryLow, hasVeryHigh: Bool

    init(_ bands: RangeBands) {
      veryLow = Swift.max(bands.veryLow?.mgdL ?? 0, 0)
      low = Swift.max(bands.low.mgdL, 0)
      high = Swift.max(bands.high.mgdL, 0)
      veryHigh = Swift.max(bands.veryHigh?.mgdL ?? .infinity, 0)
      hasVeryLow = bands.veryLow != nil
      hasVeryHigh = bands.veryHigh != nil
    }
  }

  /// The edges of the bands asked for.
  let own: Edges
  /// The edges of the consensus bands in the same unit, or `nil` if these are the bands asked for.
  let consensus: Edges?

  init(_ bands: RangeBands) {
    own = Edges(bands)
    let consensus = RangeBands.consensus(in: bands.unit)
    self.consensus = bands == consensus ? nil : Edges(consensus)
  }
}

/// How many values lie beyond each edge.
struct BandCounts {
  /// Values below the very-low edge, below the low one, above the high one, above the very-high one.
  private var veryLow = 0
  private var low = 0
  private var high = 0
  private var veryHigh = 0

  /// Counts the values of a block, all of which are positive.
  ///
  /// Positive numbers are in the order of their bits, so the sign bit of a difference of bits is a
  /// comparison. The baseline instruction set adds such bits up at four times the speed of masks.
  mutating func add(_ block: Span<Double>, _ limits: RangeLimits.Edges) {
    typealias Vector = SIMD2<UInt64>
    let bytes = unsafe block.bytes
    let whole = block.count & ~1
    let sign = Vector(repeating: 63)
    let veryLowEdge = Vector(repeating: limits.veryLow.bitPattern)
    let lowEdge = Vector(repeating: limits.low.bitPattern)
    let highEdge = Vector(repeating: limits.high.bitPattern)
    let veryHighEdge = Vector(repeating: limits.veryHigh.bitPattern)
    var veryLow = Vector.zero
    var low = Vector.zero
    var high = Vector.zero
    var veryHigh = Vector.zero
    var index = 0
    while index < whole {
      // In bounds: index + 2 ≤ whole ≤ count, and every pattern of bits is a UInt64.
      let bits = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index &* 8, as: Vector.self)
      veryLow &+= (bits &- veryLowEdge) &>> sign
      low &+= (bits &- lowEdge) &>> sign
      high &+= (highEdge &- bits) &>> sign
      veryHigh &+= (veryHighEdge &- bits) &>> sign
      index &+= 2
    }
    self.veryLow += Int(veryLow.wrappedSum())
    self.low += Int(low.wrappedSum())
    self.high += Int(high.wrappedSum())
    self.veryHigh += Int(veryHigh.wrappedSum())
    for index in whole..<block.count {
      let value = block[index]
      if value < limits.veryLow { self.veryLow += 1 }
      if value < limits.low { self.low += 1 }
      if value > limits.high { self.high += 1 }
      if value > limits.veryHigh { self.veryHigh += 1 }
    }
  }

  /// The number of values in the target range among `count` values.
  func inTarget(of count: Int) -> Int { count - low - high }

  /// The shares of the bands among `count` values that were counted by `limits`.
  func shares(of count: Int, _ limits: RangeLimits.Edges) -> TimeInRanges {
    TimeInRanges(
      veryLow: limits.hasVeryLow ? Double(veryLow) : nil, low: Double(low - veryLow),
      target: Double(inTarget(of: count)), high: Double(high - veryHigh),
      veryHigh: limits.hasVeryHigh ? Double(veryHigh) : nil)
  }

  /// How many of `count` values lie in each band, from the lowest to the highest.
  func perBand(of count: Int) -> [Int] {
    [veryLow, low - veryLow, inTarget(of: count), high - veryHigh, veryHigh]
  }
}
