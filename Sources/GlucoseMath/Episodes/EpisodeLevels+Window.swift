// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The episodes that begin at night.
public struct NocturnalEpisodes: Hashable, Codable, Sendable {
  /// The window of the local day that is night.
  public let night: ClockWindow
  /// The episodes that begin at night, by level. ``EpisodeLevels/recordedDays`` is the number of
  /// recorded nights: the time recorded at night over the length of a night.
  public let levels: EpisodeLevels
}

extension DayGrid {
  /// Returns the episodes that begin in a window of the local day.
  ///
  /// An episode belongs to the window in which it begins, with its whole duration, including the
  /// time after the window's end, so that the episodes of a window and of its complement are all
  /// episodes. ``EpisodeLevels/recordedDays`` is the time recorded in the window over the window's
  /// length.
  ///
  /// - Complexity: O(*c* + *e*), where *c* is the number of cells and *e* the number of episodes.
  public func episodes(_ levels: EpisodeLevels, beginningIn window: ClockWindow) -> EpisodeLevels {
    func beginning(_ path: KeyPath<EpisodeLevels, [GridEpisode]>) -> [GridEpisode] {
      levels[keyPath: path].filter {
        window.contains($0.start.timeIntervalSinceReferenceDate, table)
      }
    }
    return EpisodeLevels(
      low: beginning(\.low), veryLow: beginning(\.veryLow),
      lowExcludingVeryLow: beginning(\.lowExcludingVeryLow),
      extendedLow: beginning(\.extendedLow), high: beginning(\.high),
      veryHigh: beginning(\.veryHigh), highExcludingVeryHigh: beginning(\.highExcludingVeryHigh),
      extendedHigh: beginning(\.extendedHigh), recordedDays: recordedDays(in: window),
      minimumRecordedDays: levels.minimumRecordedDays)
  }

  /// Returns the time recorded in a window of the local day, in lengths of the window, without
  /// cells of isolated readings, as in ``recordedDays``.
  private func recordedDays(in window: ClockWindow) -> Double {
    var count = 0
    for row in 0..<rowCount {
      let cells = starts[row]..<starts[row + 1]
      let local = origins[row] + table.offset(at: origins[row])
      let first = local - (local / 86_400).rounded(.down) * 86_400
      for (position, cell) in cells.enumerated()
      where !self.cells[cell].isNaN && !isAlone(cell) {
        var second = first + Double(position) * seconds
        if let time = irregular[row]?.times[position] { second = time + table.offset(at: time) }
        second -= (second / 86_400).rounded(.down) * 86_400
        if window.contains(secondOfDay: second) { count += 1 }
      }
    }
    return Double(count) * seconds / window.seconds
  }
}

extension ClockWindow {
  /// The length of the window on a day of 24 hours, in seconds.
  var seconds: Double { stretches.reduce(0) { $0 + ($1.to - $1.from) } }
}
