/// Sums over the differences between cells that are a number of cells apart, in one pass. The first
/// is the origin, which keeps the deviation of equal differences at exactly zero.
struct LaggedDifferences {
  private(set) var count = 0.0
  private(set) var magnitude = 0.0
  private let origin: Double
  private var sum = 0.0
  private var squares = 0.0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity

  /// Optional parts besides count, sum and squares.
  struct Parts: OptionSet {
    let rawValue: Int

    static let magnitude = Self(rawValue: 1)
    static let extremes = Self(rawValue: 2)
  }

  /// The number of cells after which it is checked whether one was missing.
  private static let blockLength = 256

  /// Creates the sums of the differences between `cells[index]` and `cells[index - lag]` where both
  /// have values. Inlined, so that only the requested parts are computed.
  @inline(__always)
  init(_ cells: GridCells, lag: Int, to range: Range<Int>? = nil, with parts: Parts = []) {
    typealias Vector = SIMD8<Double>
    let end = range?.upperBound ?? cells.count
    let start = Swift.min(Swift.max(lag, range?.lowerBound ?? 0), end)
    let whole = end - (end - start) % Vector.width
    var first = start
    while first < end, (cells[first] - cells[first - lag]).isNaN { first += 1 }
    origin = first < end ? cells[first] - cells[first - lag] : 0
    var counts = Vector.zero
    var magnitudes = Vector.zero
    var sums = Vector.zero
    var squares = Vector.zero
    var lows = Vector(repeating: .infinity)
    var highs = -lows
    for blockStart in stride(from: start, to: whole, by: Self.blockLength) {
      let block = blockStart..<Swift.min(blockStart + Self.blockLength, whole)
      let before = (magnitudes, sums, squares, lows, highs)
      let isStored = cells.areStored((block.lowerBound - lag)..<block.upperBound)
      for index in stride(from: block.lowerBound, to: block.upperBound, by: Vector.width)
      where isStored {
        // In bounds: the cells of the block are stored.
        let later: Vector = unsafe cells.uncheckedLanes(at: index)
        let earlier: Vector = unsafe cells.uncheckedLanes(at: index &- lag)
        let difference = later - earlier
        let deviation = difference - origin
        sums += deviation
        squares += deviation * deviation
        if parts.contains(.magnitude) { magnitudes += difference.magnitudes }
        if parts.contains(.extremes) {
          lows = difference.lesser(lows)
          highs = difference.greater(highs)
        }
      }
      if isStored, sums.isKnown.isEverywhere {
        counts += Vector(repeating: Double(block.count / Vector.width))
        continue
      }
      // A cell is missing: once more, without the differences from it.
      (magnitudes, sums, squares, lows, highs) = before
      for index in stride(from: block.lowerBound, to: block.upperBound, by: Vector.width) {
        let difference = cells.lanes(at: index) - cells.lanes(at: index - lag)
        let isKnown = difference.isKnown
        let deviation = (difference - origin).only(where: isKnown)
        counts += Vector(repeating: 1).only(where: isKnown)
        sums += deviation
        squares += deviation * deviation
        if parts.contains(.magnitude) { magnitudes += difference.magnitudes.only(where: isKnown) }
        if parts.contains(.extremes) {
          lows = difference.lesser(lows)
          highs = difference.greater(highs)
        }
      }
    }
    count = counts.sum()
    magnitude = magnitudes.sum()
    sum = sums.sum()
    self.squares = squares.sum()
    minimum = lows.min()
    maximum = highs.max()
    for index in whole..<end {
      let difference = cells[index] - cells[index - lag]
      if difference.isNaN { continue }
      let deviation = difference - origin
      count += 1
      magnitude += Swift.abs(difference)
      sum += deviation
      self.squares += deviation * deviation
      minimum = Swift.min(minimum, difference)
      maximum = Swift.max(maximum, difference)
    }
  }

  /// Returns the number of differences above (`>`) each of six edges.
  static func counts(_ cells: GridCells, lag: Int, above edges: [Double]) -> [Int] {
    typealias Vector = SIMD2<Double>
    let stored = cells.stored
    guard stored.count > lag else { return Array(repeating: 0, count: 6) }
    let whole = stored.lowerBound + (stored.count - lag) & ~1
    let one = Vector(repeating: 1)
    @inline(__always)
    func above(_ difference: Vector, _ edge: Int) -> Vector {
      Vector.zero.replacing(with: one, where: difference .> Vector(repeating: edges[edge]))
    }
    // As many sums as the baseline instruction set has registers for.
    var sums = (Vector.zero, Vector.zero, Vector.zero, Vector.zero, Vector.zero, Vector.zero)
    for index in stride(from: stored.lowerBound, to: whole, by: Vector.scalarCount) {
      // In bounds: index + 2 + lag ≤ whole + lag ≤ the end of the stored cells.
      let earlier: Vector = unsafe cells.uncheckedLanes(at: index)
      let later: Vector = unsafe cells.uncheckedLanes(at: index &+ lag)
      let difference = later - earlier
      sums.0 += above(difference, 0)
      sums.1 += above(difference, 1)
      sums.2 += above(difference, 2)
      sums.3 += above(difference, 3)
      sums.4 += above(difference, 4)
      sums.5 += above(difference, 5)
    }
    var counts = [sums.0, sums.1, sums.2, sums.3, sums.4, sums.5].map { Int($0.sum()) }
    for index in whole..<(stored.upperBound - lag) {
      let difference = cells[index + lag] - cells[index]
      for edge in 0..<6 where difference > edges[edge] { counts[edge] += 1 }
    }
    return counts
  }

  var mean: Double { origin + sum / count }

  var standardDeviation: Double? {
    guard count > 1 else { return nil }
    return Swift.max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
  }
}
