// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// The instant from which on ``recalibrate(with:)-(Recording)`` will follow outcomes: intervals have followed those of the
  /// moments before it. `nil` if the model has not learned from one person.
  public var calibratedUntil: Date? {
    person?.judgedUntil.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// Recalibrates this person's intervals on the outcomes that are new since it was last done.
  ///
  /// Call it with each new reading: an interval that held too little of late widens, one that held too
  /// much narrows, at every coverage. The weights stay as they are until ``update(with:)-(Recording)``, which
  /// recalibrates, too. A model that has not learned from one person has nothing to recalibrate.
  ///
  /// - Parameter recording: The person's record; from eight days before ``calibratedUntil`` on is enough.
  /// - Complexity: O(*d* + *n p h*) for *n* new readings and *d* of a day, *p* features and *h* steps.
  public mutating func recalibrate(with recording: Recording) {
    recalibrate(with: recording.series, recording.events)
  }

  /// Recalibrates the intervals of somebody who logged nothing; see ``recalibrate(with:)-(Recording)``.
  public mutating func recalibrate(with series: GlucoseSeries) {
    recalibrate(with: series, [])
  }

  mutating func recalibrate(with series: GlucoseSeries, _ events: [DiaryEvent]) {
    guard var person, let end = series.times.last else { return }
    let settled = end - rows.targetDelay
    let start = person.judgedUntil ?? settled
    guard start <= settled else { return }
    // So that the quantiles are followed in place.
    self.person = nil
    defer { self.person = person }
    let map = map
    let (range, expected) = (range, range.meanRatios)
    var origins = DesignRows.OriginRange(start: start, end: end)
    origins.pace = person.judgingPace
    rows.forEachBlock(of: prepared(series, events, from: start), in: &origins) { block in
      block.forEachRatio(person.weights, range, map) { outcome, ratio in
        person.judge(outcome: outcome, ratio: ratio, expected: expected[outcome])
      }
    }
    person.judgingPace = origins.pace
    person.judgedUntil = settled.nextUp
  }

  /// Counts how often intervals hold the targets of a block, and recalibrates them on each as it is known.
  mutating func recordAdapting(_ block: DesignBlock, in coverage: inout EmpiricalCoverage) {
    guard var person else { return record(block, in: &coverage) }
    // So that the quantiles are followed in place.
    self.person = nil
    defer { self.person = person }
    let errors = block.errors(of: person.weights)
    let sizes = range.sizes(in: ScaleFeatures.block(of: block, map))
    for outcome in 0..<steps {
      let expected = range.meanRatios[outcome]
      for row in 0..<block.rows {
        let place = row * steps + outcome
        if block.hasTarget(outcome, inRow: row) {
          let value = block.levels[row] + block.targets[place]
          let middle = value - errors[place]
          let scale = sizes[place] * person.spread(outcome: outcome, expected: expected)
          coverage.record(outcome: outcome) {
            let lower = middle + scale * person.tracks.quantile($0, of: outcome)
            let upper = middle + scale * person.tracks.quantile($1, of: outcome)
            return Self.holds(value, middle, lower, upper)
          }
        }
        // Rows come a step apart, so the last target of this one is known only now. Those of a block's last rows
        // come after it and are not followed.
        let past = row - steps
        guard past >= 0, block.hasTarget(outcome, inRow: past) else { continue }
        let earlier = past * steps + outcome
        person.judge(
          outcome: outcome, ratio: errors[earlier] / sizes[earlier], expected: expected)
      }
    }
  }

  /// Counts how often everyone's intervals hold the targets of a block.
  func record(_ block: DesignBlock, in coverage: inout EmpiricalCoverage) {
    let errors = block.errors(of: populationWeights)
    let sizes = range.sizes(in: ScaleFeatures.block(of: block, map))
    for outcome in 0..<steps {
      let quantiles = range.quantiles[outcome]
      for row in 0..<block.rows where block.hasTarget(outcome, inRow: row) {
        let place = row * steps + outcome
        let value = block.levels[row] + block.targets[place]
        let (middle, scale) = (value - errors[place], sizes[place])
        coverage.record(outcome: outcome) {
          Self.holds(value, middle, middle + scale * quantiles[$0], middle + scale * quantiles[$1])
        }
      }
    }
  }

  /// Whether a range, kept within the limits, holds what came.
  private static func holds(
    _ value: Double, _ middle: Double, _ below: Double, _ above: Double
  ) -> Bool {
    let bounds = bounds(middle, below, above)
    return bounds.lower <= value && value <= bounds.upper
  }
}
