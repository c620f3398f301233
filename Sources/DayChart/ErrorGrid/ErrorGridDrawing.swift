internal import DaySummary
internal import GlucoseMath

struct ErrorGridDrawing: PictureDrawing {
  let picture: ErrorGridPicture
  let lines: ErrorGridLines
  let left, top, side: Double
  private let legend: [[LegendEntry]]

  var style: ChartStyle { picture.style }

  init(_ picture: ErrorGridPicture) {
    self.picture = picture
    let size = picture.size
    lines = ErrorGridLines(picture.grid)
    let counts = picture.grid.zoneCounts(of: picture.pairs)
    let font = PictureFrame.font(for: size)
    let total = counts.values.reduce(0, +)
    let zones = total == 0 ? [] : ErrorGridZone.allCases
    let entries = zones.map { zone in
      let share = Percentage(counts[zone] ?? 0, of: total) ?? .zero
      return (
        color: picture.palette.color(of: zone),
        text: zone.letter + " " + picture.strings.tenthsOfPercent(share), isDotted: false
      )
    }
    legend = LegendEntry.rows(entries, width: size.width, font: font)
    let margin = (font * 2.9).rounded()
    top = (font * 3.7).rounded()
    let below = font * (3.6 + 1.6 * Double(legend.count))
    side = min(size.width - margin - font * 1.2, size.height - top - below).rounded(.down)
    left = max(margin, ((size.width - side) / 2).rounded())
  }

  var root: Markup {
    root(
      summary,
      [
        ("axes", axes), ("points", points), ("zones", zones), ("letters", letters),
        (
          "header",
          [heading, label(axisTitle(strings[.measured]), x: left - font * 2, y: font * 3)]
        ),
        ("legend", legend(legend)),
      ])
  }

  /// Returns the position of a pair in mg/dL; on the edge if the pair is beyond the grid.
  func place(_ reference: Double, _ measured: Double) -> PicturePoint {
    PicturePoint(
      x: left + side * min(reference / lines.extent, 1),
      y: top + side * (1 - min(measured / lines.extent, 1)))
  }

  private var axes: [Markup] {
    let step: Double = picture.unit == .mgdL ? 100 : lines.extent > 400 ? 5 : 4
    let limit = Glucose.mgdL(lines.extent).value(in: picture.unit)
    var guides = SVGPath()
    var labels: [Markup] = []
    for value in stride(from: 0, through: limit, by: step) {
      let mgdL = Glucose(value, picture.unit).mgdL
      let (across, up) = (place(mgdL, 0), place(0, mgdL))
      guides.append(line: [across, place(mgdL, lines.extent)])
      guides.append(line: [up, place(lines.extent, mgdL)])
      let number = strings.amount(value)
      labels += [
        label(number, x: across.x, y: across.y + font * 1.35, anchor: "middle"),
        label(number, x: left - font * 0.6, y: up.y + small * 0.35, anchor: "end"),
      ]
    }
    labels.append(
      label(
        axisTitle(strings[.reference]), x: left + side / 2, y: top + side + font * 2.75,
        anchor: "middle"))
    let diagonal = SVGPath(line: [place(0, 0), place(lines.extent, lines.extent)])
    return [
      .stroke(guides, palette.guide, dashes: "1 3"), .stroke(diagonal, palette.edge, dashes: "4 3"),
    ] + labels
  }

  private func axisTitle(_ word: String) -> String {
    "\(word), \(strings.name(of: picture.unit))".fitted(to: side, size: small)
  }

  private var zones: [Markup] {
    var path = SVGPath(outline: [
      place(0, 0), place(0, lines.extent), place(lines.extent, lines.extent),
      place(lines.extent, 0),
    ])
    for line in lines.lines { path.append(line: line.map { place($0.x, $0.y) }) }
    return [.stroke(path, palette.secondaryText)]
  }

  private var letters: [Markup] {
    lines.letters.map { letter in
      let place = place(letter.place.x, letter.place.y)
      // Points may be under a letter.
      return label(
        letter.zone.letter, x: place.x, y: place.y + font * 0.4, size: font * 1.1,
        anchor: "middle", bold: true, fill: palette.text
      ).outlined(in: palette.background, width: font * 0.3)
    }
  }

  private var summary: String {
    guard !picture.pairs.isEmpty else { return "\(strings[.pairs]): 0." }
    let zones = legend.joined().map(\.text)
    return "\(strings[.pairs]): \(picture.pairs.count); " + zones.joined(separator: ", ")
      + "."
  }
}

extension ErrorGridZone {
  var letter: String { rawValue.uppercased() }
}
