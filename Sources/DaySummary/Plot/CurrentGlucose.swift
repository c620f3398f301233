public import GlucoseMath
internal import GlucoseSignals
public import GlucoseFoundation

/// The last reading at some instant, with its age and rate of change.
public struct CurrentGlucose: Equatable, Codable, Sendable {
  /// The last reading at or before the instant.
  public let reading: Reading
  /// The time from the reading to the instant.
  public let age: Duration
  /// A Boolean value that indicates whether the reading is older (`>`) than the maximum age.
  public let isStale: Bool
  /// The rate of change in mg/dL per minute, or `nil` if it is unknown.
  public let mgdLPerMinute: Double?

  /// The trend, or `nil` if the rate of change is unknown or the reading is stale.
  public var trend: GlucoseTrend? {
    isStale ? nil : mgdLPerMinute.map { GlucoseTrend(mgdLPerMinute: $0) }
  }

  package init(reading: Reading, age: Duration, isStale: Bool, mgdLPerMinute: Double?) {
    precondition(mgdLPerMinute.map(\.isFinite) ?? true, "`mgdLPerMinute` must be finite")
    self.reading = reading
    self.age = age
    self.isStale = isStale
    self.mgdLPerMinute = mgdLPerMinute
  }

  /// Creates the current glucose value of `series` at `now`, or `nil` if there is no reading at or
  /// before `now`.
  ///
  /// The rate of change is the slope of the least-squares line through the readings of the 15
  /// minutes before the last reading (both ends included). It is unknown if these readings span
  /// less (`<`) than four minutes, as after a gap or with a scan beside a stored reading, or if one
  /// of them is beyond a device limit.
  ///
  /// The reading is stale above (`>`) `maximumAge`, or, if it is `nil`, 15 minutes, and up to 20
  /// for a sensor that reads less often than every ten minutes.
  ///
  /// - Complexity: O(log *n* + *k*), where *n* is the number of readings and *k* is the number of
  ///   readings in the 15 minutes.
  public init?(_ series: GlucoseSeries, at now: Date, maximumAge: Duration? = nil) {
    let past = series.prefix(through: now)
    guard let last = past.last else { return nil }
    let age = Duration.seconds(now.timeIntervalSince(last.time))
    let recent = past[last.time.addingTimeInterval(-900)..<last.time.addingTimeInterval(1)]
    reading = last
    self.age = age
    isStale = age > maximumAge ?? past.defaultMaximumAge
    mgdLPerMinute = recent.slopePerMinute
  }
}

extension GlucoseSeries {
  /// The least time from the first to the last reading of a rate of change, in seconds. Within a
  /// minute or two, the rounding of the values alone can be a steep rate.
  private static let leastRateSpan = 240.0

  /// The slope of the least-squares line in mg/dL per minute, or `nil` if it is unknown.
  fileprivate var slopePerMinute: Double? {
    guard let origin = times.first, let last = times.last, last - origin >= Self.leastRateSpan,
      !flags.contains(where: { !$0.isDisjoint(with: [.belowDeviceLimit, .aboveDeviceLimit]) })
    else { return nil }
    let sums = SquareSums(zip(times, values).map { (x: ($0 - origin) / 60, y: $1) })
    let slope = sums.xy / sums.xx
    return slope.isFinite ? slope : nil
  }
}

extension CurrentGlucose {
  private enum CodingKeys: String, CodingKey {
    case reading, age, isStale, mgdLPerMinute
  }

  /// Creates a current glucose value by decoding it; a rate of change must be finite, and the age
  /// is in seconds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    reading = try container.decode(Reading.self, forKey: .reading)
    age = try container.duration(forKey: .age)
    isStale = try container.decode(Bool.self, forKey: .isStale)
    mgdLPerMinute = try container.decodeIfPresent(Double.self, forKey: .mgdLPerMinute)
    try decoder.require(mgdLPerMinute.map(\.isFinite) ?? true, "A rate of change must be finite")
  }

  /// Encodes the value, with the age in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reading, forKey: .reading)
    try container.encode(seconds: age, forKey: .age)
    try container.encode(isStale, forKey: .isStale)
    try container.encodeIfPresent(mgdLPerMinute, forKey: .mgdLPerMinute)
  }
}
