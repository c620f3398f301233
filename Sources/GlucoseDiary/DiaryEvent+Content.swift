internal import GlucoseMath
public import GlucoseFoundation

extension DiaryEvent {
  /// The content of an event.
  ///
  /// The set of categories is open: other content is an ``entry(_:)``. The persisted form is an
  /// object with a `type`, the name of the category, and the fields of the case:
  ///
  /// | `type` | Fields |
  /// | --- | --- |
  /// | `meal` | `name`, `carbs`, `protein`, `fat` (grams) |
  /// | `insulin` | `units`, `action` |
  /// | `exercise` | `name`, `seconds`, `attoseconds` (unless 0), `intensity`, `kind` |
  /// | `condition` | `kind`, `end` |
  /// | any other | `name`, `amount`, `unit`, `seconds`, `attoseconds`; others are preserved |
  ///
  /// Fields without a value are omitted. A `type` of an entry, or a field of an entry, that a later
  /// version adds is decoded and encoded unchanged. Unknown fields of the other categories are
  /// ignored, and a value of `intensity` that is unknown is not decoded.
  public enum Content: Hashable, Sendable {
    /// Food or drink.
    case meal(Meal)
    /// Insulin.
    case insulin(InsulinDose)
    /// Physical activity.
    case exercise(Exercise)
    /// A state that lasts for some time, such as illness or stress.
    case condition(DiaryCondition)
    /// Anything else: a finger-stick, a note, ketones, a medicine, a change of sensor or site.
    case entry(DiaryEntry)
  }
}

extension DiaryEvent.Content: Codable {
  /// Decodes the content of the category that `type` names.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    switch DiaryEvent.Category(rawValue: try container.decode(String.self, forKey: .type)) {
    case .meal: self = .meal(try Meal(from: decoder))
    case .insulin: self = .insulin(try InsulinDose(from: decoder))
    case .exercise: self = .exercise(try Exercise(from: decoder))
    case .condition: self = .condition(try DiaryCondition(from: decoder))
    default: self = .entry(try DiaryEntry(from: decoder))
    }
  }

  /// Encodes the `type` and its fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(category.rawValue, forKey: .type)
    switch self {
    case .meal(let meal): try meal.encode(to: encoder)
    case .insulin(let dose): try dose.encode(to: encoder)
    case .exercise(let exercise): try exercise.encode(to: encoder)
    case .condition(let condition): try condition.encode(to: encoder)
    case .entry(let entry): try entry.encode(to: encoder)
    }
  }
}

/// Food or drink, with its known contents.
public struct Meal: Hashable, Codable, Sendable {
  /// The name of the meal, such as "Soup".
  public var name: String?
  /// The carbohydrate in grams, or `nil` if it is unknown.
  public var carbs: Double?
  /// The protein in grams, or `nil` if it is unknown.
  public var protein: Double?
  /// The fat in grams, or `nil` if it is unknown.
  public var fat: Double?

  /// Creates a meal from the contents that are known.
  public init(
    name: String? = nil, carbs: Double? = nil, protein: Double? = nil, fat: Double? = nil
  ) {
    self.name = name
    self.carbs = carbs
    self.protein = protein
    self.fat = fat
  }
}

/// A dose of insulin.
public struct InsulinDose: Hashable, Codable, Sendable {
  /// The action profile of an insulin: a predefined one, or any other by its name.
  public struct Action: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the action profile in persisted forms.
    public let rawValue: String

    /// Creates the action profile named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Insulin analogs that act within a quarter of an hour, for meals and corrections.
    public static let rapidActing = Self(rawValue: "rapid")
    /// Regular human insulin, which acts within half an hour to an hour, for meals.
    public static let shortActing = Self(rawValue: "short")
    /// NPH (isophane) insulin, which acts over half a day.
    public static let intermediateActing = Self(rawValue: "intermediate")
    /// Insulin that acts over the day, taken once or twice a day.
    public static let longActing = Self(rawValue: "long")
    /// A mixture of insulin for meals and insulin that acts for longer.
    public static let premixed = Self(rawValue: "mixed")

    /// The predefined action profiles.
    public static let allCases = [
      rapidActing, shortActing, intermediateActing, longActing, premixed,
    ]
  }

  /// The dose in international units.
  public var units: Double
  /// The action profile of the insulin, or `nil` if it is unknown.
  public var action: Action?

  /// Creates a dose of `units` international units.
  public init(units: Double, action: Action? = nil) {
    self.units = units
    self.action = action
  }
}

/// Physical activity that lasts for some time.
public struct Exercise: Hashable, Codable, Sendable {
  /// The intensity of an activity, by the talk test.
  public enum Intensity: String, Hashable, Codable, Sendable, CaseIterable {
    /// An activity during which a person can sing.
    case light = "low"
    /// An activity during which a person can talk but not sing.
    case moderate = "medium"
    /// An activity during which a person cannot talk.
    case vigorous = "high"
  }

  /// The kind of an activity by its supply of energy: a predefined one, or any other by its name.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the kind in persisted forms.
    public let rawValue: String

    /// Creates the kind named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Continuous activity of large muscles, such as walking, cycling, or swimming.
    public static let aerobic = Self(rawValue: "aerobic")
    /// Short efforts against resistance or at the limit, such as weights or sprints.
    public static let anaerobic = Self(rawValue: "anaerobic")
    /// Both in turns, such as football or intervals.
    public static let mixed = Self(rawValue: "mixed")

    /// The predefined kinds.
    public static let allCases = [aerobic, anaerobic, mixed]
  }

  /// The name of the activity, such as "Cycling".
  public var name: String?
  /// The duration of the activity.
  public var duration: Duration
  /// The intensity of the activity, or `nil` if it is unknown.
  public var intensity: Intensity?
  /// The kind of the activity, or `nil` if it is unknown.
  public var kind: Kind?

  /// Creates an activity of `duration`.
  public init(
    name: String? = nil, duration: Duration, intensity: Intensity? = nil, kind: Kind? = nil
  ) {
    self.name = name
    self.duration = duration
    self.intensity = intensity
    self.kind = kind
  }

  /// Decodes an activity, whose duration is in whole seconds and the attoseconds beyond them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    let stored = Duration(
      try container.decode(Int64.self, forKey: .seconds),
      attoseconds: try container.decodeIfPresent(Int64.self, forKey: .attoseconds) ?? 0)
    guard let stored else {
      throw DecodingError.dataCorruptedError(
        forKey: .attoseconds, in: container, debugDescription: Duration.attosecondsRequirement)
    }
    duration = stored
    intensity = try container.decodeIfPresent(Intensity.self, forKey: .intensity)
    kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
  }

  /// Encodes the activity.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(duration)
    try container.encodeIfPresent(intensity, forKey: .intensity)
    try container.encodeIfPresent(kind, forKey: .kind)
  }
}

/// A state that lasts and may be ongoing: illness, stress, or one that the person names.
public struct DiaryCondition: Hashable, Codable, Sendable {
  /// A kind of condition: a predefined one, or any other by its name.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates the kind named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Illness.
    public static let illness = Self(rawValue: "illness")
    /// Stress.
    public static let stress = Self(rawValue: "stress")
    /// Exercise that is going on. A draft or a logbook makes it an ``Exercise`` when it has an end.
    public static let exercise = Self(rawValue: "exercise")
  }

  /// The kind of the condition.
  public var kind: Kind
  /// The instant at which the condition ended, or `nil` if it is ongoing.
  public var end: Date?

  /// Creates a condition that lasts until `end`, or is ongoing if `end` is `nil`.
  public init(_ kind: Kind, until end: Date? = nil) {
    self.kind = kind
    self.end = end
  }
}

extension DiaryCondition {
  /// Returns the content of an event from `start`: an ``Exercise`` for one that has ended.
  package func content(from start: Date) -> DiaryEvent.Content {
    guard kind == .exercise, let seconds = end?.timeIntervalSince(start), 0..<1e9 ~= seconds else {
      return .condition(self)
    }
    return .exercise(Exercise(duration: .seconds(seconds)))
  }
}

extension DiaryEvent {
  /// The event, with an ended condition ``DiaryCondition/Kind/exercise`` as an ``Exercise``.
  package var withExerciseEnded: DiaryEvent {
    guard case .condition(let condition) = content else { return self }
    var event = self
    event.content = condition.content(from: time)
    return event
  }
}

extension DiaryCondition {
  /// Decodes a condition. Its end, if present, must be finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    end = try container.decodeIfPresent(Date.self, forKey: .end)
    try decoder.require(
      end.map(\.timeIntervalSinceReferenceDate.isFinite) ?? true,
      "The end of a condition must be finite")
  }
}
