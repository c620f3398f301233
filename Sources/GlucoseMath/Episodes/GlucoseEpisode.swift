public import GlucoseFoundation

/// An episode of low or high glucose.
///
///     for low in series.dayGrid(in: zone)?.episodeLevels(bands: bands)[.low] ?? [] {
///       print(low.start, low.duration, low.extreme)
///     }
///
/// It begins with 15 minutes beyond a threshold and ends at the start of 15 minutes that are not beyond it,
/// unless an ``EpisodeRule`` has other times; see ``DayGrid/episodes(matching:)``.
public struct GlucoseEpisode: Identifiable, Equatable, Sendable {
  package let side: ThresholdSide
  /// The flag of the device's limit that readings of the episode are beyond, or no flag: the device showed
  /// "Low" in a low episode, and the true extreme is lower than ``extreme``, or "High" in a high one.
  public let extremeFlags: ReadingFlags
  /// The instant of the first cell beyond the threshold, or of the reading in it.
  public let start: Date
  /// The end: the start of the recovery, or an interval after the last reading before a gap or the end of the
  /// record.
  public let end: Date
  /// The duration, short recoveries included: on a grid, the number of cells times the interval, which
  /// seconds of delay of a reading do not change; in a history, the time from ``start`` to ``end``.
  public var duration: Duration { .seconds(seconds) }
  private let seconds: Double
  /// The mean concentration, short recoveries included.
  public let mean: Glucose
  /// The lowest concentration of a low episode, the highest of a high one.
  public let extreme: Glucose
  /// On a grid, the time from the extreme to the first cell of the recovery; `nil` if the record ended or had
  /// a gap before recovery, and in a history.
  public var timeToRecovery: Duration? { secondsToRecovery.map { .seconds($0) } }
  private let secondsToRecovery: Double?
  /// The cells of the episode in its grid.
  package let cells: Range<Int>

  /// A Boolean value that indicates whether the episode is of low glucose, not of high.
  public var isLow: Bool { side == .below }
  /// The interval from the start (included) to the end (excluded).
  public var interval: Range<Date> { start..<end }
  /// The side and the seconds of the start since 2001-01-01 00:00 UTC, such as "low@763441200", by which
  /// reports, patterns, and lists of one record name the same episode.
  ///
  /// The exception is an episode that started more than a day before the day of a report, which contains the
  /// part from the start of the preceding day on.
  public var id: String {
    "\(isLow ? "low" : "high")@\(Int(start.timeIntervalSinceReferenceDate.rounded()))"
  }

  package var minutes: Double { seconds / 60 }

  init(
    _ side: ThresholdSide, from start: Date, to end: Date, _ duration: Duration, mean: Glucose,
    extreme: Glucose, _ extremeFlags: ReadingFlags, timeToRecovery: Duration?, cells: Range<Int>
  ) {
    self.side = side
    self.start = start
    self.end = end
    seconds = duration.inSeconds
    self.mean = mean
    self.extreme = extreme
    self.extremeFlags = extremeFlags
    secondsToRecovery = timeToRecovery?.inSeconds
    self.cells = cells
  }

  /// Creates the episode of a history, which has no grid.
  package init(
    _ side: ThresholdSide, _ interval: Range<Date>, mean: Glucose, extreme: Glucose,
    _ extremeFlags: ReadingFlags
  ) {
    self.init(
      side, from: interval.lowerBound, to: interval.upperBound,
      .seconds(interval.upperBound.timeIntervalSince(interval.lowerBound)), mean: mean,
      extreme: extreme, extremeFlags, timeToRecovery: nil, cells: 0..<0)
  }

  /// Returns whether the episode starts before another or, of two that start together, is the low one.
  package func precedes(_ other: Self) -> Bool {
    (start, isLow ? 0 : 1) < (other.start, other.isLow ? 0 : 1)
  }

  /// Returns the minutes from the end of an earlier episode of the same grid: cells times the
  /// interval, which seconds of delay of a reading do not change.
  func minutes(sinceEndOf earlier: Self) -> Double {
    let cellCount = Double(cells.lowerBound - earlier.cells.upperBound)
    return cellCount * earlier.minutes / Double(Swift.max(earlier.cells.count, 1))
  }
}

/// The number, rate, duration and depth of episodes.
public struct EpisodeSummary: Equatable, Sendable {
  /// The number of episodes.
  public let count: Int
  /// The episodes per day of recorded time, or `nil` where less than half a day is recorded.
  public let perDay: Double?
  package let meanMinutes: Double?
  /// The mean over episodes of their means, or `nil` if there are no episodes.
  public let mean: Glucose?
  /// The mean duration, or `nil` if there are no episodes.
  public var meanDuration: Duration? { meanMinutes.map { .seconds(60 * $0) } }

  init(_ episodes: [GlucoseEpisode], recordedDays: Double, minimum: Double) {
    count = episodes.count
    perDay =
      recordedDays > 0 && recordedDays >= minimum ? Double(episodes.count) / recordedDays : nil
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    meanMinutes = mean(episodes.map(\.minutes))
    self.mean = mean(episodes.map(\.mean.mgdL)).map { .mgdL($0) }
  }
}
