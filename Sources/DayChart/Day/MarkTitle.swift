internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension ChartStrings {
  /// Returns a text such as "12:30 Soup: 40 g carbs, 12 g protein", or "12:30 UTC+9 …".
  func title(of mark: EventMark) -> String {
    let event = details(of: mark)
    var values = event.values.map(\.value)
    if mark.role == .meal {
      values = event.values.map { $0.value + " " + $0.name }
      if !event.hasCarbs { values.insert(self[.carbsUnknown], at: 0) }
    }
    return clockWithOffset(of: mark) + " " + (event.name?.isolated ?? name(of: mark.role)) + ": "
      + values.joined(separator: ", ")
  }

  /// Returns the time, the name, and the quantities of an event, each with its name.
  func fields(of mark: EventMark) -> [(name: String, value: String)] {
    let event = details(of: mark)
    // The amount of a dose has the name of the dose.
    let name = mark.role == .insulin ? [] : [(name(of: mark.role), event.name ?? "–")]
    let unknown = event.hasCarbs ? [] : [(self[.carbs], "–")]
    return [(self[.time], clockWithOffset(of: mark))] + name + event.values + unknown
      + note(mark.event.note)
  }

  private func details(
    of mark: EventMark
  ) -> (name: String?, values: [(name: String, value: String)], hasCarbs: Bool) {
    switch mark.event.content {
    case .meal(let meal):
      let masses = [(Name.carbs, meal.carbs), (.protein, meal.protein), (.fat, meal.fat)]
      return (
        meal.name,
        masses.compactMap { name, quantity in mass(quantity).map { (self[name], $0) } },
        mass(meal.carbs) != nil
      )
    case .insulin(let dose):
      let amount = insulinAmount(dose.units) + " " + self[.units]
      return (
        nil,
        [(self[.insulin], amount)] + (dose.action.map { [(self[.action], name(of: $0))] } ?? []),
        true
      )
    case .exercise(let exercise):
      return (
        exercise.name,
        [(self[.duration], minutes(exercise.duration))]
          + (exercise.intensity.map { [(self[.intensity], name(of: $0))] } ?? [])
          + (exercise.kind.map { [(self[.exerciseKind], name(of: $0))] } ?? []), true
      )
    case .condition, .entry: return (nil, [], true)
    }
  }

  func note(_ note: String?) -> [(name: String, value: String)] {
    note.map { $0.isEmpty ? [] : [(self[.note], $0)] } ?? []
  }

  func minutes(_ duration: Duration) -> String {
    decimal(duration.inMinutes, places: 0) + " " + self[.minutes]
  }

  /// Returns a text such as "Stress 09:00 – 11:40".
  func title(of condition: ConditionSpan, on day: LocalDay) -> String {
    let time = fields(of: condition, on: day).first { $0.name == self[.time] }?.value
    return name(of: condition.kind).isolated + (time.map { " " + $0 } ?? "")
  }

  /// Returns the local time, with the date if the event starts before the day, and with the offset of
  /// another clock that places the mark: "12:30 UTC+9".
  func clockWithOffset(of mark: EventMark) -> String {
    let start =
      mark.placedTime < mark.day.start
      ? LocalDay(containing: max(mark.placedTime, .distantPast), in: mark.day.zone) : mark.day
    let time =
      mark.isPlacedByAnotherClock
      ? clock(mark.clock) + " " + Self.offset(of: mark.event.zone, at: mark.event.time)
      : clock(mark.placedTime, on: start)
    return (start == mark.day ? "" : date(start) + " ") + time
  }

  /// Returns the local time, with the offset if clocks show it twice on the day: "02:30 UTC+2".
  func clock(_ time: Date, on day: LocalDay) -> String {
    let shown = ClockTime(time, in: day.zone)
    let isRepeated = day.hours > 24 && day.instants(of: shown).count > 1
    return clock(shown) + (isRepeated ? " " + Self.offset(of: day.zone, at: time) : "")
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
    let lowest = number(bar.statistics.minimum, bar.statistics.minimumFlags, in: unit)
    let highest = number(bar.statistics.maximum, bar.statistics.maximumFlags, in: unit)
    return weekdayDate(bar.day) + ": \(lowest) \(self[.to]) \(highest), "
      + "\(self[.mean]) \(number(bar.statistics.mean, in: unit)) \(name(of: unit))"
  }

  func amount(of entry: DiaryEntry) -> String? {
    entry.amount.map { amount($0) + (entry.unit.map { " " + $0.rawValue } ?? "") }
  }
}

extension DayDrawing {
  func caption(of mark: EventMark) -> String { strings.title(of: mark) + plan(mark.event.time) }

  func caption(of mark: MeasurementMark) -> String {
    strings.title(of: mark, in: plot.axis.unit) + plan(mark.event.time)
  }

  func caption(of condition: ConditionSpan) -> String {
    strings.title(of: condition, on: plot.day) + plan(condition.start)
  }

  private func plan(_ time: Date) -> String { isPlan(time) ? ", " + strings[.planned] : "" }
}
