public import GlucoseMath
internal import GlucoseFoundation

/// The time between readings that a model is fitted to.
///
/// A denser record, such as one with a reading every minute, is thinned to the steps of the model;
/// a sparser one is rejected.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SensorCadence: Int, Hashable, Codable, Sendable, CaseIterable {
  /// A reading every 5 minutes.
  case fiveMinutes = 5
  /// A reading every 15 minutes.
  case fifteenMinutes = 15

  /// The time from one reading to the next.
  public var step: Duration { .seconds(rawValue * 60) }

  /// Creates the cadence for a record, or `nil` if the median gap between readings is longer than
  /// 22.5 minutes or there are fewer than two.
  ///
  /// It is five minutes if the median gap is at most 7.5 minutes, and otherwise fifteen.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings.
  public init?(of series: GlucoseSeries) {
    guard let gap = series.cadence,
      let match = Self.allCases.first(where: { $0.suits(gap) })
    else { return nil }
    self = match
  }

  /// Creates the cadence for a forecast from the end of a record: that of the last hour, such as
  /// after a change of sensors, or that of the whole record if the last hour is interrupted. A
  /// single reading with a wrong date in the future has no effect.
  init?(atEndOf series: GlucoseSeries) {
    if let last = Self(ofLastHourOf: series) { self = last } else { self.init(of: series) }
  }

  /// Creates the cadence of the last hour: the densest that suits the median gap (the upper of two
  /// middle ones) among readings about five minutes apart or more, so that scans between a sensor's
  /// readings have no effect; `nil` if readings do not extend over the hour, or are too far apart.
  private init?(ofLastHourOf series: GlucoseSeries) {
    guard let end = series.lastPosition(following: Self.longestGap) else { return nil }
    // What is before the window has no effect: a gap would be longer than the longest.
    let window = series.index(
      atOrAfter: series[end].time.addingTimeInterval(-3600 - Self.longestGap - Self.tolerance))
    let times = Array(series.times.dropFirst(window).prefix(end + 1 - window))
    let last = times.count - 1
    let first = times.partitioningIndex { $0 > times[last] - 3600 + Self.tolerance } - 1
    guard first >= 0,
      (first..<last).allSatisfy({ times[$0 + 1] - times[$0] <= Self.longestGap })
    else { return nil }
    let start = times.partitioningIndex { $0 >= times[last] - 3600 - Self.tolerance }
    var sampler = Sampler()
    let hour = times[start...].filter { sampler.takes($0, step: Self.fiveMinutes.seconds) }
    let gaps = zip(hour, hour.dropFirst()).map { $1 - $0 }.sorted()
    guard !gaps.isEmpty,
      let match = Self.allCases.first(where: { $0.suits(.seconds(gaps[gaps.count / 2])) })
    else { return nil }
    self = match
  }

  /// The longest horizon of a model: two hours.
  package static let longestHorizon = Duration.seconds(7200)

  /// Returns whether a horizon is a multiple of the cadence, up to ``longestHorizon``.
  func allows(_ horizon: Duration) -> Bool {
    let steps = horizon / step
    return steps >= 1 && steps == steps.rounded() && horizon <= Self.longestHorizon
  }

  /// The seconds before a first row from which days are counted, beyond the rounding of times.
  package static let dayMargin = 1.0

  /// The number of steps beyond its horizon that a model is fitted to, so that a forecast from a
  /// reading up to 15 minutes old still reaches the horizon.
  var lateSteps: Int { 15 / rawValue }

  /// Returns the number of steps by which a path is extended if its origin is `age` old: the fewest
  /// with which it ends at most 2.5 minutes before the horizon from now.
  func lateSteps(forAge age: Duration) -> Int {
    max(Int(((age.inSeconds - Self.tolerance) / seconds).rounded(.up)), 0)
  }

  /// Returns whether a record with this median gap is dense enough: at most one and a half steps.
  package func suits(_ gap: Duration) -> Bool { gap <= step * 1.5 }

  package var seconds: Double { Double(rawValue * 60) }

  /// The tolerance of a reading's time, in seconds.
  package static let tolerance = 150.0

  /// The longest gap in seconds that is bridged linearly: 30 minutes and the tolerance.
  package static let longestGap = 1800.0 + tolerance

  /// The numbers of steps of short, middle and long slopes: 5, 15 and 30 minutes, or 15, 30 and 60
  /// for a sensor that measures every 15 minutes.
  var slopeSteps: (short: Int, middle: Int, long: Int) {
    self == .fiveMinutes ? (1, 3, 6) : (1, 2, 4)
  }
}

extension GlucoseSeries {
  /// Returns the position of the last reading that follows another by at most `gap` seconds, unlike
  /// a single reading with a wrong date.
  func lastPosition(following gap: Double) -> Int? {
    (1..<Swift.max(count, 1)).last { self[$0].time.timeIntervalSince(self[$0 - 1].time) <= gap }
  }
}
