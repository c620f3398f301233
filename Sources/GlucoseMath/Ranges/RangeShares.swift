// SPDX-License-Identifier: Apache-2.0

/// How much of a record lies in each band.
///
/// The weight of a reading is 1 by default, so that a share is of readings, as the clinical
/// percentages are; with ``Weighting/time(maximumGap:)`` it is the seconds the reading stands for.
public struct RangeShares: Hashable, Codable, Sendable {
  /// The weights in the five bands, from very low to very high.
  let weights: [Double]

  /// Shares of these weights, one to each case of ``RangeBand``.
  init(weights: [Double]) {
    self.weights = weights
  }

  /// The share of `band`, from 0 to 1. A band that the edges do not define has the share 0.
  public subscript(band: RangeBand) -> Double { weights[band.index] / total }

  /// The share below the target range: very low and low.
  public var belowTarget: Double { (weights[0] + weights[1]) / total }

  /// The share in the target range.
  public var target: Double { self[.target] }

  /// The share above the target range: high and very high.
  public var aboveTarget: Double { (weights[3] + weights[4]) / total }

  private var total: Double { weights.reduce(0, +) }

  private enum CodingKeys: String, CodingKey { case weights }

  /// Decodes the weights in the five bands, none of which is negative and one of which is above zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weights = try container.decode([Double].self, forKey: .weights)
    guard weights.count == RangeBand.allCases.count,
      weights.allSatisfy({ $0.isFinite && $0 >= 0 }), total > 0
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .weights, in: container,
        debugDescription: "Shares have five weights, none negative and not all zero")
    }
  }
}
