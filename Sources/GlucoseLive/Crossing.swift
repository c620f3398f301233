// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Whether glucose is expected to cross a threshold soon, steadied so that it does not flicker.
///
///     var low = Crossing(.below, .mgdL(70))
///     low.update(forecast)            // true: this changed what is expected
///     low.isExpected                  // true
///     low.probability                 // 0.62
///
/// A crossing begins to be expected where the forecast says that it is likely enough to cross the
/// threshold within ``lead``, or where the expected path does. It is expected until it is less than half
/// as likely and the path keeps clear of the threshold by ``margin``: what dances around either tells
/// its story once.
public struct Crossing: Hashable, Codable, Sendable {
  /// The side of the threshold that is watched for.
  public enum Direction: String, Hashable, Codable, Sendable, CaseIterable {
    /// Concentrations less (`<`) than the threshold.
    case below
    /// Concentrations greater (`>`) than the threshold.
    case above
  }

  /// The side of the threshold that is watched for.
  public let direction: Direction
  /// The threshold.
  public let threshold: Glucose
  /// How far ahead counts, from the last reading on (`≤`).
  public let lead: Duration
  /// How far from the threshold the path must stay, in mg/dL, until a crossing is expected no more.
  public let margin: Double
  /// The probability from which on (`≥`) a crossing is expected: the higher, the fewer alarms, false ones
  /// and true ones. With 1, the path alone counts.
  public let likelihood: Double
  /// Whether a crossing is expected; `nil` while there is no forecast to tell it by.
  public private(set) var isExpected: Bool?
  /// The probability, from 0 to 1, of a reading beyond the threshold within ``lead``; `nil` while there is
  /// no forecast, or if it does not tell one.
  public private(set) var probability: Double?

  /// The likelihood unless told otherwise: 0.35.
  ///
  /// Measured for lows below 70 mg/dL, by the model that ships on studies it had not seen, three false alarms a week
  /// come from 0.36 to 0.39 on in type 1 diabetes with a reading every five minutes, from 0.28 to 0.29 on with
  /// one every fifteen; in people without diabetes from 0.38 on in one study and from 0.72 on in another. The model
  /// card of `Prediction` has the table.
  public static let usualLikelihood = 0.35

  /// A crossing of which nothing is known yet.
  ///
  /// - Parameters:
  ///   - direction: The side of the threshold that is watched for.
  ///   - threshold: The threshold; probabilities are told of 50 to 100 mg/dL below and 140 to 300 above.
  ///   - lead: How far ahead counts.
  ///   - margin: How far from the threshold the path must stay, in mg/dL, until a crossing is expected no
  ///     more.
  ///   - likelihood: The probability from which on a crossing is expected.
  /// - Precondition: `threshold` is finite and above zero, `lead` positive, `margin` finite and not
  ///   negative, and `likelihood` above 0 and at most 1.
  public init(
    _ direction: Direction, _ threshold: Glucose, within lead: Duration = .seconds(1800),
    margin: Double = 5, likelihood: Double = usualLikelihood
  ) {
    let mistake = Self.mistake(threshold, lead, margin, likelihood)
    precondition(mistake == nil, mistake ?? "")
    self.direction = direction
    self.threshold = threshold
    self.lead = lead
    self.margin = margin
    self.likelihood = likelihood
  }

  /// Decodes a crossing and checks what is required of one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    direction = try container.decode(Direction.self, forKey: .direction)
    threshold = try container.decode(Glucose.self, forKey: .threshold)
    lead = try container.decode(Duration.self, forKey: .lead)
    margin = try container.decode(Double.self, forKey: .margin)
    likelihood =
      try container.decodeIfPresent(Double.self, forKey: .likelihood) ?? Self.usualLikelihood
    isExpected = try container.decodeIfPresent(Bool.self, forKey: .isExpected)
    probability = try container.decodeIfPresent(Double.self, forKey: .probability)
    if let mistake = Self.mistake(threshold, lead, margin, likelihood) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: mistake))
    }
    guard probability.map({ (0...1).contains($0) }) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .probability, in: container, debugDescription: "A probability lies between 0 and 1")
    }
  }

  /// Takes in a forecast, or that there is none: then nothing is known, and what was is forgotten.
  ///
  /// - Returns: whether this changed ``isExpected``.
  /// - Complexity: O(*n*) in the points of the forecast.
  @discardableResult
  public mutating func update(_ forecast: Forecast?) -> Bool {
    let before = isExpected
    probability = forecast?.probability(ofCrossing: crossing, within: lead)
    isExpected = forecast.map { forecast in
      let isLikely = probability.map { $0 >= (before == true ? likelihood / 2 : likelihood) }
      return (likelihood < 1 && isLikely ?? false)
        || crosses(forecast, by: before == true ? -margin : 0)
    }
    return isExpected != before
  }

  /// What is watched for.
  public var crossing: ThresholdCrossing {
    switch direction {
    case .below: .below(threshold)
    case .above: .above(threshold)
    }
  }

  /// Whether the path goes beyond the threshold by more than `distance` mg/dL.
  private func crosses(_ forecast: Forecast, by distance: Double) -> Bool {
    switch direction {
    case .below:
      forecast.crosses(below: .mgdL(threshold.mgdL - distance), within: lead)
    case .above:
      forecast.crosses(above: .mgdL(threshold.mgdL + distance), within: lead)
    }
  }

  /// What is wrong with the parts of a crossing, as a sentence, or `nil`.
  private static func mistake(
    _ threshold: Glucose, _ lead: Duration, _ margin: Double, _ likelihood: Double
  ) -> String? {
    if !(threshold.mgdL.isFinite && threshold.mgdL > 0) {
      return "A threshold is a finite concentration above zero"
    }
    if lead <= .zero { return "A crossing is expected within a positive time" }
    if !(margin.isFinite && margin >= 0) { return "A margin is finite and not negative" }
    return likelihood > 0 && likelihood <= 1
      ? nil : "A crossing is expected from a probability above 0 and at most 1 on"
  }
}
