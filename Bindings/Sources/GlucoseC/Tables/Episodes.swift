internal import Foundation
internal import GlucoseCohort
internal import GlucoseMath

extension CohortHandle {
  /// Returns each episode of low and high glucose, in chronological order for each person.
  func episodes(_ call: Call) throws -> ResultTable {
    let bands = try call.bands(in: unit)
    let convention = try call.convention()
    let night = try call.night()
    return try table(call) {
      person -> [(level: String, episode: GlucoseEpisode, isAtNight: Bool)] in
      let zone = try self.zone(of: person)
      let series = try self.griddedRecord(of: person).series(convention)
      let levels = series.dayGrid(in: zone, convention: convention)?.episodeLevels(bands: bands)
      return levels?.inOrder.map { level, episode in
        (
          level: level.rawValue, episode: episode,
          isAtNight: night.contains(episode.start, in: zone)
        )
      } ?? []
    } columns: { rows in
      let episodes = rows.map(\.episode)
      return [
        rows.texts("level") { $0.level }, times("start", episodes.map(\.start)),
        times("end", episodes.map(\.end)), episodes.numbers("minutes") { $0.duration.minutes },
        episodes.numbers("mean_mgdl") { $0.mean.mgdL },
        episodes.numbers("extreme_mgdl") { $0.extreme.mgdL },
        episodes.numbers("minutes_to_recovery") { $0.timeToRecovery?.minutes },
        rows.texts("part") { $0.isAtNight ? "night" : "day" },
        rows.integers("extreme_is_device_limit") { $0.episode.extremeFlags.isEmpty ? 0 : 1 },
      ]
    }
  }

  /// Returns the percentiles at each time of day.
  func profile(_ call: Call) throws -> ResultTable {
    let percentiles = try call.numbers("percentiles") ?? [5, 25, 50, 75, 95]
    try require(
      !percentiles.isEmpty && percentiles.allSatisfy({ (0...100).contains($0) })
        && Set(percentiles).count == percentiles.count,
      "`percentiles` must be different numbers from 0 to 100.")
    let probabilities = percentiles.map { $0 / 100 }
    return try table(call) { person in
      try self.griddedRecord(of: person).series.dayGrid(in: self.zone(of: person))?
        .ambulatoryGlucoseProfile(probabilities: probabilities).points ?? []
    } columns: { points in
      [
        points.integers("minute_of_day") { $0.minuteOfDay },
        points.integers("days") { $0.dayCount },
      ]
        + percentiles.enumerated().map { index, percentile in
          let name = (Int(exactly: percentile).map(String.init) ?? percentile.description)
            .replacingOccurrences(of: ".", with: "_")
          return points.numbers("p\(name)_mgdl") {
            $0.percentiles.isEmpty ? nil : $0.percentiles[index].mgdL
          }
        }
    }
  }
}

extension Duration {
  /// The duration in minutes, exact for whole minutes.
  fileprivate var minutes: Double {
    (Double(components.seconds) + Double(components.attoseconds) * 1e-18) / 60
  }
}
