internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  var bands: [Markup] {
    plot.bands.rectangles(x: frame.left, width: frame.width, palette, y: frame.y)
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for tick in plot.axis.ticks.dropFirst() where tick.y < 1 {
      dotted.append(line: frame.area.across(tick.y))
    }
    for tick in plot.timeTicks where tick.x > 0 && tick.x < 1 {
      dotted.append(line: frame.area.upright(tick.x))
    }
    var edges = SVGPath()
    for edge in targetEdges { edges.append(line: frame.area.across(edge.height)) }
    return [.stroke(dotted, palette.guide, dashes: "1 3"), .stroke(edges, palette.edge)]
  }

  var axes: [Markup] {
    let scale = ScaleLabel.ticks(
      of: plot.axis, edges: targetEdges.map(\.glucose), strings,
      distance: frame.font * 1.1 / max(frame.height, 1))
    let hours = plot.timeTicks.map { (text: strings.hour($0.hour), x: frame.x($0.x)) }
    return numbers(scale, left: frame.left, y: frame.y) + carbAxis
      + self.hours(hours, y: frame.bottom + font * 1.45)
      + [Markup.stroke(SVGPath(line: frame.area.across(0)), palette.edge)]
  }

  private var carbAxis: [Markup] {
    guard hasCarbAxis else { return [] }
    let size = frame.font * 0.85
    let step = frame.height / 4 >= frame.font * 1.2 ? 50.0 : 100
    return stride(from: step, through: EventLayout.carbsAtTop, by: step).flatMap { carbs in
      let y = frame.y(carbs / EventLayout.carbsAtTop)
      return [
        palette.shape(of: .meal, at: PicturePoint(x: frame.right, y: y), radius: frame.font * 0.19),
        label(
          strings.amount(carbs) + " " + strings[.grams], x: frame.right + frame.font * 0.45,
          y: y + size * 0.35, size: size),
      ]
    }
  }

  /// The edges of the target range; the lower one is omitted if the labels would overlap.
  var targetEdges: [(glucose: Glucose, height: Double)] {
    guard let target = plot.bands.first(where: { $0.band == .target }) else { return [] }
    var edges: [(glucose: Glucose, height: Double)] = []
    if target.heights.upperBound < 1 { edges.append((target.upper, target.heights.upperBound)) }
    let room = (target.heights.upperBound - target.heights.lowerBound) * frame.height
    if target.heights.lowerBound > 0, edges.isEmpty || room > frame.font * 1.2 {
      edges.append((target.lower, target.heights.lowerBound))
    }
    return edges
  }

  var header: [Markup] {
    let margin = frame.font * 0.9
    let baseline = frame.font * 1.7
    let second = frame.font * 3
    let unit = strings.name(of: plot.axis.unit)
    var right = frame.size.width - margin
    var elements: [Markup] = []
    if let current = plot.current {
      let stale = current.isStale
      if let trend = current.trend {
        let length = frame.headline * 0.95
        right -= length * Double(trend.arrowCount)
        elements += (0..<trend.arrowCount).map { index in
          arrow(
            trend.angle, length: length,
            at: PicturePoint(
              x: right + length * (Double(index) + 0.5), y: baseline - frame.headline * 0.36))
        }
        right -= frame.font * 0.5
      }
      let value = value(of: current)
      elements.append(
        label(
          value, x: right, y: baseline, size: frame.headline, anchor: "end", bold: true,
          fill: stale ? palette.secondaryText : palette.text))
      right -= value.width(size: frame.headline) + frame.font
      elements.append(
        label(age(of: current), x: frame.size.width - margin, y: second, anchor: "end"))
    }
    let title = style.title.fitted(to: right - margin, size: frame.headline)
    elements.append(
      label(title, x: margin, y: baseline, size: frame.headline, bold: true, fill: palette.text))
    elements.append(label(unit, x: margin, y: second))
    return elements
  }

  /// Returns the last reading for screen readers, which do not read the header of an image.
  func text(of current: CurrentGlucose) -> String {
    let trend = current.trend.map { strings.name(of: $0) }
    return [value(of: current), trend, age(of: current)].compactMap(\.self).joined(separator: ", ")
  }

  private func value(of current: CurrentGlucose) -> String {
    let (unit, reading) = (plot.axis.unit, current.reading)
    return strings.number(reading.glucose, reading.flags, in: unit) + " " + strings.name(of: unit)
  }

  /// Returns the age, or in the first minute the time of the reading, which a picture of a past record
  /// has too.
  private func age(of current: CurrentGlucose) -> String {
    let minutes = current.age.inMinutes.rounded(.down)
    guard minutes > 0 else {
      return strings.clock(ClockTime(current.reading.time, in: plot.day.zone))
    }
    return "\(strings.decimal(minutes, places: 0)) \(strings[.minutesAgo])"
  }

  private func arrow(_ angle: Double, length: Double, at middle: PicturePoint) -> Markup {
    let half = length * 0.42
    let head = length * 0.26
    var path = SVGPath(line: [PicturePoint(x: -half, y: 0), PicturePoint(x: half, y: 0)])
    path.append(line: [
      PicturePoint(x: half - head, y: -head), PicturePoint(x: half, y: 0),
      PicturePoint(x: half - head, y: head),
    ])
    let place = "translate(\(middle.x.svgNumber) \(middle.y.svgNumber))"
    return Markup(
      "path",
      [
        "transform": SVGValue(angle == 0 ? place : place + " rotate(\((-angle).svgNumber))"),
        "d": SVGValue(path.data), "fill": "none", "stroke": SVGValue(palette.text),
        "stroke-width": SVGValue(length * 0.12), "stroke-linecap": "round",
        "stroke-linejoin": "round",
      ])
  }
}
