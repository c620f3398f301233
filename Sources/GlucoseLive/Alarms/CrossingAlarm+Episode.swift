public import Foundation

extension CrossingAlarm {
  /// The announcement of a crossing that is expected after a reading, or of a reading beyond the
  /// threshold.
  struct Announcement: Equatable, Codable, Sendable {
    enum Kind: String, Codable, Sendable { case expected, present }

    let time: Date
    let kind: Kind
  }

  var announcement: Announcement? { episode?.announcement }

  /// The time of the reading that was last to be announced in the current episode, or `nil` if there is
  /// no episode: that of the start of the episode; if the first reading beyond the threshold was later
  /// than the lead after the start, of this reading; or of a later reading by the ``repetition``.
  public var announcementTime: Date? { announcement?.time }

  /// The time of the reading at which the current episode began, which identifies it, or `nil` if
  /// there is no episode.
  public var episodeStart: Date? { episode?.start }

  /// A period during which the alarm is active without interruption.
  struct Episode: Equatable, Codable, Sendable {
    let start: Date
    /// The time of the first reading beyond the threshold, or `nil` if there is none yet.
    var firstBeyond: Date?
    var announcement: Announcement
    /// Whether a reading was clear of the threshold, so that the next one beyond is new.
    var hasCleared = false
    /// The start of the run of readings beyond the threshold or within the hysteresis.
    var beyondSince: Date?
    /// The start of the run of readings clear of the threshold, with no crossing expected.
    var clearSince: Date?

    init(start: Date, _ kind: Announcement.Kind) {
      self.start = start
      announcement = Announcement(time: start, kind: kind)
    }
  }
}
