internal import GlucoseMath
public import GlucoseFoundation

/// A form for an event that is being typed, with the text of each field.
///
///     var draft = EventDraft(.meal, at: noon, in: oslo)
///     draft[.carbs] = "52,5"
///     draft.validate(style: .comma).event
///
/// Every text is allowed at any time; ``validate(style:now:)`` returns the event or the errors. The fields
/// depend on the category:
///
/// | Category | Texts, beside ``Field/note`` | Choices |
/// |---|---|---|
/// | `meal` | ``Field/name``, ``Field/carbs``, ``Field/protein``, ``Field/fat`` | |
/// | `insulin` | ``Field/units`` | ``action`` |
/// | `exercise` | ``Field/name``, ``Field/hours``, ``Field/minutes`` | ``intensity``, ``exerciseKind`` |
/// | `condition` | ``Field/kind`` | ``end`` |
/// | any other | ``Field/name``, ``Field/amount``, ``Field/minutes`` | ``unit`` |
public struct EventDraft: Identifiable, Equatable, Codable, Sendable {
  /// A field of the form.
  public enum Field: String, CaseIterable, CodingKeyRepresentable, Codable, Sendable {
    /// The name of the meal, the activity, the medicine, the sensor, or anything else that is logged.
    case name
    /// Carbohydrate in grams.
    case carbs
    /// Protein in grams.
    case protein
    /// Fat in grams.
    case fat
    /// The dose in international units.
    case units
    /// The amount in ``EventDraft/unit``.
    case amount
    /// The kind of the condition: the raw value of a predefined one, or any other name.
    case kind
    /// The hours of the duration, to which the minutes are added.
    case hours
    /// The minutes of the duration, which may be 60 or more.
    case minutes
    /// Free text.
    case note
    /// The instant at which the event happened or began: ``EventDraft/time``, not a text.
    case time
    /// The instant at which the condition ended: ``EventDraft/end``, not a text.
    case end
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The category of the event.
  public let category: DiaryEvent.Category
  /// The instant at which the event happened or began.
  public var time: Date
  /// The time zone in which the event is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  package private(set) var unknownZone: String?
  /// The instant at which a condition ended, or `nil` if it is ongoing.
  public var end: Date?
  /// The unit of the amount of an entry, by default the first of its category.
  public var unit: DiaryEntry.Unit?
  /// The action profile of insulin, or `nil` if it is unknown.
  public var action: InsulinDose.Action?
  /// The intensity of an exercise, or `nil` if it is unknown.
  public var intensity: Exercise.Intensity?
  /// The kind of an exercise, or `nil` if it is unknown.
  public var exerciseKind: Exercise.Kind?

  private var texts: [Field: String] = [:]
  /// What is edited, of which a duration that is not changed and unknown fields are kept.
  private(set) var edited: DiaryEvent.Content?

  /// Creates an empty draft of an event of `category`.
  public init(
    _ category: DiaryEvent.Category, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone
  ) {
    self.id = id
    self.category = category
    self.time = time
    self.zone = zone
    unit = Self.units(of: category).first
  }

  /// The text of a field; blank for a field that the category does not have.
  ///
  /// - Precondition: `field` must not be ``Field/time`` or ``Field/end``.
  public subscript(field: Field) -> String {
    get { texts[field] ?? "" }
    set {
      precondition(
        field != .time && field != .end, "`time` and `end` are instants: set the properties")
      texts[field] = newValue.isEmpty ? nil : newValue
    }
  }

  /// Returns the fields with text that the form of `category` has, in their order.
  public static func fields(of category: DiaryEvent.Category) -> [Field] {
    switch category {
    case .meal: [.name, .carbs, .protein, .fat, .note]
    case .insulin: [.units, .note]
    case .exercise: [.name, .hours, .minutes, .note]
    case .condition: [.kind, .note]
    default: [.name, .amount, .minutes, .note]
    }
  }

  /// Returns the units of amounts of `category`; empty for a category without amounts.
  public static func units(of category: DiaryEvent.Category) -> [DiaryEntry.Unit] {
    switch category {
    case .fingerstick: [.mgdL, .mmolL]
    case .ketones: [.mmolL]
    case .weight: [.kilograms]
    case .temporaryBasal: [.unitsPerHour, .percent]
    case .hemoglobinA1c: [.percent, .mmolPerMol]
    case .medication: [.milligrams]
    case .alcohol: [.grams]
    default: []
    }
  }
}

extension EventDraft {
  /// Creates a draft that edits `event`, with its numbers written in `style`.
  public init(_ event: DiaryEvent, style: DecimalStyle) {
    self.init(event.content.category, id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    edited = event.content
    func write(_ number: Double?, _ field: Field) { self[field] = number.map(style.format) ?? "" }
    self[.note] = event.note ?? ""
    switch event.content {
    case .meal(let meal):
      self[.name] = meal.name ?? ""
      write(meal.carbs, .carbs)
      write(meal.protein, .protein)
      write(meal.fat, .fat)
    case .insulin(let dose):
      write(dose.units, .units)
      action = dose.action
    case .exercise(let exercise):
      self[.name] = exercise.name ?? ""
      let seconds = exercise.duration.inSeconds
      let rest = seconds.truncatingRemainder(dividingBy: 3600)
      write(seconds == rest ? nil : (seconds - rest) / 3600, .hours)
      write(rest == 0 ? nil : rest / 60, .minutes)
      intensity = exercise.intensity
      exerciseKind = exercise.kind
    case .condition(let condition):
      self[.kind] = condition.kind.rawValue
      end = condition.end
    case .entry(let entry):
      self[.name] = entry.name ?? ""
      write(entry.amount, .amount)
      write(entry.duration?.inMinutes, .minutes)
      unit = entry.unit ?? (entry.amount == nil ? unit : nil)
    }
  }

  /// Creates a draft that logs a favorite again at `time`.
  public init(
    _ favorite: Favorite, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone,
    style: DecimalStyle
  ) {
    self.init(favorite.event(id: id, at: time, in: zone), style: style)
  }
}
