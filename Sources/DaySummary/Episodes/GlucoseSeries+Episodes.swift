internal import GlucoseMath
internal import GlucoseFoundation

extension EpisodeKind {
  func rule(_ bands: RangeBands) -> EpisodeRule {
    self == .low ? EpisodeRule(.below, bands.low) : EpisodeRule(.above, bands.high)
  }
}

extension GlucoseSeries {
  /// The time on each side of a day, in seconds, whose readings are searched for its episodes.
  static let episodeReach = 86_400.0

  /// Returns the episodes that touch `day`, in order of their identifiers.
  ///
  /// The search uses only the readings from a day before `day` to a day after it, so the result
  /// does not depend on how much more the series contains.
  func episodes(on day: LocalDay, _ bands: RangeBands) -> [GlucoseEpisode] {
    let day = (start: day.start, end: day.end, zone: day.zone)
    let nearby = around(day.start..<day.end)
    guard let grid = nearby.dayGrid(in: day.zone) else { return [] }
    return EpisodeKind.allCases.flatMap { kind in
      grid.episodes(matching: kind.rule(bands)).map { GlucoseEpisode($0, kind, in: nearby) }
    }
    .filter { $0.start < day.end && $0.end > day.start }
    .sorted { $0.id < $1.id }
  }

  /// Returns the episodes that touch `days`, each as one element, in order of their identifiers.
  ///
  /// The days on which an episode of more than a day is found have different parts of it, which
  /// overlap.
  func episodes(of days: ClosedRange<LocalDay>, _ bands: RangeBands) -> [GlucoseEpisode] {
    let found = days.flatMap { episodes(on: $0, bands) }.sorted { $0.id < $1.id }
    return EpisodeKind.allCases.flatMap { kind in
      var groups: [(interval: Range<Date>, parts: [GlucoseEpisode])] = []
      for part in found where part.kind == kind {
        if let last = groups.indices.last, groups[last].interval.overlaps(part.interval) {
          let interval = groups[last].interval
          groups[last].interval =
            interval.lowerBound..<Swift.max(interval.upperBound, part.end)
          groups[last].parts.append(part)
        } else {
          groups.append((part.interval, [part]))
        }
      }
      return groups.map { joined($0.parts, $0.interval, kind, in: days.lowerBound.zone, bands) }
    }
    .sorted { $0.id < $1.id }
  }

  /// Returns the episode of an interval, given the parts of it that were found on several days.
  private func joined(
    _ parts: [GlucoseEpisode], _ interval: Range<Date>, _ kind: EpisodeKind, in zone: TimeZone,
    _ bands: RangeBands
  ) -> GlucoseEpisode {
    if let whole = parts.first(where: { $0.interval == interval }) { return whole }
    let found = around(interval).dayGrid(in: zone)?.episodes(matching: kind.rule(bands))
      .filter { $0.start < interval.upperBound && $0.end > interval.lowerBound }
    let extremes = parts.map(\.extreme)
    return GlucoseEpisode(
      id: GlucoseEpisode.ID(kind: kind, start: interval.lowerBound), end: interval.upperBound,
      extreme: (kind == .low ? extremes.min() : extremes.max()) ?? parts[0].extreme,
      extremeFlags: parts.reduce(into: []) { $0.formUnion($1.extremeFlags) },
      mean: found?.max { $0.duration < $1.duration }?.mean ?? parts[0].mean)
  }

  private func around(_ range: Range<Date>) -> GlucoseSeries {
    self[
      range.lowerBound.addingTimeInterval(
        -Self.episodeReach)..<range.upperBound.addingTimeInterval(Self.episodeReach)]
  }
}
