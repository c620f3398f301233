internal import GlucoseDiary

enum ClarityVocabulary {
  static func intensity(_ subtype: String) -> Exercise.Intensity? {
    let word = subtype.lowercased()
    if starts(word, ["light", "leicht", "liger", "légèr", "legger", "licht", "leve", "lätt"]) {
      return .light
    }
    if starts(
      word,
      [
        "medium", "moder", "modér", "mittel", "medio", "media", "gemiddeld", "moyen", "medel",
        "måttlig",
      ])
    {
      return .moderate
    }
    if starts(word, ["heavy", "schwer", "intens", "pesad", "zwaar", "kraftig"]) {
      return .vigorous
    }
    return nil
  }

  /// Returns the kind of condition by a health row's subtype; an unknown word is a kind of its own.
  static func condition(_ subtype: String) -> DiaryCondition.Kind {
    let word = subtype.lowercased()
    if starts(word, ["illness", "krank", "maladie", "enferm", "malattia", "ziek", "doen", "sjuk"]) {
      return .illness
    }
    if starts(word, ["stress", "stres", "estrés", "estrese"]) { return .stress }
    return DiaryCondition.Kind(rawValue: word)
  }

  static func isHealth(_ type: String) -> Bool {
    starts(
      type, ["health", "gesundheit", "santé", "salud", "salute", "gezondheid", "saúde", "hälsa"])
  }

  static func isNote(_ type: String) -> Bool {
    starts(type, ["note", "notiz", "nota", "anteckn", "remarque", "opmerking", "bemerk", "uwag"])
  }

  static func isAlert(_ type: String) -> Bool {
    starts(
      type,
      ["alert", "warn", "alarm", "avis", "waarschuwing", "varning", "larm", "allarm", "advarsel"])
  }

  private static func starts(_ word: String, _ beginnings: [String]) -> Bool {
    beginnings.contains { word.hasPrefix($0) }
  }
}
