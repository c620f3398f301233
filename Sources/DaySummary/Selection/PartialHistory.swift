// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A history without some of its days or readings, which therefore count in no number and stand in no
/// picture.
///
///     let trusted = history.leavingOut(days: [sensorFailed], readings: [compressionLow.time])
///     try trusted.reports(month)
///
/// Nothing is erased: the history itself stays as it is.
public struct PartialHistory<Base: History>: History {
  /// The whole history.
  public let base: Base
  /// The days left out.
  public let days: Set<LocalDay>
  /// The instants of the readings left out.
  public let readings: Set<Date>

  /// The readings in the range, without those left out.
  ///
  /// - Complexity: O(*n*) in the readings of the range and O(log *n*) where nothing is left out,
  ///   beside that of the whole history.
  public func series(_ range: Range<Date>) throws -> GlucoseSeries {
    let whole = try base.series(range)
    let omitted =
      days.filter { $0.interval.overlaps(range) }.map(\.interval)
      .map {
        whole.position(
          ofFirstAtOrAfter: $0.lowerBound)..<whole.position(ofFirstAtOrAfter: $0.upperBound)
      }
      + readings.filter(range.contains).compactMap { time in
        let position = whole.position(ofFirstAtOrAfter: time)
        return position < whole.count && whole[position].time == time
          ? position..<position + 1 : nil
      }
    var kept: [Range<Int>] = []
    var next = 0
    for stretch in omitted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if stretch.lowerBound > next { kept.append(next..<stretch.lowerBound) }
      next = Swift.max(next, stretch.upperBound)
    }
    guard next > 0 else { return whole }
    if next < whole.count { kept.append(next..<whole.count) }
    return whole.gathering(kept)
  }

  /// The events in the range, without those that began on a day left out.
  public func events(_ range: Range<Date>) throws -> [Event] {
    try base.events(range).filter { event in !days.contains { $0.contains(event.time) } }
  }
}

extension PartialHistory: Sendable where Base: Sendable {}
extension PartialHistory: Equatable where Base: Equatable {}
extension PartialHistory: Hashable where Base: Hashable {}

extension History {
  /// The history without the readings and events of `days` and without the readings at the instants of
  /// `readings`. What is not there is ignored.
  public func leavingOut(
    days: Set<LocalDay> = [], readings: Set<Date> = []
  ) -> PartialHistory<Self> {
    PartialHistory(base: self, days: days, readings: readings)
  }
}
