internal import Foundation
internal import GlucoseCohort
internal import GlucoseMath

extension CohortHandle {
  /// Returns each episode of low and high glucose, in chronological order for each person.
  func episodes(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let bands = try options.bands(in: unit)
    let convention = try options.convention()
    let night = try options.night()
    let rows = try concurrently(count, tasks: options.tasks(), task) { person in
      let zone = try self.zone(of: person)
      let series = try self.griddedRecord(of: person).series(convention)
      let levels = series.dayGrid(in: zone, convention: convention)?.episodeLevels(bands: bands)
      return levels.map { Self.rows($0, of: series, person, in: zone, night) } ?? []
    }.flatMap { $0 }
    let episodes = rows.map(\.episode)
    return ResultTable(
      keyColumn(rows.map(\.person)) + [
        rows.texts("level") { $0.level },
        ResultTable.Column("start", times(episodes.map(\.start))),
        ResultTable.Column("end", times(episodes.map(\.end))),
        episodes.numbers("minutes") { $0.duration.minutes },
        episodes.numbers("mean_mgdl") { $0.mean.mgdL },
        episodes.numbers("extreme_mgdl") { $0.extreme.mgdL },
        episodes.numbers("minutes_to_recovery") { $0.timeToRecovery?.minutes },
        rows.texts("part") { $0.isAtNight ? "night" : "day" },
        rows.integers("extreme_is_device_limit") { $0.isExtremeLimit ? 1 : 0 },
      ])
  }

  /// Returns instants as a column in the zone of the cohort.
  func times(_ times: [Date?]) -> ResultTable.Values {
    .times(times.map { $0?.timeIntervalSinceReferenceDate }, zone: arrowZone)
  }

  /// The zone as Arrow names it.
  var arrowZone: String {
    guard zone.identifier.hasPrefix("GMT"), zone.identifier.count > 3 else {
      return zone.identifier == "GMT" ? "UTC" : zone.identifier
    }
    let minutes = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0)) / 60
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (minutes < 0 ? "-" : "+") + two(hours) + ":" + two(rest)
  }

  private static func rows(
    _ levels: EpisodeLevels, of series: GlucoseSeries, _ person: Int, in zone: TimeZone,
    _ night: ClockWindow
  ) -> [(
    person: Int, level: String, episode: GridEpisode, isAtNight: Bool, isExtremeLimit: Bool
  )] {
    levels.inOrder.map { level, episode in
      (
        person: person, level: level.rawValue, episode: episode,
        isAtNight: night.contains(episode.start, in: zone),
        isExtremeLimit: !series.extremeFlags(of: episode, isLow: level.isLow).isEmpty
      )
    }
  }

  /// Returns the percentiles at each time of day.
  func profile(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let percentiles = try options.numbers("percentiles") ?? [5, 25, 50, 75, 95]
    guard !percentiles.isEmpty, percentiles.allSatisfy({ (0...100).contains($0) }),
      Set(percentiles).count == percentiles.count
    else {
      throw BindingError.argument("`percentiles` must be different numbers from 0 to 100.")
    }
    let probabilities = percentiles.map { $0 / 100 }
    let rows = try concurrently(count, tasks: options.tasks(), task) { person in
      try self.griddedRecord(of: person).series.dayGrid(in: self.zone(of: person))?
        .ambulatoryGlucoseProfile(probabilities: probabilities).points.map {
          (person: person, point: $0)
        } ?? []
    }.flatMap { $0 }
    let points = rows.map(\.point)
    return ResultTable(
      keyColumn(rows.map(\.person)) + [
        points.integers("minute_of_day") { $0.minuteOfDay },
        points.integers("days") { $0.dayCount },
      ]
        + percentiles.enumerated().map { index, percentile in
          let name = (Int(exactly: percentile).map(String.init) ?? percentile.description)
            .replacingOccurrences(of: ".", with: "_")
          return points.numbers("p\(name)_mgdl") {
            $0.percentiles.isEmpty ? nil : $0.percentiles[index].mgdL
          }
        })
  }
}

extension Duration {
  /// The duration in minutes, exact for whole minutes.
  fileprivate var minutes: Double {
    (Double(components.seconds) + Double(components.attoseconds) * 1e-18) / 60
  }
}
