internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

enum LegendItem: Sendable {
  case glucose
  case forecast
  /// The prediction interval with its nominal coverage and that on other recordings.
  case forecastRange(Double, measured: Double?)
  case basal
  case role(EventMark.Role)
  case measurement(MeasurementMark.Role)
  /// The role of an event, or the measurement, that is a plan.
  indirect case planned(LegendItem)
  case range

  func name(_ strings: ChartStrings) -> String {
    switch self {
    case .glucose: strings[.glucose]
    case .forecast: strings[.forecast]
    case .forecastRange(let coverage, let measured):
      (measured == nil ? strings[.forecastRange] : strings[.measuredForecastRange])
        .replacing("{percent}", with: strings.percent(Percentage(fraction: coverage)))
        .replacing(
          "{measured}", with: measured.map { strings.percent(Percentage(fraction: $0)) } ?? "")
    case .basal: strings[.basal]
    case .role(let role): strings.name(of: role)
    case .measurement(let role):
      strings.name(of: role)
        + (role == .ketones ? ", " + strings.name(of: GlucoseUnit.mmolL) : "")
    case .planned: strings[.planned]
    case .range: strings[.range]
    }
  }

  func width(font: Double, strings: ChartStrings) -> Double {
    sampleWidth(font: font) + name(strings).width(size: font * 0.95) + font * 1.2
  }

  func sampleWidth(font: Double) -> Double {
    switch self {
    case .glucose, .forecast, .forecastRange: font * 2.3
    case .role, .measurement, .planned, .range, .basal: font * 1.5
    }
  }

  static func rows(
    for plot: DayPlot, _ forecast: PlotForecast?, _ window: SurroundingDays?,
    now: Date?, in size: PlotSize, strings: ChartStrings
  ) -> [[LegendItem]] {
    let font = PictureFrame.font(for: size)
    let roles = EventMark.Role.allCases.filter { role in
      plot.marks.contains { $0.role == role }
    }
    let measured = MeasurementMark.Role.allCases.filter { role in
      plot.measurements.contains { $0.role == role }
    }
    let plan = now.flatMap { now in
      plot.marks.first { $0.event.time > now }.map { LegendItem.role($0.role) }
        ?? plot.measurements.first { $0.event.time > now }.map { .measurement($0.role) }
    }
    let items: [LegendItem] =
      (plot.segments.isEmpty ? [] : [.glucose])
      + (forecast.map {
        [.forecast, .forecastRange($0.nominalCoverage, measured: $0.empiricalCoverage)]
      } ?? [])
      + (plot.basal.isEmpty ? [] : [.basal]) + roles.map(LegendItem.role)
      + measured.map(LegendItem.measurement)
      + (plan.map { [.planned($0)] } ?? [])
      + (window?.bars.contains { $0.offset != 0 } ?? false ? [.range] : [])
    return items.rows(width: size.width - font * 0.9, space: 0) {
      $0.width(font: font, strings: strings)
    }
  }
}

extension DayDrawing {
  var legendElements: [Markup] {
    let font = frame.font
    return legend.enumerated().flatMap { row, items in
      let baseline = frame.bottom + font * (3.3 + 1.6 * Double(row))
      var x = font * 0.9
      return items.flatMap { item in
        let start = x
        x += item.width(font: font, strings: strings)
        return [
          sample(of: item, x: start, y: baseline - font * 0.33),
          text(
            item.name(strings), x: start + item.sampleWidth(font: font), y: baseline,
            size: font * 0.95),
        ]
      }
    }
  }

  private func sample(of item: LegendItem, x: Double, y: Double) -> Markup {
    let font = frame.font
    switch item {
    case .role(let role):
      return palette.shape(of: role, at: PicturePoint(x: x + font * 0.5, y: y), radius: font * 0.46)
    case .measurement(let role):
      return palette.shape(of: role, at: PicturePoint(x: x + font * 0.5, y: y), radius: font * 0.46)
    case .planned(let item): return sample(of: item, x: x, y: y).drawnAsPlan(in: palette)
    case .basal:
      return .rect(
        x: x + font * 0.08, y: y - font * 0.35, width: font * 0.84, height: font * 0.7,
        ["fill": SVGValue(palette.insulin), "fill-opacity": 0.3])
    case .range:
      let sketch = RangeSketch(
        place: { PicturePoint(x: x + font * 0.5 + $0, y: y + $1) },
        minimum: font * 0.55, mean: 0, maximum: -font * 0.55, unit: font / 24)
      return Markup("g", [:], sketch.elements(color: palette.glucose))
    case .forecastRange:
      let (top, bottom, end) = (y - font * 0.35, y + font * 0.35, x + font * 1.75)
      var edges = SVGPath(line: [PicturePoint(x: x, y: top), PicturePoint(x: end, y: top)])
      edges.append(line: [PicturePoint(x: x, y: bottom), PicturePoint(x: end, y: bottom)])
      return Markup(
        "g", [:],
        [
          .rect(
            x: x, y: top, width: end - x, height: bottom - top,
            ["fill": SVGValue(palette.forecastRange), "fill-opacity": 0.18]),
          .stroke(edges, palette.forecastRange, width: 1.25, dashes: "2 2"),
        ])
    case .glucose, .forecast:
      var line = Markup(
        "path",
        [
          "d": SVGValue(
            SVGPath(line: [
              PicturePoint(x: x, y: y), PicturePoint(x: x + font * 1.75, y: y),
            ]).data), "fill": "none", "stroke-width": SVGValue(max(2, font * 0.19)),
        ])
      if case .forecast = item {
        line.set("stroke", SVGValue(palette.forecast))
        line.set("stroke-dasharray", "5 4")
      } else {
        line.set("stroke", SVGValue(palette.glucose))
      }
      return line
    }
  }
}

extension PlotForecast {
  /// Returns whether the path extends visibly beyond the ring around the last reading in `frame`.
  func isVisible(in frame: PictureFrame) -> Bool {
    let points = path.map(frame.place)
    let length = zip(points, points.dropFirst()).reduce(0) { length, step in
      let (across, up) = (step.1.x - step.0.x, step.1.y - step.0.y)
      return length + (across * across + up * up).squareRoot()
    }
    return length >= frame.font * 0.4
  }
}
