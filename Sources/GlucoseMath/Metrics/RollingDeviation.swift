extension DayGrid {
  /// Returns the mean of the standard deviations of all runs of `length` cells, at least half of
  /// which have values, or `nil` if there is none. The variance of a run is that of two differences
  /// of sums, unless a cell is missing or rounding may exceed a part in 10¹⁰.
  func meanDeviationWithin(_ length: Int) -> Double? {
    guard length > 1, cells.count >= length else { return nil }
    let cells = cells
    let fewest = rules.followsWallClock ? 2 : Swift.max(2, (length + 1) / 2)
    let (share, freedom) = (1 / Double(length), 1 / Double(length - 1))
    let blockLength = 32
    let runs = 0..<(cells.count - length + 1)
    // The sums of the first cells of a block about its first, and of their squares.
    var sums = [Double](repeating: 0, count: blockLength + length)
    var squares = sums
    var total = 0.0
    var count = 0
    for start in stride(from: 0, to: runs.upperBound, by: blockLength) {
      let block = start..<Swift.min(start + blockLength, runs.upperBound)
      let origin = cells[start]
      var (sum, square) = (0.0, 0.0)
      for place in 0..<(block.count + length - 1) {
        let deviation = cells[start + place] - origin
        sum += deviation
        square += deviation * deviation
        sums[place + 1] = sum
        squares[place + 1] = square
      }
      for run in block {
        let place = run - start
        let sum = sums[place + length] - sums[place]
        let rest = squares[place + length] - squares[place] - sum * sum * share
        // False for NaN.
        if rest > square * 1e-4 {
          total += (rest * freedom).squareRoot()
          count += 1
        } else {
          let moments = Moments(cells[run..<(run + length)])
          guard moments.count >= fewest, let deviation = moments.standardDeviation else { continue }
          total += deviation
          count += 1
        }
      }
    }
    return count > 0 ? total / Double(count) : nil
  }
}
