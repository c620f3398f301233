/// The parts of a record in each band: time in (TIR), below (TBR) and above range (TAR).
///
/// The weight of a reading is 1 by default, so that a percentage is of readings, as in clinical
/// reports, or the seconds that the reading represents; see
/// ``GlucoseSeries/statistics(bands:weightedByTimeUpTo:)``.
///
/// The percentage of a band that the bands do not define is `nil`, not 0.
public struct TimeInRanges: Equatable, Sendable {
  /// The edges of the bands.
  public let bands: RangeBands
  /// The weights in the three bands that are always defined.
  private var low, targetWeight, high: Double
  /// The weights in the outer bands, or `nil` for a band that is not defined.
  private var veryLow, veryHigh: Double?

  /// Creates the parts of these weights, of which those in bands that are not defined do not count.
  package init(
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
  package var total: Double { (veryLow ?? 0) + low + targetWeight + high + (veryHigh ?? 0) }

  private func percentage(_ weight: Double) -> Percentage { Percentage(weight, of: total) ?? .zero }

  /// Returns the weight of `band`, the number of readings in it or the seconds that they represent,
  /// or `nil` if the bands do not define it.
  package func weight(of band: RangeBand) -> Double? {
    switch band {
    case .veryLow: veryLow
    case .low: low
    case .target: targetWeight
    case .high: high
    case .veryHigh: veryHigh
    }
  }

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

extension GlucoseSeries {
  /// Returns the percentage of readings below a concentration (`<`), or `nil` if there are none.
  public func percentage(below edge: Glucose) -> Percentage? { percentage { $0 < edge.mgdL } }

  /// Returns the percentage of readings above a concentration (`>`), or `nil` if there are none.
  public func percentage(above edge: Glucose) -> Percentage? { percentage { $0 > edge.mgdL } }

  /// Returns the percentage of readings in a range, both ends included, or `nil` if there are none.
  public func percentage(in range: ClosedRange<Glucose>) -> Percentage? {
    let low = range.lowerBound.mgdL
    let high = range.upperBound.mgdL
    return percentage { $0 >= low && $0 <= high }
  }

  private func percentage(where isCounted: (Double) -> Bool) -> Percentage? {
    Percentage(values.count(where: isCounted), of: count)
  }
}
