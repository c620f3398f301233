// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import Diary

extension DayDrawing {
  /// Exercise as bars from its beginning to its end.
  var spans: [SVGElement] {
    plot.layout.marks.compactMap { mark in
      mark.span.map { span in
        let radius = plot.layout.dotRadius
        return SVGElement(
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

  var dots: [SVGElement] { plot.layout.marks.map(dot) }

  private func dot(_ mark: EventMark) -> SVGElement {
    let radius = plot.layout.dotRadius
    let place = frame.place(mark.position)
    let colour = palette.colour(of: mark.role)
    let title = SVGElement("title", text: words.title(of: mark))
    // A hollow dot says that its height means nothing.
    let hollow = !mark.isWeighed
    var circle = SVGElement(
      "circle",
      [
        "data-role": SVGValue(mark.role.rawValue), "data-event": SVGValue(mark.id.rawValue),
        "cx": SVGValue(place.x), "cy": SVGValue(place.y),
        "r": SVGValue(hollow ? radius * 0.82 : radius),
        "fill": SVGValue(hollow ? palette.background : colour),
      ], [title])
    if hollow {
      circle.set("stroke", SVGValue(colour))
      circle.set("stroke-width", SVGValue(radius * 0.36))
    }
    guard mark.isClamped else { return circle }
    let arm = radius * 0.5
    let chevron = SVGPath(line: [
      PicturePoint(x: place.x - arm, y: place.y + arm * 0.5),
      PicturePoint(x: place.x, y: place.y - arm * 0.5),
      PicturePoint(x: place.x + arm, y: place.y + arm * 0.5),
    ])
    return SVGElement(
      "g", [:],
      [
        circle,
        SVGElement(
          "path",
          [
            "d": SVGValue(chevron.data), "fill": "none", "stroke": SVGValue(palette.background),
            "stroke-width": SVGValue(radius * 0.3), "stroke-linecap": "round",
          ]),
      ])
  }
}
