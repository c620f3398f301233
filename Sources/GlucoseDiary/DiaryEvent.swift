internal import GlucoseMath
public import GlucoseFoundation

/// An event that a person logged: a meal, insulin, exercise, a condition, or another entry.
///
///     let lunch = DiaryEvent(at: noon, in: oslo, .meal(Meal(name: "Soup", carbs: 40)))
///     lunch.id          // the same after any edit
///
/// An event stores the instant at which it happened and the time zone in which it was logged.
public struct DiaryEvent: Identifiable, Hashable, Codable, Sendable {
  /// The identifier of the event, which no edit changes.
  public let id: DiaryEvent.ID
  /// The instant at which the event happened or began.
  public var time: Date
  /// The time zone in which the event was logged, or GMT if this system does not know it: the coding of the
  /// event, a logbook, and a draft that edits it keep the identifier until the zone is set.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone in which the event was logged if this system, whose data may be older
  /// than those of the system on which it was logged, does not know it, otherwise `nil`.
  package var unknownZone: String?
  /// The content of the event: a meal, a dose of insulin, exercise, a condition, or another entry.
  public var content: DiaryEvent.Content
  /// Free text that the person added.
  public var note: String?

  /// Creates an event with `content` at `time`.
  public init(
    id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone, _ content: DiaryEvent.Content,
    note: String? = nil
  ) {
    self.id = id
    self.time = time
    self.zone = zone
    self.content = content
    self.note = note
  }

  /// Creates an event in the time zone with an identifier that may be unknown to this system.
  package init(
    id: DiaryEvent.ID, at time: Date, inZone zone: String, _ content: DiaryEvent.Content,
    note: String?
  ) {
    let known = TimeZone(identifier: zone)
    self.init(id: id, at: time, in: known ?? .gmt, content, note: note)
    unknownZone = known == nil ? zone : nil
  }

  /// The longest possible duration of an event, a hundred years, in minutes.
  package static let longestMinutes = 52_596_000.0

  package var zoneIdentifier: String { unknownZone ?? zone.identifier }

  /// The instant at which the event ended: its `time` without a duration, `nil` if ongoing.
  public var end: Date? {
    switch content {
    case .meal, .insulin: time
    case .exercise(let exercise): time.addingTimeInterval(exercise.duration.inSeconds)
    case .condition(let condition): condition.end
    case .entry(let entry): entry.duration.map { time.addingTimeInterval($0.inSeconds) } ?? time
    }
  }

  /// Returns a Boolean value that indicates whether the event overlaps `range`.
  ///
  /// An event without a duration overlaps the range if `lowerBound` ≤ `time` < `upperBound`; one
  /// with a duration if it began before the end of the range and ended after its start. An event
  /// that ends before it begins has no duration.
  public func overlaps(_ range: Range<Date>) -> Bool {
    guard time < range.upperBound else { return false }
    guard let end else { return true }
    return end > time ? end > range.lowerBound : time >= range.lowerBound
  }

  /// Returns the duration within `range`; an ongoing event lasts to the end of the range.
  public func duration(within range: Range<Date>) -> Duration {
    let start = max(time, range.lowerBound)
    let end = min(end ?? range.upperBound, range.upperBound)
    return .seconds(max(0, end.timeIntervalSince(start)))
  }

  private enum CodingKeys: String, CodingKey { case id, time, zone, content, note }
}

extension DiaryEvent {
  /// The identifier of an event, which stays the same for as long as the event exists.
  ///
  /// Any text is allowed: a UUID for an event logged by hand, or the identifier that the event has
  /// in its source file, so that reading the file again yields the same event.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, Comparable,
    CustomStringConvertible
  {
    /// The identifier as text.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns a unique identifier: a random UUID.
    public static func random() -> Self { Self(rawValue: UUID().uuidString) }

    /// Returns a Boolean value that indicates whether the text of `lhs` sorts first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The identifier as text.
    public var description: String { rawValue }
  }

  /// The keys of a `TimeZone` in its coding by Foundation.
  private enum ZoneKeys: CodingKey { case identifier }

  /// Decodes an event. Its time must be finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DiaryEvent.ID.self, forKey: .id)
    time = try container.decode(Date.self, forKey: .time)
    if let known = try? container.decode(TimeZone.self, forKey: .zone) {
      zone = known
    } else {
      zone = .gmt
      unknownZone = try container.nestedContainer(keyedBy: ZoneKeys.self, forKey: .zone)
        .decode(String.self, forKey: .identifier)
    }
    content = try container.decode(DiaryEvent.Content.self, forKey: .content)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    try decoder.require(
      time.timeIntervalSinceReferenceDate.isFinite, "The time of an event must be finite")
  }

  /// Encodes the event, with the identifier of a time zone that is unknown.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(time, forKey: .time)
    if let unknownZone {
      var zone = container.nestedContainer(keyedBy: ZoneKeys.self, forKey: .zone)
      try zone.encode(unknownZone, forKey: .identifier)
    } else {
      try container.encode(zone, forKey: .zone)
    }
    try container.encode(content, forKey: .content)
    try container.encodeIfPresent(note, forKey: .note)
  }

  /// The category of an event: a predefined one, or any other by its name.
  public struct Category: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the category, which is the `type` of its persisted form.
    public let rawValue: String

    /// Creates the category named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Food or drink.
    public static let meal = Self(rawValue: "meal")
    /// Insulin.
    public static let insulin = Self(rawValue: "insulin")
    /// Physical activity.
    public static let exercise = Self(rawValue: "exercise")
    /// A state that lasts for some time, such as illness or stress.
    public static let condition = Self(rawValue: "condition")
    /// A glucose concentration measured in a drop of blood.
    public static let fingerstick = Self(rawValue: "fingerstick")
    /// A note, whose text is that of the event.
    public static let note = Self(rawValue: "note")
    /// A concentration of ketones.
    public static let ketones = Self(rawValue: "ketones")
    /// Body weight.
    public static let weight = Self(rawValue: "weight")
    /// A medicine other than insulin.
    public static let medication = Self(rawValue: "medication")
    /// A new sensor.
    public static let sensorChange = Self(rawValue: "sensorChange")
    /// A new infusion site.
    public static let siteChange = Self(rawValue: "siteChange")
    /// A temporary basal rate, which differs from the usual one for some time.
    public static let temporaryBasal = Self(rawValue: "temporaryBasal")
    /// A result of a laboratory for hemoglobin A1c; see ``DiaryEntry/hemoglobinA1c``.
    public static let hemoglobinA1c = Self(rawValue: "hemoglobinA1c")
    /// A drink with alcohol, in grams of alcohol.
    public static let alcohol = Self(rawValue: "alcohol")

    /// The predefined categories.
    public static let allCases: [Self] = [
      .meal, .insulin, .exercise, .condition, .fingerstick, .note, .ketones, .weight, .medication,
      .sensorChange, .siteChange, .temporaryBasal, .hemoglobinA1c, .alcohol,
    ]

    /// Whether events of the category are not a ``DiaryEntry``.
    var hasOwnType: Bool { Self.allCases.prefix(4).contains(self) }

    /// The possible amounts of an entry, in any unit; any number of a category that is not predefined.
    /// Medicines are also measured in international and colony-forming units.
    package var amounts: ClosedRange<Double> {
      let limit = Double.greatestFiniteMagnitude
      guard Self.allCases.contains(self) else { return -limit...limit }
      return 0...(self == .medication ? 1e15 : 100_000)
    }
  }
}

extension DiaryEvent.Content {
  /// The category of the event.
  public var category: DiaryEvent.Category {
    switch self {
    case .meal: .meal
    case .insulin: .insulin
    case .exercise: .exercise
    case .condition: .condition
    case .entry(let entry): entry.category
    }
  }
}
