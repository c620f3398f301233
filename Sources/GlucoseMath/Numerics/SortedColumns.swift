/// Eight columns of a grid, each sorted, with missing values last.
///
/// Batcher's merge exchange (Knuth, *The Art of Computer Programming* 3, 5.2.2, algorithm M)
/// compares the same places for all values, so that eight columns are sorted side by side. Columns
/// of more than 1024 days are not sorted: selecting a rank is faster for them.
struct SortedColumns {
  /// The number of columns that are sorted together.
  static let width = SIMD8<Double>.scalarCount

  private static let mostSorted = 1024

  private var rows: [SIMD8<Double>]
  private(set) var counts: [Int]

  init(rowCount: Int) {
    rows = Array(repeating: SIMD8(repeating: .infinity), count: rowCount)
    counts = Array(repeating: 0, count: Self.width)
  }

  /// Stores `width` columns of rows from the column `first`, and sorts them.
  mutating func fill(_ rows: [ArraySlice<Double>], from first: Int, _ width: Int) {
    var known = SIMD8<Double>.zero
    for (place, row) in rows.enumerated() {
      var values = SIMD8<Double>(repeating: .nan)
      if width == Self.width, first + width <= row.count {
        values = row.span.lanes(at: first)
      } else {
        for lane in 0..<width { values[lane] = row[row.startIndex + first + lane] }
      }
      let isKnown = values.isKnown
      known += SIMD8.zero.replacing(with: SIMD8(repeating: 1), where: isKnown)
      self.rows[place] = SIMD8(repeating: .infinity).replacing(with: values, where: isKnown)
    }
    counts = known.indices.map { Int(known[$0]) }
    if rows.count <= Self.mostSorted { sort() }
  }

  /// Returns the type 7 quantiles of a column, or an empty array if it has no value.
  func quantiles(_ probabilities: [Double], of column: Int) -> [Glucose] {
    let count = counts[column]
    guard count > 0 else { return [] }
    guard rows.count <= Self.mostSorted else {
      return GlucoseMath.quantiles(probabilities, count: rows.count, lowest: count) {
        rows[$0][column]
      }.map { .mgdL($0) }
    }
    return probabilities.map { probability in
      .mgdL(quantile(probability, of: count) { rows[$0][column] })
    }
  }

  private mutating func sort() {
    guard rows.count > 1 else { return }
    let top = 1 << (Int.bitWidth - (rows.count - 1).leadingZeroBitCount - 1)
    var block = top
    while block > 0 {
      var next = top
      var offset = 0
      var distance = block
      while true {
        exchange(inBlocksOf: block, from: offset, distance)
        guard next != block else { break }
        distance = next - block
        next >>= 1
        offset = block
      }
      block >>= 1
    }
  }

  /// Sorts pairs of places `distance` apart whose first is in every second block, from `offset`.
  @inline(__always)
  private mutating func exchange(inBlocksOf block: Int, from offset: Int, _ distance: Int) {
    let end = rows.count - distance
    for start in stride(from: offset, to: end, by: 2 * block) {
      for place in start..<Swift.min(start + block, end) {
        let (a, b) = (rows[place], rows[place + distance])
        rows[place] = b.lesser(a)
        rows[place + distance] = b.greater(a)
      }
    }
  }
}
