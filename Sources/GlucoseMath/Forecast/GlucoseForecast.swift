// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where glucose is expected to go, with a range for every point.
///
/// A forecast is not a record: it is a type of its own, so that expected values never enter a
/// ``GlucoseSeries``. The value that is drawn, printed and tested for a crossing is one and the same.
public struct GlucoseForecast: Hashable, Codable, Sendable {
  /// An expected concentration at an instant.
  public struct Point: Hashable, Codable, Sendable {
    /// The instant.
    public let time: Date
    /// The concentration expected.
    public let glucose: Glucose
    /// The lower end of the range.
    public let lower: Glucose
    /// The upper end of the range.
    public let upper: Glucose

    /// A point of a forecast.
    ///
    /// - Precondition: `lower` ≤ `glucose` ≤ `upper`.
    public init(time: Date, glucose: Glucose, lower: Glucose, upper: Glucose) {
      precondition(lower <= glucose && glucose <= upper, Self.requirement)
      self.time = time
      self.glucose = glucose
      self.lower = lower
      self.upper = upper
    }

    /// Decodes a point and checks that its range encloses what is expected.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      time = try container.decode(Date.self, forKey: .time)
      glucose = try container.decode(Glucose.self, forKey: .glucose)
      lower = try container.decode(Glucose.self, forKey: .lower)
      upper = try container.decode(Glucose.self, forKey: .upper)
      guard lower <= glucose, glucose <= upper else {
        throw DecodingError.dataCorruptedError(
          forKey: .lower, in: container, debugDescription: Self.requirement)
      }
    }

    private static let requirement = "A range encloses what is expected"
  }

  /// The last reading before the forecast.
  public let origin: Reading
  /// The points of the path, in order of time, all after the origin.
  public let points: [Point]
  /// The share of outcomes that the range is built to hold, for instance 0.9.
  public let nominalCoverage: Double
  /// The share of outcomes that the range of the last point did hold on recordings that were not used
  /// to build it, or `nil` if it was not measured.
  public let empiricalCoverage: Double?
  /// How likely glucose is to cross thresholds, or `nil` if the forecaster does not say.
  public let crossings: CrossingProbabilities?

  /// A forecast from `origin` along `points`.
  ///
  /// - Precondition: there is a point, points ascend in time, all are after the origin, `coverage`
  ///   lies between 0 and 1, and `crossings` has as many points.
  public init(
    origin: Reading, points: [Point], nominalCoverage: Double, empiricalCoverage: Double? = nil,
    crossings: CrossingProbabilities? = nil
  ) {
    let mistake = Self.mistake(origin, points, nominalCoverage, crossings)
    precondition(mistake == nil, mistake ?? "")
    self.origin = origin
    self.points = points
    self.nominalCoverage = nominalCoverage
    self.empiricalCoverage = empiricalCoverage
    self.crossings = crossings
  }

  /// Decodes a forecast and checks what is required of one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    origin = try container.decode(Reading.self, forKey: .origin)
    points = try container.decode([Point].self, forKey: .points)
    nominalCoverage = try container.decode(Double.self, forKey: .nominalCoverage)
    empiricalCoverage = try container.decodeIfPresent(Double.self, forKey: .empiricalCoverage)
    crossings = try container.decodeIfPresent(CrossingProbabilities.self, forKey: .crossings)
    if let mistake = Self.mistake(origin, points, nominalCoverage, crossings) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: mistake))
    }
    try decoder.require(
      empiricalCoverage.map { (0...1).contains($0) } ?? true,
      "A measured coverage must lie between 0 and 1")
  }

  /// What is wrong with the parts of a forecast, as a sentence, or `nil`.
  private static func mistake(
    _ origin: Reading, _ points: [Point], _ coverage: Double, _ crossings: CrossingProbabilities?
  ) -> String? {
    if points.isEmpty { return "A forecast has a point" }
    if !zip([origin.time] + points.map(\.time), points).allSatisfy({ $0 < $1.time }) {
      return "The points of a forecast come after its origin, in order of time"
    }
    if let crossings, crossings.pointCount != points.count {
      return "There are probabilities of crossing for each point of a forecast"
    }
    return coverage > 0 && coverage < 1 ? nil : "A coverage lies between 0 and 1"
  }

  /// Whether the expected path falls below `threshold` (`<`) no later than `duration` after the origin.
  public func crosses(below threshold: Glucose, within duration: Duration) -> Bool {
    points(within: duration).contains { $0.glucose < threshold }
  }

  /// Whether the expected path rises above `threshold` (`>`) no later than `duration` after the origin.
  public func crosses(above threshold: Glucose, within duration: Duration) -> Bool {
    points(within: duration).contains { $0.glucose > threshold }
  }

  /// The probability, from 0 to 1, that a reading no later than `duration` after the origin lies beyond
  /// a threshold.
  ///
  ///     forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(1800))    // 0.34
  ///
  /// The whole path until then counts. Where the interval of a point until then lies wholly beyond the
  /// threshold, the probability is at least that of the interval and of what lies farther from the
  /// threshold, (1 + ``coverage``) / 2. A duration beyond the last point stands for that point. `nil` if
  /// the forecaster does not say, if no point is that near, or if the threshold is outside of those it
  /// knows.
  ///
  /// A duration from an instant after the origin is that from the origin: of a forecast asked for at `now`,
  /// the next half hour is `.seconds(1800 + now.timeIntervalSince(forecast.origin.time))`.
  public func probability(ofCrossing crossing: ThresholdCrossing, within duration: Duration)
    -> Double?
  {
    let path = points(within: duration)
    guard !path.isEmpty,
      let probability = crossings?.probability(of: crossing, byPoint: path.count - 1)
    else { return nil }
    let isCertain = path.contains {
      crossing.isBeyond($0.lower) && crossing.isBeyond($0.upper)
    }
    return isCertain ? max(probability, (1 + nominalCoverage) / 2) : probability
  }

  /// The points no later than `duration` after the origin, to a millisecond: instants of today are multiples
  /// of a tenth of a microsecond.
  private func points(within duration: Duration) -> ArraySlice<Point> {
    let end = origin.time.addingTimeInterval(duration.inSeconds + 0.001)
    return points.prefix { $0.time <= end }
  }

  private enum CodingKeys: String, CodingKey {
    case origin, points
    case nominalCoverage = "coverage"
    case empiricalCoverage = "measuredCoverage"
    case crossings
  }
}
