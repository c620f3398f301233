internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The drawing of a day picture, layer by layer from back to front.
struct DayDrawing: PictureDrawing, Sendable {
  let plot: DayPlot
  let layout: EventLayout
  let style: ChartStyle
  let window: SurroundingDays?
  let frame: PictureFrame
  let lanes: [ConditionLane]
  let legend: [[LegendEntry]]
  let forecast: PlotForecast?
  /// Whether the picture has an axis of carbohydrate, which the ARISES display has not.
  let hasCarbAxis: Bool
  let hasMealRow: Bool
  /// The present, after which events are plans, or `nil` to draw all events alike.
  let now: Date?

  init(_ picture: DayPicture) {
    let (plot, window, size) = (picture.plot, picture.surroundingDays, picture.size)
    now = picture.now
    style = picture.style
    self.window = window
    lanes = ConditionLane.lanes(of: plot.conditions, strings: picture.strings)
    let hasMeals = plot.style != .arises && plot.marks.contains { $0.role == .meal }
    let hasCarbAxis = hasMeals && !picture.hasMealRow
    self.hasCarbAxis = hasCarbAxis
    hasMealRow = hasMeals && picture.hasMealRow
    let hasKetones = plot.measurements.contains { $0.role == .ketones }
    let laneCount = lanes.count + (hasKetones ? 1 : 0) + (hasMealRow ? 1 : 0)
    func makeFrame(legendRows: Int, hasCarbAxis: Bool) -> PictureFrame {
      PictureFrame(
        size: size, sideShare: window == nil ? 0 : 0.17, laneCount: laneCount,
        legendRows: legendRows, hasCarbAxis: hasCarbAxis)
    }
    // The height of the plot depends on the legend, and the legend on the visible elements.
    let about = makeFrame(legendRows: 1, hasCarbAxis: false)
    forecast = plot.forecast.flatMap { $0.isVisible(in: about) ? $0 : nil }
    var rows = LegendEntry.rows(for: plot, forecast, window, now: now, style)
    // In a low picture, the last rows are omitted if they would leave no space for the plot.
    while !rows.isEmpty,
      makeFrame(legendRows: rows.count, hasCarbAxis: hasCarbAxis).height
        < PictureFrame.leastPlotHeight
    { rows.removeLast() }
    let frame = makeFrame(legendRows: rows.count, hasCarbAxis: hasCarbAxis)
    legend = rows
    self.frame = frame
    self.plot = plot
    layout = plot.layout(
      in: frame.plotSize,
      dotRadius: hasMealRow ? min(frame.dotRadius, frame.laneHeight / 2) : frame.dotRadius,
      mealHeight: hasMealRow ? frame.bottom - frame.lastLane : nil)
  }

  var root: Markup {
    root(
      title: "\(strings[.glucose]) \(style.title)", summary,
      [
        ("wall", wall), ("bands", bands), ("guides", guides), ("days", rangeBars), ("axes", axes),
        ("conditions", conditions),
        ("basal", basal), ("forecast-range", forecastRange), ("spans", spans), ("events", dots),
        ("glucose", glucoseLine), ("measurements", measurements), ("forecast", forecastPath),
        ("markers", rangeMarkers),
        ("labels", labels),
        ("header", header),
        (
          "legend",
          legend(legend) { below in
            frame.bottom + font * (3.3 + 1.6 * Double(legend.count - 1 - below))
          }
        ),
      ])
  }

  func isPlan(_ time: Date) -> Bool { now.map { time > $0 } ?? false }

  func mark(
    _ shape: Markup, role: some RawRepresentable<String>, _ event: DiaryEvent, title: String
  ) -> Markup {
    var shape = shape
    shape.set("data-role", SVGValue(role.rawValue))
    shape.set("data-event", SVGValue(event.id.rawValue))
    if isPlan(event.time) { shape = shape.drawnAsPlan(in: palette) }
    shape.append(Markup("title", text: title))
    return shape
  }

  private var summary: String {
    let unit = plot.axis.unit
    var parts = plot.current.map { [text(of: $0)] } ?? []
    let range = strings.range(of: plot.readings, in: unit)
    parts.append(range.map { "\(strings[.glucose]): \($0)" } ?? strings[.noReadings])
    let events = layout.marks.map(\.event) + plot.measurements.map(\.event)
    let counts =
      EventMark.Role.allCases.map { role in
        (strings.name(of: role), layout.marks.count { $0.role == role })
      }
      + MeasurementMark.Role.allCases.map { role in
        (strings.name(of: role), plot.measurements.count { $0.role == role })
      } + [(strings[.planned], events.count { isPlan($0.time) })]
    parts += counts.filter { $0.1 > 0 }.map { "\($0): \($1)" }
    parts += lanes.map(\.name)
    parts += sideBars.map { strings.title(of: $0, in: unit) }
    if let last = forecast?.last {
      parts.append(
        "\(strings[.forecast]): \(strings.clock(ClockTime(last.time, in: plot.day.zone))) "
          + "\(strings.number(last.glucose, in: unit)) (\(strings.number(last.lower, in: unit)) "
          + "\(strings[.to]) \(strings.number(last.upper, in: unit))) \(strings.name(of: unit))")
    }
    return parts.joined(separator: "; ") + "."
  }
}
