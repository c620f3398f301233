internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension ReportPage {
  func figure(of plot: DayPlot, _ name: String, pictures: [Markup]) -> Markup {
    let measured = Set(plot.measurements.map(\.id))
    let others = entries.filter { plot.day.contains($0.time) && !measured.contains($0.id) }
    let items =
      plot.marks.map { item($0.id, $0.event.time, strings.fields(of: $0)) }
      + plot.measurements.map {
        item($0.id, $0.event.time, strings.fields(of: $0, in: plot.axis.unit))
      }
      + plot.conditions.map { item($0.id, $0.start, strings.fields(of: $0, on: plot.day)) }
      + others.map { item($0.id, $0.time, strings.fields(ofEntry: $0, on: plot.day)) }
    var figure = Markup(
      "figure", ["class": SVGValue(name), "data-day": SVGValue(plot.day.description)], pictures)
    if !items.isEmpty {
      figure.append(
        Markup(
          "details", ["class": "events"],
          [
            Markup("summary", text: "\(strings[.events]): \(items.count)"),
            Markup("ol", [:], items),
          ]))
    }
    return figure
  }

  private func item(
    _ id: DiaryEvent.ID, _ start: Date?, _ fields: [(name: String, value: String)]
  ) -> Markup {
    var fields = fields
    if let now, let start, start > now, !fields.isEmpty {
      fields[0].value += ", " + strings[.planned]
    }
    return Markup(
      "li", ["data-event": SVGValue(id.rawValue)],
      [
        Markup(
          "dl", [:],
          fields.flatMap { field in
            [Markup("dt", text: field.name), Markup("dd", text: field.value)]
          })
      ])
  }
}

extension ChartStrings {
  func fields(of mark: EventMark) -> [(name: String, value: String)] {
    var fields = [(self[.time], clockWithOffset(of: mark))]
    switch mark.event.content {
    case .meal(let meal):
      fields.append((self[.meal], meal.name ?? "–"))
      fields += [(.carbs, meal.carbs), (.protein, meal.protein), (.fat, meal.fat)]
        .compactMap { (name: Name, quantity) in mass(quantity).map { (self[name], $0) } }
      if mass(meal.carbs) == nil { fields.append((self[.carbs], "–")) }
    case .insulin(let dose):
      fields.append((self[.insulin], insulinAmount(dose.units) + " " + self[.units]))
      if let action = dose.action {
        fields.append((self[.action], name(of: action)))
      }
    case .exercise(let exercise):
      let length = decimal(exercise.duration.inMinutes, places: 0)
      fields.append((self[.exercise], exercise.name ?? "–"))
      fields.append((self[.duration], length + " " + self[.minutes]))
      if let intensity = exercise.intensity {
        fields.append((self[.intensity], name(of: intensity)))
      }
      if let kind = exercise.kind { fields.append((self[.exerciseKind], name(of: kind))) }
    case .condition(let condition): fields.append((self[.condition], name(of: condition.kind)))
    case .entry(let entry): fields.append((self[.note], text(of: entry)))
    }
    if let note = mark.event.note, !note.isEmpty { fields.append((self[.note], note)) }
    return fields
  }

  func fields(of mark: MeasurementMark, in unit: GlucoseUnit) -> [(name: String, value: String)] {
    var fields = [
      (self[.time], clock(mark.clock)), (name(of: mark.role), amount(of: mark, in: unit)),
    ]
    if let name = mark.entry?.name, !name.isEmpty { fields.append((self[.note], name)) }
    if let note = mark.event.note, !note.isEmpty { fields.append((self[.note], note)) }
    return fields
  }

  func fields(ofEntry event: DiaryEvent, on day: LocalDay) -> [(name: String, value: String)] {
    guard case .entry(let entry) = event.content else { return [] }
    let length = entry.duration.map { decimal($0.inMinutes, places: 0) + " " + self[.minutes] }
    let note = event.note.flatMap { $0.isEmpty ? nil : $0 }
    let content = [entry.name, amount(of: entry), length].compactMap(\.self)
    var fields = [(self[.time], clock(ClockTime(event.time, in: day.zone)))]
    if !content.isEmpty || note == nil || entry.category != .note {
      fields.append((name(of: entry.category), content.joined(separator: ", ")))
    }
    if let note { fields.append((self[.note], note)) }
    return fields
  }

  func fields(of condition: ConditionSpan, on day: LocalDay) -> [(name: String, value: String)] {
    func text(_ share: Double) -> String {
      let length = day.end.timeIntervalSince(day.start)
      return clock(ClockTime(day.start.addingTimeInterval(length * share), in: day.zone))
    }
    let start = condition.startsBeforeDay ? "…" : text(condition.span.lowerBound)
    let end = condition.continuesAfterDay ? "…" : text(condition.span.upperBound)
    let offset = condition.entryZone.map { " " + Self.offset(of: $0, at: condition.start) }
    var fields = [
      (self[.time], "\(start) – \(end)\(offset ?? "")"),
      (self[.condition], name(of: condition.kind)),
    ]
    if let note = condition.note, !note.isEmpty { fields.append((self[.note], note)) }
    return fields
  }
}
