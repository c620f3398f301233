// SPDX-License-Identifier: Apache-2.0

/// The edges of range bands as plain numbers in mg/dL; a missing edge lies where no value is beyond.
struct RangeLimits {
  let veryLow, low, high, veryHigh: Double

  init(_ bands: RangeBands) {
    veryLow = Swift.max(bands.veryLow?.mgdL ?? 0, 0)
    low = Swift.max(bands.low.mgdL, 0)
    high = Swift.max(bands.high.mgdL, 0)
    veryHigh = Swift.max(bands.veryHigh?.mgdL ?? .infinity, 0)
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
  mutating func add(_ block: Span<Double>, _ limits: RangeLimits) {
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

  /// The shares of the bands among `count` values.
  func shares(of count: Int) -> RangeShares {
    RangeShares(
      veryLow: Double(veryLow), low: Double(low - veryLow), target: Double(count - low - high),
      high: Double(high - veryHigh), veryHigh: Double(veryHigh))
  }
}
