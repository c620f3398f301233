// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GlucoseMath

  /// What one step changed in a logbook.
  public struct LogbookChange: Hashable, Sendable {
    /// One thing that changed.
    public enum Item: Hashable, Sendable {
      /// Readings of `source` came, went, or were excluded or included, the first and last at `times`.
      case readings(source: ReadingSource, times: ClosedRange<Date>)
      /// An event came (`before` is `nil`), went (`after` is `nil`) or was edited.
      case event(before: DiaryEvent?, after: DiaryEvent?)
      /// A favorite came, went, was edited, used or moved.
      case favorite(before: Favorite?, after: Favorite?)
      /// A day's star or note came, went or was edited.
      case day(before: DayMark?, after: DayMark?)
      /// Anything may have changed: the logbook was erased or restored, another logbook wrote to the
      /// file, or changes were dropped since the listener was slow.
      case everything
    }

    /// What changed, in the order in which it did.
    public let items: [Item]

    init(_ items: [Item]) { self.items = items }

    /// Whether anything that belongs to `range` may look different now: a reading in it, an event
    /// that overlapped or overlaps it, or the mark of a day that does.
    public func affects(_ range: Range<Date>) -> Bool { items.contains { $0.affects(range) } }
  }

  extension LogbookChange.Item {
    /// Whether anything that belongs to `range` may look different now.
    public func affects(_ range: Range<Date>) -> Bool {
      switch self {
      case .readings(_, let times):
        times.lowerBound < range.upperBound && times.upperBound >= range.lowerBound
      case .event(let before, let after):
        (before?.overlaps(range) ?? false) || (after?.overlaps(range) ?? false)
      case .favorite: false
      case .day(let before, let after):
        [before, after].contains { $0?.day.interval.overlaps(range) ?? false }
      case .everything: true
      }
    }

    /// A change of the readings of a source at these times: none if there are none.
    static func readings(_ source: String, at times: [Double]) -> [Self] {
      guard let first = times.min(), let last = times.max() else { return [] }
      return [
        .readings(
          source: ReadingSource(rawValue: source),
          times: Date(
            timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last))
      ]
    }
  }
#endif
