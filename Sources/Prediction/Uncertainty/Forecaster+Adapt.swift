// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// The instant from which on ``adapt(to:)`` will follow outcomes: ranges have followed those of the
  /// moments before it. `nil` if the model has not learned from one person.
  public var calibratedUntil: Date? {
    person?.judgedUntil.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// Lets this person's ranges follow the outcomes that came since they were last followed.
  ///
  /// Call it with each new reading: a range that held too little of late widens, one that held too
  /// much narrows, at every coverage. The weights stay as they are until ``learn(from:)``, which
  /// lets ranges follow, too. A model that has not learned from one person has nothing to adapt.
  ///
  /// - Parameter series: The person's record; from eight days before ``calibratedUntil`` on is enough.
  /// - Complexity: O(*d* + *p h*) for a reading: a day's readings, features and steps.
  public mutating func adapt(to series: GlucoseSeries) {
    guard var person, let end = series.times.last else { return }
    let settled = end - stream.settling
    let start = person.judgedUntil ?? settled
    guard start <= settled else { return }
    let reach = Date(timeIntervalSinceReferenceDate: start - FeatureMap.reach - 1)
    let recent = series[positions: series.position(ofFirstAtOrAfter: reach)..<series.count]
    let trace = PreparedSeries(recent, of: series, doses)
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
    var windows = FeatureMap.Windows(map)
    let local = zone.map { zone in
      let time = Date(timeIntervalSinceReferenceDate: trace.times[index])
      return DesignRows.timeOfDay(trace.times[index] + Double(zone.secondsFromGMT(for: time)))
    }
    var room = row.mutableSpan
    map.write(
      trace, at: index, timeOfDay: map.usesTimeOfDay ? local : nil, windows: &windows, to: &room,
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

  /// Counts how often ranges hold the outcomes of a tile, and lets them follow each as it comes.
  mutating func recordAdapting(_ tile: DesignBlock, in coverage: inout EmpiricalCoverage) {
    guard var person else { return record(tile, in: &coverage) }
    // So that the quantiles are followed in place.
    self.person = nil
    defer { self.person = person }
    let errors = tile.errors(of: person.weights)
    let sizes = range.sizes(in: ScaleFeatures.tile(of: tile, map))
    for outcome in 0..<steps {
      let expected = range.meanRatios[outcome]
      for row in 0..<tile.rows {
        let place = row * steps + outcome
        if tile.knows(outcome, inRow: row) {
          let value = tile.levels[row] + tile.changes[place]
          let middle = value - errors[place]
          let scale = sizes[place] * person.spread(outcome: outcome, expected: expected)
          coverage.record(outcome: outcome) {
            let lower = middle + scale * person.tracks.quantile($0, of: outcome)
            let upper = middle + scale * person.tracks.quantile($1, of: outcome)
            return Self.holds(value, middle, lower, upper)
          }
        }
        // Rows come a step apart, so the last outcome of this one came just now. Those of a tile's last rows
        // come after it and are not followed.
        let past = row - steps
        guard past >= 0, tile.knows(outcome, inRow: past) else { continue }
        let earlier = past * steps + outcome
        person.judge(
          outcome: outcome, ratio: errors[earlier] / sizes[earlier], expected: expected)
      }
    }
  }

  /// Counts how often everyone's ranges hold the outcomes of a tile.
  func record(_ tile: DesignBlock, in coverage: inout EmpiricalCoverage) {
    let errors = tile.errors(of: populationWeights)
    let sizes = range.sizes(in: ScaleFeatures.tile(of: tile, map))
    for outcome in 0..<steps {
      let quantiles = range.quantiles[outcome]
      for row in 0..<tile.rows where tile.knows(outcome, inRow: row) {
        let place = row * steps + outcome
        let value = tile.levels[row] + tile.changes[place]
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
