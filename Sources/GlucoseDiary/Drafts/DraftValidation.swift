// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The result of validating a draft: the event if it can be logged, the errors, and the warnings.
///
///     let validation = draft.validate(style: .comma)
///     validation.event        // nil if there are errors
///     validation.errors       // [DraftIssue(field: .carbs, reason: .negative)]
///     validation.warnings     // unusual values, which do not prevent logging
public struct DraftValidation<Field: Hashable & Sendable>: Hashable, Sendable {
  /// The event that the draft describes, or `nil` if there are ``errors``.
  public let event: DiaryEvent?
  /// The errors that prevent the draft from being logged, in the order of the fields.
  public let errors: [DraftIssue<Field>]
  /// The unusual values, which may be slips, in the order of the fields.
  public let warnings: [DraftIssue<Field>]
}

/// An error or a warning about one field of a draft.
public struct DraftIssue<Field: Hashable & Sendable>: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// The reason for the error or warning.
  public let reason: DraftReason

  /// Creates an issue with `field`.
  public init(field: Field, reason: DraftReason) {
    self.field = field
    self.reason = reason
  }
}

/// The reason for an error or a warning about a field of a draft.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DraftReason: Hashable, Sendable {
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
  /// The number is above `limit`, the largest that is usual, or as an error the largest that is
  /// possible, in the unit of the field.
  case unusuallyLarge(limit: Double)
  /// The number is below `limit`, the smallest that is usual, or as an error the smallest that is
  /// possible, in the unit of the field.
  case unusuallySmall(limit: Double)
  /// The end is before the start.
  case endBeforeStart
  /// The instant is in the future: the event is a plan.
  case inTheFuture
}

/// Collects the issues of a draft during validation.
struct DraftValidator<Draft: EventDraft> {
  private let draft: Draft
  private let style: DecimalStyle
  private(set) var errors: [DraftIssue<Draft.Field>] = []
  private var warnings: [DraftIssue<Draft.Field>] = []

  init(_ draft: Draft, _ style: DecimalStyle) {
    self.draft = draft
    self.style = style
  }

  /// Returns the number in `text`, or `nil` if there is none. Appends an error if the text is
  /// invalid, or blank although `required`, and a warning if the number is above `limit`.
  mutating func number(
    _ text: String, _ field: Draft.Field, usualUpTo limit: Double, required: Bool = false
  ) -> Double? {
    do throws(DecimalParsingError) {
      guard let number = try style.parse(text) else {
        if required { reject(field, .missing) }
        return nil
      }
      if number > limit {
        warnings.append(DraftIssue(field: field, reason: .unusuallyLarge(limit: limit)))
      }
      return number
    } catch {
      switch error {
      case .notANumber: reject(field, .notANumber)
      case .wrongSeparator(let expected): reject(field, .wrongSeparator(expected: expected))
      case .negative: reject(field, .negative)
      }
      return nil
    }
  }

  mutating func reject(_ field: Draft.Field, _ reason: DraftReason) {
    errors.append(DraftIssue(field: field, reason: reason))
  }

  mutating func warn(_ field: Draft.Field, _ reason: DraftReason) {
    warnings.append(DraftIssue(field: field, reason: reason))
  }

  /// Returns the result as of `now`. Its event has the content `kind` and is `nil` if there are
  /// errors.
  mutating func validation(_ kind: DiaryEvent.Content?, now: Date?) -> DraftValidation<Draft.Field>
  {
    if let now, draft.time > now {
      warnings.append(DraftIssue(field: .time, reason: .inTheFuture))
    }
    return DraftValidation(
      event: errors.isEmpty ? kind.map(draft.event) : nil, errors: errors, warnings: warnings)
  }
}

extension String {
  /// The text without whitespace around it, or `nil` if it is blank.
  var nonBlank: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
