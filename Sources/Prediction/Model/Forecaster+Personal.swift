public import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension Forecaster {
  /// Returns the model personalized to a whole recording; the state of another person is
  /// discarded.
  ///
  /// A ridge regression on the person's own rows corrects the weights of the population, except
  /// those of the kernel block (<doc:Prediction>). With few readings, or days that do not improve
  /// on the population, the weights are close to the population's. The width of intervals is
  /// calibrated on the errors of the second half of the recording before its readings are added,
  /// with the largest weight on the latest week.
  ///
  /// - Complexity: O(*n p*² + *p*³), where *n* is the number of readings and *p* the number of
  ///   features without the kernel block.
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

  /// Updates the person's weights with the readings that are new since the last update; the eight
  /// days before these are enough.
  ///
  /// Daily updates give the same weights as one update with the whole recording, if the cadence of
  /// the sensor does not change. A row is added when the last outcome that it can have is known:
  /// when there is a reading with an hour of history a quarter of an hour after the horizon. A
  /// single reading with a wrong date in the future therefore has no effect, and rows before a
  /// long gap are added an hour after it. A model has no clock: an hour of readings dated in the
  /// future is added, and ends the updates until that time. If the clock of a sensor may be wrong,
  /// pass the readings up to the present, `prefix(through: now)`. Without a solution in finite
  /// numbers, the weights do not change.
  ///
  /// - Complexity: O(*n p*² + *d p*³), where *n* is the number of new readings, *p* the number of
  ///   features without the kernel block and *d* the number of days of the new readings.
  public mutating func update(with recording: Recording) {
    observe(recording.series, recording.events, judging: true)
    solve()
  }

  private mutating func observe(_ series: GlucoseSeries, _ events: [DiaryEvent], judging: Bool) {
    var person =
      person
      ?? PersonalState(
        weights: populationWeights, columns: map.plainColumns, outcomes: steps, range)
    // `self` must not share the state, so that the sums are changed in place.
    self.person = nil
    defer { self.person = person }
    let trace = prepared(series, events, from: person.learnedUntil)
    let map = map
    // Not the last reading: one with a time far in the future would end the updates.
    guard let end = trace.lastTime(withHistory: map.history) else { return }
    var walk = DesignRows.OriginRange(start: person.learnedUntil ?? -.infinity, end: end)
    walk.pace = person.pace
    let judgedUntil = person.judgedUntil ?? -.infinity
    let expected = range.meanRatios
    // With events it is a regression of its own, which few calls need.
    var found: SymmetricMatrix?
    rows.forEachBlock(of: trace, in: &walk) { block in
      let residuals = block.residuals(of: populationWeights)
      // Often all rows are judged, by a recalibration with each reading.
      let judges = judging && block.times.prefix(block.rows).last ?? judgedUntil >= judgedUntil
      let sizes = range.sizes(in: judges ? ResidualModel.ScaleFeatures.block(of: block, map) : [])
      let errors = judges ? block.errors(of: person.weights) : []
      let start = person.mixture.startOfDays(at: block.times[0])
      block.forEachDay(from: start, splitAt: judgedUntil) { day, rows in
        if person.mixture.isOver(for: day) {
          let precision = found ?? priorPrecision
          found = precision
          person.mixture.begin(day, after: person.sums, precision)
        }
        if judges, block.times[rows.lowerBound] >= judgedUntil {
          block.forEachKnownTarget(in: rows) { outcome, place in
            person.judge(
              outcome: outcome, ratio: errors[place] / sizes[place], expected: expected[outcome])
          }
        }
        block.forEachKnownTarget(in: rows) { outcome, place in
          person.mixture.count(residuals[place], outcome: outcome)
        }
        let targets = Array(residuals[rows.lowerBound * steps..<rows.upperBound * steps])
        person.sums.add(block.selecting(rows, columns: map.plainColumns, targets: targets))
      }
    }
    person.pace = walk.pace
    let knownUntil = (end - targetDelay).nextUp
    person.learnedUntil = max(person.learnedUntil ?? knownUntil, knownUntil)
    person.judgedUntil = max(judgedUntil, knownUntil)
  }

  mutating func solve() {
    guard let person, person.sums.rows > 0 else { return }
    let sums = person.sums
    guard let corrections = person.mixture.corrections(of: sums, priorPrecision) else { return }
    var weights = populationWeights
    for outcome in 0..<steps {
      for column in 0..<sums.columns {
        weights[outcome * map.columns + column] += corrections[outcome * sums.columns + column]
      }
    }
    self.person?.weights = weights
  }

  /// The prior precision of a person's weights: *D*^½ *S̄* *D*^½ plus the diagonal of *S̄ D*,
  /// without which directions in which the population hardly varies would be overfitted; *S̄* is
  /// the population's Gram matrix per row and *D* the diagonal of the pseudo-counts, in rows.
  var priorPrecision: SymmetricMatrix {
    let roots = map.layout.blocks.map { $0.pseudoCount.squareRoot() }
    let events = map.layout.events
    var precision = meanGram
    for row in 0..<precision.size {
      for column in row..<precision.size { precision[row, column] *= roots[row] * roots[column] }
      // The minimum keeps a person's first meals from dominating where the population logged none.
      let least = events.contains(row) ? 0.02 * FeatureLayout.Block.events.pseudoCount : 1e-6
      precision[row, row] = max(2 * precision[row, row], least)
    }
    if !events.isEmpty {
      precision.addElimination(of: Array(events), to: Array(0..<events.lowerBound))
    }
    return precision
  }
}

extension DesignBlock {
  /// Calls `body` with the number, counted from `start`, and the rows of each day, which is split
  /// at `instant`.
  fileprivate func forEachDay(
    from start: Double, splitAt instant: Double, _ body: (Double, Range<Int>) -> Void
  ) {
    func day(_ row: Int) -> Double { ((times[row] - start) / 86_400).rounded(.down) }
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
  /// Adds *B* *E*⁻¹ *B*ᵀ to the part of `others`, where *E* is the part of `events` and *B* that of
  /// both, which the elimination of the event weights subtracts: the weights of a person who logs
  /// no events are then independent of the population's events. Without an inverse of *E*, *B* is
  /// set to zero.
  fileprivate mutating func addElimination(of events: [Int], to others: [Int]) {
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
