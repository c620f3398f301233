// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
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
  /// row times 1,000 or 3,000 rows of trust, its diagonal twice. The corrections are the mean of those under
  /// some multiples of *P*, an infinite one among them, weighted by how well they predicted the person's
  /// days before these were learned from. With few readings, or days that do not improve on it, the
  /// weights are close to the population's. With the loss ``Loss/huber`` the corrections are those of
  /// medians: errors count up to a bound about what the corrections of the days before explain.
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
  /// - Complexity: O(*n p*² + *d p*³) for *n* new readings of *d* days.
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

  private mutating func observe(_ series: GlucoseSeries, _ events: [DiaryEvent], judging: Bool) {
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
    let (expected, bound) = (range.meanRatios, options.loss.personalBound)
    var mixture = person.mixture ?? PrecisionMixture(self)
    person.mixture = nil
    let precision = priorPrecision
    rows.forEachBlock(of: trace, in: &walk) { block in
      let residuals = block.residuals(of: populationWeights)
      let scaleFeatures =
        judging || bound != nil ? ScaleFeatures.block(of: block, map) : []
      let sizes = range.sizes(in: scaleFeatures)
      let bounds = bound.map { bound in
        sizes.indices.map { bound * expected[$0 % expected.count] * sizes[$0] }
      }
      let errors = judging ? block.errors(of: person.weights) : []
      block.forEachDay(splitAt: judgedUntil) { day, rows in
        if mixture.isOver(for: day) {
          let weight = person.weight(at: day * 86_400, halfLife: options.halfLife)
          mixture.begin(day, after: person.sums, precision, weight: weight)
        }
        if judging, block.times[rows.lowerBound] >= judgedUntil {
          block.forEachKnownTarget(in: rows) { outcome, place in
            person.judge(
              outcome: outcome, ratio: errors[place] / sizes[place], expected: expected[outcome])
          }
        }
        let targets = block.personalTargets(of: rows, residuals, bounds, in: &mixture)
        if let factor = person.add(
          block.selecting(rows, columns: map.plainColumns, targets: targets),
          halfLife: options.halfLife)
        {
          mixture.scale(by: factor)
        }
      }
    }
    person.mixture = mixture
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
    let penalty = priorPrecision.scaled(by: person.newestWeight(halfLife: options.halfLife))
    let mixture = person.mixture ?? PrecisionMixture(self)
    guard let corrections = mixture.corrections(of: sums, penalty) else { return false }
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
  var priorPrecision: SymmetricMatrix {
    let roots = map.layout.blocks.map { $0.pseudoCount.squareRoot() }
    let events = map.layout.events
    var pull = meanGram
    for row in 0..<pull.size {
      for column in row..<pull.size { pull[row, column] *= roots[row] * roots[column] }
      // Where the population logged nothing, a person's first meals must not count for all.
      let least = events.contains(row) ? 0.02 * FeatureLayout.Block.events.pseudoCount : 1e-6
      pull[row, row] = max(2 * pull[row, row], least)
    }
    if !events.isEmpty { pull.fasten(Array(0..<events.lowerBound), before: Array(events)) }
    return pull
  }
}

extension PrecisionMixture {
  /// The mixture of a person of whom nothing was learned yet.
  fileprivate init(_ model: Forecaster) {
    let bound = model.options.loss.personalBound ?? .infinity
    self.init(
      columns: model.map.plainColumns,
      fractionsWithin: (0..<model.steps).map { outcome in
        let quantiles = model.range.quantiles[outcome]
        let ratio = bound * model.range.meanRatios[outcome]
        let within =
          GlucoseDistribution.probability(below: ratio, quantiles.elementSpan)
          - GlucoseDistribution.probability(below: -ratio, quantiles.elementSpan)
        return bound.isFinite ? min(max(within, 0.05), 1) : 1
      }, isBounded: bound.isFinite)
  }
}

extension DesignBlock {
  /// Calls `body` with the rows of each day of universal time, and with its number, in order. Rows before and
  /// after `instant` come apart.
  fileprivate func forEachDay(splitAt instant: Double, _ body: (Double, Range<Int>) -> Void) {
    func day(_ row: Int) -> Double { (times[row] / 86_400).rounded(.down) }
    var first = 0
    while first < rows {
      var end = first + 1
      while end < rows, day(end) == day(first), (times[end] < instant) == (times[first] < instant) {
        end += 1
      }
      body(day(first), first..<end)
      first = end
    }
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
