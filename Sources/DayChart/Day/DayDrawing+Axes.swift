// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  var bands: [Markup] {
    plot.bands.map { band in
      let top = frame.y(band.heights.upperBound)
      return Markup(
        "rect",
        [
          "data-band": SVGValue(band.band.rawValue), "x": SVGValue(frame.left),
          "y": SVGValue(top), "width": SVGValue(frame.width),
          "height": SVGValue(frame.y(band.heights.lowerBound) - top),
          "fill": SVGValue(palette.color(of: band.band)),
        ])
    }
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for tick in plot.axis.ticks.dropFirst() where tick.y < 1 {
      dotted.append(line: horizontal(at: tick.y))
    }
    for tick in plot.timeTicks where tick.x > 0 && tick.x < 1 {
      dotted.append(
        line: [
          PicturePoint(x: frame.x(tick.x), y: frame.top),
          PicturePoint(x: frame.x(tick.x), y: frame.bottom),
        ])
    }
    var edges = SVGPath()
    for edge in targetEdges { edges.append(line: horizontal(at: edge.height)) }
    return [
      Markup(
        "path",
        [
          "d": SVGValue(dotted.data), "fill": "none", "stroke": SVGValue(palette.guide),
          "stroke-width": 1, "stroke-dasharray": "1 3",
        ]),
      Markup(
        "path",
        [
          "d": SVGValue(edges.data), "fill": "none", "stroke": SVGValue(palette.edge),
          "stroke-width": 1,
        ]),
    ]
  }

  var axes: [Markup] {
    let labels = frame.font * 0.95
    // The number of a tick is centered on it; the height of capitals is about 0.7 of the font size.
    let drop = labels * 0.35
    // In a low plot, only every second or third number is drawn.
    let ticks = plot.axis.ticks
    let room = frame.height / Double(max(ticks.count - 1, 1))
    let stride = max(1, Int((frame.font * 1.2 / room).rounded(.up)))
    var elements = ticks.enumerated().filter { $0.offset % stride == 0 }.map { _, tick in
      text(
        tick.value.svgNumber, x: frame.left - frame.font * 0.6, y: frame.y(tick.y) + drop,
        size: labels, anchor: "end")
    }
    let unit = plot.axis.unit
    for edge in targetEdges {
      elements.append(
        text(
          strings.number(edge.glucose, in: unit), x: frame.right + frame.font * 0.5,
          y: frame.y(edge.height) + drop, size: labels))
    }
    elements += plot.timeTicks.map { tick in
      text(
        (tick.hour < 10 ? "0" : "") + "\(tick.hour):00", x: frame.x(tick.x),
        y: frame.bottom + frame.font * 1.45, size: labels, anchor: "middle")
    }
    elements.append(
      Markup(
        "path",
        [
          "d": SVGValue(
            SVGPath(line: horizontal(at: 0)).data), "fill": "none",
          "stroke": SVGValue(palette.edge), "stroke-width": 1,
        ]))
    return elements
  }

  /// The edges of the target range inside the plot. The lower edge is omitted if its label would
  /// overlap the label of the upper edge.
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

  private func horizontal(at share: Double) -> [PicturePoint] {
    [
      PicturePoint(x: frame.left, y: frame.y(share)),
      PicturePoint(x: frame.right, y: frame.y(share)),
    ]
  }

  /// Returns a line of text with its baseline at `y`.
  func text(
    _ text: String, x: Double, y: Double, size: Double? = nil, anchor: String = "start",
    bold: Bool = false, fill: ChartColor? = nil
  ) -> Markup {
    .line(
      text, x: x, y: y, fill: fill ?? palette.secondaryText, size: size, anchor: anchor, bold: bold)
  }
}
