// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseMath

  /// What a person attached to a day: a star, a note, or both.
  ///
  /// A mark belongs to the date: it is found again from whatever zone one looks.
  public struct DayMark: Hashable, Codable, Sendable {
    /// The day, in the zone in which it was marked.
    public let day: LocalDay
    /// Whether the day is a favorite.
    public var isStarred: Bool
    /// Free text about the day.
    public var note: String?

    /// A mark of `day`.
    public init(_ day: LocalDay, isStarred: Bool = false, note: String? = nil) {
      self.day = day
      self.isStarred = isStarred
      self.note = note
    }

    /// Whether the mark says nothing.
    public var isEmpty: Bool { !isStarred && note == nil }
  }
#endif
