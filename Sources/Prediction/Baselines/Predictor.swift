// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Anything that says where glucose will be: the model, the simple rules it must beat, or your own.
///
///     struct Mine: Predictor {
///       let name = "halfway to 120"
///       func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
///         guard let last = history.last else { return nil }
///         return leads.map { _ in Outlook(expected: .mgdL((last.glucose.mgdL + 120) / 2)) }
///       }
///     }
public protocol Predictor: Sendable {
  /// What it is called in a table.
  var name: String { get }

  /// What is expected at each of `leads` after the last reading of `history`, or `nil` if this cannot
  /// be said from these readings.
  func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]?

  /// Learns from the readings of the same person that came since it last learned; nothing, unless a
  /// predictor does.
  mutating func update(from history: GlucoseSeries)
}

extension Predictor {
  /// Learns nothing.
  public mutating func update(from history: GlucoseSeries) {}
}

/// What a predictor expects at one moment.
public struct Outlook: Hashable, Sendable {
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
