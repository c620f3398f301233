/// Extremes, moments and band counts of a run of values, computed in one pass over memory.
///
/// Moments are about the run's first value, which keeps the variance of a long run exact to its
/// last digits and the variance of a constant run zero. Values are processed in blocks that fit
/// into the first-level cache, once for the moments and once for the bands: both at once need more
/// registers than the baseline instruction set has, and take twice as long.
struct FusedPass {
  private let rows: Range<Int>
  private let count: Int
  private let origin: Double
  private var minimum: Double
  private var maximum: Double
  private var sum = 0.0
  private var squares = 0.0
  private let limits: RangeLimits
  private var beyond = BandCounts()
  private var beyondConsensus = BandCounts()

  /// Passes over the values at `rows`; there is at least one, and all are positive.
  init(_ values: [Double], in rows: Range<Int>, _ limits: RangeLimits) {
    let blockLength = 1024
    self.limits = limits
    self.rows = rows
    count = rows.count
    origin = values[rows.lowerBound]
    minimum = origin
    maximum = origin
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: blockLength) {
      let end = Swift.min(start + blockLength, rows.upperBound)
      let block = values.elementSpan.extracting(start..<end)
      addMoments(of: block)
      beyond.add(block, limits.own)
      if let consensus = limits.consensus { beyondConsensus.add(block, consensus) }
    }
  }

  /// Adds a block with two vectors at a time, because one would wait for its own last addition.
  private mutating func addMoments(of block: Span<Double>) {
    typealias Vector = SIMD2<Double>
    let bytes = unsafe block.bytes
    let whole = block.count & ~3
    let origin = Vector(repeating: origin)
    var minimums = (Vector(repeating: minimum), Vector(repeating: minimum))
    var maximums = (Vector(repeating: maximum), Vector(repeating: maximum))
    var sums = (Vector.zero, Vector.zero)
    var squares = (Vector.zero, Vector.zero)
    var index = 0
    while index < whole {
      // In bounds: index + 4 ≤ whole ≤ count, and every bit pattern is a valid Double.
      let a = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 8, as: Vector.self)
      let b = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index &* 8 &+ 16, as: Vector.self)
      minimums.0.replace(with: a, where: a .< minimums.0)
      minimums.1.replace(with: b, where: b .< minimums.1)
      maximums.0.replace(with: a, where: a .> maximums.0)
      maximums.1.replace(with: b, where: b .> maximums.1)
      let fromA = a - origin
      let fromB = b - origin
      sums.0 += fromA
      sums.1 += fromB
      squares.0 += fromA * fromA
      squares.1 += fromB * fromB
      index &+= 4
    }
    minimum = Swift.min(minimums.0.min(), minimums.1.min())
    maximum = Swift.max(maximums.0.max(), maximums.1.max())
    sum += (sums.0 + sums.1).sum()
    self.squares += (squares.0 + squares.1).sum()
    for index in whole..<block.count {
      let value = block[index]
      minimum = Swift.min(minimum, value)
      maximum = Swift.max(maximum, value)
      let deviation = value - self.origin
      sum += deviation
      self.squares += deviation * deviation
    }
  }

  func statistics(of columns: GlucoseSeries.Columns) -> GlucoseStatistics {
    let extremes = columns.shownExtremes(in: rows, minimum: minimum, maximum: maximum)
    let n = Double(count)
    let variance = (squares - sum * sum / n) / (n - 1)
    let deviation = Swift.max(variance, 0).squareRoot()
    let timeInRanges = beyond.timeInRanges(of: count, limits.own)
    return GlucoseStatistics(
      count: count, minimum: extremes.minimum, maximum: extremes.maximum,
      mean: .mgdL(origin + sum / n),
      standardDeviation: count > 1 ? .mgdL(deviation) : nil,
      timeInRanges: timeInRanges,
      consensusTimeInRanges: limits.consensus.map { beyondConsensus.timeInRanges(of: count, $0) }
        ?? timeInRanges)
  }
}
