internal import GlucoseMath
internal import GlucoseSignals

extension AccuracyStudy {
  /// How well sensors agree with each other that a person wears at the same time.
  public struct Precision: Equatable, Sendable {
    /// The number of pairs of readings.
    public let pairCount: Int
    /// The number of people with pairs.
    public let personCount: Int
    /// The mean absolute difference of a pair in percent of the mean of both (PARD; Zschornack et
    /// al., *Journal of Diabetes Science and Technology* 7:815, 2013).
    public let precisionAbsoluteRelativeDifference: Double
    /// The coefficient of variation within a pair, in percent: the root mean square, over pairs, of
    /// the standard deviation of both divided by their mean.
    ///
    /// The mean instead of the root mean square, as in user guides of sensors, is
    /// ``precisionAbsoluteRelativeDifference`` divided by √2.
    public let coefficientOfVariation: Double
  }

  /// The precision of the sensors that a person wears at the same time, or `nil` if nobody has
  /// several.
  ///
  /// Each two sensors of a person are paired as by `SensorComparison`, at the times of their pairs
  /// with the comparator; other readings are not known to the study. A value between two readings is
  /// interpolated, so that the difference is smaller than that of readings. Each pair counts equally.
  /// A sensor with a concentration above 100,000 mg/dL has none.
  public var precision: Precision? {
    let people = Dictionary(grouping: sensors) { $0[$0.startIndex].person }
    var (pairs, personCount): ([GlucosePair], Int) = ([], 0)
    for (_, sensors) in people.sorted(by: { $0.key < $1.key }) where sensors.count > 1 {
      let series = sensors.compactMap { pairs in
        try? GlucoseSeries(pairs.map { Reading(time: $0.time, glucose: $0.glucose.measured) })
      }
      let before = pairs.count
      for (index, first) in series.enumerated() {
        for second in series[(index + 1)...] {
          pairs += SensorComparison.pairs(of: first, with: second).map(\.glucose)
        }
      }
      personCount += pairs.count > before ? 1 : 0
    }
    guard !pairs.isEmpty else { return nil }
    let differences = pairs.map(\.absoluteDifferenceRelativeToMean)
    let count = Double(pairs.count)
    return Precision(
      pairCount: pairs.count, personCount: personCount,
      precisionAbsoluteRelativeDifference: differences.reduce(0, +) / count,
      // The standard deviation of two values is their difference divided by √2.
      coefficientOfVariation: (differences.reduce(0) { $0 + $1 * $1 } / (2 * count)).squareRoot())
  }
}
