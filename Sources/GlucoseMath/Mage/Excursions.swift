// SPDX-License-Identifier: Apache-2.0

/// The turning points of a run of cells, and the rises and falls between them that exceed a height.
enum Excursions {
  /// A rise or fall between two turning points.
  struct Excursion {
    /// The turning point at which it begins.
    var start: Int
    var height: Double
  }

  /// The values at which a run turns: between the crossings of its short and long moving mean, by
  /// turns the lowest and the highest.
  ///
  /// Each is sought from the one before to the next crossing; of equals the first is taken.
  static func turningPoints(
    _ cells: [Double], in run: Range<Int>, short: Int, long: Int
  ) -> [Double] {
    var crossings = [0]
    var falls: [Bool] = []
    var previous = Double.nan
    var atLastCrossing = Double.nan
    forEachMovingDifference(cells, in: run, short: short, long: long) { differences in
      // Differences of one sign cross nothing.
      let isAlike = previous > 0 ? differences.isAbove(0) : differences.isBelow(0)
      guard previous != 0, !previous.isNaN, isAlike.isEverywhere else { return false }
      previous = differences[7]
      return true
    } _: { position, difference in
      defer { previous = difference }
      guard position > 0 else {
        atLastCrossing = difference
        return
      }
      // After zeros or missing values the sign is compared with that at the last crossing.
      let reference =
        difference * previous < 0
        ? previous : difference * atLastCrossing < 0 ? atLastCrossing : .nan
      guard !reference.isNaN else { return }
      crossings.append(position)
      falls.append(difference < reference)
      atLastCrossing = difference
    }
    // The ends of the run count as crossings of the other kind than their neighbours.
    falls.insert(falls.first.map { !$0 } ?? false, at: 0)
    falls.append(falls.last.map { !$0 } ?? true)
    crossings.append(run.count - 1)

    var turns: [Double] = []
    turns.reserveCapacity(crossings.count)
    var position = run.lowerBound
    for (index, isFall) in falls.enumerated() {
      let end = run.lowerBound + crossings[Swift.min(index + 1, crossings.count - 1)]
      // A missing cell is neither below nor above; of equals the first stays.
      var best = isFall ? Double.infinity : -Double.infinity
      if isFall {
        for candidate in position..<(end + 1) where cells[candidate] < best {
          best = cells[candidate]
          position = candidate
        }
      } else {
        for candidate in position..<(end + 1) where cells[candidate] > best {
          best = cells[candidate]
          position = candidate
        }
      }
      if best.isFinite { turns.append(best) }
    }
    return turns
  }

  /// The rises of at least `minimum` (`≥`).
  ///
  /// A rise begins at the lowest point since the last ended, follows higher points, and closes when
  /// a point lies more than `minimum` (`>`) below its peak, or with the last point. The search goes on
  /// where it closed, or, with `restartsAtTurn`, reckons the next lowest point from its peak.
  static func rises(
    _ points: [Double], minimum: Double, restartsAtTurn: Bool = false
  ) -> [Excursion] {
    var found: [Excursion] = []
    var lowest = 0
    var at = 0
    while at < points.count {
      if points[at] < points[lowest] { lowest = at }
      guard points[at] - points[lowest] >= minimum else {
        at += 1
        continue
      }
      var peak = at
      while at < points.count {
        if points[at] > points[peak] { peak = at }
        if points[peak] - points[at] > minimum { break }
        at += 1
      }
      found.append(Excursion(start: lowest, height: points[peak] - points[lowest]))
      guard at < points.count else { break }
      lowest = at
      if restartsAtTurn {
        for index in peak..<at where points[index] < points[lowest] { lowest = index }
      }
    }
    return found
  }

  /// The falls of at least `minimum` (`≥`): the rises of the points upside down.
  static func falls(_ points: [Double], minimum: Double, restartsAtTurn: Bool) -> [Excursion] {
    rises(points.map { -$0 }, minimum: minimum, restartsAtTurn: restartsAtTurn)
  }
}
