// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An episode of low or high glucose, as cells of a grid.
public struct GridEpisode: Hashable, Codable, Sendable {
  /// The instant of the first cell beyond the threshold, or of the reading in it.
  public let start: Date
  /// The instant of the last cell of the episode, or of the reading in it. The cell represents an
  /// interval, so that the episode ends one interval later.
  public let lastCellTime: Date
  /// The cells of the episode in its ``DayGrid``.
  public let cells: Range<Int>
  /// The duration in minutes: the number of cells times the interval, short recoveries included.
  public let minutes: Double
  /// The mean over the episode's cells, short recoveries included.
  public let mean: Glucose
  /// The lowest concentration of a low episode, the highest of a high one.
  public let extreme: Glucose
  /// The minutes from the extreme to the first cell of the recovery, or `nil` if the record ended or
  /// had a gap before recovery.
  public let minutesToRecovery: Double?

  private enum CodingKeys: String, CodingKey {
    case start
    case lastCellTime = "lastCell"
    case cells, minutes, mean, extreme, minutesToRecovery
  }
}

/// The number, rate, duration and depth of episodes.
public struct EpisodeSummary: Hashable, Codable, Sendable {
  /// The number of episodes.
  public let count: Int
  /// The number of episodes per day of recorded time, or `nil` where too little is recorded; see
  /// ``EpisodeLevels/minimumRecordedDays``.
  public let perDay: Double?
  /// The mean duration in minutes, or `nil` if there are no episodes.
  public let meanMinutes: Double?
  /// The mean over episodes of their means, or `nil` if there are no episodes.
  public let mean: Glucose?
  /// The mean time from the extreme to recovery in minutes, over episodes that recovered, or `nil` if
  /// none did.
  public let meanMinutesToRecovery: Double?

  init(_ episodes: [GridEpisode], recordedDays: Double, minimum: Double) {
    count = episodes.count
    perDay =
      recordedDays > 0 && recordedDays >= minimum ? Double(episodes.count) / recordedDays : nil
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    meanMinutes = mean(episodes.map(\.minutes))
    self.mean = mean(episodes.map(\.mean.mgdL)).map { .mgdL($0) }
    meanMinutesToRecovery = mean(episodes.compactMap(\.minutesToRecovery))
  }
}

extension GridEpisode {
  /// Decodes an episode of at least one cell.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decode(Date.self, forKey: .start)
    lastCellTime = try container.decode(Date.self, forKey: .lastCellTime)
    cells = try container.decode(Range<Int>.self, forKey: .cells)
    minutes = try container.decode(Double.self, forKey: .minutes)
    mean = try container.decode(Glucose.self, forKey: .mean)
    extreme = try container.decode(Glucose.self, forKey: .extreme)
    minutesToRecovery = try container.decodeIfPresent(Double.self, forKey: .minutesToRecovery)
    try decoder.require(
      start <= lastCellTime && cells.lowerBound >= 0 && !cells.isEmpty,
      "An episode must have a cell, and must not end before it starts")
    try decoder.require(
      minutes > 0 && minutes.isFinite, "The minutes of an episode must be finite and positive")
  }
}
