/// Calls `body` with each position in a run of cells, counted from its start, and the difference
/// between a short and a long moving mean at it; NaN where a window contains no value.
///
/// Means are of the preceding cells without missing ones; before a window is full, its first full
/// mean is used. Where none of eight adjacent differences is zero or undefined, `passOver` is called
/// first with them; it returns `true` to skip them.
///
/// Cells are rounded to 2⁻³⁰ mg/dL, of which sums are exact, and means closer than ten times that
/// are equal: a difference of zero is not a crossing.
@inline(__always)
func forEachMovingDifference(
  _ cells: ArraySlice<Double>, short: Int, long: Int,
  passOver: (SIMD8<Double>) -> Bool, _ body: (Int, Double) -> Void
) {
  let values = cells.span
  let width = SIMD8<Double>.width
  let equal = 0x1p-30 * 10
  let (shortShare, longShare) = (1 / Double(short), 1 / Double(long))
  let reach = Swift.max(short, long)
  let blockLength = 256
  // The sums of the first cells of a block and of those that its windows reach back to.
  var sums = [Double](repeating: 0, count: reach + blockLength + 1)

  @inline(__always)
  func give(_ position: Int, _ difference: Double) {
    body(position, Swift.abs(difference) < equal ? 0 : difference)
  }

  for start in stride(from: 0, to: values.count, by: blockLength) {
    let end = Swift.min(start + blockLength, values.count)
    let isWhole = start >= reach && add(values, (start - reach)..<end, to: &sums)
    var position = start
    while position < end {
      guard isWhole else {
        give(position, mean(values, position, short) - mean(values, position, long))
        position += 1
        continue
      }
      let place = position - start + reach + 1
      if position + width <= end {
        let total = sums.elementSpan.lanes(at: place)
        let differences =
          (total - sums.elementSpan.lanes(at: place - short)) * shortShare
          - (total - sums.elementSpan.lanes(at: place - long)) * longShare
        if !differences.magnitudes.isBelow(equal).isAnywhere, passOver(differences) {
          position += width
          continue
        }
      }
      for place in place..<(place + Swift.min(width, end - position)) {
        give(
          position,
          (sums[place] - sums[place - short]) * shortShare
            - (sums[place] - sums[place - long]) * longShare)
        position += 1
      }
    }
  }
}

/// Returns a concentration rounded to 2⁻³⁰ mg/dL.
@inline(__always)
private func rounded(_ cell: Double) -> Double { (cell + 0x1.8p22) - 0x1.8p22 }

/// Stores the sums of the first cells of a range; returns `false` if a cell is missing.
private func add(_ values: Span<Double>, _ range: Range<Int>, to sums: inout [Double]) -> Bool {
  var sum = 0.0
  for (place, position) in range.enumerated() {
    sum += rounded(values[position])
    sums[place + 1] = sum
  }
  return !sum.isNaN
}

/// Returns the mean of the cells of the window at a position, or NaN if it contains no value.
private func mean(_ values: Span<Double>, _ position: Int, _ length: Int) -> Double {
  let end = Swift.max(position + 1, Swift.min(length, values.count))
  var (sum, count) = (0.0, 0.0)
  for position in Swift.max(0, end - length)..<end where !values[position].isNaN {
    sum += rounded(values[position])
    count += 1
  }
  return sum / count
}
