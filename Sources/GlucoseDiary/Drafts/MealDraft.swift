// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A meal while it is being typed: every quantity as the text of its field.
///
///     var draft = MealDraft(at: noon, in: oslo)
///     draft.carbs = "52,5"
///     draft.validate(style: .comma).event
public struct MealDraft: EventDraft {
  /// A field of the form.
  public enum Field: String, DraftField {
    /// What it was.
    case name
    /// Carbohydrate in grams.
    case carbs
    /// Protein in grams.
    case protein
    /// Fat in grams.
    case fat
    /// When it was.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// When it was.
  public var time: Date
  /// The zone in which it is logged.
  public var zone: TimeZone
  /// What it was; may be blank.
  public var name = ""
  /// Carbohydrate in grams; may be blank if unknown.
  public var carbs = ""
  /// Protein in grams; may be blank if unknown.
  public var protein = ""
  /// Fat in grams; may be blank if unknown.
  public var fat = ""
  /// Free text; may be blank.
  public var note = ""

  /// An empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// A draft that edits `event`, its numbers written as `numbers` says, or `nil` if it is no meal.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .meal(let meal) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    name = meal.name ?? ""
    carbs = meal.carbs.map(style.format) ?? ""
    protein = meal.protein.map(style.format) ?? ""
    fat = meal.fat.map(style.format) ?? ""
    note = event.note ?? ""
  }

  /// Looks at every field.
  ///
  /// Errors: a number that is none, and a meal of which neither the name nor any content is known.
  /// Warnings: more than 300 g of carbohydrate or 200 g of protein or fat, and a time after `now`.
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let meal = Meal(
      name: name.nonBlank,
      carbs: examination.number(carbs, .carbs, usualUpTo: 300),
      protein: examination.number(protein, .protein, usualUpTo: 200),
      fat: examination.number(fat, .fat, usualUpTo: 200))
    if meal == Meal(), examination.errors.isEmpty { examination.reject(.carbs, .missing) }
    return examination.validation(.meal(meal), now: now)
  }
}
