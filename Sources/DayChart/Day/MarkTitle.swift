// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ChartStrings {
  /// Returns the fields of a mark as text: "12:30 Soup: 40 g carbs, 12 g protein".
  func title(of mark: EventMark) -> String {
    let start = mark.clock.description + " "
    switch mark.event.content {
    case .meal(let meal):
      let carbs =
        mark.hasMeaningfulHeight
        ? meal.carbs.map { "\($0.svgNumber) g \(self.carbs)" } : carbsUnknown
      let rest = [(meal.protein, protein), (meal.fat, fat)]
        .compactMap { amount, word in amount.map { "\($0.svgNumber) g \(word)" } }
      let contents = [carbs].compactMap { $0 } + rest
      return start + (meal.name ?? self.meal) + ": " + contents.joined(separator: ", ")
    case .insulin(let dose):
      let action = dose.action.map { ", " + (actions[$0] ?? $0.rawValue) } ?? ""
      return start + insulin + ": \(dose.units.svgNumber) \(units)" + action
    case .exercise(let exercise):
      let minutes = exercise.duration.inMinutes
      let intensity = exercise.intensity.map { ", " + (intensities[$0] ?? $0.rawValue) } ?? ""
      return start + (exercise.name ?? self.exercise)
        + ": \(minutes.decimal(places: 0)) \(self.minutes)" + intensity
    case .condition(let condition): return start + name(of: condition.kind)
    case .entry(let entry): return start + text(of: entry)
    }
  }

  /// Returns the name of the weekday of `day`, or `nil` if there are no names of weekdays.
  func weekday(of day: LocalDay) -> String? {
    weekdays.count == 7 ? weekdays[day.weekday - 1] : nil
  }

  /// Returns the numbers of a day as text: "Tue 2025-03-11: 3.9 to 12.4, mean 7.8 mmol/L".
  func title(of bar: DayRangeBar, in unit: GlucoseUnit) -> String {
    let date = bar.day.description
    return (weekday(of: bar.day).map { $0 + " " + date } ?? date)
      + ": \(number(bar.minimum, in: unit)) \(to) \(number(bar.maximum, in: unit)), "
      + "\(mean) \(number(bar.mean, in: unit)) \(unit.rawValue)"
  }

  /// An entry by its name, or else its category, and its amount: "ketones: 0.6 mmol/L".
  func text(of entry: DiaryEntry) -> String {
    let amount = entry.amount.map { $0.svgNumber + (entry.unit.map { " " + $0.rawValue } ?? "") }
    return (entry.name ?? entry.category.rawValue) + (amount.map { ": " + $0 } ?? "")
  }

  func name(of kind: DiaryCondition.Kind) -> String { conditions[kind] ?? kind.rawValue }

  func name(of grid: ErrorGridPicture.Grid) -> String { grids[grid] ?? grid.rawValue }

  func name(of role: EventMark.Role) -> String {
    switch role {
    case .meal: meal
    case .insulin: insulin
    case .exercise: exercise
    }
  }

  /// Returns a concentration as text: tenths of mmol/L or whole mg/dL.
  func number(_ glucose: Glucose, in unit: GlucoseUnit) -> String {
    glucose.value(in: unit).decimal(places: unit == .mmolL ? 1 : 0)
  }
}
