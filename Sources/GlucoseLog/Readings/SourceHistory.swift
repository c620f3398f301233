// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation
  public import GlucoseMath

  /// A logbook of which only one source's readings are seen: one of two sensors that are worn at once,
  /// or one person of a cohort that shares a file.
  ///
  ///     let left = try log.history(from: "left arm").report(on: today)
  ///
  /// Events belong to no source; they are all seen.
  public struct SourceHistory: GlucoseHistory, Sendable {
    /// The logbook.
    public let log: Logbook
    /// The source.
    public let source: ReadingSource

    /// The readings of the source, as ``Logbook/series(_:from:)`` gives them.
    public func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try log.series(range, from: source)
    }

    /// The events of the logbook, as ``Logbook/events(_:)`` gives them.
    public func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
      try log.events(in: range)
    }
  }

  extension Logbook {
    /// The logbook as far as it is about one source; without readings if the source never gave any.
    public func history(from source: ReadingSource) -> SourceHistory {
      SourceHistory(log: self, source: source)
    }
  }
#endif
