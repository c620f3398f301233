internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension ChartStrings {
  /// Returns a text such as "12:30 Soup: 40 g carbs, 12 g protein", or "12:30 UTC+9 …".
  func title(of mark: EventMark) -> String {
    let start = clockWithOffset(of: mark) + " "
    switch mark.event.content {
    case .meal(let meal):
      let carbs = mass(meal.carbs).map { $0 + " " + self[.carbs] } ?? self[.carbsUnknown]
      let rest = [(meal.protein, self[.protein]), (meal.fat, self[.fat])]
        .compactMap { value, word in mass(value).map { $0 + " " + word } }
      let contents = [carbs] + rest
      return start + (meal.name?.isolated ?? self[.meal]) + ": " + contents.joined(separator: ", ")
    case .insulin(let dose):
      let action = dose.action.map { ", " + name(of: $0) } ?? ""
      return start + self[.insulin] + ": \(insulinAmount(dose.units)) \(self[.units])" + action
    case .exercise(let exercise):
      let minutes = exercise.duration.inMinutes
      let intensity = exercise.intensity.map { ", " + name(of: $0) } ?? ""
      return start + (exercise.name?.isolated ?? self[.exercise])
        + ": \(decimal(minutes, places: 0)) \(self[.minutes])" + intensity
        + (exercise.kind.map { ", " + name(of: $0) } ?? "")
    case .condition(let condition): return start + name(of: condition.kind).isolated
    case .entry(let entry): return start + text(of: entry)
    }
  }

  /// Returns a text such as "Stress 09:00 – 11:40".
  func title(of condition: ConditionSpan, on day: LocalDay) -> String {
    let time = fields(of: condition, on: day).first { $0.name == self[.time] }?.value
    return name(of: condition.kind).isolated + (time.map { " " + $0 } ?? "")
  }

  /// Returns the local time, with the offset of another clock that places the mark: "12:30 UTC+9".
  func clockWithOffset(of mark: EventMark) -> String {
    let offset =
      mark.isPlacedByAnotherClock
      ? " " + Self.offset(of: mark.event.zone, at: mark.event.time) : ""
    return clock(mark.clock) + offset
  }

  /// Returns the offset from UTC of the clock of a time zone: "UTC+5:30".
  static func offset(of zone: TimeZone, at time: Date) -> String {
    let minutes = zone.secondsFromGMT(for: time) / 60
    let (hours, rest) = (minutes.magnitude / 60, minutes.magnitude % 60)
    return "UTC" + (minutes < 0 ? "−" : "+") + "\(hours)"
      + (rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)")
  }

  func weekday(of day: LocalDay) -> String? {
    weekdays.count == 7 ? weekdays[day.weekday - 1] : nil
  }

  /// Returns a text such as "Tue 2025-03-11: 3.9 to 12.4, mean 7.8 mmol/L".
  func title(of bar: DayRangeBar, in unit: GlucoseUnit) -> String {
    let lowest = number(ShownGlucose(bar.statistics.minimum, bar.statistics.minimumFlags), in: unit)
    let highest = number(
      ShownGlucose(bar.statistics.maximum, bar.statistics.maximumFlags), in: unit)
    return weekdayDate(bar.day) + ": \(lowest) \(self[.to]) \(highest), "
      + "\(self[.mean]) \(number(bar.statistics.mean, in: unit)) \(name(of: unit))"
  }

  func text(of entry: DiaryEntry) -> String {
    (entry.name ?? name(of: entry.category)) + (amount(of: entry).map { ": " + $0 } ?? "")
  }

  func amount(of entry: DiaryEntry) -> String? {
    entry.amount.map { amount($0) + (entry.unit.map { " " + $0.rawValue } ?? "") }
  }
}

extension DayDrawing {
  func caption(of mark: EventMark) -> String {
    strings.title(of: mark) + (isPlan(mark) ? plannedSuffix : "")
  }

  func caption(of mark: MeasurementMark) -> String {
    strings.title(of: mark, in: plot.axis.unit) + (isPlan(mark.event) ? plannedSuffix : "")
  }

  func caption(of condition: ConditionSpan) -> String {
    strings.title(of: condition, on: plot.day) + (isPlan(condition) ? plannedSuffix : "")
  }

  private var plannedSuffix: String { ", " + strings[.planned] }
}
