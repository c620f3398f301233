// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension GlucoseSeries {
  /// Replaces the readings at or after the range's start and before its end with those of another series.
  ///
  /// - Precondition: All readings of `other` lie in the range.
  /// - Complexity: O(*m* + *k*), where *m* is the number of readings replaced or inserted and *k* that of
  ///   the readings after them, if no other series shares the arrays; else O(*n*).
  package mutating func replaceReadings(in range: Range<Date>, with other: GlucoseSeries) {
    precondition(
      other.timeRange.map { $0.lowerBound >= range.lowerBound && $0.upperBound < range.upperBound }
        ?? true,
      "The readings that replace others must lie in the range")
    let first = rows.lowerBound + index(atOrAfter: range.lowerBound)
    let end = rows.lowerBound + index(atOrAfter: range.upperBound)
    columns.times.replaceSubrange(first..<end, with: other.times)
    columns.values.replaceSubrange(first..<end, with: other.values)
    columns.flags.replaceSubrange(first..<end, with: other.flags)
    rows = rows.lowerBound..<(rows.upperBound - (end - first) + other.count)
  }
}
