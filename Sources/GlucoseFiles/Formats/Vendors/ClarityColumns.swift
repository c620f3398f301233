internal import GlucoseDiary

/// The positions of the columns of a Clarity export: 14 in a fixed order.
///
/// Two patterns are in every header regardless of its language, of the time and of durations, and all
/// other columns are at known distances from these two. Either the number of the row, before the
/// time, one of the three columns of the person and the device, or the last column may be missing.
struct ClarityColumns {
  let time: Int
  var type: Int { time + 1 }
  var subtype: Int { time + 2 }
  let patient: Int?
  var source: Int { glucose - 1 }
  let glucose: Int
  var insulin: Int { glucose + 1 }
  var carbs: Int { glucose + 2 }
  let duration: Int
  /// The column of the transmitter's counter in seconds, if any.
  let ticks: Int?
  let transmitter: Int

  var hasIndex: Bool { time == 1 }

  init?(_ cells: [String]) {
    guard 13...14 ~= cells.count,
      let time = cells.firstIndex(where: { Self.isTime($0.lowercased()) }), time <= 1,
      let duration = cells.lastIndex(where: { Self.isDuration($0.lowercased()) }),
      // Three columns of the person and the device are between the subtype and the concentration.
      case let glucose = duration - 3, 5...6 ~= glucose - time, duration + 2 < cells.count,
      // At most one column is missing.
      cells.count == 14 ? time == 1 && glucose == 7 : cells.count > glucose + 5
    else { return nil }
    self.time = time
    let isWhole = glucose - time == 6
    let name = cells[time + 3].lowercased()
    patient = isWhole || Self.patients.contains { name.contains($0) } ? time + 3 : nil
    self.glucose = glucose
    self.duration = duration
    // The counter's header has a remark in brackets; the identifier's has none.
    ticks = cells[glucose + 5].contains("(") ? glucose + 5 : nil
    transmitter = ticks.map { $0 + 1 } ?? glucose + 5
  }

  /// Returns whether a header contains a pattern such as "(YYYY-MM-DDThh:mm:ss)", with any letters
  /// for its parts.
  private static func isTime(_ cell: String) -> Bool {
    endsInClock(cell) && cell.contains("(") && cell.filter { $0 == "-" }.count >= 2
  }

  private static func isDuration(_ cell: String) -> Bool { endsInClock(cell) && !isTime(cell) }

  /// Returns whether a text in brackets ends in two letters each for hours, minutes, and seconds:
  /// "hh:mm:ss", in Dutch "uu:mm:ss".
  private static func endsInClock(_ cell: String) -> Bool {
    guard let close = cell.lastIndex(of: ")") else { return false }
    var parts = cell[..<close].split(separator: ":", omittingEmptySubsequences: false)
    // The first also has what is before the clock.
    parts[0] = parts[0].suffix(2)
    return parts.count == 3 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isLetter) }
  }

  /// Words for a patient in the header of the person's own text.
  private static let patients = [
    "pati", "patië", "pacien", "pacj", "pazi", "potila", "hasta", "пацие",
  ]
}

/// The words for kinds of rows in the languages of exports, by their beginnings.
enum ClarityVocabulary {
  private static let intensities: [(intensity: Exercise.Intensity, words: [Substring])] = [
    (.light, words("light leicht liger légèr legger licht leve lätt")),
    (.moderate, words("medium moder modér mittel medio media gemiddeld moyen medel måttlig")),
    (.vigorous, words("heavy schwer intens pesad zwaar kraftig")),
  ]
  private static let illness = words("illness krank maladie enferm malattia ziek doen sjuk")
  private static let stress = words("stress stres estrés estrese")
  private static let health = words("health gesundheit santé salud salute gezondheid saúde hälsa")
  private static let notes = words("note notiz nota anteckn remarque opmerking bemerk uwag")
  private static let alerts = words(
    "alert warn alarm avis waarschuwing varning larm allarm advarsel")

  private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  private static func starts(_ word: String, _ beginnings: [Substring]) -> Bool {
    beginnings.contains { word.hasPrefix($0) }
  }

  static func intensity(_ subtype: String) -> Exercise.Intensity? {
    let word = subtype.lowercased()
    return intensities.first { starts(word, $0.words) }?.intensity
  }

  /// Returns the condition by a health row's subtype; an unknown word is a kind of its own.
  static func condition(_ subtype: String) -> DiaryEvent.Content {
    let word = subtype.lowercased()
    if starts(word, illness) { return .condition(DiaryCondition(.illness)) }
    return starts(word, stress) ? .condition(DiaryCondition(.stress)) : .condition(named: word)
  }

  static func isHealth(_ type: String) -> Bool { starts(type, health) }
  static func isNote(_ type: String) -> Bool { starts(type, notes) }
  static func isAlert(_ type: String) -> Bool { starts(type, alerts) }
}
