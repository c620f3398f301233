public import GlucoseDiary
internal import GlucoseFoundation
public import GlucoseMath

extension GlucoseHistory {
  /// Returns the episodes of low and high glucose that touch `days`, in chronological order, from
  /// one read of the history.
  ///
  ///     for episode in try history.episodes(of: week, bands: bands) {
  ///       brush(episode.interval, episode.extreme)
  ///     }
  ///
  /// Each episode is one element, however many of `days` it touches. It has the identifier that it has
  /// in the report of the day on which it started. An episode that is longer is cut at a day before
  /// `days`, all in one time zone, and at a day after them. `bands` are in the readings' unit.
  public func episodes(
    of days: ClosedRange<LocalDay>, bands: RangeBands
  ) throws(Failure) -> [GlucoseEpisode] {
    try series(around: days.lowerBound.start..<days.upperBound.end).episodes(of: days, bands)
  }

  /// Returns the readings of `days` and those on both sides that determine which episodes touch
  /// `days` and how much of the first day is covered.
  func series(around days: Range<Date>) throws(Failure) -> GlucoseSeries {
    try series(in: days.widened(by: GlucoseSeries.episodeReach))
  }
}

extension Range<Date> {
  func widened(by seconds: Double) -> Range<Date> {
    lowerBound.addingTimeInterval(-seconds)..<upperBound.addingTimeInterval(seconds)
  }
}

extension ThresholdSide {
  static let both: [ThresholdSide] = [.below, .above]

  fileprivate func rule(_ bands: RangeBands) -> EpisodeRule {
    EpisodeRule(self, self == .below ? bands.low : bands.high)
  }
}

extension GlucoseSeries {
  /// The time on each side of a day, in seconds, whose readings are searched for its episodes.
  static let episodeReach = 86_400.0

  /// Returns the episodes that touch `day`, by start, low before high.
  ///
  /// The search uses only the readings from a day before `day` to a day after it, so the result
  /// does not depend on how much more the series contains.
  func episodes(on day: LocalDay, _ bands: RangeBands) -> [GlucoseEpisode] {
    let (start, end) = (day.start, day.end)
    guard let grid = self[(start..<end).widened(by: Self.episodeReach)].dayGrid(in: day.zone)
    else { return [] }
    return ThresholdSide.both.flatMap { grid.episodes(matching: $0.rule(bands)) }
      .filter { $0.start < end && $0.end > start }
      .map {
        GlucoseEpisode($0.side, $0.interval, mean: $0.mean, extreme: $0.extreme, $0.extremeFlags)
      }
      .sorted { $0.precedes($1) }
  }

  /// Returns the episodes that touch `days`, each as one element, by start, low before high.
  ///
  /// The days on which an episode of more than a day is found have different parts of it, which
  /// overlap.
  func episodes(of days: ClosedRange<LocalDay>, _ bands: RangeBands) -> [GlucoseEpisode] {
    let found = days.flatMap { episodes(on: $0, bands) }.sorted { $0.precedes($1) }
    return ThresholdSide.both.flatMap { side in
      var groups: [(interval: Range<Date>, parts: [GlucoseEpisode])] = []
      for part in found where part.side == side {
        if let last = groups.indices.last, groups[last].interval.overlaps(part.interval) {
          let interval = groups[last].interval
          groups[last].interval =
            interval.lowerBound..<Swift.max(interval.upperBound, part.end)
          groups[last].parts.append(part)
        } else {
          groups.append((part.interval, [part]))
        }
      }
      return groups.map { joined($0.parts, $0.interval, side, in: days.lowerBound.zone, bands) }
    }
    .sorted { $0.precedes($1) }
  }

  /// Returns the episode of an interval, given the parts of it that were found on several days.
  private func joined(
    _ parts: [GlucoseEpisode], _ interval: Range<Date>, _ side: ThresholdSide, in zone: TimeZone,
    _ bands: RangeBands
  ) -> GlucoseEpisode {
    if let whole = parts.first(where: { $0.interval == interval }) { return whole }
    let found = self[interval.widened(by: Self.episodeReach)].dayGrid(in: zone)?
      .episodes(matching: side.rule(bands))
      .filter { $0.start < interval.upperBound && $0.end > interval.lowerBound }
    let extremes = parts.map(\.extreme)
    return GlucoseEpisode(
      side, interval, mean: found?.max { $0.duration < $1.duration }?.mean ?? parts[0].mean,
      extreme: (side == .below ? extremes.min() : extremes.max()) ?? parts[0].extreme,
      parts.reduce(into: []) { $0.formUnion($1.extremeFlags) })
  }
}

extension Sequence<GlucoseEpisode> {
  /// Each episode once, by start, low before high.
  var distinct: [GlucoseEpisode] {
    Dictionary(map { ($0.id, $0) }) { first, _ in first }.values.ordered { $0.precedes($1) }
  }
}
