// SPDX-License-Identifier: Apache-2.0

internal import DaySummary

extension SVGElement {
  /// The root of a picture: its title and description for those who cannot see it, and what lies
  /// behind everything.
  static func picture(
    size: PlotSize, font: Double, title: String, description: String, background: Colour
  ) -> SVGElement {
    SVGElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": SVGValue(size.width),
        "height": SVGValue(size.height),
        "viewBox": SVGValue("0 0 \(size.width.svgNumber) \(size.height.svgNumber)"),
        "role": "img", "font-size": SVGValue(font),
        "font-family":
          "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      ],
      [
        SVGElement("title", text: title),
        SVGElement("desc", text: description),
        SVGElement(
          "rect",
          [
            "width": SVGValue(size.width), "height": SVGValue(size.height),
            "fill": SVGValue(background),
          ]),
      ])
  }

  /// A line of text with its baseline at `y`.
  static func line(
    _ text: String, x: Double, y: Double, fill: Colour, size: Double? = nil,
    anchor: String = "start", bold: Bool = false
  ) -> SVGElement {
    var element = SVGElement(
      "text", ["x": SVGValue(x), "y": SVGValue(y), "fill": SVGValue(fill)], text: text)
    if let size { element.set("font-size", SVGValue(size)) }
    if anchor != "start" { element.set("text-anchor", SVGValue(anchor)) }
    if bold { element.set("font-weight", "600") }
    return element
  }

  /// A path that is drawn and not filled.
  static func stroke(
    _ path: SVGPath, _ colour: Colour, width: Double = 1, dashes: String? = nil
  ) -> SVGElement {
    var element = SVGElement(
      "path",
      [
        "d": SVGValue(path.data), "fill": "none", "stroke": SVGValue(colour),
        "stroke-width": SVGValue(width),
      ])
    if let dashes { element.set("stroke-dasharray", SVGValue(dashes)) }
    return element
  }
}
