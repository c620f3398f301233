public import GlucoseMath
public import GlucoseFoundation

/// A study of the accuracy of a glucose sensor: pairs of readings and measurements by a comparator.
///
///     let study = AccuracyStudy(pairs)
///     study?.rows                  // differences and agreement rates by range, day, and sensor
///     study?.specialControls       // the criteria of 21 CFR 862.1355, met or not
///
/// The low range is below 70 mg/dL or 3.9 mmol/L (`<`), the high range above 180 mg/dL or 10.0
/// mmol/L (`>`), exact in ``unit``. Limits of differences are in mg/dL in the low range, and in
/// percent of the reference otherwise.
///
/// Pairs of one person are not independent of each other: confidence bounds take people as the
/// sample; see ``Rate/lowerBound``.
public struct AccuracyStudy: Sendable {
  /// The method by which the references of a study were measured.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Comparator: String, CaseIterable, Sendable {
    /// An analyzer of a laboratory.
    case laboratory
    /// A blood glucose meter, as of finger-sticks.
    case meter
    /// Another glucose sensor.
    case sensor
  }

  /// A reading of a sensor and the measurement by the comparator, which is the reference.
  public struct Pair: Sendable {
    /// The reference and the reading.
    public let glucose: GlucosePair
    /// The time of the measurement.
    public let time: Date
    /// The name of the sensor.
    public let sensor: String
    /// The name of the person who wore the sensor.
    public let person: String
    /// The time since the sensor was inserted, or `nil` if it is unknown.
    public let wearTime: Duration?
    /// The method by which the reference was measured, or `nil` if it is not stated.
    public let comparator: Comparator?
    var seconds: Double { time.timeIntervalSinceReferenceDate }

    /// Creates a pair. Without a person, each sensor is taken as another person's.
    ///
    /// - Precondition: `time` is finite, and `wearTime` is not negative.
    public init(
      _ glucose: GlucosePair, at time: Date, sensor: String = "", person: String? = nil,
      wearTime: Duration? = nil, comparator: Comparator? = nil
    ) {
      precondition(
        time.timeIntervalSinceReferenceDate.isFinite, "The time of a pair must be finite")
      precondition(wearTime ?? .zero >= .zero, "The time since the insertion must not be negative")
      self.glucose = glucose
      self.time = time
      self.sensor = sensor
      self.person = person ?? sensor
      self.wearTime = wearTime
      self.comparator = comparator
    }
  }

  /// The pairs, by person and sensor, and those of a sensor in chronological order.
  public let pairs: [Pair]
  /// The unit in which the edges of the ranges are exact.
  public var unit: GlucoseUnit { bands.unit }
  let bands: RangeBands

  /// Creates the study of pairs in any order, or returns `nil` if there are none. The edges of the
  /// ranges are exact in `unit`, that of the concentrations.
  ///
  /// - Complexity: O(*n* log *n*)
  public init?(_ pairs: some Sequence<Pair>, unit: GlucoseUnit = .mgdL) {
    self.pairs = pairs.sorted {
      ($0.person, $0.sensor, $0.time) < ($1.person, $1.sensor, $1.time)
    }
    guard !self.pairs.isEmpty else { return nil }
    let consensus = RangeBands.consensus(in: unit)
    bands = RangeBands(low: consensus.low, high: consensus.high, unit: unit)
  }

  /// The comparators and the pairs of each, those that are not stated last.
  var comparators: [(comparator: Comparator?, pairs: [Pair])] {
    let pairs = Dictionary(grouping: pairs, by: \.comparator)
    return (Comparator.allCases + [nil]).compactMap { comparator in
      pairs[comparator].map { (comparator, $0) }
    }
  }

  var sensors: [ArraySlice<Pair>] {
    var sensors: [ArraySlice<Pair>] = []
    var start = 0
    for (index, pair) in pairs.enumerated() {
      let next = index + 1 < pairs.count ? pairs[index + 1] : nil
      guard next?.sensor != pair.sensor || next?.person != pair.person else { continue }
      sensors.append(pairs[start...index])
      start = index + 1
    }
    return sensors
  }
}
