public import GlucoseDiary
public import GlucoseMath
internal import Prediction

/// A predictor of glucose, such as the model, a baseline, or your own.
///
///     struct Halfway: Predictor {
///       let id = "halfway-to-120"
///       func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
///         guard let last = history.series.last else { return nil }
///         return leads.map { _ in PredictedGlucose(expected: .mgdL((last.glucose.mgdL + 120) / 2)) }
///       }
///     }
public protocol Predictor: Sendable {
  /// The stable identifier of the predictor's results in a ``Backtest``, such as "last-value".
  var id: String { get }

  /// The name in a table, by default the identifier.
  var name: String { get }

  /// Returns the expected glucose at each of `leads` after the last reading of `history`, or `nil`
  /// if there is no forecast.
  func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]?

  /// Returns the expected glucose at each of `leads` after the last reading of `history` and, for
  /// each of `crossings`, its expectation by the last lead, or `nil` if there is no forecast or
  /// there are no leads.
  ///
  /// By default, the score of an alarm is the distance in mg/dL by which the path exceeds the
  /// threshold, negative if it does not reach the threshold, and there is no probability. The path
  /// of a predictor of this module is that before it is clipped, so that forecasts beyond the
  /// limits have different scores.
  func output(
    after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput?

  /// Recalibrates prediction intervals with the readings of the same person since the last call.
  /// The default implementation does nothing.
  mutating func recalibrate(with history: Recording)

  /// Updates the predictor with the readings of the same person since the last call. The default
  /// implementation does nothing. A ``Backtest`` does not call it for a population's model, which
  /// the first update would make personal, or for a predictor identified without updates.
  mutating func update(with history: Recording)
}

extension Predictor {
  /// The identifier.
  public var name: String { id }

  /// Returns the predictions with alarms scored by the path.
  public func output(
    after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    guard let predictions = predictions(after: history, at: leads), let path = predictions.path
    else { return nil }
    return PredictorOutput(
      predictions: predictions, alarms: crossings.map { PredictedCrossing($0, by: path) })
  }

  /// Does nothing.
  public mutating func recalibrate(with history: Recording) {}

  /// Does nothing.
  public mutating func update(with history: Recording) {}

  /// Returns the same predictor with another identifier, which is also its name unless one is
  /// given, so that a ``Backtest`` can contain two of the same type. Without `updates`, a
  /// back-test does not update it.
  ///
  ///     [model.identified(as: "first"), other.identified(as: "second")]
  public func identified(
    as id: String, name: String? = nil, updates: Bool = true
  ) -> any Predictor {
    IdentifiedPredictor(
      id: id, name: name ?? id, base: (self as? IdentifiedPredictor)?.base ?? self,
      traits: updates ? traits : traits.union(.fixed))
  }

  var traits: PredictorTraits {
    switch self {
    case let identified as IdentifiedPredictor: identified.traits
    case let model as Forecaster:
      [
        .model, model.isPersonal ? .personal : .fixed, model.usesEvents ? .usesEvents : [],
      ]
    default: []
    }
  }
}

struct IdentifiedPredictor: Predictor {
  let id, name: String
  private(set) var base: any Predictor
  /// The properties of the original predictor, and ``PredictorTraits/fixed`` if it is not updated.
  let traits: PredictorTraits

  func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    base.predictions(after: history, at: leads)
  }

  func output(
    after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    base.output(after: history, at: leads, alarmsOf: crossings)
  }

  mutating func recalibrate(with history: Recording) { base.recalibrate(with: history) }

  mutating func update(with history: Recording) {
    if !traits.contains(.fixed) { base.update(with: history) }
  }
}

/// The properties of a predictor in a back-test. The bits are stable.
package struct PredictorTraits: OptionSet, Codable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A model of this package.
  package static let model = Self(rawValue: 1)
  /// A model that is personalized to the person who is tested.
  package static let personal = Self(rawValue: 2)
  /// A model that uses logged events.
  package static let usesEvents = Self(rawValue: 4)
  /// A predictor that a back-test does not update.
  package static let fixed = Self(rawValue: 8)
}

/// The output of a predictor at one origin.
public struct PredictorOutput: Equatable, Sendable {
  /// The expected glucose at each lead.
  public var predictions: [PredictedGlucose]
  /// The expectation of each crossing by the last lead.
  public var alarms: [PredictedCrossing]

  /// Creates an output with a prediction for each lead and an alarm for each crossing.
  public init(predictions: [PredictedGlucose], alarms: [PredictedCrossing]) {
    self.predictions = predictions
    self.alarms = alarms
  }
}

/// The expected glucose at one lead.
public struct PredictedGlucose: Equatable, Sendable {
  /// The expected concentration.
  public var expected: Glucose
  /// The prediction interval at 90 percent, or `nil` if there is none.
  public var interval: ClosedRange<Glucose>?
  /// The predictive distribution, or `nil` if there is none.
  public var distribution: GlucoseDistribution?
  /// The expected concentration in mg/dL before it was clipped, or `nil` if it was not.
  var unclipped: Double?

  /// Creates a prediction with an optional interval at 90 percent and an optional distribution.
  public init(
    expected: Glucose, interval: ClosedRange<Glucose>? = nil,
    distribution: GlucoseDistribution? = nil
  ) {
    self.expected = expected
    self.interval = interval
    self.distribution = distribution
  }

  /// Creates a prediction that is clipped to 39 to 401 mg/dL, and before to other limits.
  init(clipping mgdL: Double, to limits: ClosedRange<Double> = Forecaster.limits) {
    expected = .mgdL(mgdL.clamped(to: limits).clamped(to: Forecaster.limits))
    unclipped = mgdL
  }
}

/// A predictor's expectation that a threshold is crossed.
public struct PredictedCrossing: Equatable, Sendable {
  /// The alarm score, on the predictor's own scale; greater scores raise alarms sooner. A score
  /// that is not a number never raises one.
  public var score: Double
  /// The probability, from 0 to 1, of a reading beyond the threshold, or `nil` if the predictor has
  /// none.
  public var probability: Double?

  /// Creates an expectation with a score and an optional probability.
  public init(score: Double, probability: Double? = nil) {
    self.score = score
    self.probability = probability
  }

  /// Creates an expectation scored by the distance in mg/dL by which a path exceeds the threshold.
  init(_ crossing: ThresholdCrossing, by path: ClosedRange<Double>) {
    let threshold = crossing.threshold.mgdL
    self.init(
      score: crossing.side == .below ? threshold - path.lowerBound : path.upperBound - threshold)
  }
}

extension [PredictedGlucose] {
  /// The range of the path in mg/dL before it was clipped, or `nil` if it is empty.
  var path: ClosedRange<Double>? {
    let path = map { $0.unclipped ?? $0.expected.mgdL }
    guard let lowest = path.min(), let highest = path.max(), lowest <= highest else { return nil }
    return lowest...highest
  }
}
