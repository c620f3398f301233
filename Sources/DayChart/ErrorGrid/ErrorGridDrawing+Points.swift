internal import GlucoseMath

extension ErrorGridDrawing {
  var points: [Markup] {
    let grid = picture.grid
    let points = picture.pairs.lazy.map { pair in
      (place(pair.reference.mgdL, pair.measured.mgdL), grid.zone(of: pair))
    }
    return Markup.dots(points, font: font, palette, hasZones: true)
  }
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
    for (cell, count) in counts.sorted(by: { $0.key < $1.key }) {
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

/// A square of a picture, one point wide, and a zone.
private struct Cell: Hashable, Comparable {
  let zone: ErrorGridZone
  let x, y: Int

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.zone, lhs.x, lhs.y) < (rhs.zone, rhs.x, rhs.y)
  }
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
