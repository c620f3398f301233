// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a look at a draft found: the event if it can be logged, what prevents it, and what is odd.
///
///     let review = draft.validate(style: .comma)
///     review.event            // nil as long as there are errors
///     review.errors           // [DraftIssue(field: .carbs, reason: .negative)]
///     review.warnings         // worth a second look, no obstacle
public struct DraftValidation<Field: Hashable & Sendable>: Hashable, Sendable {
  /// The event that the draft describes, or `nil` if there are ``errors``.
  public let event: DiaryEvent?
  /// What prevents the draft from being logged, in the order of the fields.
  public let errors: [DraftIssue<Field>]
  /// What is unusual and may be a slip, in the order of the fields.
  public let warnings: [DraftIssue<Field>]
}

/// Something about one field of a draft.
public struct DraftIssue<Field: Hashable & Sendable>: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// What it is about the field.
  public let reason: DraftReason

  /// An issue with `field`.
  public init(field: Field, reason: DraftReason) {
    self.field = field
    self.reason = reason
  }
}

/// What can be said about a field of a draft.
public enum DraftReason: Hashable, Sendable {
  /// The field, or for a meal every field, is blank, and something must be there.
  case missing
  /// The text is no number.
  case notANumber
  /// The text holds a decimal or thousands separator other than the one `expected`.
  case wrongSeparator(expected: String)
  /// The number is negative.
  case negative
  /// The number is zero where that means nothing.
  case zero
  /// The number is above `limit`, the largest that is usual, in the unit of the field.
  case unusuallyLarge(limit: Double)
  /// The instant lies ahead: the event is a plan.
  case inTheFuture
}

/// Collects issues while a draft is looked at.
struct DraftValidator<Draft: EventDraft> {
  private let draft: Draft
  private let style: DecimalStyle
  private(set) var errors: [DraftIssue<Draft.Field>] = []
  private var warnings: [DraftIssue<Draft.Field>] = []

  init(_ draft: Draft, _ style: DecimalStyle) {
    self.draft = draft
    self.style = style
  }

  /// The number in `text`, or `nil` with an error noted if there is none but should be.
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

  /// What was found as of `now`; `kind` counts only if there are no errors.
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
  /// The text without blanks around it, or `nil` if nothing is left.
  var nonBlank: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
