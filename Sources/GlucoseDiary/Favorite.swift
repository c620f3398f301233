// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A template from which an event is logged again: the usual breakfast, the way to work by bicycle.
///
///     var favorite = Favorite(named: "Porridge", from: breakfast)
///     let today = favorite.event(at: now, in: oslo)
///
/// A favorite is not an event and belongs to no day: it outlives the event it was made from, and
/// editing either leaves the other as it is.
public struct Favorite: Identifiable, Hashable, Codable, Sendable {
  /// What identifies a favorite, however it is renamed or edited.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// The identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An identifier that no other favorite has: a random UUID.
    public static func random() -> Self { Self(rawValue: UUID().uuidString) }

    /// The identifier as text.
    public var description: String { rawValue }
  }

  /// What identifies the favorite.
  public let id: ID
  /// What the person calls it.
  public var name: String
  /// What is logged when it is used.
  public var template: DiaryEvent.Content
  /// Free text that is logged with it.
  public var note: String?
  /// How often it was used.
  public var useCount: Int
  /// The latest instant at which it was logged, or `nil` if it never was.
  public var lastUsed: Date?

  /// A favorite that was never used.
  public init(
    id: ID = .random(), named name: String, _ template: DiaryEvent.Content, note: String? = nil
  ) {
    self.id = id
    self.name = name
    self.template = template.asTemplate
    self.note = note
    useCount = 0
  }

  /// A favorite that repeats `event`, under the event's name if none is given.
  ///
  /// Its uses are counted from here on; the event it is made from is none of them.
  public init(id: ID = .random(), named name: String? = nil, from event: DiaryEvent) {
    self.init(
      id: id, named: name ?? event.content.name ?? event.content.category.rawValue, event.content,
      note: event.note)
  }

  /// A new event that repeats the template at `time`. A condition begins and has no end.
  public func event(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) -> DiaryEvent {
    DiaryEvent(id: id, at: time, in: zone, template, note: note)
  }

  /// The favorite as it is after one more use at `time`.
  public func recordingUse(at time: Date) -> Favorite {
    var used = self
    used.useCount = useCount.addingReportingOverflow(1).overflow ? useCount : useCount + 1
    used.lastUsed = lastUsed.map { max($0, time) } ?? time
    return used
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, template, note, useCount
    case lastUsed = "lastUse"
  }
}

extension DiaryEvent.Content {
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
