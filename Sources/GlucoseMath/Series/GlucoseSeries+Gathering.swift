// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// The readings at several stretches of positions, as one series.
  ///
  /// - Precondition: the stretches ascend, do not overlap, and lie within `0..<count`.
  /// - Complexity: O(*k*), where *k* is the number of readings gathered.
  package func gathering(_ stretches: [Range<Int>]) -> GlucoseSeries {
    var gathered = Columns()
    var end = 0
    for stretch in stretches {
      precondition(
        stretch.lowerBound >= end && stretch.upperBound <= count,
        "Stretches of positions ascend and lie between 0 and the series' count")
      end = stretch.upperBound
      let positions =
        (rows.lowerBound + stretch.lowerBound)..<(rows.lowerBound + stretch.upperBound)
      gathered.times += columns.times[positions]
      gathered.values += columns.values[positions]
      gathered.flags += columns.flags[positions]
    }
    return GlucoseSeries(columns: gathered, rows: 0..<gathered.times.count)
  }
}
