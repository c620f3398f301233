internal import GlucoseMath
public import GlucoseFoundation

/// A template for an event that is logged often, such as the usual breakfast or the ride to work.
///
///     var favorite = Favorite(named: "Porridge", from: breakfast)
///     let today = favorite.event(at: now, in: oslo)
///
/// A favorite is not an event and is not part of a day. It is independent of the event from which
/// it was created: editing either does not change the other.
public struct Favorite: Identifiable, Hashable, Codable, Sendable {
  /// The identifier of a favorite, which no edit changes.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns a unique identifier: a random UUID.
    public static func random() -> Self { Self(rawValue: UUID().uuidString) }

    /// The identifier as text.
    public var description: String { rawValue }
  }

  /// The identifier of the favorite.
  public let id: ID
  /// The name of the favorite.
  public var name: String
  /// The content of the events that the favorite creates. A condition in it has no end.
  public var template: DiaryEvent.Content
  /// Free text that is copied to each event.
  public var note: String?
  /// The number of times that the favorite was used.
  public var useCount: Int
  /// The latest instant at which the favorite was used, or `nil` if it was never used.
  public var lastUsed: Date?

  /// Creates a favorite that was never used.
  public init(
    id: ID = .random(), named name: String, _ template: DiaryEvent.Content, note: String? = nil
  ) {
    self.id = id
    self.name = name
    self.template = template.asTemplate
    self.note = note
    useCount = 0
  }

  /// Creates a favorite that repeats `event`, with the event's name if `name` is `nil`.
  ///
  /// Its use count starts at zero and does not include `event`.
  public init(id: ID = .random(), named name: String? = nil, from event: DiaryEvent) {
    self.init(
      id: id, named: name ?? event.content.name ?? event.content.category.rawValue, event.content,
      note: event.note)
  }

  /// Returns a new event of the template at `time`; a condition has no end.
  public func event(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) -> DiaryEvent {
    DiaryEvent(id: id, at: time, in: zone, template, note: note)
  }

  /// Returns the favorite after one more use at `time`.
  package func recordingUse(at time: Date) -> Favorite {
    var used = self
    used.useCount = useCount.addingReportingOverflow(1).overflow ? useCount : useCount + 1
    used.lastUsed = lastUsed.map { max($0, time) } ?? time
    return used
  }
}

extension DiaryEvent.Content {
  /// The name that the person entered, or `nil` if there is none: of a meal, an exercise, or an
  /// entry, or the kind of a condition.
  public var name: String? {
    switch self {
    case .meal(let meal): meal.name
    case .insulin: nil
    case .exercise(let exercise): exercise.name
    case .condition(let condition): condition.kind.rawValue
    case .entry(let entry): entry.name
    }
  }

  /// The content without the end of a condition.
  fileprivate var asTemplate: DiaryEvent.Content {
    guard case .condition(let condition) = self else { return self }
    return .condition(DiaryCondition(condition.kind))
  }
}

extension Favorite {
  /// Decodes a favorite. A condition in its template has no end.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ID.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    template = try container.decode(DiaryEvent.Content.self, forKey: .template).asTemplate
    note = try container.decodeIfPresent(String.self, forKey: .note)
    useCount = try container.decode(Int.self, forKey: .useCount)
    lastUsed = try container.decodeIfPresent(Date.self, forKey: .lastUsed)
    try decoder.require(
      useCount >= 0, "A favorite must not have been used a negative number of times")
  }
}
