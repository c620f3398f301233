// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

extension Forecaster {
  /// The fewest moments to fit to, and the fewest to calibrate ranges on.
  static let fewestRows = (fit: 200, calibration: 40)

  /// Fits a model to the records of one or more people.
  ///
  /// Of each record, in order of time, the first 56 percent fit, the next 14 choose the detail and the
  /// penalties, and the last 30 are held out and measure the range, unless `options` say otherwise. The
  /// weights are then fitted to all but what is held out, and the range to the errors that this part
  /// makes when its days take turns to be left out. Of a cohort with more than 300,000 readings, the range
  /// is calibrated on evenly chosen moments and measured on evenly chosen people.
  ///
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Complexity: O(*n p*²) for *p* features; memory of the longest record and of about ten Gram
  ///   matrices.
  public static func fit(
    _ people: [GlucoseSeries], _ options: FitOptions = FitOptions()
  ) throws(FitError) -> Forecaster {
    try fit(recordings: people.map { Recording(series: $0) }, options)
  }

  /// Fits a model to the recordings of one or more people, with what they logged if `options` say so.
  ///
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  public static func fit(
    recordings people: [Recording], _ options: FitOptions = FitOptions()
  ) throws(FitError) -> Forecaster {
    var statistics = try Self.template(people, options)
    for block in FitBlock.all(people) { try statistics.add(block.statistics(statistics)) }
    return try Forecaster(statistics, calibratedOn: people)
  }

  /// Statistics of no data, for a fit to these people.
  static func template(
    _ people: [Recording], _ options: FitOptions
  ) throws(FitError) -> FitStatistics {
    guard let first = people.first else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first.series) else {
      throw FitError(.cadence(found: first.series.cadence, expected: nil), record: 0)
    }
    let centres =
      options.detail.includes(.kernel)
      ? KernelLandmarks(placedOn: people.map(\.series), cadence: cadence, options) : nil
    return FitStatistics(cadence: cadence, options, centres: centres)
  }

  /// A model from sums that were added up, with ranges from the records of some of the people.
  ///
  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  public init(
    _ statistics: FitStatistics, calibratedOn people: [GlucoseSeries]
  ) throws(FitError) {
    try self.init(statistics, calibratedOn: people.map { Recording(series: $0) })
  }

  /// A model from sums that were added up, with ranges from the recordings of some of the people.
  ///
  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  public init(
    _ statistics: FitStatistics, calibratedOn people: [Recording]
  ) throws(FitError) {
    try self.init(unmeasured: statistics, calibratedOn: people)
    guard options.heldOut > 0 else { return }
    add(Self.measured(among: people).map { measurement(on: $0) })
  }

  /// The model before it is known how often its ranges hold what was held out.
  private init(
    unmeasured statistics: FitStatistics, calibratedOn people: [Recording]
  ) throws(FitError) {
    guard !people.isEmpty else { throw FitError(.noRecords) }
    var groundwork = try PointModel(statistics)
    var weights = PointModel.turns.map { groundwork.weights(without: $0) }
    groundwork.settle(&weights, on: people)
    var sample = CalibrationSet(outcomes: groundwork.steps)
    for person in people.indices {
      sample += groundwork.sample(of: person, people, weights)
    }
    var range = try ResidualModel(&sample)
    range.crossings = CrossingModel(
      CrossingModel.Side.allCases.map { CrossingModel.weights($0, sample, range) })
    self.init(groundwork, range)
  }

  /// How many readings are enough to measure ranges on.
  private static let enoughToMeasure = 300_000

  /// The recordings on whose held-out parts ranges are measured: all, or as many as are enough, evenly
  /// chosen.
  static func measured(among people: [Recording]) -> [Recording] {
    let readings = people.reduce(0) { $0 + $1.series.count }
    guard readings > enoughToMeasure else { return people }
    let count = max(people.count * enoughToMeasure / readings, 1)
    return (0..<count).map { people[$0 * people.count / count] }
  }

  /// How often ranges held what was held out, for a model and for personal ones.
  typealias Measurement = (everyone: EmpiricalCoverage, personal: EmpiricalCoverage)

  /// How often ranges hold what one record held out, for this model and for the person's own.
  func measurement(on recording: Recording) -> Measurement {
    let series = recording.series
    var everyone = EmpiricalCoverage(outcomes: steps)
    var personal = everyone
    let trace = PreparedSeries(recording, options)
    let parts = RecordSplit(trace, options)
    let past = series[positions: 0..<trace.times.partitioningIndex { $0 >= parts.cut }]
    var own = personalized(to: Recording(series: past, events: recording.events))
    var walk = parts.heldOut
    stream.forEachBlock(of: trace, in: &walk) { block in
      record(block, in: &everyone)
      own.recordAdapting(block, in: &personal)
    }
    return (everyone, personal)
  }

  /// Takes over how often ranges held what records held out.
  mutating func add(_ measurements: [Measurement]) {
    var everyone = EmpiricalCoverage(outcomes: steps)
    var personal = everyone
    for measurement in measurements {
      everyone += measurement.everyone
      personal += measurement.personal
    }
    measured = everyone
    measuredPersonal = personal
  }
}
