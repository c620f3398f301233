package import GlucoseFoundation

/// A part of a record without a long gap, and the mean amplitudes of its excursions.
package struct MAGESegment: Equatable, Sendable {
  /// The instant of the first cell.
  package let start: Date
  /// The instant of the last cell.
  package let end: Date
  /// The mean height of the rises of at least one standard deviation, or `nil` if there are none or
  /// the segment is too short or too flat.
  package let rise: Glucose?
  /// The mean height of the falls of at least one standard deviation, or `nil` as for ``rise``.
  package let fall: Glucose?
  /// Whether the first excursion is a rise, or `nil` if there is none.
  package let startsWithRise: Bool?
  /// Whether the segment was long and variable enough to be searched.
  package let isSearched: Bool
  /// The number of intervals from the first cell to the last.
  let length: Int
}

/// The excursions of a mean amplitude.
public enum MAGEDirection: Sendable, CaseIterable {
  /// Rises and falls: the mean of both.
  case average
  /// The direction of the first excursion in each segment, as first defined (Service et al. 1970).
  case firstExcursion
  /// The greater of both directions in each segment.
  case maximum
  /// Rises only, MAGE+.
  case upward
  /// Falls only, MAGE−.
  case downward
}

extension DayGrid {
  /// Returns the mean amplitude of glycemic excursions (MAGE) of the cells, or `nil` without one.
  ///
  /// ``GlucoseSeries/mage(in:direction:shortWindow:longWindow:maximumGap:)`` defines it
  /// on a grid of 5 minutes that bridges gaps of up to 45 minutes. A grid of another interval, or
  /// with another maximum gap, gives the same measure of its own cells.
  ///
  /// - Precondition: windows are positive.
  public func mage(
    direction: MAGEDirection = .average, shortWindow: Int = 5, longWindow: Int = 32,
    maximumGap: Duration = .seconds(10_800)
  ) -> Glucose? {
    mageSegments(shortWindow: shortWindow, longWindow: longWindow, maximumGap: maximumGap)
      .mage(direction, rules)
  }

  /// Returns the segments between gaps, with the mean amplitudes of their excursions; see
  /// ``GlucoseSeries/mage(in:direction:shortWindow:longWindow:maximumGap:)``.
  ///
  /// - Precondition: windows are positive.
  package func mageSegments(
    shortWindow: Int = 5, longWindow: Int = 32, maximumGap: Duration = .seconds(10_800)
  ) -> [MAGESegment] {
    precondition(
      shortWindow > 0 && longWindow > 0, "`shortWindow` and `longWindow` must be positive")
    let windows = (Swift.min(shortWindow, longWindow), Swift.max(shortWindow, longWindow))
    let cells = cells
    let longestRun = maximumGap.inSeconds / seconds
    var segments: [MAGESegment] = []
    guard let first = cells.indices.first(where: { !cells[$0].isNaN }) else { return [] }
    var start = first
    var last = first
    var index = first
    while index + 1 < cells.count {
      index += 1
      if last == index - 1, index + 8 <= cells.count, cells.lanes(at: index).isKnown.isEverywhere {
        index += 7
        last = index
        continue
      }
      if cells[index].isNaN { continue }
      if Double(index - last - 1) > longestRun {
        segments.append(mageSegment(start...last, windows))
        start = index
      }
      last = index
    }
    segments.append(mageSegment(start...last, windows))
    return segments
  }

  private func mageSegment(
    _ range: ClosedRange<Int>, _ windows: (short: Int, long: Int)
  ) -> MAGESegment {
    let start = Date(timeIntervalSinceReferenceDate: seconds(ofCell: range.lowerBound))
    let end = Date(timeIntervalSinceReferenceDate: seconds(ofCell: range.upperBound))
    let run = cells[range]
    guard range.count >= Swift.max(7, windows.long),
      let deviation = Moments(run).standardDeviation,
      deviation >= 1
    else {
      return MAGESegment(
        start: start, end: end, rise: nil, fall: nil, startsWithRise: nil, isSearched: false,
        length: range.count - 1)
    }
    let turns = Excursions.turningPoints(
      run, short: windows.short, long: windows.long, ignoresDeparture: rules.mageIgnoresDeparture)
    let rises = Excursions.rises(turns, minimum: deviation)
    let falls = Excursions.rises(
      turns.map { -$0 }, minimum: deviation, restartsAtTurn: rules.mageFallRestartsAtNadir)
    // The same heights in another order have the same mean to the last bit.
    func mean(_ excursions: [Excursions.Excursion]) -> Glucose? {
      let sum = excursions.map(\.height).sorted().reduce(0, +)
      return excursions.isEmpty ? nil : .mgdL(sum / Double(excursions.count))
    }
    // A fall is first if it begins before the first rise has reached its peak.
    let startsWithRise: Bool? =
      switch (rises.first, falls.first) {
      case (let rise?, let fall?): rise.end <= fall.start
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): nil
      }
    return MAGESegment(
      start: start, end: end, rise: mean(rises), fall: mean(falls),
      startsWithRise: startsWithRise, isSearched: true, length: range.count - 1)
  }
}
