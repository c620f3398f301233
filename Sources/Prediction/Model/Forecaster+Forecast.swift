public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension Forecaster {
  /// Returns the forecast from the last reading at or before `now`.
  ///
  /// Readings after `now` are ignored, and so are events after the last reading; the last eight
  /// days are enough. The path starts one step after that reading, and its values are from 39 to
  /// 401 mg/dL. It ends at the horizon from the last reading, or from `now` if that reading is
  /// older than 2½ minutes and the model was fitted to enough steps: each point contains its
  /// instant.
  ///
  /// - Parameters:
  ///   - recording: The person's readings, of which the last eight days are enough, and events, of
  ///     which those of the last day and a half are used if the model ``usesEvents``.
  ///   - now: The time of the forecast.
  ///   - coverage: The nominal coverage of the prediction interval, from 0.5 to 0.95.
  ///   - maximumAge: The maximum age of the last reading (`≤`), or `nil` for 15 minutes, and up to
  ///     20 for a sensor that reads less often than every ten minutes.
  /// - Throws: ``ForecastUnavailable`` with the reason why there is no forecast.
  /// - Complexity: O(log *n* + *d* + *p h*), where *n* is the number of readings, *d* the number
  ///   of readings of a day, *p* the number of features and *h* the number of steps.
  public func forecast(
    after recording: Recording, at now: Date, coverage: Double = 0.9,
    maximumAge: Duration? = nil
  ) throws(ForecastUnavailable) -> GlucoseForecast {
    precondition((0.5...0.95).contains(coverage), "`coverage` must be from 0.5 to 0.95")
    let expectation = try expectation(
      after: recording.series, recording.events, at: now, maximumAge)
    let age = Duration.seconds(now.timeIntervalSince(expectation.origin.time))
    let count = min(pathSteps + cadence.lateSteps(forAge: age), steps)
    let points = (0..<count).map { outcome in
      let bounds = bounds(
        level: expectation.level, change: expectation.changes[outcome],
        size: expectation.sizes[outcome], outcome: outcome, coverage: coverage)
      return GlucoseForecast.Point(
        time: expectation.origin.time.addingTimeInterval(Double(outcome + 1) * cadence.seconds),
        glucose: .mgdL(bounds.expected), lower: .mgdL(bounds.lower), upper: .mgdL(bounds.upper))
    }
    return GlucoseForecast(
      origin: expectation.origin, points: points, nominalCoverage: coverage,
      empiricalCoverage: share(coverage, outcome: count - 1),
      crossings: crossings(expectation, count: count))
  }

  /// The expectation at an origin: a level and, for each step, a change and the scale of errors.
  package struct Expectation {
    let origin: Reading
    package internal(set) var level: Double
    package internal(set) var changes, sizes: [Double]
    /// The scales for crossings, without the widening after doubtful readings, which would raise
    /// the false alarms of all distant thresholds; an undecided last reading widens those below, so
    /// that no low is unexpected that is expected with the reading or without it.
    var crossingSizes: (below: [Double], above: [Double])
    var recentChange: CrossingModel.RecentChange

    package init(
      origin: Reading, level: Double, changes: [Double], sizes: [Double],
      recentChange: CrossingModel.RecentChange
    ) {
      self.origin = origin
      self.level = level
      self.changes = changes
      self.sizes = sizes
      crossingSizes = (sizes, sizes)
      self.recentChange = recentChange
    }
  }

  package func expectation(
    after series: GlucoseSeries, _ events: [DiaryEvent] = [], at now: Date,
    _ maximumAge: Duration? = nil
  ) throws(ForecastUnavailable) -> Expectation {
    let (past, origin) = try series.past(at: now, maximumAge)
    let trace = prepared(past, events, from: origin.time.timeIntervalSinceReferenceDate)
    try map.check(trace, at: trace.times.count - 1)
    return expectation(of: trace, origin)
  }

  func plainExpectation(
    of trace: PreparedSeries, at index: Int, _ origin: Reading
  ) -> Expectation {
    let row = features(of: trace, at: index, origin.time)
    var scaleFeatures = [Double](repeating: 0, count: ResidualModel.ScaleFeatures.columns)
    ResidualModel.ScaleFeatures.write(row, from: 0, map, to: &scaleFeatures, at: 0)
    return Expectation(
      origin: origin, level: trace.values[index],
      changes: LinearAlgebra.multiply(
        row, rows: 1, columns: map.columns, by: weights, count: steps),
      sizes: range.sizes(in: scaleFeatures),
      recentChange: CrossingModel.recentChange(row, from: 0, map))
  }

  private func features(of trace: PreparedSeries, at index: Int, _ time: Date) -> [Double] {
    var row = [Double](repeating: 0, count: map.columns)
    var cursor = FeatureMap.Cursor(map)
    let local = (map.usesTimeOfDay ? zone : nil).map {
      time.timeIntervalSinceReferenceDate + Double($0.secondsFromGMT(for: time))
    }
    var room = row.mutableElementSpan
    map.write(
      trace, at: index, timeOfDay: local.map(DesignRows.timeOfDay), cursor: &cursor, to: &room,
      from: 0)
    map.writeKernel(rows: 1, to: &row)
    return row
  }
}

extension FeatureMap {
  package func check(_ trace: PreparedSeries, at last: Int) throws(ForecastUnavailable) {
    let runStart = trace.runStarts[last]
    guard trace.hasHistory(of: history, at: last) else {
      let start = trace.times[runStart]
      // The prepared readings may begin after the gap.
      let position = trace.record.index(atOrAfter: Date(timeIntervalSinceReferenceDate: start))
      if position > 0 {
        let before = trace.record[position - 1].time.timeIntervalSinceReferenceDate
        throw ForecastUnavailable(
          .gap(
            length: .seconds(start - before), until: Date(timeIntervalSinceReferenceDate: start)))
      }
      throw ForecastUnavailable(
        .historyTooShort(
          found: .seconds(trace.times[last] - trace.times[0]), needed: .seconds(history)))
    }
    guard let gap = trace.usualGap(before: last, within: history) else { return }
    let usual = Duration.seconds(gap)
    guard cadence.suits(usual) else {
      throw ForecastUnavailable(.cadence(found: usual, expected: cadence))
    }
  }
}

extension GlucoseSeries {
  /// Returns the readings up to `now`, and the last of these, which must not be too old.
  func past(
    at now: Date, _ maximumAge: Duration? = nil
  ) throws(ForecastUnavailable) -> (readings: GlucoseSeries, last: Reading) {
    let past = prefix(through: now)
    guard let last = past.last else { throw ForecastUnavailable(.noReadings) }
    let age = Duration.seconds(now.timeIntervalSince(last.time))
    let limit = maximumAge ?? past.defaultMaximumAge
    guard age <= limit else { throw ForecastUnavailable(.stale(age: age, limit: limit)) }
    return (past, last)
  }
}
