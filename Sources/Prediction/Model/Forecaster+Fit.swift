// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension Forecaster {
  /// The fewest moments to fit to, and the fewest to calibrate ranges on.
  static let fewestRows = (fit: 200, calibration: 40)

  /// Fits a model to the records of one or more people.
  ///
  /// Of each record, in order of time, the first 56 percent fit, the next 14 choose the detail and the
  /// penalties, and the last 30 are held out and measure the range, unless `options` say otherwise. The
  /// weights are then fitted to all but what is held out, and the range to the errors that this part
  /// makes when its days take turns to be left out.
  ///
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Complexity: O(*n p*²) for *p* features; memory of the longest record.
  public static func fit(
    _ people: [GlucoseSeries], _ options: FitOptions = FitOptions()
  ) throws(FitError) -> Forecaster {
    guard let first = people.first else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first) else {
      throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
    }
    let centres =
      options.detail.includes(.kernel)
      ? KernelCentres(placedOn: people, cadence: cadence, options) : nil
    var statistics = FitStatistics(cadence: cadence, options, centres: centres)
    for series in people { try statistics.add(series) }
    return try Forecaster(statistics, calibratedOn: people)
  }

  /// A model from sums that were added up, with ranges from the records of some of the people.
  ///
  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  public init(
    _ statistics: FitStatistics, calibratedOn people: [GlucoseSeries]
  ) throws(FitError) {
    guard statistics.recordCount > 0, !people.isEmpty else { throw FitError(.noRecords) }
    let needed = max(Self.fewestRows.fit, 2 * statistics.early.columns)
    guard statistics.early.rows >= needed else {
      throw FitError(.tooFewRows(found: statistics.early.rows, needed: needed))
    }
    let options = statistics.options
    guard let choice = statistics.choice else { throw FitError(.notSolvable) }
    let all = statistics.all.limited(to: choice.map.columns)
    guard let weights = choice.weights(of: all) else { throw FitError(.notSolvable) }
    cadence = statistics.cadence
    self.options = options
    zone = options.zone
    map = choice.map
    steps = options.stepsAhead(cadence)
    penalties = choice.penalties
    kernelPenalties = choice.kernelPenalties
    recordCount = statistics.recordCount
    rowCount = all.rows
    moments = all.gram.scaled(by: 1 / Double(all.rows)).rounded
    populationWeights = weights
    var stream = statistics.stream
    stream.map = choice.map
    range = try RangeModel(choice, stream, people, options)
    if options.heldOut > 0 { measure(on: people) }
  }

  /// Measures how often ranges hold what was held out, for this model and for each person's own.
  private mutating func measure(on people: [GlucoseSeries]) {
    var everyone = MeasuredCoverage(outcomes: steps)
    var personal = everyone
    for series in people {
      let trace = Trace(series)
      let parts = RecordParts(trace, options)
      let past = series[positions: 0..<trace.times.partitioningIndex { $0 >= parts.cut }]
      var own = personalised(to: past)
      var walk = parts.heldOut
      stream.forEachTile(of: trace, in: &walk) { tile in
        let errors = tile.errors(of: weights)
        let situations = Situation.tile(of: tile, map)
        for row in 0..<tile.rows { record(tile, row, errors, situations, in: &everyone) }
        own.recordAdapting(tile, in: &personal)
      }
    }
    measured = everyone
    measuredPersonal = personal
  }
}
