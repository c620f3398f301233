internal import DaySummary
package import GlucoseMath

extension Markup {
  package static func line(
    _ text: String, x: Double, y: Double, fill: ChartColor, size: Double? = nil,
    anchor: String = "start", bold: Bool = false
  ) -> Markup {
    var element = Markup(
      "text", ["x": SVGValue(x), "y": SVGValue(y), "fill": SVGValue(fill)], text: text)
    if let size { element.set("font-size", SVGValue(size)) }
    if anchor != "start" { element.set("text-anchor", SVGValue(anchor)) }
    if bold { element.set("font-weight", "600") }
    return element
  }

  /// Returns a path that is stroked and not filled, with round joins and ends if `isRound`.
  package static func stroke(
    _ path: SVGPath, _ color: ChartColor, width: Double = 1, dashes: String? = nil,
    isRound: Bool = false
  ) -> Markup {
    var element = Markup(
      "path",
      [
        "d": SVGValue(path.data), "fill": "none", "stroke": SVGValue(color),
        "stroke-width": SVGValue(width),
      ])
    if let dashes { element.set("stroke-dasharray", SVGValue(dashes)) }
    if isRound {
      element.set("stroke-linejoin", "round")
      element.set("stroke-linecap", "round")
    }
    return element
  }

  static func fill(_ path: SVGPath, _ color: ChartColor, opacity: Double? = nil) -> Markup {
    var element = Markup("path", ["d": SVGValue(path.data), "fill": SVGValue(color)])
    if let opacity { element.set("fill-opacity", SVGValue(opacity)) }
    return element
  }

  package static func rect(
    x: Double, y: Double, width: Double, height: Double, band: RangeBand? = nil,
    _ attributes: KeyValuePairs<String, SVGValue>, title: String? = nil
  ) -> Markup {
    var element = Markup("rect")
    if let band { element.set("data-band", SVGValue(band.rawValue)) }
    for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
      element.set(name, SVGValue(value))
    }
    for (name, value) in attributes { element.set(name, value) }
    if let title { element.append(Markup("title", text: title)) }
    return element
  }

  static func circle(
    at center: PicturePoint, radius: Double, _ attributes: KeyValuePairs<String, SVGValue>
  ) -> Markup {
    var element = Markup(
      "circle",
      ["cx": SVGValue(center.x), "cy": SVGValue(center.y), "r": SVGValue(radius)])
    for (name, value) in attributes { element.set(name, value) }
    return element
  }
}

extension [PlotBand] {
  func rectangles(in area: PlotArea, _ palette: ChartPalette) -> [Markup] {
    rectangles(x: area.left, width: area.right - area.left, palette, y: area.y)
  }

  func rectangles(
    x: Double, width: Double, _ palette: ChartPalette, y: (Double) -> Double
  ) -> [Markup] {
    map { band in
      let top = y(band.heights.upperBound)
      return Markup.rect(
        x: x, y: top, width: width, height: y(band.heights.lowerBound) - top, band: band.band,
        ["fill": SVGValue(palette.color(of: band.band))])
    }
  }
}
