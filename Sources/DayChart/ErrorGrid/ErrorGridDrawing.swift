internal import DaySummary
internal import GlucoseMath

struct ErrorGridDrawing {
  let picture: ErrorGridPicture
  let lines: ErrorGridLines
  let font: Double
  let left, top, side: Double
  private let counts: [ErrorGridZone: Int]
  private let legend: [[LegendEntry]]

  init(_ picture: ErrorGridPicture) {
    self.picture = picture
    let size = picture.size
    lines = picture.grid.lines
    counts = picture.grid.zones.zoneCounts(of: picture.pairs)
    font = PictureFrame.font(for: PlotSize(width: size.width, height: size.width))
    let entries = LegendEntry.entries(of: counts, picture.palette, picture.strings)
    legend = LegendEntry.rows(entries, width: size.width - font * 1.8, font: font)
    let margin = (font * 2.9).rounded()
    top = (font * 3.7).rounded()
    let below = font * (3.6 + 1.6 * Double(legend.count))
    side = min(size.width - margin - font * 1.2, size.height - top - below).rounded(.down)
    left = max(margin, ((size.width - side) / 2).rounded())
  }

  var root: Markup {
    .picture(
      size: picture.size, font: font, title: picture.title, description: summary,
      background: picture.palette.background,
      layers: [
        ("axes", axes), ("points", points), ("zones", zones), ("letters", letters),
        ("header", header), ("legend", legendElements),
      ])
  }

  /// Returns the position of a pair in mg/dL; on the edge if the pair is beyond the grid.
  func place(_ reference: Double, _ measured: Double) -> PicturePoint {
    PicturePoint(
      x: left + side * min(reference / lines.extent, 1),
      y: top + side * (1 - min(measured / lines.extent, 1)))
  }

  private var axes: [Markup] {
    let palette = picture.palette
    let small = font * 0.95
    let step: Double = picture.unit == .mgdL ? 100 : lines.extent > 400 ? 5 : 4
    let limit = Glucose.mgdL(lines.extent).value(in: picture.unit)
    var guides = SVGPath()
    var labels: [Markup] = []
    for value in stride(from: 0, through: limit, by: step) {
      let mgdL = Glucose(value, picture.unit).mgdL
      let (across, up) = (place(mgdL, 0), place(0, mgdL))
      guides.append(line: [across, place(mgdL, lines.extent)])
      guides.append(line: [up, place(lines.extent, mgdL)])
      labels.append(
        .line(
          picture.strings.amount(value), x: across.x, y: across.y + font * 1.35,
          fill: palette.secondaryText,
          size: small, anchor: "middle"))
      labels.append(
        .line(
          picture.strings.amount(value), x: left - font * 0.6, y: up.y + small * 0.35,
          fill: palette.secondaryText,
          size: small, anchor: "end"))
    }
    labels.append(
      .line(
        axisTitle(picture.strings[.reference]), x: left + side / 2, y: top + side + font * 2.75,
        fill: palette.secondaryText, size: small, anchor: "middle"))
    let diagonal = SVGPath(line: [place(0, 0), place(lines.extent, lines.extent)])
    return [
      .stroke(guides, palette.guide, dashes: "1 3"), .stroke(diagonal, palette.edge, dashes: "4 3"),
    ] + labels
  }

  private func axisTitle(_ word: String) -> String {
    "\(word), \(picture.strings.name(of: picture.unit))".fitted(to: side, size: font * 0.95)
  }

  private var zones: [Markup] {
    var path = SVGPath(outline: [
      place(0, 0), place(0, lines.extent), place(lines.extent, lines.extent),
      place(lines.extent, 0),
    ])
    for line in lines.lines { path.append(line: line.map { place($0.x, $0.y) }) }
    return [.stroke(path, picture.palette.secondaryText)]
  }

  private var letters: [Markup] {
    lines.letters.map { letter in
      let place = place(letter.place.x, letter.place.y)
      let text = letter.zone.letter
      var element = Markup.line(
        text, x: place.x, y: place.y + font * 0.4, fill: picture.palette.text, size: font * 1.1,
        anchor: "middle", bold: true)
      // Points may be under a letter; an outline keeps the letter legible.
      element.set("stroke", SVGValue(picture.palette.background))
      element.set("stroke-width", SVGValue(font * 0.3))
      element.set("paint-order", "stroke")
      return element
    }
  }

  private var header: [Markup] {
    let palette = picture.palette
    return [
      .heading(picture.title, room: picture.size.width - font * 1.8, font: font, palette),
      .line(
        axisTitle(picture.strings[.measured]), x: left - font * 2, y: font * 3,
        fill: palette.secondaryText, size: font * 0.95),
    ]
  }

  private var legendElements: [Markup] {
    LegendEntry.elements(
      of: legend, left: font * 0.9, baseline: picture.size.height - font * 0.6, font: font,
      fill: picture.palette.secondaryText)
  }

  private var summary: String {
    guard !picture.pairs.isEmpty else { return "\(picture.strings[.pairs]): 0." }
    let zones = LegendEntry.entries(of: counts, picture.palette, picture.strings).map(\.text)
    return "\(picture.strings[.pairs]): \(picture.pairs.count); " + zones.joined(separator: ", ")
      + "."
  }
}

extension ErrorGridZone {
  var letter: String { rawValue.uppercased() }
}
