// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Forecaster {
  /// Returns the model for one person, from the whole of a record.
  ///
  /// The person's own ridge regression corrects the weights of everyone's, but for those of the kernel
  /// block: *w* = *w*₀ + (*S* + *P*)⁻¹*r*, where *S* and *r* are the person's sums of products of features
  /// with each other and with what *w*₀ leaves unexplained, and *P* is the population's Gram matrix per
  /// row times 1,000 or 3,000 rows of trust, its diagonal twice. With few readings the weights are close
  /// to the population's.
  /// The width of ranges follows the errors on the second half of the record, which are taken before
  /// the model learns from them, the latest week counting most.
  ///
  /// What was learned from another person before is left behind.
  ///
  /// - Complexity: O(*n p*² + *p*³) for *p* features without the kernel block.
  public func personalized(to recording: Recording) -> Forecaster {
    let (series, events) = (recording.series, recording.events)
    var model = self
    model.person = nil
    model.observe(series[positions: 0..<series.count / 2], events, judging: false)
    model.solve()
    model.observe(series[positions: 0..<series.count * 3 / 4], events, judging: true)
    model.solve()
    model.update(with: recording)
    return model
  }

  /// Returns the model for one person who logged nothing.
  public func personalized(to series: GlucoseSeries) -> Forecaster {
    personalized(to: Recording(series: series))
  }

  /// Learns from the readings of the same person that are new since it last learned.
  ///
  /// Learning day by day gives the same weights as learning once from the whole record. A moment is
  /// learned from once its last outcome is known, so the latest half hour has to wait.
  ///
  /// If the regression has no solution in finite numbers, the weights stay as they were.
  ///
  /// - Parameter recording: The person's record; the eight days before the readings that are new are enough.
  /// - Complexity: O(*n p*² + *p*³) for *n* new readings.
  public mutating func update(with recording: Recording) { learn(from: recording) }

  /// Learns, and returns whether the weights are those of all that was learned.
  @discardableResult
  mutating func learn(from recording: Recording) -> Bool {
    accumulate(recording)
    return solve()
  }

  /// Learns from the readings of somebody who logged nothing; see ``update(with:)-(Recording)``.
  public mutating func update(with series: GlucoseSeries) {
    update(with: Recording(series: series))
  }

  /// Adds the readings of the same person that are new to what ``update(with:)-(Recording)`` will learn from, and
  /// recalibrates intervals on them. What is expected stays as it is until then.
  ///
  /// - Parameter recording: The person's record; the eight days before the readings that are new are enough.
  /// - Complexity: O(*d* + *n p*²) for *n* new readings and *d* a day's.
  public mutating func accumulate(_ recording: Recording) {
    observe(recording.series, recording.events, judging: true)
  }

  /// Adds the readings of somebody who logged nothing; see ``accumulate(_:)-(Recording)``.
  public mutating func accumulate(_ series: GlucoseSeries) {
    accumulate(Recording(series: series))
  }

  private mutating func observe(_ series: GlucoseSeries, _ events: [Event], judging: Bool) {
    var person =
      person
      ?? PersonalState(
        columns: map.plainColumns, weights: populationWeights, outcomes: steps, range)
    // So that the sums are added to in place.
    self.person = nil
    defer { self.person = person }
    let trace = prepared(series, events, from: person.learnedUntil)
    guard let end = trace.times.last else { return }
    let map = map
    var walk = DesignRows.OriginRange(start: person.learnedUntil ?? -.infinity, end: end)
    walk.pace = person.pace
    let judgedUntil = person.judgedUntil ?? -.infinity
    let expected = range.meanRatios
    rows.forEachBlock(of: trace, in: &walk, partedBy: { $0 < judgedUntil ? 0 : 1 }) {
      part, block in
      if judging, part == 1 {
        block.forEachRatio(person.weights, range, map) { outcome, ratio in
          person.judge(outcome: outcome, ratio: ratio, expected: expected[outcome])
        }
      }
      person.add(
        block.limited(to: map.plainColumns, targets: block.residuals(of: populationWeights)),
        halfLife: options.halfLife)
    }
    person.pace = walk.pace
    let settled = (end - rows.targetDelay).nextUp
    person.learnedUntil = max(person.learnedUntil ?? settled, settled)
    person.judgedUntil = max(judgedUntil, settled)
  }

  /// Works out the weights from the sums, and returns whether they have a solution.
  @discardableResult
  mutating func solve() -> Bool {
    guard let person, person.sums.rows > 0 else { return true }
    let sums = person.sums
    let penalty = pull.scaled(by: person.newestWeight(halfLife: options.halfLife))
    guard let corrections = sums.weights(penalty: penalty) else { return false }
    var weights = populationWeights
    for outcome in 0..<steps {
      for column in 0..<sums.columns {
        weights[outcome * map.columns + column] += corrections[outcome * sums.columns + column]
      }
    }
    self.person?.weights = weights
    return true
  }

  /// How strongly a person's weights are pulled towards the population's: *D*^½ *S̄* *D*^½ plus the
  /// diagonal of *S̄ D*, where *S̄* is the population's Gram matrix per row and *D* the trust in rows.
  ///
  /// Without the diagonal, directions in which the population hardly varies would be free, and short
  /// records would go astray in them.
  private var pull: SymmetricMatrix {
    let roots = map.layout.blocks.map { $0.pseudoCount.squareRoot() }
    let events = map.layout.events
    var pull = meanGram
    for row in 0..<pull.size {
      for column in row..<pull.size { pull[row, column] *= roots[row] * roots[column] }
      // Where the population logged nothing, a person's first meals must not count for all.
      let least = events.contains(row) ? 0.02 * FeatureBlock.events.pseudoCount : 1e-6
      pull[row, row] = max(2 * pull[row, row], least)
    }
    if !events.isEmpty { pull.fasten(Array(0..<events.lowerBound), before: Array(events)) }
    return pull
  }
}

extension SymmetricMatrix {
  /// Adds *B* *E*⁻¹ *B*ᵀ to the part of `others`, with *E* the part of `events` and *B* that of both.
  ///
  /// What somebody who logs nothing learns then does not depend on what others logged: eliminating the
  /// weights of events takes away just this. Where *E* has no inverse, the two are pulled apart.
  fileprivate mutating func fasten(_ others: [Int], before events: [Int]) {
    let block = selecting(events)
    let sides = others.flatMap { other in events.map { self[other, $0] } }
    guard let solutions = LinearAlgebra.solve(block.elements, size: events.count, sides) else {
      for other in others { for event in events { self[other, event] = 0 } }
      return
    }
    let products = LinearAlgebra.multiply(
      sides, rows: others.count, columns: events.count, by: solutions, count: others.count)
    for (row, other) in others.enumerated() {
      for column in row..<others.count {
        self[other, others[column]] += products[row * others.count + column]
      }
    }
  }
}
