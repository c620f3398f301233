// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for an exercise, with the hours and minutes of its duration as text.
///
///     var draft = ExerciseDraft(at: noon, in: oslo)
///     draft.minutes = "45"
///     draft.validate(style: .comma).event
public struct ExerciseDraft: EventDraft {
  /// A field of the form.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Field: String, DraftField {
    /// The name of the activity.
    case name
    /// The hours of its duration.
    case hours
    /// The minutes of its duration.
    case minutes
    /// The instant at which the exercise began.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The instant at which the exercise began.
  public var time: Date
  /// The time zone in which the exercise is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  public private(set) var unknownZone: String?
  /// The name of the activity; may be blank.
  public var name = ""
  /// The hours of the duration, to which the minutes are added; blank for none.
  public var hours = ""
  /// The minutes of the duration, which may be 60 or more; blank for none.
  public var minutes = ""
  /// The intensity of the activity, or `nil` if it is unknown.
  public var intensity: Exercise.Intensity?
  /// The kind of the activity, or `nil` if it is unknown.
  public var kind: Exercise.Kind?
  /// Free text; may be blank.
  public var note = ""

  /// Creates an empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// Creates a draft that edits `event`, with its numbers written in `style`. `nil` if the event is
  /// not an exercise.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .exercise(let exercise) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    edited = exercise.duration
    let seconds = exercise.duration.inSeconds
    let rest = seconds.truncatingRemainder(dividingBy: 3600)
    name = exercise.name ?? ""
    hours = seconds == rest ? "" : style.format((seconds - rest) / 3600)
    minutes = rest == 0 ? "" : style.format(rest / 60)
    intensity = exercise.intensity
    kind = exercise.kind
    note = event.note ?? ""
  }

  /// The duration of the event that is edited, which is kept if the text is not changed.
  private var edited: Duration?

  /// Validates every field.
  ///
  /// The duration is rounded to a millisecond, unless it is that of the edited event.
  ///
  /// | Result | Cause |
  /// |---|---|
  /// | Error | a text that is not a number; a duration that is blank, zero, or above 100 years |
  /// | Warning | more than 12 hours or 300 minutes; a time after `now` |
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let hours = examination.number(hours, .hours, usualUpTo: 12)
    let minutes = examination.number(minutes, .minutes, usualUpTo: 300)
    // Rounds to whole milliseconds, so that the sum of an hour and a third of a minute is exact.
    let seconds = (((hours ?? 0) * 3600 + (minutes ?? 0) * 60) * 1000).rounded() / 1000
    if examination.errors.isEmpty {
      if hours == nil && minutes == nil {
        examination.reject(.minutes, .missing)
      } else if seconds == 0 {
        examination.reject(.minutes, .zero)
      } else if seconds > Self.longest {
        examination.reject(.minutes, .unusuallyLarge(limit: EntryDraft.longestMinutes))
      }
    }
    // A `Duration` might overflow beyond `longest`; there are errors in that case.
    let typed = Duration.seconds(min(seconds, Self.longest))
    let kept = edited.flatMap { ($0.inSeconds * 1000).rounded() / 1000 == seconds ? $0 : nil }
    let exercise = Exercise(
      name: name.nonBlank, duration: kept ?? typed, intensity: intensity, kind: kind)
    return examination.validation(.exercise(exercise), now: now)
  }

  /// A hundred years in seconds.
  private static let longest = EntryDraft.longestMinutes * 60
}
