// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Forecaster {
  /// The model for one person, from the whole of a record.
  ///
  /// The weights are the person's own ridge regression, pulled towards the population's:
  /// *w* = (*S* + *P*)⁻¹(*b* + *P w*₀), where *P* is the population's Gram matrix per row times 1,000
  /// to 30,000 rows of trust, its diagonal twice. With few readings they are close to the population's.
  /// The width of ranges follows the errors on the second half of the record, which are taken before
  /// the model learns from them, the latest week counting most.
  ///
  /// What was learned from another person before is left behind.
  ///
  /// - Complexity: O(*n p*² + *p*³)
  public func personalised(to series: GlucoseSeries) -> Forecaster {
    var model = self
    model.person = nil
    model.learn(from: series[positions: 0..<series.count / 2], judging: false)
    model.learn(from: series[positions: 0..<series.count * 3 / 4], judging: true)
    model.learn(from: series, judging: true)
    return model
  }

  /// Learns from the readings of the same person that came since it last learned.
  ///
  /// Learning day by day gives the same weights as learning once from the whole record. A moment is
  /// learned from once its last outcome is known, so the latest half hour has to wait.
  ///
  /// - Parameter series: The person's record; the day before the readings that are new is enough.
  /// - Complexity: O(*n p*² + *p*³) for *n* new readings.
  public mutating func learn(from series: GlucoseSeries) {
    learn(from: series, judging: true)
  }

  private mutating func learn(from series: GlucoseSeries, judging: Bool) {
    let map = map
    var person =
      person
      ?? PersonalState(columns: map.columns, weights: populationWeights, outcomes: steps, range)
    var recent = series
    if let learned = person.learnedUntil {
      // The longest window of the first new anchor begins after this.
      let start = Date(timeIntervalSinceReferenceDate: learned - FeatureMap.reach - 1)
      recent = series[positions: series.position(ofFirstAtOrAfter: start)..<series.count]
    }
    let trace = Trace(recent)
    guard let end = trace.times.last else { return }
    var walk = RowStream.Walk(start: person.learnedUntil ?? -.infinity, end: end)
    walk.pace = person.pace
    var added = 0
    let judgedUntil = person.judgedUntil ?? -.infinity
    stream.forEachTile(of: trace, in: &walk, partedBy: { $0 < judgedUntil ? 0 : 1 }) { part, tile in
      if judging, part == 1 {
        tile.forEachRatio(person.weights, range, map) { outcome, ratio in
          person.judge(outcome: outcome, ratio: ratio, range)
        }
      }
      person.sums.add(tile)
      added += tile.rows
    }
    person.pace = walk.pace
    let settled = (end - stream.settling).nextUp
    person.learnedUntil = max(person.learnedUntil ?? settled, settled)
    person.judgedUntil = max(judgedUntil, settled)
    if added > 0, let weights = person.sums.weights(penalty: pull, centre: populationWeights) {
      person.weights = weights
    }
    self.person = person
  }

  /// How strongly a person's weights are pulled towards the population's: *D*^½ *S̄* *D*^½ plus the
  /// diagonal of *S̄ D*, where *S̄* is the population's Gram matrix per row and *D* the trust in rows.
  ///
  /// Without the diagonal, directions in which the population hardly varies would be free, and short
  /// records would go astray in them. The kernel block's diagonal is taken where its features are
  /// uncorrelated over the centres: there it is one part in their number, of their Gram matrix.
  private var pull: SymmetricMatrix {
    let roots = map.blocks.map { $0.trust.squareRoot() }
    var pull = moments
    for row in 0..<pull.size {
      for column in row..<pull.size { pull[row, column] *= roots[row] * roots[column] }
      if row < map.plainColumns {
        pull[row, row] = max(2 * pull[row, row], 1e-6)
      } else {
        // What rounding to single precision may have taken.
        pull[row, row] += 2e-5 * FeatureBlock.kernel.trust
      }
    }
    if let kernel = map.kernel {
      pull.addToEnd(kernel.gram, times: FeatureBlock.kernel.trust / Double(kernel.count))
    }
    return pull
  }
}
