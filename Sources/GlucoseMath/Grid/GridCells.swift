/// The concentrations of the cells of a grid in mg/dL, NaN where missing. Where a record has a
/// reading in each cell from its first to its last, the cells share the array of the readings.
package struct GridCells: Sendable {
  private let values: [Double]
  /// The first stored cell, the number of stored cells, and the position of cell 0 in `values`.
  private let first: Int
  private let storedCount: Int
  private let offset: Int
  /// The number of stored cells that seven more follow.
  private let vectorCount: Int
  package let count: Int

  init(_ cells: [Double]) {
    self.init(sharing: cells, in: cells.indices, from: 0, count: cells.count)
  }

  /// Creates `count` cells that share the values in `rows`, from the cell `first`.
  init(sharing values: [Double], in rows: Range<Int>, from first: Int, count: Int) {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= values.count && first >= 0
        && first + rows.count <= count,
      "The stored cells must be in the array and in the grid")
    self.values = values
    self.first = first
    self.count = count
    storedCount = rows.count
    offset = rows.lowerBound - first
    vectorCount = Swift.max(0, rows.count - (SIMD8<Double>.width - 1))
  }

  /// The cells that are stored; others are missing.
  @inline(__always)
  var stored: Range<Int> { first..<(first + storedCount) }

  var indices: Range<Int> { 0..<count }

  @inline(__always)
  package subscript(index: Int) -> Double {
    guard UInt(bitPattern: index &- first) < UInt(bitPattern: storedCount) else { return .nan }
    // In bounds: the cell is stored.
    return unsafe values.elementSpan[unchecked: index &+ offset]
  }

  @inline(__always)
  func lanes(at index: Int) -> SIMD8<Double> {
    guard UInt(bitPattern: index &- first) < UInt(bitPattern: vectorCount) else {
      return lanesAtEnd(index)
    }
    return unsafe uncheckedLanes(at: index)
  }

  /// Returns the values of eight cells from `index` and of the cell after each, NaN where missing.
  @inline(__always)
  func neighbors(at index: Int) -> (SIMD8<Double>, SIMD8<Double>) {
    guard index >= first, index &- first < vectorCount &- 1 else {
      return (lanes(at: index), lanes(at: index + 1))
    }
    return unsafe (uncheckedLanes(at: index), uncheckedLanes(at: index &+ 1))
  }

  @inline(__always)
  func areStored(_ range: Range<Int>) -> Bool {
    range.lowerBound >= first && range.upperBound <= first + storedCount
  }

  /// Returns the values of cells from `index` without a check that they are stored.
  @unsafe
  @inline(__always)
  func uncheckedLanes<Lanes: SIMD<Double> & BitwiseCopyable>(at index: Int) -> Lanes {
    // Every bit pattern is a valid Double.
    unsafe values.elementSpan.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: (index &+ offset) &* MemoryLayout<Double>.stride, as: Lanes.self)
  }

  @inline(never)
  private func lanesAtEnd(_ index: Int) -> SIMD8<Double> {
    var lanes = SIMD8<Double>(repeating: .nan)
    for lane in lanes.indices { lanes[lane] = self[index + lane] }
    return lanes
  }

  /// Returns the values of a range of cells, without a copy if each is stored.
  subscript(range: Range<Int>) -> ArraySlice<Double> {
    guard areStored(range) else { return range.map { self[$0] }[...] }
    return values[(range.lowerBound + offset)..<(range.upperBound + offset)]
  }

  subscript(range: ClosedRange<Int>) -> ArraySlice<Double> {
    self[range.lowerBound..<(range.upperBound + 1)]
  }
}
