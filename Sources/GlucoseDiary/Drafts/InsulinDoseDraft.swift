// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A dose of insulin while it is being typed: the quantity as the text of its field.
///
///     var draft = InsulinDoseDraft(at: noon, in: oslo)
///     draft.units = "4,5"
///     draft.validate(style: .comma).event
public struct InsulinDoseDraft: EventDraft {
  /// A field of the form.
  public enum Field: String, DraftField {
    /// The dose in international units.
    case units
    /// When it was.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// When it was.
  public var time: Date
  /// The zone in which it is logged.
  public var zone: TimeZone
  /// The dose in international units.
  public var units = ""
  /// How the insulin acts, if that is known.
  public var action: InsulinDose.Action?
  /// Free text; may be blank.
  public var note = ""

  /// An empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// A draft that edits `event`, its numbers written as `numbers` says, or `nil` if it is no dose.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .insulin(let dose) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    units = style.format(dose.units)
    action = dose.action
    note = event.note ?? ""
  }

  /// Looks at every field.
  ///
  /// Errors: a dose that is blank, no number, negative or zero. Warnings: more than 50 units, and a
  /// time after `now`.
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let units = examination.number(units, .units, usualUpTo: 50, required: true)
    if units == 0 { examination.reject(.units, .zero) }
    let dose = units.map { DiaryEvent.Content.insulin(InsulinDose(units: $0, action: action)) }
    return examination.validation(dose, now: now)
  }
}
