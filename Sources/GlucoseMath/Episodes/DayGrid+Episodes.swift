internal import GlucoseFoundation

extension DayGrid {
  /// The recorded time in days: the cells that have a value, each for its interval. Cells of
  /// isolated readings, with gaps longer than the maximum on both sides, do not count.
  package var recordedDays: Double { Double(recordedCount) * Double(intervalInMinutes) / 1440 }

  /// Returns the episodes that satisfy `rule`, in chronological order.
  ///
  /// A gap that the grid leaves empty ends an episode, as does the end of the record. A
  /// cell with a value between two without is not an episode at any interval: it is a finger-stick.
  public func episodes(matching rule: EpisodeRule) -> [GlucoseEpisode] {
    let edge = rule.edge
    let below = rule.side == .below
    let toBegin = rule.cellsToBegin(intervalInMinutes)
    let window = rule.cellsOfWindow(intervalInMinutes)
    let toEnd = rule.cellsToEnd(intervalInMinutes)
    let cells = cells
    var episodes: [GlucoseEpisode] = []
    // Mostly, no reading is at a limit of the device.
    lazy var hasLimits = series.hasDeviceLimits
    // The number of cells beyond the threshold in the window that ends here and does not begin
    // before the origin.
    var beyondCount = 0
    var origin = 0
    var start: Int?
    var calm = 0
    var index = -1
    while index + 1 < cells.count {
      index += 1
      if start == nil, beyondCount == 0 {
        index = firstCell(from: index, beyond: edge, below)
        if index == cells.count { break }
      }
      let value = cells[index]
      // False for NaN, on both sides.
      let beyond = below ? value < edge : value > edge
      guard let begun = start else {
        if value.isNaN {
          beyondCount = 0
          origin = index + 1
          continue
        }
        let leaving = index - window
        if leaving >= origin, rule.isBeyond(cells[leaving]) { beyondCount -= 1 }
        if beyond, !isAlone(index) { beyondCount += 1 }
        if beyondCount >= toBegin {
          var first = Swift.max(origin, index - window + 1)
          while !rule.isBeyond(cells[first]) { first += 1 }
          start = first
          calm = 0
        }
        continue
      }
      if beyond {
        calm = 0
        while index + 8 < cells.count, areBeyond(index + 1, edge, below) { index += 8 }
        continue
      }
      calm = rule.isRecovery(value) ? calm + 1 : 0
      guard value.isNaN || calm >= toEnd else { continue }
      let end = value.isNaN ? index : index - calm + 1
      episodes.append(episode(begun..<end, rule, hasLimits, recovered: !value.isNaN))
      start = nil
      beyondCount = 0
      origin = index + 1
    }
    if let start {
      episodes.append(episode(start..<cells.count, rule, hasLimits, recovered: false))
    }
    return episodes
  }

  /// Returns a Boolean value that indicates whether a cell that has a value is between two without,
  /// unless cells follow the wall clock.
  func isAlone(_ index: Int) -> Bool {
    !rules.followsWallClock && (index == 0 || cells[index - 1].isNaN)
      && (index + 1 == cells.count || cells[index + 1].isNaN)
  }

  @inline(__always)
  private func areBeyond(_ start: Int, _ edge: Double, _ below: Bool) -> Bool {
    let values = cells.lanes(at: start)
    return (below ? values.isBelow(edge) : values.isAbove(edge)).isEverywhere
  }

  /// Returns the first cell at or after `start` beyond `edge`, or the number of cells.
  private func firstCell(from start: Int, beyond edge: Double, _ below: Bool) -> Int {
    typealias Vector = SIMD8<Double>
    let cells = cells
    let end = cells.stored.upperBound
    var index = Swift.max(start, cells.stored.lowerBound)
    while index + Vector.width <= end {
      // In bounds: the cells are stored.
      let values: Vector = unsafe cells.uncheckedLanes(at: index)
      let found = below ? values.isBelow(edge) : values.isAbove(edge)
      if found.isAnywhere { break }
      index += Vector.width
    }
    while index < end, !(below ? cells[index] < edge : cells[index] > edge) { index += 1 }
    return index < end ? index : cells.count
  }

  private func episode(
    _ range: Range<Int>, _ rule: EpisodeRule, _ hasLimits: Bool, recovered: Bool
  ) -> GlucoseEpisode {
    let last = range.upperBound - 1
    var sum = 0.0
    var extreme = range.lowerBound
    for index in range {
      sum += cells[index]
      let isFurther =
        rule.side == .below ? cells[index] < cells[extreme] : cells[index] > cells[extreme]
      if isFurther { extreme = index }
    }
    let start = Date(timeIntervalSinceReferenceDate: secondsOfReading(inCell: range.lowerBound))
    // The last cell represents an interval.
    let end = Date(timeIntervalSinceReferenceDate: secondsOfReading(inCell: last))
      .addingTimeInterval(seconds)
    let limit: ReadingFlags = rule.side == .below ? .belowDeviceLimit : .aboveDeviceLimit
    let isLimit = hasLimits && series[start..<end].flags.contains { $0.contains(limit) }
    return GlucoseEpisode(
      rule.side, from: start, to: end, interval * range.count,
      mean: .mgdL(sum / Double(range.count)), extreme: .mgdL(cells[extreme]),
      isLimit ? limit : [],
      timeToRecovery: recovered ? interval * (range.upperBound - extreme) : nil, cells: range)
  }
}
