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

  let base: Base
  let days: Set<LocalDay>
  let readings: Set<Date>

  /// Returns the readings in the range that are not excluded.
  public func series(in range: Range<Date>) throws(Failure) -> GlucoseSeries {
    let whole = try base.series(in: range)
    let ofDays = days.map(\.interval).filter { $0.overlaps(range) }.map {
      whole.index(atOrAfter: $0.lowerBound)..<whole.index(atOrAfter: $0.upperBound)
    }
    let single = readings.filter(range.contains).map {
      whole.index(atOrAfter: $0)..<whole.prefix(through: $0).count
    }
    return whole.removing(ofDays + single)
  }

  /// Returns the events in the range that do not start on an excluded day.
  public func events(in range: Range<Date>) throws(Failure) -> [DiaryEvent] {
    try base.events(in: range).filter { event in !days.contains { $0.contains(event.time) } }
  }
}

extension FilteredHistory: Sendable where Base: Sendable {}

extension GlucoseHistory {
  /// Returns a history without the readings and events of `days` and without the readings at the
  /// instants in `readings`. Instants without a reading are ignored.
  public func excluding(
    days: Set<LocalDay> = [], readings: Set<Date> = []
  ) -> FilteredHistory<Self> {
    FilteredHistory(base: self, days: days, readings: readings)
  }
}
