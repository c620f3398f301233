// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  public import GlucoseMath

  extension Logbook {
    /// The changes that are written through this logbook from now on, one element to a step, in the
    /// order in which they were written. Ends when the logbook is closed or gone.
    ///
    ///     for await change in log.changes() where change.touches(today.interval) {
    ///       window = try log.recording(week)
    ///     }
    ///
    /// An element comes after its step is on disk, so that reading the logbook then finds it. Whoever
    /// is slow misses nothing: elements wait. What another process writes is not announced.
    public func changes() -> AsyncStream<LogChange> { broadcaster.listen() }

    /// The changes from now on that touch `range`.
    public func changes(
      touching range: Range<Date>
    ) -> some AsyncSequence<LogChange, Never> & Sendable {
      changes().filter { $0.touches(range) }
    }

    /// The changes from now on that touch the days from the first to the last, both included.
    public func changes(
      touching days: ClosedRange<LocalDay>
    ) -> some AsyncSequence<LogChange, Never> & Sendable {
      changes(touching: days.lowerBound.start..<days.upperBound.end)
    }
  }
#endif
