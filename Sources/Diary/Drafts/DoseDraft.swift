// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A dose of insulin while it is being typed: the quantity as the text of its field.
///
///     var draft = DoseDraft(at: noon, in: oslo)
///     draft.units = "4,5"
///     draft.review(numbers: .comma).event
public struct DoseDraft: EventDraft {
  /// A field of the form.
  public enum Field: String, DraftField {
    /// The dose in international units.
    case units
    /// When it was.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: EventID
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
  public init(id: EventID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// A draft that edits `event`, its numbers written as `numbers` says, or `nil` if it is no dose.
  public init?(_ event: Event, numbers: DecimalStyle) {
    guard case .insulin(let dose) = event.kind else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    units = numbers.text(dose.units)
    action = dose.action
    note = event.note ?? ""
  }

  /// Looks at every field.
  ///
  /// Errors: a dose that is blank, no number, negative or zero. Warnings: more than 50 units, and a
  /// time after `now`.
  public func review(numbers: DecimalStyle, asOf now: Date? = nil) -> DraftReview<Field> {
    var examination = DraftExamination(self, numbers)
    let units = examination.number(units, .units, usualUpTo: 50, required: true)
    if units == 0 { examination.reject(.units, .zero) }
    let dose = units.map { EventKind.insulin(InsulinDose(units: $0, action: action)) }
    return examination.review(dose, asOf: now)
  }
}
