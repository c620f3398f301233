// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension GlucoseHistory {
  /// Returns the results of a laboratory for hemoglobin A1c that were logged in a range, each
  /// beside the glucose management indicator of the readings before it, in chronological order.
  ///
  ///     for result in try history.hemoglobinA1cComparisons(over: year, in: zone) {
  ///       print(result.laboratory.percent, result.glucoseManagementIndicator, result.difference)
  ///     }
  ///
  /// Results without readings before them, and amounts that are not plausible, are left out.
  ///
  /// - Parameters:
  ///   - range: The time of the results.
  ///   - zone: The zone whose midnights divide days.
  ///   - window: The length of the time before a result whose readings are compared, by default 84
  ///     days.
  /// - Throws: Any error from reading the history.
  /// - Precondition: `window` is positive.
  /// - Complexity: O(*n* · *r*), where *n* is the number of readings in a window and *r* that of
  ///   results.
  public func hemoglobinA1cComparisons(
    over range: Range<Date>, in zone: TimeZone, window: Duration = .seconds(84 * 86_400)
  ) throws(Failure) -> [HemoglobinA1cComparison] {
    let results = try events(in: range).compactMap { event -> (Date, HemoglobinA1c)? in
      guard case .entry(let entry) = event.content, let result = entry.hemoglobinA1c else {
        return nil
      }
      return (event.time, result)
    }
    guard let first = results.first?.0, let last = results.last?.0 else { return [] }
    let series = try series(in: first.addingTimeInterval(-window.inSeconds)..<last)
    return results.compactMap { time, result in
      HemoglobinA1cComparison(result, at: time, series, in: zone, window: window)
    }
  }
}
