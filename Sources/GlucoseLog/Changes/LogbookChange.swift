#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GlucoseMath

  /// The changes that one transaction made to a logbook.
  public struct LogbookChange: Equatable, Sendable {
    /// A change of one kind of data.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Item: Hashable, Sendable {
      /// Readings of `source` were added, replaced, removed, excluded, or included; `times` is the
      /// range of their instants.
      case readings(source: ReadingSource, times: ClosedRange<Date>)
      /// An event was added (`before` is `nil`), removed (`after` is `nil`), or edited.
      case event(before: DiaryEvent?, after: DiaryEvent?)
      /// A favorite was added (`before` is `nil`), removed (`after` is `nil`), edited, used, or
      /// moved.
      case favorite(before: Favorite?, after: Favorite?)
      /// The mark of a day was added (`before` is `nil`), removed (`after` is `nil`), or edited.
      case day(before: DayMark?, after: DayMark?)
      /// A source was added by a file (`before` is `nil`), removed (`after` is `nil`), or renamed.
      case source(before: ReadingSource?, after: ReadingSource?)
      /// Any data may have changed: the logbook was erased or restored, another logbook wrote to
      /// the file, or changes were dropped because the listener was slow.
      case everything
    }

    /// The changes, in the order in which they were made.
    public let items: [Item]

    init(_ items: [Item]) { self.items = items }

    /// Returns a Boolean value that indicates whether the data of `range` may have changed: a
    /// reading in it, an event that overlapped or overlaps it, or the mark of a day that overlaps
    /// it.
    public func affects(_ range: Range<Date>) -> Bool { items.contains { $0.affects(range) } }
  }

  extension LogbookChange.Item {
    /// Returns a Boolean value that indicates whether the data of `range` may have changed.
    public func affects(_ range: Range<Date>) -> Bool {
      switch self {
      case .readings(_, let times):
        times.lowerBound < range.upperBound && times.upperBound >= range.lowerBound
      case .event(let before, let after):
        (before?.overlaps(range) ?? false) || (after?.overlaps(range) ?? false)
      case .favorite, .source: false
      case .day(let before, let after):
        [before, after].contains { $0?.day.interval.overlaps(range) ?? false }
      case .everything: true
      }
    }

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
