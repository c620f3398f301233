// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An exercise while it is being typed: hours and minutes as the texts of their fields.
///
///     var draft = ExerciseDraft(at: noon, in: oslo)
///     draft.minutes = "45"
///     draft.validate(style: .comma).event
public struct ExerciseDraft: EventDraft {
  /// A field of the form.
  public enum Field: String, DraftField {
    /// What it was.
    case name
    /// The hours of its duration.
    case hours
    /// The minutes of its duration.
    case minutes
    /// When it began.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// When it began.
  public var time: Date
  /// The zone in which it is logged.
  public var zone: TimeZone
  /// What it was; may be blank.
  public var name = ""
  /// The hours of its duration, to which the minutes are added; may be blank for none.
  public var hours = ""
  /// The minutes of its duration, 60 and more allowed; may be blank for none.
  public var minutes = ""
  /// How hard it was, if that is known.
  public var intensity: Exercise.Intensity?
  /// Free text; may be blank.
  public var note = ""

  /// An empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// A draft that edits `event`, its numbers written as `numbers` says, or `nil` if it is no exercise.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .exercise(let exercise) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    let seconds = exercise.duration.inSeconds
    let rest = seconds.truncatingRemainder(dividingBy: 3600)
    name = exercise.name ?? ""
    hours = seconds == rest ? "" : style.format((seconds - rest) / 3600)
    minutes = rest == 0 ? "" : style.format(rest / 60)
    intensity = exercise.intensity
    note = event.note ?? ""
  }

  /// Looks at every field.
  ///
  /// The duration is rounded to a millisecond. Errors: a number that is none, and a duration that is
  /// blank, zero, or a hundred years and more. Warnings: more than 12 hours or 300 minutes, and a time
  /// after `now`.
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let hours = examination.number(hours, .hours, usualUpTo: 12)
    let minutes = examination.number(minutes, .minutes, usualUpTo: 300)
    // Whole milliseconds, so that what an hour and a third of a minute amount to is not a hair less.
    let seconds = (((hours ?? 0) * 3600 + (minutes ?? 0) * 60) * 1000).rounded() / 1000
    if examination.errors.isEmpty {
      if hours == nil && minutes == nil {
        examination.reject(.minutes, .missing)
      } else if seconds == 0 {
        examination.reject(.minutes, .zero)
      } else if seconds >= Self.longest {
        examination.reject(.minutes, .notANumber)
      }
    }
    // Beyond the longest a `Duration` might not hold the number; then there are errors.
    let exercise = Exercise(
      name: name.nonBlank, duration: .seconds(min(seconds, Self.longest)), intensity: intensity)
    return examination.validation(.exercise(exercise), now: now)
  }

  /// A hundred years in seconds.
  private static let longest = 3_155_760_000.0
}
