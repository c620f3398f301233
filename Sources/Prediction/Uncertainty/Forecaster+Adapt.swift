public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension Forecaster {
  /// The instant before which intervals are calibrated, and from which
  /// ``recalibrate(with:)`` continues, or `nil` if the model is not personalized, or to
  /// a recording without an hour of history.
  public var calibratedUntil: Date? {
    person?.judgedUntil.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// Recalibrates this person's intervals on the outcomes that are new since the last calibration;
  /// the part of the recording from eight days before ``calibratedUntil`` is enough.
  ///
  /// Call it with each new reading: intervals whose recent coverage was too low widen, and those
  /// whose coverage was too high narrow, at every nominal coverage. The weights do not change
  /// until ``update(with:)``, which also recalibrates. A model that is not personalized does not
  /// change, and neither does one for a reading without an hour of history, such as one with a
  /// wrong date. An hour of readings dated in the future ends the recalibration until that time,
  /// as it ends updates.
  ///
  /// - Complexity: O(*d* + *n p h*), where *n* is the number of new readings, *d* the number of
  ///   readings of a day, *p* the number of features and *h* the number of steps.
  public mutating func recalibrate(with recording: Recording) {
    let (series, events) = (recording.series, recording.events)
    guard var person, let last = series.times.last,
      person.judgedUntil ?? -.infinity <= last - targetDelay
    else { return }
    let trace = prepared(series, events, from: person.judgedUntil ?? last - targetDelay)
    // Not the last reading: one with a time far in the future would end the calibration.
    guard let end = trace.lastTime(withHistory: map.history) else { return }
    let lastKnown = end - targetDelay
    let start = person.judgedUntil ?? lastKnown
    guard start <= lastKnown else { return }
    // `self` must not share the state, so that the quantiles are changed in place.
    self.person = nil
    defer { self.person = person }
    let map = map
    let (range, expected) = (range, range.meanRatios)
    var origins = DesignRows.OriginRange(start: start, end: end)
    origins.pace = person.judgingPace
    rows.forEachBlock(of: trace, in: &origins) { block in
      block.forEachRatio(person.weights, range, map) { outcome, ratio in
        person.judge(outcome: outcome, ratio: ratio, expected: expected[outcome])
      }
    }
    person.judgingPace = origins.pace
    person.judgedUntil = lastKnown.nextUp
  }

  /// Counts the targets within intervals, which each target recalibrates when it is known.
  mutating func record(_ block: DesignBlock, in coverage: inout EmpiricalCoverage) {
    var person = person
    // `self` must not share the state, so that the quantiles are changed in place.
    self.person = nil
    defer { self.person = person }
    let errors = block.errors(of: person?.weights ?? populationWeights)
    let sizes = range.sizes(in: ResidualModel.ScaleFeatures.block(of: block, map))
    for outcome in 0..<steps {
      let expected = range.meanRatios[outcome]
      for row in 0..<block.rows {
        let place = row * steps + outcome
        if block.hasTarget(outcome, inRow: row) {
          let value = block.levels[row] + block.targets[place]
          let middle = value - errors[place]
          let scale = sizes[place] * (person?.spread(outcome: outcome, expected: expected) ?? 1)
          let quantiles = person?.tracks.quantiles(of: outcome) ?? range.quantiles[outcome][...]
          let first = quantiles.startIndex
          coverage.record(outcome: outcome) {
            let bounds = Self.bounds(
              middle, middle + scale * quantiles[first + $0], middle + scale * quantiles[first + $1]
            )
            return bounds.lower <= value && value <= bounds.upper
          }
        }
        // Rows are one step apart, so the last target of an earlier row is known only now. The
        // targets of a block's last rows are later than the block and do not recalibrate.
        let past = row - steps
        guard past >= 0, block.hasTarget(outcome, inRow: past) else { continue }
        let earlier = past * steps + outcome
        person?.judge(
          outcome: outcome, ratio: errors[earlier] / sizes[earlier], expected: expected)
      }
    }
  }
}
