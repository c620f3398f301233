// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something a person logged: a meal, a dose of insulin, exercise, a condition, or another entry.
///
///     let lunch = DiaryEvent(at: noon, in: oslo, .meal(Meal(name: "Soup", carbs: 40)))
///     lunch.id          // stays the same however the event is edited or moved
///
/// An event keeps the instant at which it happened and the zone whose clock the person saw.
public struct DiaryEvent: Identifiable, Hashable, Codable, Sendable {
  /// What identifies the event, however it is edited.
  public let id: DiaryEvent.ID
  /// The instant at which it happened or began.
  public var time: Date
  /// The zone in which it was logged.
  public var zone: TimeZone
  /// What happened.
  public var content: DiaryEvent.Content
  /// Free text the person added.
  public var note: String?

  /// An event of `kind` at `time`.
  public init(
    id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone, _ kind: DiaryEvent.Content,
    note: String? = nil
  ) {
    self.id = id
    self.time = time
    self.zone = zone
    self.content = kind
    self.note = note
  }

  /// When the event ended: its beginning if it has no duration, `nil` if it still goes on.
  public var end: Date? {
    switch content {
    case .meal, .insulin: time
    case .exercise(let exercise): time.addingTimeInterval(exercise.duration.inSeconds)
    case .condition(let condition): condition.end
    case .entry(let entry): entry.duration.map { time.addingTimeInterval($0.inSeconds) } ?? time
    }
  }

  /// Whether the event happened or went on at some time in `range`.
  ///
  /// An event without duration lies in the range if `lowerBound` ≤ `time` < `upperBound`; one with a
  /// duration if it began before the end of the range and ended after its start.
  public func overlaps(_ range: Range<Date>) -> Bool {
    guard time < range.upperBound else { return false }
    guard let end else { return true }
    return end > range.lowerBound || (end == time && time == range.lowerBound)
  }

  /// For how long the event went on within `range`; one that still goes on counts to the range's end.
  public func duration(within range: Range<Date>) -> Duration {
    let start = max(time, range.lowerBound)
    let end = min(end ?? range.upperBound, range.upperBound)
    return .seconds(max(0, end.timeIntervalSince(start)))
  }

  private enum CodingKeys: String, CodingKey {
    case id, time, zone
    case content = "kind"
    case note
  }
}

extension DiaryEvent {
  /// What identifies an event for as long as it exists.
  ///
  /// Any text will do: a UUID for an event logged by hand, or what identifies it in the file it came
  /// from, so that reading the file again yields the same event.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, Comparable,
    CustomStringConvertible
  {
    /// The identifier as text.
    public let rawValue: String

    /// The identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An identifier that no other event has: a random UUID.
    public static func random() -> Self { Self(rawValue: UUID().uuidString) }

    /// Whether the text of `lhs` sorts first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The identifier as text.
    public var description: String { rawValue }
  }
}

extension DiaryEvent {
  /// Decodes an event at a finite time.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DiaryEvent.ID.self, forKey: .id)
    time = try container.decode(Date.self, forKey: .time)
    zone = try container.decode(TimeZone.self, forKey: .zone)
    content = try container.decode(DiaryEvent.Content.self, forKey: .content)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    try decoder.require(
      time.timeIntervalSinceReferenceDate.isFinite, "The time of an event must be finite")
  }
}

extension DiaryEvent {
  /// The category of what happened, without what it was: a known one or any other by its name.
  public struct Category: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the category, which is the `type` of its persisted form.
    public let rawValue: String

    /// Creates the category called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Food or drink.
    public static let meal = Self(rawValue: "meal")
    /// Insulin.
    public static let insulin = Self(rawValue: "insulin")
    /// Physical activity.
    public static let exercise = Self(rawValue: "exercise")
    /// A state that lasts.
    public static let condition = Self(rawValue: "condition")
    /// A glucose concentration measured in a drop of blood.
    public static let fingerstick = Self(rawValue: "fingerstick")
    /// A note, whose text is that of the event.
    public static let note = Self(rawValue: "note")
    /// A concentration of ketones.
    public static let ketones = Self(rawValue: "ketones")
    /// The weight of the body.
    public static let weight = Self(rawValue: "weight")
    /// A medicine other than insulin.
    public static let medication = Self(rawValue: "medication")
    /// A new sensor.
    public static let sensorChange = Self(rawValue: "sensorChange")
    /// A new site of infusion.
    public static let siteChange = Self(rawValue: "siteChange")
    /// A basal rate other than the usual one for some time.
    public static let temporaryBasal = Self(rawValue: "temporaryBasal")

    /// The categories that have a name here.
    public static let allCases: [Self] = [
      .meal, .insulin, .exercise, .condition, .fingerstick, .note, .ketones, .weight, .medication,
      .sensorChange, .siteChange, .temporaryBasal,
    ]

    /// A Boolean value that indicates whether events of the category have a type of their own and are no
    /// ``DiaryEntry``.
    var hasOwnType: Bool { Self.allCases.prefix(4).contains(self) }
  }
}

extension DiaryEvent.Content {
  /// The category of what happened.
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
