public import GlucoseFoundation

/// An episode of low or high glucose, as cells of a grid.
public struct GridEpisode: Equatable, Sendable {
  /// The instant of the first cell beyond the threshold, or of the reading in it.
  public let start: Date
  /// The instant of the last cell of the episode, or of the reading in it.
  package let lastCellTime: Date
  /// The cells of the episode in its ``DayGrid``.
  public let cells: Range<Int>
  /// The number of cells times the interval in minutes, short recoveries included.
  package let minutes: Double
  /// The mean over the episode's cells, short recoveries included.
  public let mean: Glucose
  /// The lowest concentration of a low episode, the highest of a high one; a bound with
  /// ``GlucoseSeries/extremeFlags(of:isLow:)``.
  public let extreme: Glucose
  package let minutesToRecovery: Double?

  /// The end of the episode: one interval after the last cell, which represents an interval.
  public var end: Date {
    lastCellTime.addingTimeInterval(60 * minutes / Double(Swift.max(cells.count, 1)))
  }

  /// The duration: the number of cells times the interval, short recoveries included.
  public var duration: Duration { .seconds(60 * minutes) }

  /// The time from the extreme to the first cell of the recovery, or `nil` if the record ended or
  /// had a gap before recovery.
  public var timeToRecovery: Duration? { minutesToRecovery.map { .seconds(60 * $0) } }

  /// Returns the minutes from the end of an earlier episode of the same grid: cells times the
  /// interval, which seconds of delay of a reading do not change.
  func minutes(sinceEndOf earlier: Self) -> Double {
    let cellCount = Double(cells.lowerBound - earlier.cells.upperBound)
    return cellCount * earlier.minutes / Double(Swift.max(earlier.cells.count, 1))
  }
}

extension GlucoseSeries {
  /// Returns the flag of the device's limit that readings of an episode are beyond, "Low" in a low
  /// one, "High" in a high one, or none: the true extreme is then beyond ``GridEpisode/extreme``.
  public func extremeFlags(of episode: GridEpisode, isLow: Bool) -> ReadingFlags {
    let limit: ReadingFlags = isLow ? .belowDeviceLimit : .aboveDeviceLimit
    return self[episode.start..<episode.end].flags.contains { $0.contains(limit) } ? limit : []
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

  init(_ episodes: [GridEpisode], recordedDays: Double, minimum: Double) {
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
