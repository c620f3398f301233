public import GlucoseFoundation

/// The names of the fields of drafts, and the sentences on their errors and warnings.
///
///     let strings = DraftStrings(locale: Locale(identifier: "de_DE"))
///     for issue in draft.validate(style: .comma).errors {
///       print(issue.text(style: .comma, strings: strings))
///     }
///     // Kohlenhydrate: Der Wert darf nicht negativ sein.
public struct DraftStrings: Sendable {
  /// The names of fields by their raw values; a missing name is the raw value.
  public var fields = [
    "name": "Name", "carbs": "Carbohydrate", "protein": "Protein", "fat": "Fat", "time": "Time",
    "units": "Units", "hours": "Hours", "minutes": "Minutes", "amount": "Amount", "note": "Note",
    "kind": "Kind", "end": "End",
  ]
  /// The sentences by the names of the cases of ``DraftReason``, with `{separator}` for the expected decimal
  /// separator, and `{limit}` for the largest or smallest number.
  public var sentences = [
    "missing": "A value is required.", "notANumber": "The value is not a number.",
    "wrongSeparator": "The decimal separator is “{separator}”.",
    "negative": "The value must not be negative.", "zero": "The value must be greater than zero.",
    "tooLarge": "The value must be at most {limit}.",
    "tooSmall": "The value must be at least {limit}.",
    "unusuallyLarge": "A value above {limit} is unusual.",
    "unusuallySmall": "A value below {limit} is unusual.",
    "endBeforeStart": "The end is before the start.", "inTheFuture": "The time is in the future.",
  ]

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
    let (name, limit): (String, Double?) =
      switch reason {
      case .missing: ("missing", nil)
      case .notANumber: ("notANumber", nil)
      case .wrongSeparator: ("wrongSeparator", nil)
      case .negative: ("negative", nil)
      case .zero: ("zero", nil)
      case .tooLarge(let limit): ("tooLarge", limit)
      case .tooSmall(let limit): ("tooSmall", limit)
      case .endBeforeStart: ("endBeforeStart", nil)
      case .unusuallyLarge(let limit): ("unusuallyLarge", limit)
      case .unusuallySmall(let limit): ("unusuallySmall", limit)
      case .inTheFuture: ("inTheFuture", nil)
      }
    let sentence = sentences[name] ?? name
    if case .wrongSeparator(let expected) = reason {
      return sentence.replacing("{separator}", with: expected)
    }
    return limit.map { sentence.replacing("{limit}", with: style.format($0)) } ?? sentence
  }

  /// The German text.
  public static let german: DraftStrings = {
    var strings = DraftStrings()
    strings.fields = [
      "name": "Name", "carbs": "Kohlenhydrate", "protein": "Eiweiß", "fat": "Fett",
      "time": "Uhrzeit", "units": "Einheiten", "hours": "Stunden", "minutes": "Minuten",
      "amount": "Menge", "note": "Notiz", "kind": "Art", "end": "Ende",
    ]
    strings.sentences = [
      "missing": "Ein Wert ist erforderlich.", "notANumber": "Der Wert ist keine Zahl.",
      "wrongSeparator": "Das Dezimalzeichen ist „{separator}“.",
      "negative": "Der Wert darf nicht negativ sein.",
      "zero": "Der Wert muss größer als null sein.",
      "tooLarge": "Der Wert darf höchstens {limit} sein.",
      "tooSmall": "Der Wert muss mindestens {limit} sein.",
      "unusuallyLarge": "Ein Wert über {limit} ist ungewöhnlich.",
      "unusuallySmall": "Ein Wert unter {limit} ist ungewöhnlich.",
      "endBeforeStart": "Das Ende liegt vor dem Beginn.",
      "inTheFuture": "Der Zeitpunkt liegt in der Zukunft.",
    ]
    return strings
  }()
}

extension Locale {
  package var isGerman: Bool { identifier.prefix { $0 != "_" && $0 != "-" }.lowercased() == "de" }
}
