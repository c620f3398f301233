public import DaySummary
internal import GlucoseDiary
public import GlucoseFoundation
public import GlucoseMath

/// A picture of the glucose responses to several meals, with their traces over one another by the
/// time since the meal.
///
///     let responses = try history.responses(toMealsNamed: "Porridge", in: spring)
///     let svg = MealResponsesPicture(responses, in: oslo, unit: .mmolL).svg
///
/// The horizontal axis is from 15 minutes before the meal, which is a vertical line, to four hours
/// after it. A line ends with the follow-up of its response, and is broken where readings are more
/// than 30 minutes (`>`) apart. Each line has a title with the date, the carbohydrate, and the rise,
/// which is a lower bound (`≥`) if the follow-up is incomplete. The latest response is drawn stronger
/// than the others.
public struct MealResponsesPicture: ChartPicture, SVGPicture {
  let responses: [MealResponse]
  let zone: TimeZone
  let unit: GlucoseUnit
  let bands: RangeBands
  private let axis: GlucoseAxis
  private let area: PlotArea
  package var style: ChartStyle

  /// Creates a picture of `responses`, in any order, of at least 320 by 200 points. Those without
  /// readings are omitted. `zone` is that of the dates in titles.
  ///
  /// The default bands are the consensus bands in `unit`, and the default title is "Responses to
  /// meals".
  public init(
    _ responses: [MealResponse], in zone: TimeZone, unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 320), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.responses = responses.filter { !$0.trace.isEmpty }
      .ordered { ($0.time, $0.id) < ($1.time, $1.id) }
    self.zone = zone
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 200), palette, strings,
      title ?? strings[.mealResponses])
    axis = GlucoseAxis(
      unit, including: self.responses.flatMap(\.trace).map(\.glucose).max())
    let size = style.size
    let font = PictureFrame.font(for: size)
    area = PlotArea(
      left: (font * 3.1).rounded(), right: size.width - (font * 1.2).rounded(),
      top: (font * 3.4).rounded(), bottom: size.height - (font * 2.2).rounded())
  }

  package var root: Markup {
    let (title, subject) = (style.title, strings[.mealResponses])
    return root(
      title: title == subject ? subject : "\(subject): \(title)", summary,
      [
        ("bands", bands.cut(to: axis).rectangles(in: area, palette)), ("guides", guides),
        ("axes", axes), ("traces", traces),
        ("header", [heading(room: size.width - 2 * font)]),
      ])
  }

  private var summary: String {
    guard !responses.isEmpty else { return strings[.noReadings] + "." }
    let parts = ["\(strings[.meal]): \(responses.count)"] + responses.map(title(of:))
    return parts.joined(separator: "; ") + "."
  }

  private var guides: [Markup] {
    var dotted = SVGPath()
    for hour in 1...4 { dotted.append(line: area.upright(share(Double(hour) * 60))) }
    return [
      .stroke(dotted, palette.guide, dashes: "1 3"),
      .stroke(SVGPath(line: area.upright(share(0))), palette.edge, width: 1.5),
    ]
  }

  private var axes: [Markup] {
    let scale = ScaleLabel.ticks(
      of: axis, edges: [bands.high, bands.low], strings,
      distance: font * 1.15 / (area.bottom - area.top))
    let numbers = scale.map { label in
      Markup.line(
        label.text, x: area.left - font * 0.4, y: area.y(label.y) + font * 0.35,
        fill: label.isTarget ? palette.text : palette.secondaryText, anchor: "end")
    }
    let hours = (0...4).map { hour in
      Markup.line(
        "\(hour) \(strings[.hours])", x: area.x(share(Double(hour) * 60)),
        y: area.bottom + font * 1.5, fill: palette.secondaryText,
        anchor: hour == 4 ? "end" : "middle")
    }
    let unit = Markup.line(
      strings.name(of: axis.unit), x: area.left, y: area.top - font * 0.45,
      fill: palette.secondaryText, size: font * 0.9)
    return numbers + hours + [unit]
  }

  private var traces: [Markup] {
    responses.enumerated().map { index, response in
      let isLatest = index == responses.count - 1
      var line = SVGPath()
      // A gap of more than 30 minutes breaks the line.
      for run in response.trace.runs({
        response.sinceMeal($1) - response.sinceMeal($0) <= .seconds(1800)
      }) {
        let points = run.map { point in
          PicturePoint(
            x: area.x(share(response.sinceMeal(point).inMinutes)),
            y: area.y(min(axis.y(of: point.glucose), 1)))
        }
        line.append(line: points.count == 1 ? points + points : points.thinnedIfDense)
      }
      return Markup(
        "path",
        [
          "data-event": SVGValue(response.id.rawValue), "d": SVGValue(line.data), "fill": "none",
          "stroke": SVGValue(palette.glucose),
          "stroke-width": SVGValue(max(1.5, font * 0.13) * (isLatest ? 1.6 : 1)),
          "stroke-opacity": isLatest ? 1 : 0.55, "stroke-linejoin": "round",
          "stroke-linecap": "round",
        ], [Markup("title", text: title(of: response))])
    }
  }

  /// Returns a text such as "Wed 2025-03-12 07:25: 55 g carbs, +4.1 mmol/L".
  private func title(of response: MealResponse) -> String {
    let day = LocalDay(containing: response.time, in: zone)
    let carbs =
      strings.mass(response.meal.carbs).map { $0 + " " + strings[.carbs] } ?? strings[.carbsUnknown]
    let places = axis.unit == .mmolL ? 1 : 0
    let rise = (response.rise?.value(in: axis.unit)).map { rise in
      ", \(response.isFollowUpComplete ? "" : "≥ ")\(rise > 0 ? "+" : "")\(strings.decimal(rise, places: places)) "
        + strings.name(of: axis.unit)
    }
    return strings.weekdayDate(day) + " "
      + strings.clock(ClockTime(response.time, in: zone)) + ": " + carbs + (rise ?? "")
  }

  /// Returns the position of a time from 15 minutes before the meal to 240 minutes after it.
  private func share(_ minutes: Double) -> Double { (minutes + 15) / 255 }
}
