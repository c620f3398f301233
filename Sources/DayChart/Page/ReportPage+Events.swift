internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension ReportPage {
  func figure(of plot: DayPlot, _ surroundingDays: SurroundingDays? = nil) -> Markup {
    let pictures = pictures { width in
      var picture = DayPicture(plot, surroundingDays, size: Self.daySize(width), strings: strings)
      picture.now = now
      return picture
    }
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
      "figure",
      [
        "class": surroundingDays == nil ? "day" : "bifocal",
        "data-day": SVGValue(plot.day.description),
      ], pictures)
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
  func fields(of mark: MeasurementMark, in unit: GlucoseUnit) -> [(name: String, value: String)] {
    [
      (self[.time], clock(mark.event.time, on: mark.day)),
      (name(of: mark.role), amount(of: mark, in: unit)),
    ]
      + note(mark.entry?.name) + note(mark.event.note)
  }

  func fields(ofEntry event: DiaryEvent, on day: LocalDay) -> [(name: String, value: String)] {
    guard case .entry(let entry) = event.content else { return [] }
    let note = note(event.note)
    let content = [entry.name, amount(of: entry), entry.duration.map(minutes)].compactMap(\.self)
    var fields = [(self[.time], clock(event.time, on: day))]
    if !content.isEmpty || note.isEmpty || entry.category != .note {
      fields.append((name(of: entry.category), content.joined(separator: ", ")))
    }
    return fields + note
  }

  func fields(of condition: ConditionSpan, on day: LocalDay) -> [(name: String, value: String)] {
    func text(_ share: Double) -> String {
      let length = day.end.timeIntervalSince(day.start)
      let time = day.start.addingTimeInterval((length * share).rounded())
      // The offset of another clock is after both times.
      return condition.entryZone == nil
        ? clock(time, on: day) : clock(ClockTime(time, in: day.zone))
    }
    let start = condition.startsBeforeDay ? "…" : text(condition.span.lowerBound)
    let end = condition.continuesAfterDay ? "…" : text(condition.span.upperBound)
    let offset = condition.entryZone.map { " " + Self.offset(of: $0, at: condition.start) }
    return [
      (self[.time], "\(start) – \(end)\(offset ?? "")"),
      (self[.condition], name(of: condition.kind)),
    ] + note(condition.note)
  }
}
