extension InsulinDose.Action {
  /// Creates the action profile that a text names, in any language of sensor exports: by a word
  /// such as "Long-Acting", "à action lente", or "速効型", or by the name of an insulin, such as
  /// "Lantus". `nil` if the text names none.
  ///
  /// Regular human insulin is short-acting and NPH insulin intermediate-acting by name only. Words
  /// for short action yield rapid-acting insulin: exports have them for any insulin for meals.
  ///
  /// A text that names both an insulin for meals and one that acts for longer yields `nil`. So does
  /// "Bolus": a diary's bolus may be of any insulin.
  package init?(naming text: String) {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }
    guard !words.isEmpty else { return nil }
    var found: Set<Self> = []
    for index in words.indices {
      let word = words[index]
      let next = index + 1 < words.count ? words[index + 1] : ""
      if Self.percentages.contains("\(word)/\(next)") { found.insert(.premixed) }
      if let action = Self.pairs["\(word) \(next)"] { found.insert(action) }
      for stem in Self.stems[word.first] ?? [] where word.hasPrefix(stem.text) {
        found.insert(stem.action)
      }
    }
    // In scripts without spaces between words, a name may begin anywhere.
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      for (part, action) in Self.parts where text.contains(part) { found.insert(action) }
    }
    // A name is more specific than a word beside it.
    if found.contains(.shortActing) { found.remove(.rapidActing) }
    if found.contains(.intermediateActing) { found.remove(.longActing) }
    // The name of a mixture contains the name of its rapid-acting insulin.
    if found.contains(.premixed) {
      self = .premixed
    } else if found.count == 1, let only = found.first {
      self = only
    } else {
      return nil
    }
  }

  /// The stems of words, by their first letter.
  private static let stems: [Character?: [(text: String, action: InsulinDose.Action)]] = {
    let all: [(InsulinDose.Action, [String])] = [
      (.rapidActing, rapidWords + rapidInsulins), (.longActing, longWords + longInsulins),
      (.shortActing, regularInsulins), (.intermediateActing, intermediateWords),
      (.premixed, mixedWords),
    ]
    let stems = all.flatMap { action, texts in texts.map { (text: $0, action: action) } }
    return Dictionary(grouping: stems, by: \.text.first)
  }()

  private static let rapidWords = [
    // English, French, Spanish, Portuguese, Italian, Romanian, Catalan.
    "fast", "rapid", "ultrarapid", "quick", "short", "rápid", "ultrarrápid", "ràpid", "court",
    "brève", "corta", "curta", "breve", "scurt", "prandial",
    // German, Dutch, and the Nordic languages.
    "schnell", "rasch", "kurz", "ultraschnell", "snel", "kort", "ultrakort", "snabb", "direktverk",
    "hurtig", "skjót", "nopea", "pikainsul", "pikavaik", "lyhyt", "måltid", "ateriains",
    // Slavic and Baltic languages, Hungarian, Estonian.
    "szybk", "krótk", "rychl", "krátk", "rýchl", "brz", "kratk", "hitr", "быстр", "коротк",
    "ультракоротк", "швидк", "бърз", "ātr", "īslaic", "greit", "trump", "gyors", "rövid", "kiire",
    "lühi",
    // Greek, Turkish, Hebrew, Arabic, Vietnamese.
    "ταχε", "γρήγορ", "hızlı", "hizli", "kısa", "kisa", "מהיר", "קצר", "سريع", "nhanh",
  ]

  private static let longWords = [
    // English, French, Spanish, Portuguese, Italian, Romanian, Catalan.
    "long", "ultralong", "slow", "basal", "retard", "depot", "lent", "prolong",
    "larg", "lung", "llarg", "lentă", "prelung", "prolung", "lunga",
    // German, Dutch, and the Nordic languages.
    "lang", "verzöger", "depotins", "ultralang", "lång", "pitkä", "perusins", "basins",
    // Slavic and Baltic languages, Hungarian, Estonian.
    "dług", "przedłuż", "dlouh", "dlho", "dug", "dolg", "длител", "длинн", "долг", "продлен",
    "bazál", "продлён", "пролонг", "базал", "тривал", "довг", "дълг", "ilgst", "ilg", "hosszú",
    "bázis",
    "pikatoim",
    // Greek, Turkish, Hebrew, Arabic, Vietnamese.
    "μακρ", "βραδε", "uzun", "ארוך", "ארוכ", "طويل", "dài",
  ]

  private static let mixedWords = [
    "mix", "premix", "biphas", "misch", "mélang", "mezcla", "mistur", "miscel", "mistä", "novomix",
    "mixtard", "ryzodeg", "actraphane", "micombi", "combi",
  ]

  /// Insulins that act within the hour, by substance and by brand name.
  private static let rapidInsulins = [
    "lispro", "aspart", "glulisin", "humalog", "admelog", "liprolog", "lyumjev", "novorapid",
    "novolog", "fiasp", "trurapi", "kirsty", "merilog", "apidra", "afrezza",
  ]

  /// Regular human insulin, by substance and by brand name.
  private static let regularInsulins = ["regular", "actrapid", "myxredlin"]

  /// Words for intermediate action, and NPH insulin by substance and by brand name.
  private static let intermediateWords = [
    "intermediate", "intermédiaire", "intermedi", "isophan", "nph", "npl", "insulatard",
    "protaphan",
  ]

  /// Insulins that act over the day, by substance and by brand name.
  private static let longInsulins = [
    "glargin", "detemir", "degludec", "icodec", "lantus", "toujeo", "basaglar",
    "abasaglar", "semglee", "rezvoglar", "levemir", "tresiba", "awiqli",
    "ultralente", "soliqua", "suliqua", "xultophy", "basalin",
  ]

  /// Insulins that only their second word distinguishes.
  private static let pairs: [String: InsulinDose.Action] = [
    "humulin r": .shortActing, "novolin r": .shortActing, "insuman rapid": .shortActing,
    "huminsulin normal": .shortActing, "h normal": .shortActing, "braun rapid": .shortActing,
    "winthrop rapid": .shortActing, "gensulin r": .shortActing, "umuline rapide": .shortActing,
    "humulin n": .intermediateActing, "humulin i": .intermediateActing,
    "novolin n": .intermediateActing, "huminsulin basal": .intermediateActing,
    "insuman basal": .intermediateActing, "h basal": .intermediateActing,
    "braun basal": .intermediateActing, "winthrop basal": .intermediateActing,
    "gensulin n": .intermediateActing, "basal h": .intermediateActing,
    "humulin m3": .premixed, "insuman comb": .premixed, "huminsulin profil": .premixed,
    "umuline profil": .premixed,
    // With protamine, a rapid-acting insulin is the longer-acting part of a mixture.
    "lispro protamine": .premixed, "aspart protamine": .premixed,
  ]

  /// The proportions of mixtures, as written in their names.
  private static let percentages: Set<String> = [
    "30/70", "70/30", "25/75", "75/25", "50/50", "20/80", "80/20", "40/60", "60/40",
  ]

  /// Names in scripts without spaces between words.
  private static let parts: [(String, InsulinDose.Action)] = [
    ("速効", .rapidActing), ("超速", .rapidActing), ("速效", .rapidActing), ("短效", .rapidActing),
    ("即効", .rapidActing), ("餐时", .rapidActing), ("餐時", .rapidActing),
    ("持効", .longActing), ("持続", .longActing), ("長時間", .longActing), ("中間型", .intermediateActing),
    ("长效", .longActing),
    ("長效", .longActing), ("中效", .intermediateActing), ("基础", .longActing), ("基礎", .longActing),
    ("속효", .rapidActing), ("초속효", .rapidActing), ("지속", .longActing), ("장시간", .longActing),
    ("기저", .longActing),
    ("ออกฤทธิ์เร็ว", .rapidActing), ("ออกฤทธิ์สั้น", .rapidActing), ("ออกฤทธิ์ยาว", .longActing),
    ("混合", .premixed), ("预混", .premixed), ("預混", .premixed), ("혼합", .premixed),
  ]
}
