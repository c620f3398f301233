public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A history without some of its days or readings, which are excluded from every number and chart.
///
///     let trusted = history.excluding(days: [sensorFailed], readings: [compressionLow.time])
///     let reports = try trusted.reports(of: month, bands: bands)
///
/// Filtering does not change the original history.
public struct FilteredHistory<Base: GlucoseHistory>: GlucoseHistory {
  /// The failure of the original history.
  public typealias Failure = Base.Failure

  /// The original history.
  public let base: Base
  /// The excluded days.
  public let days: Set<LocalDay>
  /// The instants of the excluded readings.
  public let readings: Set<Date>

  /// Returns the readings in the range that are not excluded.
  public func series(in range: Range<Date>) throws(Failure) -> GlucoseSeries {
    let whole = try base.series(in: range)
    let omitted =
      days.filter { $0.interval.overlaps(range) }.map(\.interval)
      .map {
        whole.index(atOrAfter: $0.lowerBound)..<whole.index(atOrAfter: $0.upperBound)
      }
      + readings.filter(range.contains).compactMap { time in
        let position = whole.index(atOrAfter: time)
        return position < whole.count && whole[position].time == time
          ? position..<position + 1 : nil
      }
    var kept: [Range<Int>] = []
    var next = 0
    for interval in omitted.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if interval.lowerBound > next { kept.append(next..<interval.lowerBound) }
      next = Swift.max(next, interval.upperBound)
    }
    guard next > 0 else { return whole }
    if next < whole.count { kept.append(next..<whole.count) }
    return whole.selecting(kept)
  }

  /// Returns the events in the range that do not start on an excluded day.
  public func events(in range: Range<Date>) throws(Failure) -> [DiaryEvent] {
    try base.events(in: range).filter { event in !days.contains { $0.contains(event.time) } }
  }
}

extension FilteredHistory: Sendable where Base: Sendable {}
extension FilteredHistory: Equatable where Base: Equatable {}

extension GlucoseHistory {
  /// Returns a history without the readings and events of `days` and without the readings at the
  /// instants in `readings`. Instants without a reading are ignored.
  public func excluding(
    days: Set<LocalDay> = [], readings: Set<Date> = []
  ) -> FilteredHistory<Self> {
    FilteredHistory(base: self, days: days, readings: readings)
  }
}
