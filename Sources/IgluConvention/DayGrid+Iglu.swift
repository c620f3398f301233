// SPDX-License-Identifier: Apache-2.0

extension DayGrid {
  /// Returns MAG as in iglu's `all_metrics`: the sum of absolute hourly changes divided by the
  /// number of hours that have a value, which is more than the hours between them.
  ///
  /// Use this only to reproduce published tables; ``meanAbsoluteGlucoseChange(everyMinutes:)`` is
  /// the defined metric.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func igluMeanAbsoluteGlucoseChange() -> Double? {
    let changes = absoluteChanges(everyMinutes: 60)
    guard changes.count > 0 else { return nil }
    let hourly = stride(from: 0, to: cells.count, by: cellsPerHour)
    return changes.sum / Double(hourly.count { !cells[$0].isNaN })
  }
}
