// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for a finger-stick, ketones, body weight, a note, or any other entry, with the amount and
/// the duration as text.
///
///     var draft = EntryDraft(.ketones, at: noon, in: oslo)
///     draft.amount = "0,6"
///     draft.validate(style: .comma).event
///
/// What is required and usual depends on the category:
///
/// | Category | Unit | Required | Usual |
/// |---|---|---|---|
/// | `fingerstick` | mg/dL or mmol/L | a positive amount | 20 to 600 mg/dL, 1.1 to 33.3 mmol/L |
/// | `ketones` | mmol/L | an amount | at most 8 |
/// | `weight` | kg | a positive amount | 2 to 350 |
/// | `hemoglobinA1c` | % or mmol/mol | 3 to 20 %, 9.3 to 195 mmol/mol | |
/// | `temporaryBasal` | U/h or % | an amount and a positive duration | at most 10 U/h or 300 %, 24 h |
/// | `alcohol` | g | a positive amount | at most 150 |
/// | `note` | | a note | |
/// | any other | any | | |
public struct EntryDraft: EventDraft {
  /// A field of the form.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Field: String, DraftField {
    /// The name of the medicine, the sensor, or anything else that is logged.
    case name
    /// The amount.
    case amount
    /// The duration in minutes.
    case minutes
    /// Free text.
    case note
    /// The instant of the entry.
    case time
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The instant of the entry.
  public var time: Date
  /// The time zone in which the entry is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  public private(set) var unknownZone: String?
  /// The category, which is not one of the four with a type of their own.
  public let category: DiaryEvent.Category
  /// The name; may be blank.
  public var name = ""
  /// The amount in ``unit``; blank for none.
  public var amount = ""
  /// The unit of the amount, by default the first of its category.
  public var unit: DiaryEntry.Unit?
  /// The duration in minutes; blank for an entry at an instant.
  public var minutes = ""
  /// Free text; may be blank.
  public var note = ""

  /// Creates an empty note.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.init(.note, id: id, at: time, in: zone)
  }

  /// Creates an empty draft of an entry of `category`.
  ///
  /// - Precondition: `category` must not be `meal`, `insulin`, `exercise`, or `condition`, which have
  ///   drafts of their own.
  public init(
    _ category: DiaryEvent.Category, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone
  ) {
    precondition(!category.hasOwnType, "`category` must not be one that has a draft of its own")
    self.id = id
    self.time = time
    self.zone = zone
    self.category = category
    unit = Self.units(of: category).first
  }

  /// Creates a draft that edits `event`, with its numbers written in `style`. `nil` if the event is
  /// not an entry.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .entry(let entry) = event.content else { return nil }
    self.init(entry.category, id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    name = entry.name ?? ""
    amount = entry.amount.map(style.format) ?? ""
    unit = entry.unit ?? (entry.amount == nil ? unit : nil)
    minutes = entry.duration.map { style.format($0.inMinutes) } ?? ""
    note = event.note ?? ""
    edited = entry
  }

  /// The entry that is edited, whose duration and unknown fields are kept.
  private var edited: DiaryEntry?

  private enum CodingKeys: String, CodingKey {
    case id, time, zone, unknownZone, category, name, amount, unit, minutes, note, edited
  }

  /// Decodes a draft of a category that has no draft of its own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DiaryEvent.ID.self, forKey: .id)
    time = try container.decode(Date.self, forKey: .time)
    zone = try container.decode(TimeZone.self, forKey: .zone)
    unknownZone = try container.decodeIfPresent(String.self, forKey: .unknownZone)
    category = try container.decode(DiaryEvent.Category.self, forKey: .category)
    name = try container.decode(String.self, forKey: .name)
    amount = try container.decode(String.self, forKey: .amount)
    unit = try container.decodeIfPresent(DiaryEntry.Unit.self, forKey: .unit)
    minutes = try container.decode(String.self, forKey: .minutes)
    note = try container.decode(String.self, forKey: .note)
    edited = try container.decodeIfPresent(DiaryEntry.self, forKey: .edited)
    try decoder.require(
      !category.hasOwnType && (edited == nil || edited?.category == category),
      "The category must be one of entries, and that of the edited entry")
  }

  /// Returns the units in which amounts of `category` are logged; empty for a category without
  /// amounts.
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

  /// Validates every field.
  ///
  /// | Result | Cause |
  /// |---|---|
  /// | Error | a text that is not a number; a required value that is blank or zero; > 100 years |
  /// | Warning | an amount or a duration that is not usual; a time after `now` |
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let needsAmount =
      [.fingerstick, .ketones, .weight, .temporaryBasal, .hemoglobinA1c, .alcohol]
      .contains(category)
    let usual = usual
    let value = examination.number(
      amount, .amount, usualUpTo: usual.upperBound, required: needsAmount)
    if let value {
      if value == 0, [.fingerstick, .weight, .alcohol].contains(category) {
        examination.reject(.amount, .zero)
      } else if value < usual.lowerBound {
        examination.warn(.amount, .unusuallySmall(limit: usual.lowerBound))
      }
    }
    var entry = edited ?? DiaryEntry(category)
    entry.name = name.nonBlank
    entry.amount = value
    entry.unit = value == nil ? nil : unit
    if category == .hemoglobinA1c, let value, entry.hemoglobinA1c == nil {
      let possible = unit == .mmolPerMol ? 9.3...195 : HemoglobinA1c.bounds
      examination.reject(
        .amount,
        value < possible.lowerBound
          ? .unusuallySmall(limit: possible.lowerBound)
          : .unusuallyLarge(limit: possible.upperBound))
    }
    let lasts = category == .temporaryBasal
    let length = examination.number(minutes, .minutes, usualUpTo: 1440, required: lasts)
    if length == 0 { examination.reject(.minutes, .zero) }
    if let length, length > Self.longestMinutes {
      examination.reject(.minutes, .unusuallyLarge(limit: Self.longestMinutes))
    }
    if category == .note, note.nonBlank == nil, name.nonBlank == nil {
      examination.reject(.note, .missing)
    }
    if length != entry.duration?.inMinutes {
      entry.duration = length.map { .seconds(min($0, Self.longestMinutes) * 60) }
    }
    return examination.validation(.entry(entry), now: now)
  }

  /// The amounts that are usual in ``unit``.
  private var usual: ClosedRange<Double> {
    switch (category, unit) {
    case (.fingerstick, .mmolL?): 1.1...33.3
    case (.fingerstick, _): 20...600
    case (.ketones, _): 0...8
    case (.weight, _): 2...350
    case (.alcohol, _): 0...150
    case (.temporaryBasal, .percent?): 0...300
    case (.temporaryBasal, _): 0...10
    default: 0...Double.greatestFiniteMagnitude
    }
  }

  /// A hundred years in minutes.
  static let longestMinutes = 52_596_000.0
}
