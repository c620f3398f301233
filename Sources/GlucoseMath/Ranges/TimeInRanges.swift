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
  /// The edges of the bands, or `nil` for parts that an earlier version stored.
  public let bands: RangeBands?
  /// The weights in the three bands that are always defined.
  private var low, targetWeight, high: Double
  /// The weights in the outer bands, or `nil` for a band that is not defined.
  private var veryLow, veryHigh: Double?

  /// Creates the parts of these weights, of which those in bands that are not defined do not count.
  init(
    of bands: RangeBands, veryLow: Double = 0, low: Double = 0, target: Double = 0,
    high: Double = 0, veryHigh: Double = 0
  ) {
    self.bands = bands
    self.veryLow = bands.veryLow == nil ? nil : veryLow
    self.low = low
    targetWeight = target
    self.high = high
    self.veryHigh = bands.veryHigh == nil ? nil : veryHigh
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
    case bands, veryLow, low
    case inTarget = "target"
    case high, veryHigh
  }

  /// Decodes the weights of the bands, none of which is negative and one of which is above zero. A
  /// band with a null or missing weight is not defined.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    bands = try container.decodeIfPresent(RangeBands.self, forKey: .bands)
    veryLow = try container.decodeIfPresent(Double.self, forKey: .veryLow)
    low = try container.decode(Double.self, forKey: .low)
    targetWeight = try container.decode(Double.self, forKey: .inTarget)
    high = try container.decode(Double.self, forKey: .high)
    veryHigh = try container.decodeIfPresent(Double.self, forKey: .veryHigh)
    let weights = [veryLow, low, targetWeight, high, veryHigh].compactMap { $0 }
    try decoder.require(
      weights.allSatisfy { $0 >= 0 } && total > 0 && total.isFinite,
      "The weights of bands must not be negative, and at least one must be above zero")
    try decoder.require(
      bands.map {
        ($0.veryLow == nil) == (veryLow == nil) && ($0.veryHigh == nil) == (veryHigh == nil)
      }
        ?? true, "There must be a weight for each band that is defined")
  }

  /// Encodes the edges and the weights of the bands, with null for the weight of a band that is not
  /// defined.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(bands, forKey: .bands)
    try container.encode(veryLow, forKey: .veryLow)
    try container.encode(low, forKey: .low)
    try container.encode(targetWeight, forKey: .inTarget)
    try container.encode(high, forKey: .high)
    try container.encode(veryHigh, forKey: .veryHigh)
  }
}

extension GlucoseSeries {
  /// Returns the percentage of readings below a concentration (`<`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(below edge: Glucose) -> Percentage? {
    percentage { $0 < edge.mgdL }
  }

  /// Returns the percentage of readings above a concentration (`>`), or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(above edge: Glucose) -> Percentage? {
    percentage { $0 > edge.mgdL }
  }

  /// Returns the percentage of readings in a range, both ends included, or `nil` if there are none.
  ///
  /// - Complexity: O(*n*)
  public func percentage(in range: ClosedRange<Glucose>) -> Percentage? {
    let low = range.lowerBound.mgdL
    let high = range.upperBound.mgdL
    return percentage { $0 >= low && $0 <= high }
  }

  private func percentage(where isCounted: (Double) -> Bool) -> Percentage? {
    Percentage(values.count(where: isCounted), of: count)
  }
}
