public import GlucoseDiary
public import GlucoseMath
public import GlucoseSignals
public import GlucoseFoundation

/// A summary of the readings of a night.
///
///     for night in try history.nights(of: week, bands: bands) {
///       print(night.day, night.statistics?.timeBelowRange, night.durationBelowRange)
///     }
///
/// Every number is of all readings of the night; none is removed.
public struct NightSummary: Equatable, Sendable {
  /// The day on which the night ends.
  public let day: LocalDay
  /// The time of the night, from its first instant (included) to its last (excluded).
  public let range: Range<Date>
  /// The part of ``range`` up to the current time (`≤`), in which readings are expected: all of it
  /// for a night that is over, and empty for one that has not started.
  package let elapsedRange: Range<Date>
  /// The band edges of ``statistics`` and ``episodes``.
  public let bands: RangeBands
  /// The readings of the night.
  public let series: GlucoseSeries
  /// The extremes, mean, and time in ranges of the readings, or `nil` if there are none.
  public let statistics: GlucoseStatistics?
  /// The part of the night, up to the current time (`≤`), that is covered by readings.
  public let coverage: Percentage
  /// The time of the first of the lowest readings, or `nil` without readings.
  public let lowestTime: Date?
  /// The percentage of the readings with little change: a smoothed rate of change within
  /// ±1 mg/dL per minute, as of `GlucoseTrend.steady`. Only readings at most 20 minutes from another
  /// have a rate and count; `nil` if there are none.
  public let steadyPercentage: Percentage?
  /// The episodes of low and high glucose that touch the night, in chronological order.
  public let episodes: [GlucoseEpisode]
  /// The suspected faults of the sensor, of a score of at least one half, that touch the night.
  public let faults: [SignalFault]

  /// A Boolean value that indicates whether the night has started and not ended at the current
  /// time.
  public var isOngoing: Bool {
    !elapsedRange.isEmpty && elapsedRange.upperBound < range.upperBound
  }

  /// The duration below the target range: the part of the readings below it of the covered time, or `nil`
  /// without readings.
  public var durationBelowRange: Duration? {
    let length = elapsedRange.upperBound.timeIntervalSince(elapsedRange.lowerBound)
    return statistics.map {
      Duration(limitedSeconds: length * coverage.fraction * $0.timeBelowRange.fraction)
    }
  }

  /// The change from the first reading to the last, or `nil` for fewer than two readings.
  public var change: Glucose? {
    guard series.count > 1, let first = series.first, let last = series.last else { return nil }
    return .mgdL(last.glucose.mgdL - first.glucose.mgdL)
  }

  /// The suspected compression lows among ``faults``, if they were searched; see
  /// `SignalQualityOptions/findsCompressionLows`.
  public var compressionLows: [SignalFault] { faults.filter { $0.kind == .compressionLow } }
}

extension GlucoseHistory {
  /// Returns a summary of the night before the morning of each of `days`, in the order of `days`,
  /// from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - days: The days on which the nights end, all in one time zone.
  ///   - night: The hours of the night, such as 0 to 6, or 22 to 7, which begins on the day before.
  ///   - bands: The edges of the concentration bands, in the readings' unit.
  ///   - now: The current time, or `nil` to measure against whole nights.
  ///   - options: The options of the quality of the signal, without the night. Their sensor starts
  ///     are added to those of the events.
  public func nights(
    of days: some Collection<LocalDay>, during night: ClockWindow = .overnight, bands: RangeBands,
    now: Date? = nil, options: SignalQualityOptions = SignalQualityOptions()
  ) throws(Failure) -> [NightSummary] {
    guard let first = days.min(), let last = days.max() else { return [] }
    let start = first.advanced(by: -2).start
    let range = start..<last.advanced(by: 2).end
    let series = try series(in: range)
    var options = options
    options.night = night
    options.sensorStarts += try events(in: range).sensorStarts
    return NightSummary.all(
      of: Array(days), night, series, bands,
      SignalQuality(of: series, in: first.zone, options: options), now: now)
  }

  /// Returns the quality of the signal on `days`, with the warm-up of the sensors whose insertion
  /// was logged.
  ///
  ///     let quality = try log.signalQuality(of: week)
  ///     for day in quality.days { print(day.range.lowerBound, day.score) }
  ///
  /// Nothing is stored: the result is computed from the readings, as all reports are. The readings
  /// of the day on both sides are used, too, so that a fault over midnight is found on either day.
  ///
  /// The days are all in one time zone. After `now` no readings are expected; `nil` measures
  /// against whole days. The sensor starts of `options` are added to those of the events.
  public func signalQuality(
    of days: ClosedRange<LocalDay>, now: Date? = nil,
    options: SignalQualityOptions = SignalQualityOptions()
  ) throws(Failure) -> SignalQuality {
    let range = days.lowerBound.start..<days.upperBound.end
    let around = days.lowerBound.advanced(by: -1).start..<days.upperBound.advanced(by: 1).end
    // The warm-up of a sensor that was inserted the day before.
    let events = try events(in: days.lowerBound.advanced(by: -2).start..<range.upperBound)
    var options = options
    options.sensorStarts += events.sensorStarts
    return SignalQuality(
      of: try series(in: around), in: days.lowerBound.zone, now: now, options: options
    ).touching(range)
  }
}

extension Recording {
  /// Returns the days in `zone` on which a night with a reading or with the start of an event ends,
  /// in ascending order: the days for `nights(of:during:bands:now:options:)`.
  ///
  /// The night on which a record ends is one of them, also if its day has not begun.
  ///
  /// - Complexity: O(*n* + *d* log *n*), where *n* is the number of readings and events and *d* is the
  ///   number of days.
  public func nightDays(during night: ClockWindow = .overnight, in zone: TimeZone) -> [LocalDay] {
    let times = events.map(\.time).filter(\.isInCalendar)
    let days = localDays(in: zone)
    return Set(days + days.map { $0.advanced(by: 1) }).ordered(by: <).filter { day in
      let range = night.range(endingOn: day)
      let next = times.partitioningIndex { $0 >= range.lowerBound }
      return !series[range].isEmpty || next < times.count && times[next] < range.upperBound
    }
  }
}

extension [DiaryEvent] {
  package var sensorStarts: [Date] {
    filter { $0.content.category == .sensorChange }.map(\.time)
  }
}

extension NightSummary {
  /// Returns a summary of each night. The series must include a day on both sides of `days`.
  package static func all(
    of days: [LocalDay], _ night: ClockWindow, _ series: GlucoseSeries, _ bands: RangeBands,
    _ quality: SignalQuality, now: Date?
  ) -> [NightSummary] {
    let suspected = quality.faults.filter { $0.score >= 0.5 }
    return days.map { day in
      let range = night.range(endingOn: day)
      let elapsed = range.ending(by: now) ?? range.lowerBound..<range.lowerBound
      let readings = series[range]
      let statistics = readings.statistics(bands: bands)
      // Two hours on both sides suffice for the smoother.
      let points = series[(range.lowerBound - 7200)..<(range.upperBound + 7200)].smoothed()
      func isClose(_ first: Int, _ second: Int) -> Bool {
        first >= 0 && second < points.count
          && points[second].reading.time.timeIntervalSince(points[first].reading.time) <= 1200
      }
      let steady = points.indices.filter { index in
        range.contains(points[index].reading.time)
          && (isClose(index - 1, index) || isClose(index, index + 1))
      }.map { points[$0].trend == .steady }
      // One that touches both days is that of the morning, which may be cut at another start.
      let morning = series.episodes(on: day, bands)
      let evening = series.episodes(on: day.advanced(by: -1), bands).filter { episode in
        !morning.contains { $0.side == episode.side && $0.interval.overlaps(episode.interval) }
      }
      let episodes = (evening + morning)
        .filter { $0.start < range.upperBound && $0.end > range.lowerBound }
        .ordered { $0.precedes($1) }
      return NightSummary(
        day: day, range: range, elapsedRange: elapsed, bands: bands, series: readings,
        statistics: statistics,
        coverage: series.sensorCoverage(in: elapsed)?.activePercentage ?? .zero,
        lowestTime: readings.first { $0.glucose == statistics?.minimum }?.time,
        steadyPercentage: Percentage(steady.count(where: \.self), of: steady.count),
        episodes: episodes,
        faults: suspected.filter { $0.start < range.upperBound && $0.end >= range.lowerBound })
    }
  }
}

extension ClockWindow {
  /// Returns the window that ends on a day. One that contains midnight begins on the day before.
  package func range(endingOn day: LocalDay) -> Range<Date> {
    let first = startMinute < endMinute ? day : day.advanced(by: -1)
    let start = first.time(hour: startMinute / 60, minute: startMinute % 60)
    let end =
      endMinute == 1440 ? day.end : day.time(hour: endMinute / 60, minute: endMinute % 60)
    return start..<Swift.max(start, end)
  }
}
