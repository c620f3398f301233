/// The agreement of a device with a reference over many pairs.
public struct DeviceAgreement: Equatable, Sendable {
  /// The number of pairs.
  public let count: Int
  /// The mean absolute relative difference (MARD) in percent of the reference.
  public let meanAbsoluteRelativeDifference: Double
  /// The mean relative difference (bias), with its sign, in percent of the reference.
  public let meanRelativeDifference: Double
  /// The mean absolute difference.
  public let meanAbsoluteDifference: Glucose
  /// The 15/15 rate: the percentage of pairs within 15 mg/dL of a reference below 100 mg/dL, or
  /// within 15 % of one at or above (`≤` in both), as in ISO 15197:2013.
  public let percentageWithin15: Percentage
  /// The 20/20 rate: as ``percentageWithin15``, with 20 mg/dL and 20 %.
  public let percentageWithin20: Percentage
  /// The 40/40 rate: as ``percentageWithin15``, with 40 mg/dL and 40 %.
  public let percentageWithin40: Percentage

  /// Creates the agreement of pairs, or returns `nil` if there are none.
  public init?(_ pairs: some Sequence<GlucosePair>) {
    var count = 0
    var (relative, signed, absolute) = (0.0, 0.0, 0.0)
    var within = [0, 0, 0]
    for pair in pairs {
      count += 1
      relative += pair.absoluteRelativeDifference
      signed += (pair.measured.mgdL - pair.reference.mgdL) / pair.reference.mgdL
      absolute += Swift.abs(pair.measured.mgdL - pair.reference.mgdL)
      for (index, limit) in [15.0, 20, 40].enumerated() where pair.isWithin(limit) {
        within[index] += 1
      }
    }
    guard count > 0 else { return nil }
    let n = Double(count)
    self.count = count
    meanAbsoluteRelativeDifference = relative / n
    meanRelativeDifference = 100 * signed / n
    meanAbsoluteDifference = .mgdL(absolute / n)
    percentageWithin15 = Percentage(100 * Double(within[0]) / n)
    percentageWithin20 = Percentage(100 * Double(within[1]) / n)
    percentageWithin40 = Percentage(100 * Double(within[2]) / n)
  }
}

extension GlucosePair {
  /// Returns whether the measurement is within `limit` mg/dL of a reference below `threshold`, or within
  /// `limit` percent of one at or above it, limits included, by default as in ISO 15197:2013.
  public func isWithin(_ limit: Double, threshold: Glucose = .mgdL(100)) -> Bool {
    reference < threshold ? isWithin(mgdL: limit) : absoluteRelativeDifference <= limit
  }

  /// Returns whether the measurement is within `limit` mg/dL of the reference, limits included.
  package func isWithin(mgdL limit: Double) -> Bool {
    // Concentrations in mmol/L at a limit may be beyond it in the last digits of mg/dL.
    Swift.abs(measured.mgdL - reference.mgdL).decimal(within: 1e-14) <= limit
  }
}
