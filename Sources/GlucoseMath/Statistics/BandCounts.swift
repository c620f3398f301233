/// The edges by which a pass counts: those of the bands, and those of the consensus if they differ.
struct RangeLimits {
  /// The edges of range bands in mg/dL; a missing edge is beyond all values.
  struct Edges {
    let veryLow, low, high, veryHigh: Double
    let bands: RangeBands

    init(_ bands: RangeBands) {
      self.bands = bands
      veryLow = Swift.max(bands.veryLow?.mgdL ?? 0, 0)
      low = Swift.max(bands.low.mgdL, 0)
      high = Swift.max(bands.high.mgdL, 0)
      veryHigh = Swift.max(bands.veryHigh?.mgdL ?? .infinity, 0)
    }
  }

  /// The edges of the bands that were passed.
  let own: Edges
  /// The edges of the consensus in the same unit, or `nil` if they are those of the bands.
  let consensus: Edges?

  init(_ bands: RangeBands) {
    own = Edges(bands)
    let consensus = RangeBands.consensus(in: bands.unit)
    self.consensus = bands == consensus ? nil : Edges(consensus)
  }
}

/// The number of values beyond each edge.
struct BandCounts {
  /// The numbers of values below the very-low and low edges and above the high and very-high edges.
  private var veryLow = 0
  private var low = 0
  private var high = 0
  private var veryHigh = 0

  /// Counts the values of a block, all of which are positive.
  ///
  /// Positive numbers sort by their bits, so that the sign bit of a difference of bits is a
  /// comparison. The baseline instruction set adds such bits four times as fast as masks.
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
      // In bounds: index + 2 ≤ whole ≤ count, and every bit pattern is a valid UInt64.
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

  func inTarget(of count: Int) -> Int { count - low - high }

  func timeInRanges(of count: Int, _ limits: RangeLimits.Edges) -> TimeInRanges {
    TimeInRanges(
      of: limits.bands, veryLow: Double(veryLow), low: Double(low - veryLow),
      target: Double(inTarget(of: count)), high: Double(high - veryHigh),
      veryHigh: Double(veryHigh))
  }
}
