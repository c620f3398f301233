/// The moments of each column of a grid, added row by row, eight columns side by side.
struct ColumnMoments {
  private typealias Vector = SIMD8<Double>

  /// The counts and sums of eight columns, each about its first value.
  private struct Block {
    var counts = Vector.zero
    var origins = Vector(repeating: .nan)
    var sums = Vector.zero
    var squares = Vector.zero
    var isBegun = false

    @inline(__always)
    mutating func add(_ values: Vector) {
      let isKnown = values.isKnown
      if isKnown.isEverywhere, isBegun {
        let deviations = values - origins
        counts += 1
        sums += deviations
        squares += deviations * deviations
        return
      }
      origins.replace(with: values, where: .!origins.isKnown)
      isBegun = origins.isKnown.isEverywhere
      let deviations = Vector.zero.replacing(with: values - origins, where: isKnown)
      counts += Vector.zero.replacing(with: Vector(repeating: 1), where: isKnown)
      sums += deviations
      squares += deviations * deviations
    }
  }

  private let count: Int
  private var blocks: [Block]

  init(count: Int) {
    self.count = count
    let width = Vector.scalarCount
    blocks = Array(repeating: Block(), count: (count + width - 1) / width)
  }

  /// Adds one value minus `offset` to each column; NaN is skipped.
  mutating func add(_ row: ArraySlice<Double>, minus offset: Double) {
    let width = Vector.scalarCount
    for block in blocks.indices {
      let first = block * width
      if first + width <= row.count {
        blocks[block].add(row.span.lanes(at: first) - offset)
      } else {
        var values = Vector(repeating: .nan)
        for lane in 0..<(row.count - first) { values[lane] = row[row.startIndex + first + lane] }
        blocks[block].add(values - offset)
      }
    }
  }

  var means: Moments {
    var moments = Moments()
    forEachColumn { origin, n, sum, _ in moments.add(origin + sum / n) }
    return moments
  }

  var standardDeviations: Moments {
    var moments = Moments()
    forEachColumn { _, n, sum, squares in
      guard n > 1 else { return }
      moments.add(Swift.max(0, (squares - sum * sum / n) / (n - 1)).squareRoot())
    }
    return moments
  }

  /// Calls `body` with origin, count, sum and squares of each column that has values.
  private func forEachColumn(_ body: (Double, Double, Double, Double) -> Void) {
    for column in 0..<count {
      let block = blocks[column / Vector.scalarCount]
      let lane = column % Vector.scalarCount
      if block.counts[lane] > 0 {
        body(block.origins[lane], block.counts[lane], block.sums[lane], block.squares[lane])
      }
    }
  }
}
