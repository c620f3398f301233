// SPDX-License-Identifier: Apache-2.0

/// How much of a record lies in each band.
///
/// The weight of a reading is 1 by default, so that a share is of readings, as the clinical
/// percentages are; with ``Weighting/time(maximumGap:)`` it is the seconds the reading stands for.
public struct RangeShares: Hashable, Codable, Sendable {
  /// The weights in the five bands.
  private var veryLow, low, inTarget, high, veryHigh: Double

  /// Shares of these weights.
  init(
    veryLow: Double = 0, low: Double = 0, target: Double = 0, high: Double = 0, veryHigh: Double = 0
  ) {
    self.veryLow = veryLow
    self.low = low
    inTarget = target
    self.high = high
    self.veryHigh = veryHigh
  }

  /// The share of `band`, from 0 to 1. A band that the edges do not define has the share 0.
  public subscript(band: RangeBand) -> Double { weight(of: band) / total }

  /// The share below the target range: very low and low.
  public var belowTarget: Double { (veryLow + low) / total }

  /// The share in the target range.
  public var target: Double { inTarget / total }

  /// The share above the target range: high and very high.
  public var aboveTarget: Double { (high + veryHigh) / total }

  /// The sum of all weights: the number of readings, or the seconds they stand for.
  public var total: Double { veryLow + low + inTarget + high + veryHigh }

  /// The weight of `band`: the number of readings in it, or the seconds they stand for.
  public func weight(of band: RangeBand) -> Double {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: inTarget
    case .high: high
    case .veryHigh: veryHigh
    }
  }

  /// Adds `weight` to `band`.
  mutating func add(_ weight: Double, to band: RangeBand) {
    switch band {
    case .veryLow: veryLow += weight
    case .low: low += weight
    case .target: inTarget += weight
    case .high: high += weight
    case .veryHigh: veryHigh += weight
    }
  }
}

extension RangeShares {
  private enum CodingKeys: String, CodingKey {
    case veryLow, low
    case inTarget = "target"
    case high, veryHigh
  }

  /// Decodes the weights of the five bands, none of which is negative and one of which is above zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    veryLow = try container.decode(Double.self, forKey: .veryLow)
    low = try container.decode(Double.self, forKey: .low)
    inTarget = try container.decode(Double.self, forKey: .inTarget)
    high = try container.decode(Double.self, forKey: .high)
    veryHigh = try container.decode(Double.self, forKey: .veryHigh)
    guard [veryLow, low, inTarget, high, veryHigh].allSatisfy({ $0 >= 0 }), total > 0,
      total.isFinite
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Shares have five weights, none negative and not all zero"))
    }
  }
}
