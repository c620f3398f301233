internal import GlucoseDiary
internal import GlucoseMath

/// A hash of an event's content, from which its identifier is made.
///
/// The same event has the same identifier every time a file is read, and in a longer file that
/// contains it.
enum EventIdentity {
  static func id(
    _ format: FileFormat, subject: String?, time: Double, kind: DiaryEvent.Content, note: String?
  ) -> DiaryEvent.ID {
    func text(_ number: Double?) -> String? { number.map { "\($0)" } }
    // Milliseconds: no file is more precise, and rounding has no effect.
    let common = [format.rawValue, subject, String(Int64((time * 1000).rounded()))]
    let own: [String?] =
      switch kind {
      case .meal(let meal):
        ["meal", meal.name, text(meal.carbs), text(meal.protein), text(meal.fat)]
      case .insulin(let dose): ["insulin", text(dose.units), dose.action?.rawValue]
      case .exercise(let exercise):
        [
          "exercise", exercise.name, text(exercise.duration / .seconds(1)),
          exercise.intensity?.rawValue,
        ]
      case .condition(let condition): ["condition", condition.kind.rawValue]
      case .entry(let entry):
        [
          entry.category.rawValue, entry.name, text(entry.amount), entry.unit?.rawValue,
          text(entry.duration.map { $0 / .seconds(1) }),
        ]
      }
    var hash = FNVHash()
    for part in common + own + [note] {
      // Bytes that never occur in UTF-8 separate adjacent texts and mark a missing text.
      for byte in part.map({ Array($0.utf8) }) ?? [0xFE] { hash.add(byte) }
      hash.add(0xFF)
    }
    return DiaryEvent.ID(rawValue: "file-" + hash.digits)
  }
}
