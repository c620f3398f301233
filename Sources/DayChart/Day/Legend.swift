internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension LegendEntry {
  /// Returns the rows of the legend of a day: an entry for each kind of visible mark.
  static func rows(
    for plot: DayPlot, _ forecast: PlotForecast?, _ window: SurroundingDays?, now: Date?,
    _ style: ChartStyle
  ) -> [[LegendEntry]] {
    let font = PictureFrame.font(for: style.size)
    let (palette, strings) = (style.palette, style.strings)
    var entries: [LegendEntry] = []
    func add(_ text: String, isLine: Bool = false, _ sample: @escaping Sample) {
      let indent = font * (isLine ? 2.3 : 1.5)
      entries.append(
        LegendEntry(
          text: text, indent: indent, width: indent + text.width(size: font * 0.95) + font * 1.2,
          sample: sample))
    }
    @Sendable func center(_ start: PicturePoint) -> PicturePoint {
      PicturePoint(x: start.x + font * 0.5, y: start.y)
    }
    func shape(of role: EventMark.Role) -> Sample {
      { [palette.shape(of: role, at: center($0), radius: font * 0.46)] }
    }
    func shape(of role: MeasurementMark.Role) -> Sample {
      { [palette.shape(of: role, at: center($0), radius: font * 0.46)] }
    }
    if !plot.segments.isEmpty {
      add(strings[.glucose], isLine: true) { [line($0, palette.glucose, font)] }
    }
    if let forecast {
      add(strings[.forecast], isLine: true) { [line($0, palette.forecast, font, dashes: "5 4")] }
      add(strings.name(of: forecast), isLine: true) { [range($0, palette, font)] }
    }
    if !plot.basal.isEmpty {
      add(strings[.basal]) { start in
        [
          .rect(
            x: start.x + font * 0.08, y: start.y - font * 0.35, width: font * 0.84,
            height: font * 0.7, ["fill": SVGValue(palette.insulin), "fill-opacity": 0.3])
        ]
      }
    }
    for role in EventMark.Role.allCases where plot.marks.contains(where: { $0.role == role }) {
      add(strings.name(of: role), shape(of: role))
    }
    for role in MeasurementMark.Role.allCases
    where plot.measurements.contains(where: { $0.role == role }) {
      let unit = role == .ketones ? ", " + strings.name(of: GlucoseUnit.mmolL) : ""
      add(strings.name(of: role) + unit, shape(of: role))
    }
    let plan = now.flatMap { now in
      plot.marks.first { $0.event.time > now }.map { shape(of: $0.role) }
        ?? plot.measurements.first { $0.event.time > now }.map { shape(of: $0.role) }
    }
    if let plan { add(strings[.planned]) { plan($0).map { $0.drawnAsPlan(in: palette) } } }
    if let window, window.bars.contains(where: { $0.offset != 0 }) {
      add(strings[.range]) { start in
        let sketch = RangeSketch(
          place: { PicturePoint(x: start.x + font * 0.5 + $0, y: start.y + $1) },
          minimum: font * 0.55, mean: 0, maximum: -font * 0.55, unit: font / 24)
        return [Markup("g", [:], sketch.elements(color: palette.glucose))]
      }
    }
    return entries.rows(width: style.size.width - font * 0.9, space: 0)
  }

  private typealias Sample = @Sendable (PicturePoint) -> [Markup]

  private static func line(
    _ start: PicturePoint, _ color: ChartColor, _ font: Double, dashes: String? = nil
  ) -> Markup {
    let path = SVGPath(line: [start, PicturePoint(x: start.x + font * 1.75, y: start.y)])
    var line = Markup(
      "path",
      [
        "d": SVGValue(path.data), "fill": "none", "stroke-width": SVGValue(max(2, font * 0.19)),
        "stroke": SVGValue(color),
      ])
    if let dashes { line.set("stroke-dasharray", SVGValue(dashes)) }
    return line
  }

  private static func range(
    _ start: PicturePoint, _ palette: ChartPalette, _ font: Double
  ) -> Markup {
    let (top, bottom) = (start.y - font * 0.35, start.y + font * 0.35)
    let end = start.x + font * 1.75
    var edges = SVGPath()
    for y in [top, bottom] {
      edges.append(line: [PicturePoint(x: start.x, y: y), PicturePoint(x: end, y: y)])
    }
    return Markup(
      "g", [:],
      [
        .rect(
          x: start.x, y: top, width: end - start.x, height: bottom - top,
          ["fill": SVGValue(palette.forecastRange), "fill-opacity": 0.18]),
        .stroke(edges, palette.forecastRange, width: 1.25, dashes: "2 2"),
      ])
  }
}

extension ChartStrings {
  /// Returns the name of a prediction interval with its nominal coverage and that on other recordings.
  fileprivate func name(of forecast: PlotForecast) -> String {
    let measured = forecast.empiricalCoverage.map { percent(Percentage(fraction: $0)) }
    return self[measured == nil ? .forecastRange : .measuredForecastRange]
      .replacing("{percent}", with: percent(Percentage(fraction: forecast.nominalCoverage)))
      .replacing("{measured}", with: measured ?? "")
  }
}

extension PlotForecast {
  /// Returns whether the path extends visibly beyond the ring around the last reading in `frame`.
  func isVisible(in frame: PictureFrame) -> Bool {
    let points = path.map(frame.place)
    return zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      >= frame.font * 0.4
  }
}
