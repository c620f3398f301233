// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How glucose answered a meal.
public struct MealMetrics: Hashable, Codable, Sendable {
  /// The mean of the hour before the meal.
  public let baseline: Glucose
  /// The highest concentration in the three hours after the meal.
  public let peak: Glucose
  /// The peak minus the baseline: ΔG.
  public let rise: Glucose
  /// The minutes from the meal to the peak: ΔT.
  public let minutesToPeak: Double
  /// The share of the rise that is gone one hour after the peak, or `nil` if that hour is not
  /// recorded or there was no rise.
  public let recovery: Double?
  /// The area above the baseline in the three hours after the meal, in mg/dL × hours; falls below the
  /// baseline do not reduce it.
  public let incrementalArea: Double
}

extension DayGrid {
  /// The response to a meal, or `nil` if no cell lies within an interval of the meal, or none of the
  /// hour before it or of the three hours after it has a value.
  ///
  /// The meal is moved to the nearest cell. The hour before holds the cells from one hour before to
  /// the meal, the hours after those after the meal up to three hours, both ends included.
  ///
  /// - Complexity: O(log *d*), where *d* is the number of rows.
  public func mealMetrics(at meal: Date) -> MealMetrics? {
    guard let start = nearestCell(to: meal) else { return nil }
    let hour = cellsPerHour
    let before = cells[Swift.max(0, start - hour)...start].moments
    let after = start..<Swift.min(cells.count, start + 3 * hour + 1)
    guard let baseline = before.mean, after.count > 1 else { return nil }
    var peak: Int?
    var area = 0.0
    for index in after.dropFirst() where !cells[index].isNaN {
      if peak.map({ cells[index] > cells[$0] }) ?? true { peak = index }
      let now = Swift.max(0, cells[index] - baseline)
      let previous = cells[index - 1]
      if !previous.isNaN { area += (now + Swift.max(0, previous - baseline)) / 2 }
    }
    guard let peak else { return nil }
    let rise = cells[peak] - baseline
    let later = peak + hour
    let isKnown = rise > 0 && later < cells.count && !cells[later].isNaN
    let interval = Double(intervalInMinutes)
    return MealMetrics(
      baseline: .mgdL(baseline), peak: .mgdL(cells[peak]), rise: .mgdL(rise),
      minutesToPeak: Double(peak - start) * interval,
      recovery: isKnown ? (cells[peak] - cells[later]) / rise : nil,
      incrementalArea: area * interval / 60)
  }

  /// The cell whose instant is nearest, at most one interval away.
  private func nearestCell(to time: Date) -> Int? {
    let time = time.timeIntervalSinceReferenceDate
    let row = Swift.max(0, origins.partitioningIndex { $0 > time } - 1)
    let position = ((time - origins[row]) / seconds).rounded()
    guard position >= -1, position <= Double(columnCount + columnCount / 12) else { return nil }
    let guess = starts[row] + Int(position)
    return (guess - 13...guess + 13)
      .filter {
        cells.indices.contains($0) && Swift.abs(self.seconds(ofCell: $0) - time) <= seconds
      }
      .min {
        Swift.abs(self.seconds(ofCell: $0) - time) < Swift.abs(self.seconds(ofCell: $1) - time)
      }
  }
}
