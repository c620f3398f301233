// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation
  public import GlucoseMath

  /// A view of a logbook with the readings of one source, such as one of two sensors worn at once,
  /// or one person of a cohort in one file.
  ///
  ///     let left = try log.history(from: "left arm").report(of: today, bands: bands)
  ///
  /// Events have no source; the view contains all of them.
  public struct SourceHistory: GlucoseHistory, Sendable {
    /// The logbook.
    public let log: Logbook
    /// The source.
    public let source: ReadingSource

    /// Returns the readings of the source, as ``Logbook/series(in:from:)`` does.
    public func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try log.series(in: range, from: source)
    }

    /// Returns the events of the logbook, as ``Logbook/events(in:)`` does.
    public func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
      try log.events(in: range)
    }
  }

  extension Logbook {
    /// Returns a view of the logbook with the readings of one source. It has no readings if the
    /// source is unknown.
    public func history(from source: ReadingSource) -> SourceHistory {
      SourceHistory(log: self, source: source)
    }
  }
#endif
