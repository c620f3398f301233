// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A form for a condition, such as illness or stress, with its kind as text.
///
///     var draft = ConditionDraft(at: noon, in: oslo)
///     draft.kind = "illness"
///     draft.validate(style: .comma).event      // ongoing, since it has no end
public struct ConditionDraft: EventDraft {
  /// A field of the form.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Field: String, DraftField {
    /// The kind of the condition.
    case kind
    /// The instant at which the condition began.
    case time
    /// The instant at which the condition ended.
    case end
  }

  /// The identifier of the event that the draft becomes.
  public let id: DiaryEvent.ID
  /// The instant at which the condition began.
  public var time: Date
  /// The time zone in which the condition is logged.
  public var zone: TimeZone { didSet { unknownZone = nil } }
  /// The identifier of the time zone of the edited event if this system does not know it. `nil`
  /// once ``zone`` is set.
  public private(set) var unknownZone: String?
  /// The kind: the raw value of a predefined one, or any other name.
  public var kind = ""
  /// The instant at which the condition ended, or `nil` if it is ongoing.
  public var end: Date?
  /// Free text; may be blank.
  public var note = ""

  /// Creates an empty draft.
  public init(id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone) {
    self.id = id
    self.time = time
    self.zone = zone
  }

  /// Creates a draft that edits `event`. `nil` if the event is not a condition.
  public init?(_ event: DiaryEvent, style: DecimalStyle) {
    guard case .condition(let condition) = event.content else { return nil }
    self.init(id: event.id, at: event.time, in: event.zone)
    unknownZone = event.unknownZone
    kind = condition.kind.rawValue
    end = condition.end
    note = event.note ?? ""
  }

  /// Validates every field.
  ///
  /// | Result | Cause |
  /// |---|---|
  /// | Error | a blank kind; an end before (`<`) the start |
  /// | Warning | a time after `now` |
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation<Field> {
    var examination = DraftValidator(self, style)
    let kind = kind.nonBlank
    if kind == nil { examination.reject(.kind, .missing) }
    if let end, end < time { examination.reject(.end, .endBeforeStart) }
    let content = kind.map {
      DiaryCondition(DiaryCondition.Kind(rawValue: $0), until: end).content(from: time)
    }
    return examination.validation(content, now: now)
  }
}
