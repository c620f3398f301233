extension DayGrid {
  /// Returns the mean of daily differences (MODD) in mg/dL as ``Glucose``: the mean absolute
  /// difference between a cell and the cell at the same clock time `lag` days before, or `nil` if
  /// no two cells pair (Molnar et al., *Diabetologia* 8, 1972).
  ///
  /// - Precondition: `lag` is positive.
  public func meanOfDailyDifferences(lag: Int = 1) -> Glucose? {
    precondition(lag > 0, "`lag` must be positive")
    var sum = 0.0
    var count = 0.0
    for row in stride(from: lag, to: rowCount, by: 1) {
      if isRegular(row), isRegular(row - lag) {
        let differences = LaggedDifferences(
          cells, lag: starts[row] - starts[row - lag], to: cells(ofRow: row), with: .magnitude)
        sum += differences.magnitude
        count += differences.count
        continue
      }
      for (later, earlier) in zip(clockRow(row), clockRow(row - lag)) {
        let difference = Swift.abs(later - earlier)
        if !difference.isNaN {
          sum += difference
          count += 1
        }
      }
    }
    return count > 0 ? .mgdL(sum / count) : nil
  }

  /// Returns the continuous overall net glycemic action, CONGA(*n*), in mg/dL as ``Glucose``: the
  /// standard deviation (*n* − 1) of the differences between cells `hours` apart, or `nil` below
  /// two differences (McDonnell et al., *Diabetes Technology & Therapeutics* 7, 2005).
  ///
  /// The literature uses 1, 2 and 4 hours. Where the interval does not divide the hours, the cells
  /// are the nearest whole number of intervals apart, and the result is `nil` if that is none.
  ///
  /// - Precondition: `hours` is positive.
  public func continuousOverallNetGlycemicAction(hours: Int) -> Glucose? {
    precondition(hours > 0, "`hours` must be positive")
    let perHour = rules.followsWallClock ? Double(cellsPerHour) : 60 / Double(intervalInMinutes)
    let lag = (Double(hours) * perHour).rounded(.toNearestOrEven)
    guard lag >= 1, lag < Double(cells.count) else { return nil }
    return LaggedDifferences(cells, lag: Int(lag)).standardDeviation.map { .mgdL($0) }
  }

  /// Returns the mean absolute glucose change (MAG) in mg/dL per hour: the sum of absolute changes
  /// between neighboring cells divided by their hours, or `nil` if no two neighbors have values
  /// (Hermanides et al., *Critical Care Medicine* 38, 2010).
  ///
  /// Neighbors across a gap or without a value do not count.
  ///
  /// - Parameter time: The time between the cells that are used, from the first; `nil` for every
  ///   cell. Rounded as in ``rateOfChange(over:)``; the changes are divided by the rounded time.
  /// - Precondition: `time` is positive.
  public func meanAbsoluteGlucoseChange(every time: Duration? = nil) -> Double? {
    precondition(time.map { $0 > .zero } ?? true, "`time` must be positive")
    let changes = absoluteChanges(every: time)
    guard changes.count > 0 else { return nil }
    let minutes = rateSpan(Swift.max(time ?? interval, interval)).minutes
    return changes.sum / (Double(changes.count) * minutes / 60)
  }

  package func absoluteChanges(every time: Duration?) -> (sum: Double, count: Int) {
    let step = time.map { rateSpan($0).lag } ?? 1
    if step == 1 {
      let changes = LaggedDifferences(cells, lag: 1, with: .magnitude)
      return (changes.magnitude, Int(changes.count))
    }
    var sum = 0.0
    var count = 0
    for index in stride(from: step, to: cells.count, by: step) {
      let change = Swift.abs(cells[index] - cells[index - step])
      if !change.isNaN {
        sum += change
        count += 1
      }
    }
    return (sum, count)
  }

  /// Returns the glycemic variability percentage (GVP): how much longer the trace is than a flat
  /// line, in percent, or `nil` if no two neighbors have values (Peyser et al., *Diabetes
  /// Technology & Therapeutics* 20, 2018).
  ///
  /// 100 × (Σ √(Δ*t*² + Δ*g*²) / Σ Δ*t* − 1) over neighboring cells, Δ*t* in minutes and Δ*g* in
  /// mg/dL; across midnight, not across a gap.
  public func glycemicVariabilityPercentage() -> Double? {
    typealias Vector = SIMD8<Double>
    let cells = cells
    let interval = Double(intervalInMinutes)
    let changeCount = Swift.max(0, cells.count - 1)
    let whole = changeCount - changeCount % Vector.width
    var lengths = Vector.zero
    var counts = Vector.zero
    for index in stride(from: 0, to: whole, by: Vector.width) {
      let (earlier, later) = cells.neighbors(at: index)
      let change = later - earlier
      let length = (change * change + interval * interval).squareRoot()
      let isKnown = length.isKnown
      lengths += length.only(where: isKnown)
      counts += Vector(repeating: 1).only(where: isKnown)
    }
    var length = lengths.sum()
    var count = counts.sum()
    for index in whole..<changeCount {
      let change = cells[index + 1] - cells[index]
      if !change.isNaN {
        length += (interval * interval + change * change).squareRoot()
        count += 1
      }
    }
    return count > 0 ? 100 * (length / (count * interval) - 1) : nil
  }
}
