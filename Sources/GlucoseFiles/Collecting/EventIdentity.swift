internal import GlucoseDiary
internal import GlucoseMath

/// A hash of an event's content, from which its identifier is made.
///
/// The same event has the same identifier every time a file is read, and in a longer file that
/// contains it.
struct EventIdentity {
  private var hash = FNVHash()

  static func id(
    _ format: FileFormat, subject: String?, time: Double, kind: DiaryEvent.Content, note: String?
  ) -> DiaryEvent.ID {
    var identity = Self()
    identity.add(format.rawValue)
    identity.add(subject)
    // Milliseconds: no file is more precise, and rounding has no effect.
    identity.add(String(Int64((time * 1000).rounded())))
    switch kind {
    case .meal(let meal):
      identity.add("meal")
      identity.add(meal.name)
      for amount in [meal.carbs, meal.protein, meal.fat] { identity.add(amount.map { "\($0)" }) }
    case .insulin(let dose):
      identity.add("insulin")
      identity.add("\(dose.units)")
      identity.add(dose.action?.rawValue)
    case .exercise(let exercise):
      identity.add("exercise")
      identity.add(exercise.name)
      identity.add("\(exercise.duration / .seconds(1))")
      identity.add(exercise.intensity?.rawValue)
    case .condition(let condition):
      identity.add("condition")
      identity.add(condition.kind.rawValue)
    case .entry(let entry):
      identity.add(entry.category.rawValue)
      identity.add(entry.name)
      identity.add(entry.amount.map { "\($0)" })
      identity.add(entry.unit?.rawValue)
      identity.add(entry.duration.map { "\($0 / .seconds(1))" })
    }
    identity.add(note)
    return DiaryEvent.ID(rawValue: "file-" + identity.hash.digits)
  }

  private mutating func add(_ text: String?) {
    // Bytes that never occur in UTF-8 separate adjacent texts and mark a missing text.
    for byte in text.map({ Array($0.utf8) }) ?? [0xFE] { hash.add(byte) }
    hash.add(0xFF)
  }
}
