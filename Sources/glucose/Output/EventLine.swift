#if Logbook
  import Foundation
  import GlucoseStudy

  /// An event in the output of the list command: one level of keys, with the unit in the key.
  struct EventLine: Encodable {
    let id: String
    let time: Date
    let zone: String
    let category: DiaryEvent.Category
    let note: String?
    private(set) var name: String?
    private(set) var carbsInGrams, proteinInGrams, fatInGrams: Double?
    private(set) var units: Double?
    private(set) var action: InsulinDose.Action?
    private(set) var amount: Double?
    private(set) var unit: String?
    private(set) var minutes: Double?
    private(set) var intensity: Exercise.Intensity?
    private(set) var kind: Exercise.Kind?
    private(set) var end: Date?

    init(_ event: DiaryEvent) {
      id = event.id.rawValue
      time = event.time
      zone = event.zoneIdentifier
      category = event.content.category
      note = event.note
      name = event.content.name
      switch event.content {
      case .meal(let meal):
        (carbsInGrams, proteinInGrams, fatInGrams) = (meal.carbs, meal.protein, meal.fat)
      case .insulin(let dose): (units, action) = (dose.units, dose.action)
      case .exercise(let exercise):
        (minutes, intensity) = (exercise.duration.inMinutes, exercise.intensity)
        kind = exercise.kind
      case .condition(let condition): end = condition.end
      case .entry(let entry):
        (amount, unit) = (entry.amount, entry.unit?.rawValue)
        minutes = entry.duration.map { $0.inSeconds / 60 }
      }
    }

    func what(_ log: LogbookOptions) -> String {
      let number = log.numbers.format
      var words = [
        name, carbsInGrams.map { number($0) + " g carbs" },
        proteinInGrams.map { number($0) + " g protein" }, fatInGrams.map { number($0) + " g fat" },
        amount.map { number($0) + (unit.map { " " + $0 } ?? "") },
        units.map { number($0) + " U" }, action?.rawValue, minutes.map { number($0) + " min" },
        intensity?.rawValue, kind?.rawValue,
      ].compactMap(\.self)
      if category == .condition { words.append(end.map { "until " + log.text($0) } ?? "ongoing") }
      return words.joined(separator: ", ")
    }
  }
#endif
