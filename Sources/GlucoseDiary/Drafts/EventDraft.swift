// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for an event that is being typed: a ``MealDraft``, an ``InsulinDoseDraft``, an
/// ``ExerciseDraft``, a ``ConditionDraft``, or an ``EntryDraft``.
///
/// Every text is allowed at any time; ``validate(style:now:)`` returns the event or the errors.
public protocol EventDraft: Identifiable, Hashable, Codable, Sendable
where ID == DiaryEvent.ID {
  /// A field of the form.
  associatedtype Field: DraftField

  /// The identifier of the event that the draft becomes.
  var id: DiaryEvent.ID { get }
  /// The instant at which the event happened or began.
  var time: Date { get set }
  /// The time zone in which the event is logged.
  var zone: TimeZone { get set }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  ///
  /// The default implementation returns `nil`.
  var unknownZone: String? { get }
  /// Free text; may be blank.
  var note: String { get set }

  /// Creates an empty draft.
  init(id: DiaryEvent.ID, at time: Date, in zone: TimeZone)

  /// Creates a draft that edits `event`, with its numbers written in `style`. `nil` if the event is
  /// of another category.
  init?(_ event: DiaryEvent, style: DecimalStyle)

  /// Validates every field. A time after `now` is a warning.
  func validate(style: DecimalStyle, now: Date?) -> DraftValidation<Field>
}

/// A field of a form. One of the fields is the time.
public protocol DraftField: Hashable, Codable, Sendable, CaseIterable, RawRepresentable<String> {
  /// The instant at which the event happened or began.
  static var time: Self { get }
}

extension EventDraft {
  /// Creates a draft that logs a favorite again at `time`. `nil` if the favorite is of another
  /// category.
  ///
  ///     var draft = MealDraft(porridge, at: now, in: oslo, style: .comma)
  ///     draft?.carbs = "50"          // larger than usual
  public init?(
    _ favorite: Favorite, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone,
    style: DecimalStyle
  ) {
    self.init(favorite.event(id: id, at: time, in: zone), style: style)
  }

  /// Returns `nil`.
  public var unknownZone: String? { nil }

  /// Returns the event of the draft with content `kind`.
  func event(_ kind: DiaryEvent.Content) -> DiaryEvent {
    var event = DiaryEvent(id: id, at: time, in: zone, kind, note: note.nonBlank)
    event.unknownZone = unknownZone
    return event
  }
}
