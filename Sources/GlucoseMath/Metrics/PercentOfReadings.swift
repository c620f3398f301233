// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// Returns the percentage of readings below a concentration (`<`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percent(below edge: Glucose) -> Double? {
    percent { $0 < edge.mgdL }
  }

  /// Returns the percentage of readings above a concentration (`>`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percent(above edge: Glucose) -> Double? {
    percent { $0 > edge.mgdL }
  }

  /// Returns the percentage of readings in a range, both ends included, or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percent(in range: ClosedRange<Glucose>) -> Double? {
    let low = range.lowerBound.mgdL
    let high = range.upperBound.mgdL
    return percent { $0 >= low && $0 <= high }
  }

  private func percent(where isCounted: (Double) -> Bool) -> Double? {
    isEmpty ? nil : 100 * Double(values.count(where: isCounted)) / Double(count)
  }
}
