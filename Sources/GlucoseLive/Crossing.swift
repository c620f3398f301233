// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// Whether glucose is expected to cross a threshold soon, steadied so that it does not flicker.
///
///     var low = Crossing(.below, .mgdL(70))
///     low.update(forecast)            // true: this changed what is expected
///     low.isExpected                  // true
///
/// A crossing begins to be expected where the expected path crosses the threshold within ``lead``, and
/// is expected until the path keeps clear of it by ``margin``: a path that dances around the threshold
/// tells its story once.
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
  /// Whether a crossing is expected; `nil` while there is no forecast to tell it by.
  public private(set) var isExpected: Bool?

  /// A crossing of which nothing is known yet.
  ///
  /// - Precondition: `threshold` is finite and above zero, `lead` positive, and `margin` finite and not
  ///   negative.
  public init(
    _ direction: Direction, _ threshold: Glucose, within lead: Duration = .seconds(1800),
    margin: Double = 5
  ) {
    let mistake = Self.mistake(threshold, lead, margin)
    precondition(mistake == nil, mistake ?? "")
    self.direction = direction
    self.threshold = threshold
    self.lead = lead
    self.margin = margin
  }

  /// Decodes a crossing and checks what is required of one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    direction = try container.decode(Direction.self, forKey: .direction)
    threshold = try container.decode(Glucose.self, forKey: .threshold)
    lead = try container.decode(Duration.self, forKey: .lead)
    margin = try container.decode(Double.self, forKey: .margin)
    isExpected = try container.decodeIfPresent(Bool.self, forKey: .isExpected)
    if let mistake = Self.mistake(threshold, lead, margin) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: mistake))
    }
  }

  /// Takes in a forecast, or that there is none: then nothing is known, and what was is forgotten.
  ///
  /// - Returns: whether this changed ``isExpected``.
  /// - Complexity: O(*n*) in the points of the forecast.
  @discardableResult
  public mutating func update(_ forecast: Forecast?) -> Bool {
    let before = isExpected
    isExpected = forecast.map { crosses($0, by: before == true ? -margin : 0) }
    return isExpected != before
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
  private static func mistake(_ threshold: Glucose, _ lead: Duration, _ margin: Double) -> String? {
    if !(threshold.mgdL.isFinite && threshold.mgdL > 0) {
      return "A threshold is a finite concentration above zero"
    }
    if lead <= .zero { return "A crossing is expected within a positive time" }
    return margin.isFinite && margin >= 0 ? nil : "A margin is finite and not negative"
  }
}
