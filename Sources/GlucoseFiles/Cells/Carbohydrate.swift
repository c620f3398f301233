/// An amount of carbohydrate in a stated unit.
///
/// An exchange is 10 to 15 grams depending on the country and the person, so only an amount in
/// grams is a number of grams; any other is kept as text.
struct Carbohydrate {
  let grams: Double?
  /// The amount with its unit, such as `4 exchanges`, if it is not in grams.
  let note: String?

  /// Creates an amount in the stated unit, or in grams if none is stated.
  init(_ amount: Double, in unit: String?) {
    let isInGrams = unit.map { Self.grams.contains($0.lowercased()) } ?? true
    grams = isInGrams ? amount : nil
    note = isInGrams ? nil : "\(Records.text(amount)) \(unit ?? "")"
  }

  private static let grams: Set<String> = ["g", "gr", "gram", "grams"]

  /// The units of a cell that are exchanges, servings, or portions, in lower case.
  static let units: Set<String> = [
    "be", "ke", "khe", "bu", "cu", "cp", "ex", "exch", "exchange", "exchanges", "portion",
    "portions", "portionen", "serving", "servings", "ration", "rations", "raciones", "ve", "wbt",
    "ww", "хе",
  ]

  /// The beginnings of words for exchanges in the languages of exports, in lower case.
  static let exchanges = [
    "ex", "éch", "ech", "aust", "be", "ke", "khe", "rac", "interc", "porz", "porc", "scambi",
    "ruil", "utbyt", "udveks", "bytt", "vaiht", "wymien", "výměn", "vymen", "хе", "обмен",
  ]
}
