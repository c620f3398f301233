// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for a dose of insulin, with the dose as text.
///
///     var draft = InsulinDoseDraft(at: noon, in: oslo)
///     draft.units = "4,5"
///     draft.validate(style: .comma).event
public struct InsulinDoseDraft: EventDraft {
  /// A field of the form.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Field: String, DraftField {
    /// The dose in international units.
    case units
    /// The instant of the dose.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The instant of the dose.
  public var time: Date
  /// The time zone in which the dose is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  public private(set) var unknownZone: String?
  /// The dose in international units.
  public var units = ""
  /// The action profile of the insulin, or `nil` if it is unknown.
  public var action: InsulinDose.Action?
  /// Free text; may be blank.
  public var note = ""

  /// Creates an empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// Creates a draft that edits `event`, with its numbers written in `style`. `nil` if the event is
  /// not a dose.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .insulin(let dose) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    units = style.format(dose.units)
    action = dose.action
    note = event.note ?? ""
  }

  /// Validates every field.
  ///
  /// | Result | Cause |
  /// |---|---|
  /// | Error | a dose that is blank, not a number, negative, or zero |
  /// | Warning | more than 50 units; a time after `now` |
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let units = examination.number(units, .units, usualUpTo: 50, required: true)
    if units == 0 { examination.reject(.units, .zero) }
    let dose = units.map { DiaryEvent.Content.insulin(InsulinDose(units: $0, action: action)) }
    return examination.validation(dose, now: now)
  }
}
