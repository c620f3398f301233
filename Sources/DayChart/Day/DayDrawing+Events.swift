// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary

extension DayDrawing {
  /// Basal insulin as steps that extend downward from the top of the plot. The highest rate of the
  /// day is a tenth of the plot's height.
  var basal: [Markup] {
    plot.basal.map { span in
      let rate = span.segment.unitsPerHour.svgNumber + " " + strings.unitsPerHour
      return Markup(
        "rect",
        [
          "x": SVGValue(frame.x(span.span.lowerBound)), "y": SVGValue(frame.top),
          "width": SVGValue((span.span.upperBound - span.span.lowerBound) * frame.width),
          "height": SVGValue(max(span.heightFraction * frame.height * 0.1, 1)),
          "fill": SVGValue(palette.insulin), "fill-opacity": 0.3,
        ], [Markup("title", text: "\(strings.basal): \(rate)")])
    }
  }

  /// Exercise as bars from start to end.
  var spans: [Markup] {
    plot.layout.marks.compactMap { mark in
      mark.span.map { span in
        let radius = plot.layout.dotRadius
        return Markup(
          "rect",
          [
            "x": SVGValue(frame.x(span.lowerBound)),
            "y": SVGValue(frame.y(mark.position.y) - radius * 0.6),
            "width": SVGValue((span.upperBound - span.lowerBound) * frame.width),
            "height": SVGValue(radius * 1.2), "rx": SVGValue(radius * 0.6),
            "fill": SVGValue(palette.exercise), "fill-opacity": 0.35,
          ])
      }
    }
  }

  var dots: [Markup] { plot.layout.marks.map(dot) }

  private func dot(_ mark: EventMark) -> Markup {
    let radius = plot.layout.dotRadius
    let place = frame.place(mark.position)
    let color = palette.color(of: mark.role)
    let title = Markup("title", text: strings.title(of: mark))
    // A hollow dot indicates that its height isn't meaningful.
    let hollow = !mark.hasMeaningfulHeight
    var circle = Markup(
      "circle",
      [
        "data-role": SVGValue(mark.role.rawValue), "data-event": SVGValue(mark.id.rawValue),
        "cx": SVGValue(place.x), "cy": SVGValue(place.y),
        "r": SVGValue(hollow ? radius * 0.82 : radius),
        "fill": SVGValue(hollow ? palette.background : color),
      ], [title])
    if hollow {
      circle.set("stroke", SVGValue(color))
      circle.set("stroke-width", SVGValue(radius * 0.36))
    }
    guard mark.isClamped else { return circle }
    let arm = radius * 0.5
    let chevron = SVGPath(line: [
      PicturePoint(x: place.x - arm, y: place.y + arm * 0.5),
      PicturePoint(x: place.x, y: place.y - arm * 0.5),
      PicturePoint(x: place.x + arm, y: place.y + arm * 0.5),
    ])
    return Markup(
      "g", [:],
      [
        circle,
        Markup(
          "path",
          [
            "d": SVGValue(chevron.data), "fill": "none", "stroke": SVGValue(palette.background),
            "stroke-width": SVGValue(radius * 0.3), "stroke-linecap": "round",
          ]),
      ])
  }
}
