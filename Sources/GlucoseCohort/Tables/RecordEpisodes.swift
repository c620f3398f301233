internal import GlucoseMath
internal import GlucoseFoundation

/// The episodes of a record, of which a row of one of its periods has those that begin in it.
struct RecordEpisodes {
  private(set) var levels: EpisodeLevels
  /// The episodes below 54 mg/dL of the glycemic state, of 20 minutes, until 30 of recovery.
  private(set) var stateVeryLow: [GlucoseEpisode]
  /// The episodes below 70 mg/dL that contain none of these.
  private(set) var stateLow: [GlucoseEpisode]

  init(_ grid: DayGrid, bands: RangeBands) {
    func find(_ threshold: Glucose) -> [GlucoseEpisode] {
      grid.episodes(
        matching: EpisodeRule(
          .below, threshold, minimumDuration: .seconds(1200), recoveryDuration: .seconds(1800)))
    }
    let published = ConsensusEdges(in: bands.unit)
    levels = grid.episodeLevels(bands: bands)
    stateVeryLow = find(published.veryLow)
    stateLow = find(published.low).sharingNoCell(with: stateVeryLow)
  }

  /// Returns the episodes that begin in a range, each as long as in the record.
  func beginning(in range: Range<Date>) -> Self {
    func beginning(_ episodes: [GlucoseEpisode]) -> [GlucoseEpisode] {
      let first = episodes.partitioningIndex { $0.start >= range.lowerBound }
      let end = episodes.partitioningIndex { $0.start >= range.upperBound }
      return Array(episodes[first..<end])
    }
    var copy = self
    copy.levels = levels.map(recordedDays: levels.recordedDays, beginning)
    copy.stateVeryLow = beginning(stateVeryLow)
    copy.stateLow = beginning(stateLow)
    return copy
  }
}
