public import DaySummary
public import GlucoseMath

/// A picture of an error grid: pairs of a reference and a measurement or forecast as points over
/// zones of clinical risk.
///
///     let pairs = [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))]
///     let svg = ErrorGridPicture(pairs, on: .parkesType1, unit: .mmolL).svg
///
/// The Clarke grid extends to 400 mg/dL, the Parkes grids to 550, and that of the Diabetes Technology
/// Society to 600. A point beyond the grid is drawn on its edge and counts in its actual zone. Points
/// that are too close to distinguish are drawn once, darker the more there are, so that a picture of a million
/// pairs is small.
public struct ErrorGridPicture: ChartPicture, SVGPicture {
  let pairs: [GlucosePair]
  let grid: ErrorGrid
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `pairs`, in any order, of at least 320 by 320 points. The grid is square; the
  /// remaining space is empty. The zones do not depend on the unit. By default, the title is the name
  /// of the grid.
  public init(
    _ pairs: [GlucosePair], on grid: ErrorGrid = .clarke, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 480, height: 520), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.pairs = pairs
    self.grid = grid
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 320), palette, strings,
      title ?? strings.name(of: grid))
  }

  package var root: Markup { ErrorGridDrawing(self).root }
}

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
        text: zone.letter + " " + picture.strings.percent(share, places: 1), isDotted: false
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

  var points: [Markup] {
    let grid = picture.grid
    let points = picture.pairs.lazy.map { pair in
      (place(pair.reference.mgdL, pair.measured.mgdL), grid.zone(of: pair))
    }
    return Markup.dots(points, font: font, palette, hasZones: true)
  }
}

extension ErrorGridZone {
  var letter: String { rawValue.uppercased() }
}

extension Markup {
  /// Returns points as dots, one path for each zone and density, zone A at the back.
  ///
  /// Points of one zone in the same square of one point's width are one dot. In zones A and B, their
  /// number is drawn in three steps of opacity; the few points of other zones are opaque.
  static func dots(
    _ points: some Sequence<(PicturePoint, ErrorGridZone)>, font: Double, _ palette: ChartPalette,
    hasZones: Bool
  ) -> [Markup] {
    var counts: [Cell: Int] = [:]
    for (place, zone) in points {
      let cell = Cell(zone: zone, x: Int(place.x.rounded()), y: Int(place.y.rounded()))
      counts[cell, default: 0] += 1
    }
    let radius = font * (counts.count > 2000 ? 0.13 : 0.2)
    var paths: [ErrorGridZone: [SVGPath]] = [:]
    let sorted = counts.sorted {
      ($0.key.zone, $0.key.x, $0.key.y) < ($1.key.zone, $1.key.x, $1.key.y)
    }
    for (cell, count) in sorted {
      // A line of zero length, which round caps draw as a dot.
      let center = PicturePoint(x: Double(cell.x), y: Double(cell.y))
      let density = count == 1 ? 0 : count < 5 ? 1 : 2
      paths[cell.zone, default: [SVGPath(), SVGPath(), SVGPath()]][density]
        .append(line: [center, center])
    }
    return ErrorGridZone.allCases.flatMap { zone in
      zip(paths[zone] ?? [], [0.55, 0.8, 1]).filter { !$0.0.isEmpty }.map {
        path, opacity -> Markup in
        var element = Markup.stroke(path, palette.color(of: zone), width: 2 * radius)
        if hasZones { element.set("data-zone", SVGValue(zone.letter)) }
        element.set("stroke-linecap", "round")
        element.set("stroke-opacity", SVGValue(zone < .c ? opacity : 1))
        return element
      }
    }
  }
}

private struct Cell: Hashable {
  let zone: ErrorGridZone
  let x, y: Int
}

extension ChartPalette {
  func color(of zone: ErrorGridZone) -> ChartColor {
    switch zone {
    case .a: glucose
    case .b: condition
    case .c: veryHighAccent
    case .d: forecast
    case .e: text
    }
  }
}
