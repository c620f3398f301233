/// The turning points of a run of cells, and the rises and falls between them that exceed a height.
enum Excursions {
  /// A rise or fall between two turning points.
  typealias Excursion = (start: Int, end: Int, height: Double)

  /// Returns the highest or lowest value between adjacent crossings of a run's short and long
  /// moving mean, in chronological order.
  ///
  /// A crossing is where the difference of the means changes its sign between two neighbors that
  /// both have a value. After missing cells and zeros the sign is compared with that at the last
  /// crossing: a change between them is found at the first pair of neighbors that follows.
  ///
  /// The first section begins with the run and the last ends with it: there is one value more than
  /// there are crossings. Each is searched from the previous one to the next crossing; of equal
  /// values the first is taken.
  ///
  /// A run that begins where both means are equal, as a level one does, begins on neither side. The
  /// first difference that is not zero is then a crossing, so that glucose rises or falls from that
  /// level. With `ignoresDeparture` it is not a crossing: the run begins with a lowest value, and
  /// the next crossing is where the difference changes its sign from one cell to the next.
  static func turningPoints(
    _ cells: ArraySlice<Double>, short: Int, long: Int, ignoresDeparture: Bool
  ) -> [Double] {
    var crossings: [Int] = []
    var falls: [Bool] = []
    var first = Double.nan
    // The difference at the previous cell, NaN if that cell is missing.
    var previous = Double.nan
    var atLastCrossing = Double.nan
    forEachMovingDifference(cells, short: short, long: long) { differences in
      // Differences of one sign contain no crossing, unless the sign changed across missing cells.
      let hasSignOfLastCrossing =
        previous * atLastCrossing > 0 || ignoresDeparture && atLastCrossing == 0
      let isAlike = previous > 0 ? differences.isAbove(0) : differences.isBelow(0)
      guard hasSignOfLastCrossing, !previous.isNaN, isAlike.isEverywhere else { return false }
      previous = differences[7]
      return true
    } _: { position, difference in
      guard position > 0 else {
        first = difference
        previous = difference
        atLastCrossing = difference
        return
      }
      guard !cells[cells.startIndex + position].isNaN else {
        previous = .nan
        return
      }
      defer { previous = difference }
      guard !previous.isNaN else { return }
      let isDeparture = !ignoresDeparture && atLastCrossing == 0 && difference != 0
      let reference =
        difference * previous < 0
        ? previous : difference * atLastCrossing < 0 || isDeparture ? atLastCrossing : .nan
      guard !reference.isNaN else { return }
      crossings.append(position)
      falls.append(difference < reference)
      atLastCrossing = difference
    }
    // After a departure, the run began on the other side.
    let startsLow = first == 0 && !ignoresDeparture ? falls.first == false : !(first > 0)
    falls.insert(startsLow, at: 0)
    crossings.append(cells.count - 1)

    var turns: [Double] = []
    turns.reserveCapacity(crossings.count)
    var position = 0
    for (isFall, crossing) in zip(falls, crossings) {
      // A missing cell is neither below nor above; of equal values the first is kept.
      var best = isFall ? Double.infinity : -Double.infinity
      if isFall {
        for candidate in position..<(crossing + 1) where cells.span[candidate] < best {
          best = cells.span[candidate]
          position = candidate
        }
      } else {
        for candidate in position..<(crossing + 1) where cells.span[candidate] > best {
          best = cells.span[candidate]
          position = candidate
        }
      }
      if best.isFinite { turns.append(best) }
    }
    return turns
  }

  /// Returns the rises of at least `minimum` (`≥`).
  ///
  /// A rise begins at the lowest point since the previous rise ended, follows higher points, and
  /// closes when a point is more than `minimum` (`>`) below its peak, or with the last point. The
  /// search continues from the point where it closed.
  ///
  /// With `restartsAtTurn` the next rise may begin at any point from the peak on: a difference only
  /// where the last point closes a rise and is exactly `minimum` above the lowest of them.
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
      while true {
        if points[at] > points[peak] { peak = at }
        if points[peak] - points[at] > minimum || at == points.count - 1 { break }
        at += 1
      }
      found.append((lowest, peak, points[peak] - points[lowest]))
      lowest = at
      if restartsAtTurn {
        lowest = peak
        for index in peak..<at where points[index] < points[lowest] { lowest = index }
      }
    }
    return found
  }
}
