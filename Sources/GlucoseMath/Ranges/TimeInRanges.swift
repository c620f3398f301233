// SPDX-License-Identifier: Apache-2.0

/// The part of a record in each band: time in range (TIR), below range (TBR) and above range
/// (TAR).
///
/// The weight of a reading is 1 by default, so that a percentage is of readings, as in clinical
/// reports. With ``GlucoseStatistics/Weighting/time(maximumGap:)``, the weight is the
/// seconds that the reading represents.
///
/// The percentage of a band that the bands do not define is `nil`, not 0.
public struct TimeInRanges: Hashable, Codable, Sendable {
  /// The weights in the three bands that are always defined.
  private var low, targetWeight, high: Double
  /// The weights in the outer bands, or `nil` for a band that is not defined.
  private var veryLow, veryHigh: Double?

  /// Creates the parts of these weights; `nil` for a band that is not defined.
  init(veryLow: Double?, low: Double, target: Double, high: Double, veryHigh: Double?) {
    self.veryLow = veryLow
    self.low = low
    targetWeight = target
    self.high = high
    self.veryHigh = veryHigh
  }

  /// Creates weights of zero in the bands that `bands` defines.
  init(of bands: RangeBands) {
    self.init(
      veryLow: bands.veryLow == nil ? nil : 0, low: 0, target: 0, high: 0,
      veryHigh: bands.veryHigh == nil ? nil : 0)
  }

  /// The part of the record in `band`, or `nil` if the bands do not define it.
  public subscript(band: RangeBand) -> Percentage? { weight(of: band).map(percentage) }

  /// The time below range (TBR): the part in very low and low.
  public var belowRange: Percentage { percentage((veryLow ?? 0) + low) }

  /// The time in range (TIR): the part in the target range.
  public var inRange: Percentage { percentage(targetWeight) }

  /// The time above range (TAR): the part in high and very high.
  public var aboveRange: Percentage { percentage(high + (veryHigh ?? 0)) }

  /// The sum of all weights: the number of readings, or the seconds that they represent.
  public var total: Double { (veryLow ?? 0) + low + targetWeight + high + (veryHigh ?? 0) }

  /// Returns the part that `weight` is of all weights.
  private func percentage(_ weight: Double) -> Percentage { Percentage(weight, of: total) ?? .zero }

  /// Returns the weight of `band`, the number of readings in it or the seconds that they represent,
  /// or `nil` if the bands do not define it.
  public func weight(of band: RangeBand) -> Double? {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: targetWeight
    case .high: high
    case .veryHigh: veryHigh
    }
  }

  /// Adds `weight` to `band`, which is defined.
  mutating func add(_ weight: Double, to band: RangeBand) {
    switch band {
    case .veryLow: veryLow = (veryLow ?? 0) + weight
    case .low: low += weight
    case .target: targetWeight += weight
    case .high: high += weight
    case .veryHigh: veryHigh = (veryHigh ?? 0) + weight
    }
  }
}

extension TimeInRanges {
  private enum CodingKeys: String, CodingKey {
    case veryLow, low
    case inTarget = "target"
    case high, veryHigh
  }

  /// Decodes the weights of the bands, none of which is negative and one of which is above zero. A
  /// band with a null or missing weight is not defined.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    veryLow = try container.decodeIfPresent(Double.self, forKey: .veryLow)
    low = try container.decode(Double.self, forKey: .low)
    targetWeight = try container.decode(Double.self, forKey: .inTarget)
    high = try container.decode(Double.self, forKey: .high)
    veryHigh = try container.decodeIfPresent(Double.self, forKey: .veryHigh)
    let weights = [veryLow, low, targetWeight, high, veryHigh].compactMap { $0 }
    try decoder.require(
      weights.allSatisfy { $0 >= 0 } && total > 0 && total.isFinite,
      "The weights of bands must not be negative, and at least one must be above zero")
  }

  /// Encodes the weights of the bands, with null for a band that is not defined.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(veryLow, forKey: .veryLow)
    try container.encode(low, forKey: .low)
    try container.encode(targetWeight, forKey: .inTarget)
    try container.encode(high, forKey: .high)
    try container.encode(veryHigh, forKey: .veryHigh)
  }
}
