// SPDX-License-Identifier: Apache-2.0

/// The ambulatory glucose profile: how glucose spreads over days at each time of day.
///
/// Percentiles are of type 7 at each column of a ``DayGrid``, not smoothed (Bergenstal et al.,
/// *Diabetes Technology & Therapeutics* 15, 2013).
public struct AmbulatoryProfile: Hashable, Codable, Sendable {
  /// A time of day and what was recorded then.
  public struct Point: Hashable, Codable, Sendable {
    /// Minutes after local midnight; 1440 for the last column of iglu's grid.
    public let minuteOfDay: Int
    /// The number of days that have a value at this time.
    public let dayCount: Int
    /// The percentiles, in the order asked for; empty if no day has a value.
    public let percentiles: [Glucose]
  }

  /// The percentiles' probabilities, for instance 0.05.
  public let probabilities: [Double]
  /// The columns in order of the clock.
  public let points: [Point]
}

extension DayGrid {
  /// The percentiles at each time of day.
  ///
  /// - Parameter probabilities: Which percentiles, by default the five of the standard profile.
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*c* log *d*), where *c* is the number of cells and *d* of days.
  public func ambulatoryProfile(
    probabilities: [Double] = [0.05, 0.25, 0.5, 0.75, 0.95]
  ) -> AmbulatoryProfile {
    precondition(
      probabilities.allSatisfy { (0...1).contains($0) }, "A probability lies between 0 and 1")
    var points: [AmbulatoryProfile.Point] = []
    points.reserveCapacity(columnCount)
    var values: [Double] = []
    // A block of columns at a time, so that memory is read in runs.
    let block = 8
    var columns = [[Double]](repeating: [], count: block)
    let rows = (0..<rowCount).map(clockRow)
    for first in stride(from: 0, to: columnCount, by: block) {
      let width = Swift.min(block, columnCount - first)
      for column in 0..<width { columns[column].removeAll(keepingCapacity: true) }
      for slice in rows {
        let start = slice.startIndex + first
        for column in 0..<width where !slice[start + column].isNaN {
          columns[column].append(slice[start + column])
        }
      }
      for column in 0..<width {
        values = columns[column]
        let minute = (first + column + (convention.gridSkipsMidnight ? 1 : 0)) * intervalInMinutes
        points.append(
          AmbulatoryProfile.Point(
            minuteOfDay: minute, dayCount: values.count,
            percentiles: values.sortedQuantiles(probabilities).map { .mgdL($0) }))
      }
    }
    return AmbulatoryProfile(probabilities: probabilities, points: points)
  }
}

extension [Double] {
  /// The type-7 quantiles of these values, none if there are no values.
  fileprivate func sortedQuantiles(_ probabilities: [Double]) -> [Double] {
    isEmpty ? [] : quantiles(probabilities, count: count) { self[$0] }
  }
}
