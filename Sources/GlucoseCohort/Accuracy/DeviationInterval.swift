public import GlucoseMath

extension AccuracyStudy {
  /// The deviations of a sensor that are to be expected in a range of the reference (CG-DIVA,
  /// Continuous Glucose Deviation Interval and Variability Analysis; Eichenlaub et al., *Journal of
  /// Diabetes Science and Technology*, 2022).
  ///
  /// A deviation is the reading minus the reference, in mg/dL in the low range, otherwise in percent
  /// of the reference.
  public struct DeviationInterval: Equatable, Sendable {
    /// The deviations of one sensor.
    public struct Sensor: Equatable, Sendable {
      /// The name of the sensor.
      public let name: String
      /// The number of pairs.
      public let count: Int
      /// The median.
      public let median: Double
      /// The interval from the 5 % to the 95 % quantile; below ten pairs, from least to greatest.
      public let interval: ClosedRange<Double>
    }

    /// The range of the reference, or `nil` for all pairs.
    public let range: RangeBand?
    /// The number of pairs.
    public let count: Int
    /// The median.
    public let median: Double
    let innerPercentage: Percentage
    /// The interval of the middle deviations: of 85, 70, and 80 % in the low, target, and high range, and of
    /// 87 % of all pairs, each end with a confidence of 97.5 %.
    public let inner: ClosedRange<Double>
    let outerPercentage: Percentage?
    /// The interval of nearly all deviations, of 98, 99, and 99 % in the low, target, and high range, with
    /// 97.5 % confidence, or `nil` for all pairs.
    public let outer: ClosedRange<Double>?
    /// The variability from sensor to sensor: the deviations of each sensor with pairs in the range.
    public let sensors: [Sensor]
  }

  /// Returns the deviation intervals of the ranges with at least 100 pairs, of two sensors or more.
  ///
  /// The ends of an interval are quantiles with a confidence bound by a bootstrap of whole sensors,
  /// of which the authors recommend at least 10,000 samples.
  ///
  /// - Precondition: `samples` is positive.
  /// - Complexity: O(*n* × *s*), where *s* is the number of samples.
  public func deviationIntervals(samples: Int = 10_000, seed: UInt64 = 1) -> [DeviationInterval] {
    precondition(samples > 0, "The number of samples must be positive")
    let sensors = sensors
    var generator = SplitMix64(seed: seed)
    let draws = (0..<samples).map { _ in
      var copies = [Int](repeating: 0, count: sensors.count)
      for _ in sensors { copies[.random(in: sensors.indices, using: &generator)] += 1 }
      return copies
    }
    let ranges: [(RangeBand?, inner: Double, outer: Double?)] = [
      (.low, 0.85, 0.98), (.target, 0.7, 0.99), (.high, 0.8, 0.99), (nil, 0.87, nil),
    ]
    return ranges.compactMap { range, inner, outer in
      interval(range, inner: inner, outer: outer, sensors, draws)
    }
  }

  private func interval(
    _ range: RangeBand?, inner: Double, outer: Double?, _ sensors: [ArraySlice<Pair>],
    _ draws: [[Int]]
  ) -> DeviationInterval? {
    let bySensor = sensors.map { pairs in
      pairs.map(\.glucose).filter { range == nil || bands.band(of: $0.reference) == range }
        .map { $0.deviation(in: range) }.filter(\.isFinite).sorted()
    }
    let deviations = bySensor.enumerated().flatMap { sensor, values in
      values.map { (value: $0, sensor: sensor) }
    }
    let ordered = deviations.map(\.value).sorted()
    let sizes = [inner] + (outer.map { [$0] } ?? [])
    guard ordered.count >= 100,
      let bounds = SensorBootstrap(deviations).bounds(
        of: sizes.flatMap { [(1 - $0) / 2, (1 + $0) / 2] },
        levels: sizes.flatMap { _ in [0.025, 0.975] }, samples: draws)
    else { return nil }
    return DeviationInterval(
      range: range, count: ordered.count, median: ordered.quantile(0.5),
      innerPercentage: Percentage(fraction: inner), inner: Self.interval(bounds[0], bounds[1]),
      outerPercentage: outer.map { Percentage(fraction: $0) },
      outer: outer.map { _ in Self.interval(bounds[2], bounds[3]) },
      sensors: zip(sensors, bySensor).compactMap { pairs, values in
        guard let least = values.first, let greatest = values.last else { return nil }
        return DeviationInterval.Sensor(
          name: pairs[pairs.startIndex].sensor, count: values.count,
          median: values.quantile(0.5),
          interval: values.count < 10
            ? least...greatest : values.quantile(0.05)...values.quantile(0.95))
      })
  }

  /// Returns the interval of two ends, in whichever order the corrections of few sensors put them.
  private static func interval(_ end: Double, _ other: Double) -> ClosedRange<Double> {
    Swift.min(end, other)...Swift.max(end, other)
  }
}

extension GlucosePair {
  /// Returns measurement minus reference, in mg/dL in the low range, otherwise in percent.
  fileprivate func deviation(in range: RangeBand?) -> Double {
    let difference = measured.mgdL - reference.mgdL
    return range == .low ? difference : 100 * difference / reference.mgdL
  }
}
