internal import DaySummary
internal import GlucoseMath

/// What the drawings of pictures share: their style, and text in the font of their size.
package protocol PictureDrawing {
  var style: ChartStyle { get }
}

extension PictureDrawing {
  var size: PlotSize { style.size }
  var palette: ChartPalette { style.palette }
  var strings: ChartStrings { style.strings }
  package var font: Double { PictureFrame.font(for: size) }
  /// The size of the font of labels.
  package var small: Double { font * 0.95 }

  /// Returns a document without elements, font, and background.
  func document(title: String, _ description: String) -> Markup {
    Markup(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": SVGValue(size.width),
        "height": SVGValue(size.height),
        "viewBox": SVGValue("0 0 \(size.width.svgNumber) \(size.height.svgNumber)"), "role": "img",
      ], [Markup("title", text: title), Markup("desc", text: description)])
  }

  func root(
    title: String? = nil, _ description: String, _ layers: [(layer: String, elements: [Markup])]
  ) -> Markup {
    var root = document(title: title ?? style.title, description)
    root.set("font-size", SVGValue(font))
    root.set(
      "font-family",
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif")
    root.append(
      Markup(
        "rect",
        [
          "width": SVGValue(size.width), "height": SVGValue(size.height),
          "fill": SVGValue(palette.background),
        ]))
    for (layer, elements) in layers where !elements.isEmpty {
      root.append(Markup("g", ["data-layer": SVGValue(layer)], elements))
    }
    return root
  }

  /// Returns a text, by default in the font of labels and the color of secondary text.
  func label(
    _ text: String, x: Double, y: Double, size: Double? = nil, anchor: String = "start",
    bold: Bool = false, fill: ChartColor? = nil
  ) -> Markup {
    .line(
      text, x: x, y: y, fill: fill ?? palette.secondaryText, size: size ?? small, anchor: anchor,
      bold: bold)
  }

  var heading: Markup { heading(room: size.width - font * 1.8) }

  func heading(room: Double) -> Markup {
    label(
      style.title.fitted(to: room, size: font * 1.2), x: font * 0.9, y: font * 1.6,
      size: font * 1.2, bold: true, fill: palette.text)
  }

  func noReadings(at place: PicturePoint) -> Markup {
    .line(
      strings[.noReadings], x: place.x, y: place.y, fill: palette.secondaryText, anchor: "middle")
  }

  /// Returns the numbers of an axis, each centered on its height.
  func numbers(
    _ scale: [ScaleLabel], left: Double, y: (Double) -> Double
  ) -> [Markup] {
    // The height of capitals is about 0.7 of the font size.
    scale.map { number in
      label(
        number.text, x: left - font * 0.6, y: y(number.y) + small * 0.35, anchor: "end",
        bold: number.isTarget, fill: number.isTarget ? palette.text : nil)
    }
  }

  /// Returns the labels of the hours of a time axis, whose text may be wide, "12 a.m.", and which are
  /// in order of their positions: all of them, or every second, third, and so on, if they would
  /// overlap. A label that would extend beyond the picture is moved inwards.
  func hours(_ hours: [(text: String, x: Double)], y: Double) -> [Markup] {
    let margin = font * 0.1
    let labels = hours.map { text, x in
      let half = text.width(size: small) / 2 + margin
      return (text: text, middle: x.limited(to: half...max(half, size.width - half)), half: half)
    }
    func areApart(every step: Int) -> Bool {
      let kept = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      return zip(kept, kept.dropFirst()).allSatisfy { $0.middle + $0.half <= $1.middle - $1.half }
    }
    let step = (1...max(labels.count, 1)).first(where: areApart) ?? 1
    return stride(from: 0, to: labels.count, by: step).map { index in
      label(labels[index].text, x: labels[index].middle, y: y, anchor: "middle")
    }
  }
}

/// The rectangle of a plot, with positions as fractions of its width and height.
struct PlotArea: Equatable {
  let left, right, top, bottom: Double

  var middle: PicturePoint { PicturePoint(x: (left + right) / 2, y: (top + bottom) / 2) }

  func x(_ share: Double) -> Double { left + share * (right - left) }

  /// Returns the position of a height, of which those above 1 are at the top.
  func y(_ share: Double) -> Double { bottom - min(share, 1) * (bottom - top) }

  func across(_ share: Double) -> [PicturePoint] {
    [PicturePoint(x: left, y: y(share)), PicturePoint(x: right, y: y(share))]
  }

  func upright(_ share: Double) -> [PicturePoint] {
    [PicturePoint(x: x(share), y: top), PicturePoint(x: x(share), y: bottom)]
  }
}

extension Markup {
  /// The text with an outline in the color of the background, legible over points and lines.
  func outlined(in background: ChartColor, width: Double) -> Markup {
    var element = self
    element.set("stroke", SVGValue(background))
    element.set("stroke-width", SVGValue(width))
    element.set("paint-order", "stroke")
    return element
  }
}
