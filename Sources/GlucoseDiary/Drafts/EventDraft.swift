// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event while it is being typed: what the drafts of meals, doses and exercises have in common.
///
/// Every text is allowed at any time; ``validate(style:now:)`` says what it amounts to.
public protocol EventDraft: Hashable, Codable, Sendable {
  /// A field of the form.
  associatedtype Field: DraftField

  /// The identifier of the event that the draft becomes.
  var id: DiaryEvent.ID { get }
  /// When it was, or began.
  var time: Date { get set }
  /// The zone in which it is logged.
  var zone: TimeZone { get set }
  /// Free text; may be blank.
  var note: String { get set }

  /// An empty draft.
  init(id: DiaryEvent.ID, at time: Date, in zone: TimeZone)

  /// A draft that edits `event`, its numbers written as `numbers` says, or `nil` if the event is of
  /// another category.
  init?(_ event: DiaryEvent, style: DecimalStyle)

  /// Looks at every field. A time after `now` is told as a warning.
  func validate(style: DecimalStyle, now: Date?) -> DraftValidation<Field>
}

/// A field of a form, of which one is the time.
public protocol DraftField: Hashable, Codable, Sendable, CaseIterable, RawRepresentable<String> {
  /// When the event was, or began.
  static var time: Self { get }
}

extension EventDraft {
  /// A draft that logs a favorite once more, at a time of its own, or `nil` if the favorite is of
  /// another category.
  ///
  ///     var draft = MealDraft(porridge, at: now, in: oslo, style: .comma)
  ///     draft?.carbs = "50"          // a larger one today
  public init?(
    _ favorite: Favorite, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone,
    style: DecimalStyle
  ) {
    self.init(favorite.event(id: id, at: time, in: zone), style: style)
  }

  /// The event that the draft becomes if it is of this kind.
  func event(_ kind: DiaryEvent.Content) -> DiaryEvent {
    DiaryEvent(id: id, at: time, in: zone, kind, note: note.nonBlank)
  }
}
