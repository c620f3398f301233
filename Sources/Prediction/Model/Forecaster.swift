// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A model that forecasts glucose over the next minutes, with a range.
///
///     let forecaster = try Forecaster.fit(people)
///     let mine = forecaster.personalized(to: series)
///     let forecast = try mine.forecast(after: series, at: now)
///     forecast.points.last?.glucose.mmolL
///
/// It is one ridge regression over everyone, and for a person another that is pulled towards it. It
/// knows glucose and, if fitted so, what was logged. It informs, and is not for dosing.
public struct Forecaster: Hashable, Sendable {
  /// The least and the greatest value it forecasts, in mg/dL.
  static let limits = 39.0...401.0

  /// The time between readings that the model is made for.
  public let cadence: SensorCadence
  /// How it was fitted.
  public let options: FitOptions
  /// The zone whose clock gives the time of day, if the model looks at it. Change it for a person who
  /// lives elsewhere; without one, the time of day counts for nothing.
  public var zone: TimeZone?
  /// The penalties that validation chose, per row, one to a step ahead.
  public let ridges: [Double]
  /// The penalties of the kernel block that validation chose, per row, one to a step ahead; none if
  /// it chose to leave the block out.
  public let kernelRidges: [Double]
  /// The number of records it was fitted to.
  public let recordCount: Int
  /// The number of moments it was fitted to.
  public let rowCount: Int
  /// The features it is linear in.
  let map: FeatureMap
  /// The number of steps ahead that it is fitted to: those up to the horizon, and late ones.
  let steps: Int
  /// XᵀX of everyone, per row: what the prior precision is made of.
  let meanGram: SymmetricMatrix
  /// The weights for everyone, a row to an outcome.
  let populationWeights: [Double]
  /// How far outcomes lie from what is expected.
  let range: ResidualModel
  /// How often ranges held what the fit had not seen, for everyone's model and for personal ones.
  var measured, measuredPersonal: EmpiricalCoverage?
  /// What was learned from one person.
  var person: PersonalState?
  /// Which model was chosen and why, if ``best(for:in:horizon:among:)`` chose it.
  public internal(set) var selection: ModelSelection?
  /// Whether the fit leans on a prior; ``ridges`` are then multiples of the prior precision.
  public let leansOnPrior: Bool

  /// The share of outcomes that a range of `coverage` held `lead` ahead, measured on the part of each
  /// record that was held out of the fit, or `nil` if nothing was; see ``fit(_:_:prior:)-([Recording],_,_)`` for large cohorts.
  ///
  /// Of a personal model it is the share that the personal models of everyone in the fit held. The model that
  /// ships has no such people: once personalized, it has a share only if ``best(for:in:horizon:among:)`` measured one
  /// on the person's own last readings.
  ///
  /// - Precondition: `coverage` is from 0.5 to 0.95 and `lead` a step of the forecast.
  public func empiricalCoverage(of coverage: Double, lead: Duration) -> Double? {
    let step = lead / cadence.step
    precondition(
      step == step.rounded() && step >= 1 && Int(step) <= steps,
      "A lead is one of the steps of the forecast")
    return share(coverage, outcome: Int(step) - 1)
  }

  /// How much it looks at, as validation chose.
  public var detail: FeatureDetail { map.detail }

  /// A Boolean value that indicates whether it looks at what was logged.
  public var usesEvents: Bool { map.usesEvents }

  /// The number of features it is linear in.
  public var featureCount: Int { map.columns }

  /// The times ahead of the points of a forecast from a reading that is new.
  public var leads: [Duration] { (1...pathSteps).map { cadence.step * $0 } }

  /// The number of steps up to the horizon; the others serve an origin that is late.
  var pathSteps: Int { min(options.stepsAhead(cadence), steps) }

  /// Whether it has learned from one person.
  public var isPersonal: Bool { person != nil }

  var weights: [Double] { person?.weights ?? populationWeights }

  var rows: DesignRows {
    DesignRows(
      map: map, leads: (1...steps).map { Double($0) * cadence.seconds }, zone: zone)
  }

  /// A record laid out for the rows of this model at or after an instant in seconds since the reference date.
  ///
  /// - Parameters:
  ///   - series: The whole record.
  ///   - events: What was logged, in order of time.
  func prepared(
    _ series: GlucoseSeries, _ events: [DiaryEvent], from start: Double?
  ) -> PreparedSeries {
    guard let end = series.times.last else { return PreparedSeries(series) }
    var recent = series
    if let start {
      // The longest window of the first new row begins after this.
      let reach = Date(timeIntervalSinceReferenceDate: start - FeatureMap.reach - 1)
      recent = series[positions: series.index(atOrAfter: reach)..<series.count]
    }
    let absorbed =
      map.usesEvents && !events.isEmpty
      ? EventFeatures(events, from: start ?? -.infinity, through: end) : .none
    return PreparedSeries(recent, of: series, absorbed)
  }

  /// The factor by which this person's errors differ from everyone's.
  func spread(outcome: Int) -> Double {
    person?.spread(outcome: outcome, expected: range.meanRatios[outcome]) ?? 1
  }

  /// The quantiles of error / size, everyone's or this person's.
  func quantiles(of outcome: Int) -> ArraySlice<Double> {
    person?.tracks.quantiles(of: outcome) ?? range.quantiles[outcome][...]
  }

  func share(_ coverage: Double, outcome: Int) -> Double? {
    let table = isPersonal ? person?.measured ?? measuredPersonal : measured
    return table?.share(coverage, outcome: outcome)
  }

  /// A point expected with its range, in mg/dL, all within the limits.
  func bounds(
    level: Double, change: Double, size: Double, outcome: Int, coverage: Double
  ) -> (lower: Double, expected: Double, upper: Double) {
    let middle = level + change
    let scale = size * spread(outcome: outcome)
    let quantiles = quantiles(of: outcome)
    return Self.bounds(
      middle, middle + scale * ResidualModel.quantile((1 - coverage) / 2, of: quantiles),
      middle + scale * ResidualModel.quantile((1 + coverage) / 2, of: quantiles))
  }

  /// A point and the ends of its range, all within the limits, the point within the range.
  static func bounds(
    _ middle: Double, _ below: Double, _ above: Double
  ) -> (lower: Double, expected: Double, upper: Double) {
    func clipped(_ value: Double) -> Double {
      min(max(value, limits.lowerBound), limits.upperBound)
    }
    let expected = clipped(middle)
    return (min(clipped(below), expected), expected, max(clipped(above), expected))
  }
}

extension Forecaster {
  /// The first steps of this model of people in general, up to `horizon`.
  ///
  /// - Returns: `nil` if the model does not look as far, or `horizon` is none of its steps.
  func limited(to horizon: Duration) -> Forecaster? {
    let count = horizon / cadence.step
    guard count == count.rounded(), count >= 1, Int(count) <= pathSteps else { return nil }
    let kept = min(Int(count) + cadence.lateSteps, steps)
    return options.horizon == horizon && kept == steps
      ? self : Forecaster(self, steps: kept, horizon)
  }

  private init(_ whole: Forecaster, steps: Int, _ horizon: Duration) {
    var options = whole.options
    options.horizon = horizon
    cadence = whole.cadence
    self.options = options
    zone = whole.zone
    map = whole.map
    self.steps = steps
    ridges = Array(whole.ridges.prefix(steps))
    kernelRidges = Array(whole.kernelRidges.prefix(steps))
    recordCount = whole.recordCount
    rowCount = whole.rowCount
    meanGram = whole.meanGram
    leansOnPrior = whole.leansOnPrior
    populationWeights = Array(whole.populationWeights.prefix(whole.map.columns * steps))
    range = ResidualModel(whole.range, outcomes: steps)
    measured = whole.measured.map { EmpiricalCoverage($0, outcomes: steps) }
  }
}
