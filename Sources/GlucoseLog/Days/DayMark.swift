// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseMath

  /// A star, a note, or both, that a person attached to a day.
  ///
  /// A mark applies to a date, regardless of the time zone.
  public struct DayMark: Hashable, Codable, Sendable {
    /// The day, in the time zone in which it was marked.
    public let day: LocalDay
    /// A Boolean value that indicates whether the day has a star.
    public var isStarred: Bool
    /// Free text about the day.
    public var note: String?

    /// Creates a mark of `day`.
    public init(_ day: LocalDay, isStarred: Bool = false, note: String? = nil) {
      self.day = day
      self.isStarred = isStarred
      self.note = note
    }

    /// A Boolean value that indicates whether the mark has neither a star nor a note.
    public var isEmpty: Bool { !isStarred && note == nil }
  }
#endif
