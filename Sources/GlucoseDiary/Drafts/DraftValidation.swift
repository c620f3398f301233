public import GlucoseFoundation

/// The result of validating a draft: the event if it can be logged, the errors, and the warnings.
public struct DraftValidation: Equatable, Sendable {
  /// The event that the draft describes, or `nil` if there are ``errors``.
  public let event: DiaryEvent?
  /// The errors that prevent the draft from being logged, in the order of the fields.
  public let errors: [DraftIssue]
  /// The unusual values, which may be slips, in the order of the fields.
  public let warnings: [DraftIssue]
}

/// An error or a warning about one field of a draft.
public struct DraftIssue: Equatable, Sendable {
  /// The field.
  public let field: EventDraft.Field
  /// The reason for the error or warning.
  public let reason: DraftReason

  /// Creates an issue with `field`.
  public init(field: EventDraft.Field, reason: DraftReason) {
    self.field = field
    self.reason = reason
  }

  /// Returns the name of the field and the sentence on the reason, with numbers in `style`.
  ///
  ///     issue.text(style: .comma)        // "Carbohydrate: The value must not be negative."
  ///     issue.text(style: .comma, strings: .german)
  public func text(style: DecimalStyle, strings: DraftStrings = DraftStrings()) -> String {
    "\(strings.name(of: field)): \(strings.sentence(on: reason, style: style))"
  }
}

/// The reason for an error or a warning about a field of a draft.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DraftReason: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The field, or every field of a meal, is blank, and a value is required.
  case missing
  /// The text is not a number.
  case notANumber
  /// The text contains a decimal or thousands separator other than `expected`.
  case wrongSeparator(expected: String)
  /// The number is negative.
  case negative
  /// The number is zero, and the field requires a positive number.
  case zero
  /// The number is above `limit`, the largest that is possible, in the unit of the field.
  case tooLarge(limit: Double)
  /// The number is below `limit`, the smallest that is possible, in the unit of the field.
  case tooSmall(limit: Double)
  /// The end is before the start.
  case endBeforeStart
  /// The number is above `limit`, the largest that is usual, in the unit of the field: a warning.
  case unusuallyLarge(limit: Double)
  /// The number is below `limit`, the smallest that is usual, in the unit of the field: a warning.
  case unusuallySmall(limit: Double)
  /// The instant is in the future, so that the event is a plan: a warning.
  case inTheFuture

  /// The reason as a sentence in English; ``DraftStrings`` has it in other languages.
  public var description: String { DraftStrings().sentence(on: self, style: .point) }
  /// The description, in English.
  public var errorDescription: String? { description }
}

/// Reads the numbers of a draft, and collects the issues.
struct DraftValidator {
  let draft: EventDraft
  let style: DecimalStyle
  private(set) var errors: [DraftIssue] = []
  private(set) var warnings: [DraftIssue] = []

  init(draft: EventDraft, style: DecimalStyle) {
    self.draft = draft
    self.style = style
  }

  /// Returns the number in the text of `field`, or `nil` if there is none. Appends an error if the
  /// text is invalid, or blank or zero where it must not be, and a warning if the number is not a
  /// usual one.
  mutating func number(
    _ field: EventDraft.Field, usual: ClosedRange<Double>?, isRequired: Bool = false,
    isPositive: Bool = false
  ) -> Double? {
    do throws(DraftReason) {
      guard let number = try style.parse(draft[field]) else {
        if isRequired { reject(field, .missing) }
        return nil
      }
      // Hours and minutes have a limit of their own, of both together.
      let limit = draft.category.amounts.upperBound
      if number == 0, isPositive {
        reject(field, .zero)
      } else if field != .hours, field != .minutes, number > limit {
        reject(field, .tooLarge(limit: limit))
      } else if let usual, number > usual.upperBound {
        warn(field, .unusuallyLarge(limit: usual.upperBound))
      } else if let usual, number < usual.lowerBound {
        warn(field, .unusuallySmall(limit: usual.lowerBound))
      }
      return number
    } catch {
      reject(field, error)
      return nil
    }
  }

  mutating func reject(_ field: EventDraft.Field, _ reason: DraftReason) {
    errors.append(DraftIssue(field: field, reason: reason))
  }

  mutating func warn(_ field: EventDraft.Field, _ reason: DraftReason) {
    warnings.append(DraftIssue(field: field, reason: reason))
  }
}

extension String {
  /// The text without whitespace around it, or `nil` if it is blank.
  package var nonBlank: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
