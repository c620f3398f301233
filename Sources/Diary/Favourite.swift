// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A template from which an event is logged again: the usual breakfast, the way to work by bicycle.
///
///     var favourite = Favourite(named: "Porridge", from: breakfast)
///     let today = favourite.event(at: now, in: oslo)
///
/// A favourite is not an event and belongs to no day: it outlives the event it was made from, and
/// editing either leaves the other as it is.
public struct Favourite: Identifiable, Hashable, Codable, Sendable {
  /// What identifies a favourite, however it is renamed or edited.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// The identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An identifier that no other favourite has: a random UUID.
    public static func random() -> Self { Self(rawValue: UUID().uuidString) }

    /// The identifier as text.
    public var description: String { rawValue }
  }

  /// What identifies the favourite.
  public let id: ID
  /// What the person calls it.
  public var name: String
  /// What is logged when it is used.
  public var template: EventKind
  /// Free text that is logged with it.
  public var note: String?
  /// How often it was used.
  public var useCount: Int
  /// The latest instant at which it was logged, or `nil` if it never was.
  public var lastUse: Date?

  /// A favourite that was never used.
  public init(id: ID = .random(), named name: String, _ template: EventKind, note: String? = nil) {
    self.id = id
    self.name = name
    self.template = template.asTemplate
    self.note = note
    useCount = 0
  }

  /// A favourite that repeats `event`, under the event's name if none is given.
  ///
  /// Its uses are counted from here on; the event it is made from is none of them.
  public init(id: ID = .random(), named name: String? = nil, from event: Event) {
    self.init(
      id: id, named: name ?? event.kind.name ?? event.kind.category.rawValue, event.kind,
      note: event.note)
  }

  /// A new event that repeats the template at `time`. A condition begins and has no end.
  public func event(id: EventID = .random(), at time: Date, in zone: TimeZone) -> Event {
    Event(id: id, at: time, in: zone, template, note: note)
  }

  /// The favourite as it is after one more use at `time`.
  public func used(at time: Date) -> Favourite {
    var used = self
    used.useCount = useCount.addingReportingOverflow(1).overflow ? useCount : useCount + 1
    used.lastUse = lastUse.map { max($0, time) } ?? time
    return used
  }
}

extension EventKind {
  /// What the person called it, if anything: the name of a meal, an exercise or an entry, the kind of a
  /// condition.
  public var name: String? {
    switch self {
    case .meal(let meal): meal.name
    case .insulin: nil
    case .exercise(let exercise): exercise.name
    case .condition(let condition): condition.kind.rawValue
    case .entry(let entry): entry.name
    }
  }

  /// The same without what belongs to one occasion: the instant at which a condition ended.
  fileprivate var asTemplate: EventKind {
    guard case .condition(let condition) = self else { return self }
    return .condition(Condition(condition.kind))
  }
}

extension Favourite {
  /// Decodes a favourite. A condition in its template has no end.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ID.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    template = try container.decode(EventKind.self, forKey: .template).asTemplate
    note = try container.decodeIfPresent(String.self, forKey: .note)
    useCount = try container.decode(Int.self, forKey: .useCount)
    lastUse = try container.decodeIfPresent(Date.self, forKey: .lastUse)
    try decoder.require(
      useCount >= 0, "A favourite must not have been used a negative number of times")
  }
}
