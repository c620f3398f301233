internal import GlucoseFoundation

extension DayGrid {
  /// Returns the episodes of each level that begin in a window of the local day.
  ///
  /// An episode belongs to the window in which it begins, with its whole duration, so that those of
  /// a window and of its complement are all. Their rate is per recorded window: the time recorded in it
  /// over its length.
  public func levels(_ levels: EpisodeLevels, beginningIn window: ClockWindow) -> EpisodeLevels {
    levels.map(recordedDays: recordedDays(in: window)) { episodes in
      episodes.filter { window.contains($0.start.timeIntervalSinceReferenceDate, table) }
    }
  }

  /// Returns the time recorded in a window of the local day over the window's length.
  private func recordedDays(in window: ClockWindow) -> Double {
    var count = 0
    // The cells of the window in a row of whole intervals from a second of the day.
    var usual: (first: Double, cells: [Range<Int>]) = (.nan, [])
    for row in 0..<rowCount {
      let cells = starts[row]..<starts[row + 1]
      if let times = irregular[row]?.times {
        for (cell, time) in zip(cells, times) where !self.cells[cell].isNaN && !isAlone(cell) {
          if window.contains(time, table) { count += 1 }
        }
        continue
      }
      let first = table.secondOfDay(at: origins[row])
      if first != usual.first { usual = (first, positions(in: window, from: first)) }
      for positions in usual.cells {
        count += recordedCount(
          in: (cells.lowerBound + positions.lowerBound)..<(cells.lowerBound + positions.upperBound))
      }
    }
    return Double(count) * seconds / window.seconds
  }

  /// Returns the cells in a window, in a row of 24 hours that begins at a second of the day.
  private func positions(in window: ClockWindow, from first: Double) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for position in 0..<columnCount {
      var second = first + Double(position) * seconds
      second -= (second / 86_400).rounded(.down) * 86_400
      guard window.contains(secondOfDay: second) else { continue }
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<(position + 1)
      } else {
        ranges.append(position..<(position + 1))
      }
    }
    return ranges
  }

  /// Returns the number of cells that have a value, without those of isolated readings.
  private func recordedCount(in range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if index + 8 <= range.upperBound, cells.lanes(at: index).isKnown.isEverywhere {
        count += 8
        index += 8
        continue
      }
      if !cells[index].isNaN && !isAlone(index) { count += 1 }
      index += 1
    }
    return count
  }
}

extension ClockWindow {
  /// The length of the window on a day of 24 hours, in seconds.
  package var seconds: Double { secondRanges.reduce(0) { $0 + ($1.to - $1.from) } }
}
