#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GlucoseLog
  internal import GlucoseMath

  /// A logbook as the store of a session. It stores readings as those of one source, and returns
  /// the readings of all sensors.
  struct LogbookStore: LiveStore {
    let log: Logbook
    let source: ReadingSource

    /// Stores all readings. Those that repeat a reading of the source, including an excluded one,
    /// are in no series (see `Logbook.Options.minimumInterval`).
    func store(_ readings: [Reading]) async throws -> StoreResult {
      guard !readings.isEmpty else { return StoreResult() }
      let (result, repetitions) = try await log.asyncAdd(readings, from: source)
      return StoreResult(
        added: result.added - repetitions, unchanged: result.unchanged,
        conflicting: result.conflicting, repeated: result.repeated + repetitions)
    }

    func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try log.series(in: range)
    }

    func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
      try log.events(in: range)
    }

    func recording(in range: Range<Date>) throws(LogbookError) -> Recording {
      try log.recording(in: range)
    }

    /// The range of a change includes the readings around it that it may make repetitions.
    func observe(
      _ body: @escaping @Sendable (StoreChange) -> Void
    ) -> (any AnyObject & Sendable)? {
      // A change affects the repetitions around it, a reading before an excluded one and a chain of
      // readings after it, and the choice between feeds.
      let interval = log.options.minimumInterval.inSeconds
      let reach = log.options.chainReach
      return log.observe { change in
        for item in change.items {
          switch item {
          case .readings(_, let times):
            let first = times.lowerBound.addingTimeInterval(-interval)
            let last = times.upperBound.addingTimeInterval(reach)
            let range = MergedFeeds.reach(of: first..<last.addingTimeInterval(1))
            body(.readings(range.lowerBound...range.upperBound))
          case .event(let before, let after):
            let times = [before?.time, after?.time].compactMap(\.self)
            if let first = times.min() { body(.events(from: first)) }
          case .everything: body(.everything)
          case .favorite, .day, .source: break
          }
        }
      }
    }
  }
#endif
