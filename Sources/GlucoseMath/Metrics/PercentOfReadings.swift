// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// Returns the percentage of readings below a concentration (`<`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(below edge: Glucose) -> Percentage? {
    percentage { $0 < edge.mgdL }
  }

  /// Returns the percentage of readings above a concentration (`>`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(above edge: Glucose) -> Percentage? {
    percentage { $0 > edge.mgdL }
  }

  /// Returns the percentage of readings in a range, both ends included, or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(in range: ClosedRange<Glucose>) -> Percentage? {
    let low = range.lowerBound.mgdL
    let high = range.upperBound.mgdL
    return percentage { $0 >= low && $0 <= high }
  }

  private func percentage(where isCounted: (Double) -> Bool) -> Percentage? {
    Percentage(values.count(where: isCounted), of: count)
  }
}
