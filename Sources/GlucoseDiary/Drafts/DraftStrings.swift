public import GlucoseFoundation

/// The names of the fields of drafts, and the sentences on their errors and warnings.
///
///     let strings = DraftStrings(locale: Locale(identifier: "de_DE"))
///     for issue in draft.validate(style: .comma).errors {
///       print(issue.text(style: .comma, strings: strings))
///     }
///     // Kohlenhydrate: Der Wert darf nicht negativ sein.
public struct DraftStrings: Equatable, Sendable {
  /// The names of fields by their raw values; a missing name is the raw value.
  public var fields = [
    "name": "Name", "carbs": "Carbohydrate", "protein": "Protein", "fat": "Fat", "time": "Time",
    "units": "Units", "hours": "Hours", "minutes": "Minutes", "amount": "Amount", "note": "Note",
    "kind": "Kind", "end": "End",
  ]
  /// The sentence on a blank field that requires a value.
  public var missing = "A value is required."
  /// The sentence on text that is not a number.
  public var notANumber = "The value is not a number."
  /// The sentence on another decimal separator, with `{separator}` for the expected one.
  public var wrongSeparator = "The decimal separator is “{separator}”."
  /// The sentence on a negative number.
  public var negative = "The value must not be negative."
  /// The sentence on zero where a positive number is required.
  public var zero = "The value must be greater than zero."
  /// The sentence on a number above `{limit}`, the largest that is possible.
  public var tooLarge = "The value must be at most {limit}."
  /// The sentence on a number below `{limit}`, the smallest that is possible.
  public var tooSmall = "The value must be at least {limit}."
  /// The sentence on a number above `{limit}`, the largest that is usual.
  public var unusuallyLarge = "A value above {limit} is unusual."
  /// The sentence on a number below `{limit}`, the smallest that is usual.
  public var unusuallySmall = "A value below {limit} is unusual."
  /// The sentence on an end before the start.
  public var endBeforeStart = "The end is before the start."
  /// The sentence on a time in the future.
  public var inTheFuture = "The time is in the future."

  /// Creates the English text.
  public init() {}

  /// Creates the text of a locale: German if that is its language, and English otherwise.
  public init(locale: Locale) { self = locale.isGerman ? .german : DraftStrings() }

  /// Returns the name of a field.
  public func name(of field: EventDraft.Field) -> String {
    fields[field.rawValue] ?? field.rawValue
  }

  /// Returns the sentence on an error or a warning, with numbers in `style`.
  public func sentence(on reason: DraftReason, style: DecimalStyle) -> String {
    switch reason {
    case .missing: missing
    case .notANumber: notANumber
    case .wrongSeparator(let expected): wrongSeparator.replacing("{separator}", with: expected)
    case .negative: negative
    case .zero: zero
    case .tooLarge(let limit): text(tooLarge, limit, style)
    case .tooSmall(let limit): text(tooSmall, limit, style)
    case .endBeforeStart: endBeforeStart
    case .unusuallyLarge(let limit): text(unusuallyLarge, limit, style)
    case .unusuallySmall(let limit): text(unusuallySmall, limit, style)
    case .inTheFuture: inTheFuture
    }
  }

  private func text(_ sentence: String, _ limit: Double, _ style: DecimalStyle) -> String {
    sentence.replacing("{limit}", with: style.format(limit))
  }
}

extension DraftStrings {
  /// The German text.
  public static let german: DraftStrings = {
    var strings = DraftStrings()
    strings.fields = [
      "name": "Name", "carbs": "Kohlenhydrate", "protein": "Eiweiß", "fat": "Fett",
      "time": "Uhrzeit", "units": "Einheiten", "hours": "Stunden", "minutes": "Minuten",
      "amount": "Menge", "note": "Notiz", "kind": "Art", "end": "Ende",
    ]
    strings.missing = "Ein Wert ist erforderlich."
    strings.notANumber = "Der Wert ist keine Zahl."
    strings.wrongSeparator = "Das Dezimalzeichen ist „{separator}“."
    strings.negative = "Der Wert darf nicht negativ sein."
    strings.zero = "Der Wert muss größer als null sein."
    strings.tooLarge = "Der Wert darf höchstens {limit} sein."
    strings.tooSmall = "Der Wert muss mindestens {limit} sein."
    strings.unusuallyLarge = "Ein Wert über {limit} ist ungewöhnlich."
    strings.unusuallySmall = "Ein Wert unter {limit} ist ungewöhnlich."
    strings.endBeforeStart = "Das Ende liegt vor dem Beginn."
    strings.inTheFuture = "Der Zeitpunkt liegt in der Zukunft."
    return strings
  }()
}

extension Locale {
  package var isGerman: Bool { identifier.prefix { $0 != "_" && $0 != "-" }.lowercased() == "de" }
}
