public import GlucoseMath
public import GlucoseFoundation

/// A part of a series in which the sensor may show something other than glucose.
///
/// A fault is found from the readings alone and has a score, because glucose itself can look
/// like a fault. No reading is removed; see `GlucoseSeries/excluding(_:)`.
public struct SignalFault: Equatable, Codable, Sendable {
  /// The kind of a fault: a predefined one, or any other by its name.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the kind in persisted forms.
    public let rawValue: String

    /// Creates the kind named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A fall and recovery at night, caused by pressure on the sensor: a compression low, or
    /// pressure-induced sensor attenuation.
    public static let compressionLow = Self(rawValue: "compressionLow")
    /// Readings that scatter around their neighbors much more than other readings of the record, or
    /// a single reading far from its neighbors.
    public static let noise = Self(rawValue: "noise")
    /// A step between two readings that no rate of change explains, as after a calibration.
    public static let jump = Self(rawValue: "jump")
    /// A value that repeats for longer than values of the record do.
    public static let stuck = Self(rawValue: "stuck")
    /// The first hours of a new sensor.
    public static let warmUp = Self(rawValue: "warmUp")
    /// A difference from a second sensor that exceeds the limit.
    public static let drift = Self(rawValue: "drift")

    /// The predefined kinds.
    public static let allCases = [compressionLow, noise, jump, stuck, warmUp, drift]
  }

  /// The evidence of a compression low: criteria that its readings meet.
  public enum Evidence: String, Hashable, Codable, Sendable, CaseIterable {
    /// Glucose was steady in the half hour before: it changed by at most (`≤`) 1 mg/dL per minute.
    case steadyBefore
    /// Glucose fell by more (`>`) than 2 mg/dL per minute over ten minutes.
    case suddenFall
    /// Glucose returned, by over half of the depth, at more (`>`) than 2 mg/dL/min over ten minutes.
    case suddenReturn
    /// The highest reading of the 20 minutes after the return is at most (`≤`) 25 mg/dL from the level
    /// before the fall.
    case restoredLevel
  }

  /// The kind.
  public let kind: Kind
  /// The time of the first affected reading.
  public let start: Date
  /// The time of the last affected reading.
  public let end: Date
  /// The number of affected readings.
  public let readingCount: Int
  /// How well the readings meet the criteria of the kind, from 0 to 1; see the article of the
  /// module. Not a probability: it has not been compared with recordings in which faults are known.
  public let score: Double
  /// The evidence of a compression low in the order of its course, or none for faults of other kinds.
  /// The ``score`` of a compression low is the fraction of all cases of ``Evidence``.
  public let evidence: [Evidence]
  /// The size of the fault, or `nil` if it is unknown.
  ///
  /// | Kind | Size |
  /// |---|---|
  /// | ``Kind/compressionLow`` | the depth |
  /// | ``Kind/noise`` | the median distance of the readings from their neighbors |
  /// | ``Kind/jump`` | the height, with its sign |
  /// | ``Kind/drift`` | the median difference from the second sensor, with its sign |
  public let size: Glucose?

  /// Creates a fault.
  ///
  /// - Precondition: `start` is not after `end`, and `score` is in `0...1`.
  package init(
    _ kind: Kind, from start: Date, through end: Date, readingCount: Int, score: Double,
    evidence: [Evidence] = [], size: Glucose? = nil
  ) {
    precondition(start <= end, "A fault must not end before it starts")
    precondition((0...1).contains(score), "A score must be between 0 and 1")
    self.kind = kind
    self.start = start
    self.end = end
    self.readingCount = readingCount
    self.score = score
    self.evidence = evidence
    self.size = size
  }

  /// Returns whether a time is in the fault, its first and last reading included.
  public func contains(_ time: Date) -> Bool { start <= time && time <= end }

  /// Returns a Boolean value that indicates whether a time of the fault, its first and last reading
  /// included, is in a range, whose end is not.
  public func overlaps(_ range: Range<Date>) -> Bool {
    start < range.upperBound && end >= range.lowerBound
  }
}

extension SignalFault {
  /// Decodes a fault that does not end before it starts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    start = try container.calendarTime(forKey: .start)
    end = try container.calendarTime(forKey: .end)
    readingCount = try container.decode(Int.self, forKey: .readingCount)
    score = try container.decode(Double.self, forKey: .score)
    evidence = try container.decode([Evidence].self, forKey: .evidence)
    size = try container.decodeIfPresent(Glucose.self, forKey: .size)
    try decoder.require(
      start <= end && readingCount >= 0 && (0...1).contains(score),
      "A fault must not end before it starts, and its score must be between 0 and 1")
  }
}

extension GlucoseSeries {
  /// Returns the readings that are in none of the faults, as a series, such as to compare metrics
  /// with and without compression lows.
  ///
  ///     let quality = SignalQuality(of: series, in: zone)
  ///     let others = series.excluding(quality.faults(.compressionLow, score: 0.75))
  ///     others.statistics(bands: .consensus(in: .mgdL))?.timeInRanges.belowRange
  ///
  /// The excluded readings are gaps of the result. If a fault is glucose after all, the result
  /// hides a true low: state both results.
  public func excluding(_ faults: [SignalFault]) -> GlucoseSeries {
    removing(faults.map { index(atOrAfter: $0.start)..<prefix(through: $0.end).count })
  }
}
