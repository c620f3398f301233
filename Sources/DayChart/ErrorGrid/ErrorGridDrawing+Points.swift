// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension ErrorGridDrawing {
  /// The points, one path for each zone and density, zone A at the back.
  ///
  /// Points of one zone in the same square of one point's width are one dot. In zones A and B, their
  /// number is drawn in three steps of opacity; the few points of other zones are opaque.
  var points: [Markup] {
    let zones = picture.grid.zones
    var counts: [Cell: Int] = [:]
    for pair in picture.pairs {
      let place = place(pair.reference.mgdL, pair.measured.mgdL)
      counts[Cell(place, zones.zone(of: pair)), default: 0] += 1
    }
    let radius = font * (counts.count > 2000 ? 0.13 : 0.2)
    var paths: [Dot: SVGPath] = [:]
    for (cell, count) in counts.sorted(by: { $0.key < $1.key }) {
      // A line of zero length, which round caps draw as a dot.
      let center = cell.center
      paths[Dot(zone: cell.zone, density: count == 1 ? 0 : count < 5 ? 1 : 2), default: SVGPath()]
        .append(line: [center, center])
    }
    return paths.ordered { $0.key < $1.key }.map { dot, path in
      var element = Markup.stroke(path, picture.palette.color(of: dot.zone), width: 2 * radius)
      element.set("data-zone", SVGValue(dot.zone.letter))
      element.set("stroke-linecap", "round")
      let opacity = dot.zone < .c ? [0.55, 0.8, 1][dot.density] : 1
      element.set("stroke-opacity", SVGValue(opacity))
      return element
    }
  }

  /// A square of the picture, one point wide, and a zone.
  private struct Cell: Hashable, Comparable {
    let x, y: Int
    let zone: ErrorGridZone

    init(_ place: PicturePoint, _ zone: ErrorGridZone) {
      x = Int(place.x.rounded())
      y = Int(place.y.rounded())
      self.zone = zone
    }

    var center: PicturePoint { PicturePoint(x: Double(x), y: Double(y)) }

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.zone, lhs.x, lhs.y) < (rhs.zone, rhs.x, rhs.y)
    }
  }

  /// A combination of zone and density, which determines the appearance.
  private struct Dot: Hashable, Comparable {
    let zone: ErrorGridZone
    let density: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.zone, lhs.density) < (rhs.zone, rhs.density)
    }
  }
}

extension ChartPalette {
  /// Returns the color of points in `zone`. The lines and letters are the primary distinction
  /// between zones.
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
