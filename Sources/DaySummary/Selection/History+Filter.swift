// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension History {
  /// What those of `days` were like for which `filter` holds, in the order of `days`, from one read of
  /// the history.
  ///
  /// - Parameters:
  ///   - days: The days: a range or an array.
  ///   - filter: Which days to report.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: Until when a condition counts that still goes on; `nil` for the end of each day.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: That of `reports(_:bands:now:)`.
  public func reports(
    _ days: some Collection<LocalDay>, where filter: DayFilter, bands: RangeBands = .consensus,
    now: Date? = nil
  ) throws -> [DayReport] {
    try reports(days, bands: bands, now: now).filter { filter.holds(for: $0) }
  }
}
