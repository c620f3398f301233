// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Anything that says where glucose will be: the model, the simple rules it must beat, or your own.
///
///     struct Mine: Predictor {
///       let name = "halfway to 120"
///       func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]? {
///         guard let last = history.last else { return nil }
///         return leads.map { _ in PredictedGlucose(expected: .mgdL((last.glucose.mgdL + 120) / 2)) }
///       }
///     }
public protocol Predictor: Sendable {
  /// What it is called in a table.
  var name: String { get }

  /// What is expected at each of `leads` after the last reading of `history`, or `nil` if this cannot
  /// be said from these readings.
  func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]?

  /// What is expected at each of `leads` after the last reading of `history`, and how much each of `crossings`
  /// is to be expected by the last of them, or `nil` if this cannot be said from these readings or there
  /// are no leads.
  ///
  /// Unless a predictor knows better, the score of an alarm is how far the path goes beyond the threshold, in
  /// mg/dL, negative where it keeps clear of it, and there is no probability.
  func answer(
    after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput?

  /// Lets its ranges follow the readings of the same person that came since they last did; nothing,
  /// unless a predictor has ranges that adapt.
  mutating func adapt(to history: GlucoseSeries)

  /// Learns from the readings of the same person that came since it last learned; nothing, unless a
  /// predictor does.
  mutating func update(from history: GlucoseSeries)
}

extension Predictor {
  /// What is expected, with alarms by how far the path goes beyond each threshold, in mg/dL.
  public func answer(
    after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    guard let predictions = predictions(after: history, at: leads) else { return nil }
    let path = predictions.map(\.expected.mgdL)
    guard let lowest = path.min(), let highest = path.max() else { return nil }
    let alarms = crossings.map { crossing in
      switch crossing {
      case .below(let threshold): PredictedCrossing(score: threshold.mgdL - lowest)
      case .above(let threshold): PredictedCrossing(score: highest - threshold.mgdL)
      }
    }
    return PredictorOutput(predictions: predictions, alarms: alarms)
  }

  /// Adapts nothing.
  public mutating func adapt(to history: GlucoseSeries) {}

  /// Learns nothing.
  public mutating func update(from history: GlucoseSeries) {}
}

/// What a predictor says at one moment.
public struct PredictorOutput: Hashable, Sendable {
  /// What it expects at each lead.
  public var predictions: [PredictedGlucose]
  /// How much it expects each crossing by the last lead.
  public var alarms: [PredictedCrossing]

  /// An outlook to each lead, and one to each crossing.
  public init(predictions: [PredictedGlucose], alarms: [PredictedCrossing]) {
    self.predictions = predictions
    self.alarms = alarms
  }
}

/// What a predictor expects at one lead.
public struct PredictedGlucose: Hashable, Sendable {
  /// The concentration expected.
  public var expected: Glucose
  /// The range that is to hold it, if the predictor gives one.
  public var range: ClosedRange<Glucose>?

  /// How likely each concentration is, if the predictor says.
  public var distribution: GlucoseDistribution?

  /// A concentration expected, with a range of 90 percent and a distribution if there are any.
  public init(
    expected: Glucose, range: ClosedRange<Glucose>? = nil,
    distribution: GlucoseDistribution? = nil
  ) {
    self.expected = expected
    self.range = range
    self.distribution = distribution
  }

  /// A concentration expected, kept within 39 and 401 mg/dL.
  init(clipping mgdL: Double) {
    expected = .mgdL(min(max(mgdL, Forecaster.limits.lowerBound), Forecaster.limits.upperBound))
  }
}
