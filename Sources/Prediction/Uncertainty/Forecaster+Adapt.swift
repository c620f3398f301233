// SPDX-License-Identifier: Apache-2.0

public import Diary
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

  mutating func recalibrate(with series: GlucoseSeries, _ events: [Event]) {
    guard var person, let end = series.times.last else { return }
    let settled = end - rows.targetDelay
    let start = person.judgedUntil ?? settled
    guard start <= settled else { return }
    let trace = prepared(series, events, from: start)
    var index = trace.times.partitioningIndex { $0 >= start }
    while index < trace.times.count, trace.times[index] <= settled {
      if trace.hasHistory(of: map.history, at: index),
        person.judgingPace.takes(trace.times[index], step: cadence.seconds)
      {
        judge(trace, at: index, &person)
      }
      index += 1
    }
    person.judgedUntil = settled.nextUp
    self.person = person
  }

  /// Shows the person's ranges what came after reading `index`.
  private func judge(_ trace: PreparedSeries, at index: Int, _ person: inout PersonalState) {
    let columns = map.columns
    var row = [Double](repeating: 0, count: columns)
    var cursor = FeatureMap.Cursor(map)
    let local = zone.map { zone in
      let time = Date(timeIntervalSinceReferenceDate: trace.times[index])
      return DesignRows.timeOfDay(trace.times[index] + Double(zone.secondsFromGMT(for: time)))
    }
    var room = row.mutableSpan
    map.write(
      trace, at: index, timeOfDay: map.usesTimeOfDay ? local : nil, cursor: &cursor, to: &room,
      from: 0)
    map.writeKernel(rows: 1, to: &row)
    var situation = [Double](repeating: 0, count: ScaleFeatures.columns)
    ScaleFeatures.write(row, from: 0, map, to: &situation, at: 0)
    var hint = index
    for outcome in 0..<steps {
      let lead = Double(outcome + 1) * cadence.seconds
      guard let value = trace.outcome(after: index, lead, hint: &hint) else { continue }
      var error = value - trace.values[index]
      for column in 0..<columns {
        error -= person.weights[outcome * columns + column] * row[column]
      }
      person.judge(
        outcome: outcome, ratio: error / range.size(situation, from: 0, outcome: outcome),
        expected: range.meanRatios[outcome])
    }
  }

  /// Counts how often ranges hold the outcomes of a block, and lets them follow each as it comes.
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
        // Rows come a step apart, so the last outcome of this one came just now. Those of a block's last rows
        // come after it and are not followed.
        let past = row - steps
        guard past >= 0, block.hasTarget(outcome, inRow: past) else { continue }
        let earlier = past * steps + outcome
        person.judge(
          outcome: outcome, ratio: errors[earlier] / sizes[earlier], expected: expected)
      }
    }
  }

  /// Counts how often everyone's ranges hold the outcomes of a block.
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
