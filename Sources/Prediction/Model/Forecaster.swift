internal import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

/// A model that forecasts glucose in the next minutes, with prediction intervals.
///
///     let forecaster = try Forecaster.fit(people)
///     let mine = forecaster.personalized(to: recording)
///     let forecast = try mine.forecast(after: recording, at: now)
///     forecast.points.last?.glucose.mmolL
///
/// The model is a ridge regression over the population and, for a person, a second one whose prior
/// is the first. Its input is glucose and, if it was fitted with them, logged events. It informs
/// and never doses.
public struct Forecaster: Equatable, Sendable {
  /// The least and the greatest value of a forecast, in mg/dL.
  package static let limits = 39.0...401.0

  /// The time between readings that the model is fitted to.
  public let cadence: SensorCadence
  /// The options of the fit.
  public internal(set) var options: FitOptions
  /// The time zone of the time of day, if the model uses it. Change it for a person in another time
  /// zone; if it is `nil`, the time of day is ignored.
  public var zone: TimeZone?
  /// The ridge penalties that validation selected, per row, one for each lead; multiples of the
  /// prior precision in a fit with a prior.
  package internal(set) var ridges: [Double]
  /// The ridge penalties of the kernel block that validation selected, per row, one for each lead;
  /// empty without the block.
  package internal(set) var kernelRidges: [Double]
  /// The ridge penalties of the event features that validation selected, per row, one for each
  /// lead, `nil` where the events did not reduce the error and have no weight; empty without these
  /// features.
  package internal(set) var eventRidges: [Double?]
  /// The number of recordings of the fit.
  public let recordCount: Int
  /// The number of rows of the fit.
  public let rowCount: Int
  package let map: FeatureMap
  /// The number of leads of the fit, with those for a late origin.
  package internal(set) var steps: Int
  /// XᵀX of the population, per row, from which the prior precision is computed.
  let meanGram: SymmetricMatrix
  var populationWeights: [Double]
  package internal(set) var range: ResidualModel
  /// The coverage on the test parts, of the population's model and of personal ones.
  var measured, measuredPersonal: EmpiricalCoverage?
  package var person: PersonalState?
  /// The model that ``best(for:in:type:horizon:among:)`` selected and the reason, or `nil` for
  /// another model.
  public internal(set) var selection: ModelSelection?
  /// A Boolean value that indicates whether the fit used a prior.
  public let usesPrior: Bool

  /// The detail of the features that validation selected.
  public var detail: FeatureDetail { map.detail }

  /// A Boolean value that indicates whether the model uses logged events.
  public var usesEvents: Bool { map.usesEvents }

  /// The number of features.
  public var featureCount: Int { map.columns }

  /// The leads of the points of a forecast from a new reading.
  public var leads: [Duration] { (1...pathSteps).map { cadence.step * $0 } }

  var pathSteps: Int { min(options.stepsAhead(cadence), steps) }

  /// A Boolean value that indicates whether the model is personalized.
  public var isPersonal: Bool { person != nil }

  package var weights: [Double] { person?.weights ?? populationWeights }

  package var rows: DesignRows {
    DesignRows(
      map: map, leads: (1...steps).map { Double($0) * cadence.seconds }, zone: zone)
  }

  /// The time in seconds after which an origin's targets are known or permanently missing.
  package var targetDelay: Double { Double(steps) * cadence.seconds + SensorCadence.tolerance }

  func prepared(
    _ series: GlucoseSeries, _ events: [DiaryEvent], from start: Double?
  ) -> PreparedSeries {
    guard let end = series.times.last else { return PreparedSeries(series) }
    var recent = series
    if let start {
      // The longest window of the first new row starts after this instant.
      let reach = Date(timeIntervalSinceReferenceDate: start - FeatureMap.reach - 1)
      recent = series[positions: series.index(atOrAfter: reach)..<series.count]
    }
    let absorbed =
      map.usesEvents && !events.isEmpty
      ? EventFeatures(events, from: start ?? -.infinity, through: end) : .none
    return PreparedSeries(recent, of: series, absorbed)
  }

  package func spread(outcome: Int) -> Double {
    person?.spread(outcome: outcome, expected: range.meanRatios[outcome]) ?? 1
  }

  package func quantiles(of outcome: Int) -> ArraySlice<Double> {
    person?.tracks.quantiles(of: outcome) ?? range.quantiles[outcome][...]
  }

  /// Returns the fraction of outcomes within the intervals of a nominal coverage from 0.5 to 0.95,
  /// measured on the test parts, or `nil` if it was not measured.
  ///
  /// For a personal model, it is that of the personal models of all people in the fit, or, after
  /// ``best(for:in:type:horizon:among:)``, that on the person's own last readings if there are
  /// enough.
  package func share(_ coverage: Double, outcome: Int) -> Double? {
    let table = isPersonal ? person?.measured ?? measuredPersonal : measured
    return table?.share(coverage, outcome: outcome)
  }

  package func bounds(
    level: Double, change: Double, size: Double, outcome: Int, coverage: Double
  ) -> (lower: Double, expected: Double, upper: Double) {
    let middle = level + change
    let scale = size * spread(outcome: outcome)
    let quantiles = quantiles(of: outcome)
    return Self.bounds(
      middle, middle + scale * ResidualModel.quantile((1 - coverage) / 2, of: quantiles),
      middle + scale * ResidualModel.quantile((1 + coverage) / 2, of: quantiles))
  }

  /// Returns an expected value within the bounds of its interval, all within the limits.
  static func bounds(
    _ middle: Double, _ below: Double, _ above: Double
  ) -> (lower: Double, expected: Double, upper: Double) {
    let expected = middle.clamped(to: limits)
    return (
      min(below.clamped(to: limits), expected), expected, max(above.clamped(to: limits), expected)
    )
  }
}

extension Forecaster {
  /// Returns this model of the population with the leads up to `horizon`, or `nil` unless it is one
  /// of its leads.
  func limited(to horizon: Duration) -> Forecaster? {
    let count = horizon / cadence.step
    guard count == count.rounded(), count >= 1, Int(count) <= pathSteps else { return nil }
    let kept = min(Int(count) + cadence.lateSteps, steps)
    if options.horizon == horizon, kept == steps { return self }
    var part = self
    part.options.horizon = horizon
    part.steps = kept
    part.ridges = Array(ridges.prefix(kept))
    part.kernelRidges = Array(kernelRidges.prefix(kept))
    part.eventRidges = Array(eventRidges.prefix(kept))
    part.populationWeights = Array(populationWeights.prefix(map.columns * kept))
    part.range = ResidualModel(range, outcomes: kept)
    part.measured = measured.map { EmpiricalCoverage($0, outcomes: kept) }
    (part.measuredPersonal, part.person, part.selection) = (nil, nil, nil)
    return part
  }
}
