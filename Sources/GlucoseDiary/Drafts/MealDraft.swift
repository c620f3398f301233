// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for a meal, with every quantity as text.
///
///     var draft = MealDraft(at: noon, in: oslo)
///     draft.carbs = "52,5"
///     draft.validate(style: .comma).event
public struct MealDraft: EventDraft {
  /// A field of the form.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Field: String, DraftField {
    /// The name of the meal.
    case name
    /// Carbohydrate in grams.
    case carbs
    /// Protein in grams.
    case protein
    /// Fat in grams.
    case fat
    /// The instant of the meal.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The instant of the meal.
  public var time: Date
  /// The time zone in which the meal is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  public private(set) var unknownZone: String?
  /// The name of the meal; may be blank.
  public var name = ""
  /// The carbohydrate in grams; blank if it is unknown.
  public var carbs = ""
  /// The protein in grams; blank if it is unknown.
  public var protein = ""
  /// The fat in grams; blank if it is unknown.
  public var fat = ""
  /// Free text; may be blank.
  public var note = ""

  /// Creates an empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// Creates a draft that edits `event`, with its numbers written in `style`. `nil` if the event is
  /// not a meal.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .meal(let meal) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    name = meal.name ?? ""
    carbs = meal.carbs.map(style.format) ?? ""
    protein = meal.protein.map(style.format) ?? ""
    fat = meal.fat.map(style.format) ?? ""
    note = event.note ?? ""
  }

  /// Validates every field.
  ///
  /// | Result | Cause |
  /// |---|---|
  /// | Error | a text that is not a number; a meal without a name and without any content |
  /// | Warning | more than 300 g of carbohydrate or 200 g of protein or fat; a time after `now` |
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
