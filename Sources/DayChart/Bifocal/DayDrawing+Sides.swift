internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  var sideBars: [DayRangeBar] { window?.bars.filter { $0.offset != 0 } ?? [] }

  var columnCount: Int { sideBars.reduce(3) { max($0, abs($1.offset)) } }

  var walls: [SideWall] {
    guard window != nil else { return [] }
    return [-1.0, 1].map { direction in
      SideWall(
        fold: direction < 0 ? frame.side : frame.size.width - frame.side, width: frame.side,
        direction: direction, middle: (frame.top + frame.bottom) / 2,
        distance: 500 * frame.size.width / 640)
    }
  }

  /// The bands and guides of both sides, which extend behind the labels between them and the plot.
  var wall: [Markup] {
    guard window != nil else { return [] }
    var lines = SVGPath()
    var edges = SVGPath()
    var bands: [Markup] = []
    for band in plot.bands {
      let bottom = frame.y(band.heights.lowerBound)
      let top = frame.y(band.heights.upperBound)
      let (left, right) = (frame.side, frame.size.width - frame.side)
      var outline = SVGPath(outline: [
        PicturePoint(x: left, y: bottom), PicturePoint(x: left, y: top),
        PicturePoint(x: right, y: top), PicturePoint(x: right, y: bottom),
      ])
      for wall in walls {
        outline.append(outline: [
          wall.place(0, bottom), wall.place(0, top), wall.place(wall.length, top),
          wall.place(wall.length, bottom),
        ])
      }
      bands.append(.fill(outline, palette.color(of: band.band)))
    }
    for wall in walls {
      for tick in plot.axis.ticks {
        let y = frame.y(tick.y)
        lines.append(line: [wall.place(0, y), wall.place(wall.length, y)])
      }
      edges.append(line: [wall.place(0, frame.bottom), wall.place(0, frame.top)])
      for edge in targetEdges {
        let y = frame.y(edge.height)
        edges.append(line: [wall.place(0, y), wall.place(wall.length, y)])
      }
    }
    return bands + [.stroke(lines, palette.guide, dashes: "1 3"), .stroke(edges, palette.edge)]
  }

  /// The range bars of both sides, with the days of the month and the weekdays that fit below them.
  var rangeBars: [Markup] {
    guard let wall = walls.first else { return [] }
    let columns = Double(columnCount)
    func depth(of column: Double) -> Double { (column - 0.5) * wall.length / columns }
    // The farthest columns are the closest together.
    let room =
      2 * abs(wall.place(depth(of: columns), 0).x - wall.place(wall.length, 0).x)
    func fits(_ text: String) -> Bool { text.width(size: small) <= room }
    let hasWeekdays = sideBars.allSatisfy { fits(strings.weekday(of: $0.day) ?? "") }
    return sideBars.map { bar in
      let wall = walls[bar.offset < 0 ? 0 : 1]
      let depth = depth(of: Double(abs(bar.offset)))
      var group = Markup(
        "g", ["data-day": SVGValue(bar.day.description)],
        [Markup("title", text: strings.title(of: bar, in: plot.axis.unit))]
          + sketch(of: bar, on: wall, depth).elements(color: palette.glucose))
      let foot = wall.place(depth, frame.bottom)
      let lines =
        [hasWeekdays ? strings.weekday(of: bar.day) : nil, fits("00") ? "\(bar.day.day)" : nil]
      for (row, line) in lines.compactMap({ $0 }).enumerated() {
        group.append(
          label(
            line, x: foot.x, y: foot.y + frame.font * (1.25 + Double(row)),
            anchor: "middle"))
      }
      return group
    }
  }

  private func sketch(of bar: DayRangeBar, on wall: SideWall, _ depth: Double) -> RangeSketch {
    func height(_ glucose: Glucose) -> Double {
      frame.y(min(max(plot.axis.y(of: glucose), 0), 1))
    }
    return RangeSketch(
      place: { wall.place(depth + wall.direction * $0, $1) },
      minimum: height(bar.statistics.minimum),
      mean: height(bar.statistics.mean), maximum: height(bar.statistics.maximum),
      unit: frame.font / 14,
      isCutAbove: plot.axis.y(of: bar.statistics.maximum) > 1)
  }
}

/// The plane of the days on one side. It is joined to the day in focus at a fold and recedes from
/// there, as in the ARISES display and in the perspective wall (Mackinlay, Robertson and Card,
/// *Proceedings of CHI*, 1991).
///
/// The plane is rotated by 45° about the fold and seen from 500 points away in a picture 640 points
/// wide, and in proportion in others, so that the angle is the same in every picture. At the fold,
/// a concentration has the same height as in the day in focus.
struct SideWall {
  let fold: Double
  let width: Double
  /// -1 for the left wall, 1 for the right wall.
  let direction: Double
  /// The height at which the projection moves no point up or down.
  let middle: Double
  let distance: Double

  /// The sine and cosine of 45°.
  private static let turn = 0.5.squareRoot()

  /// The length of the plane, whose projection is ``width``.
  var length: Double { width / (Self.turn * (1 - width / distance)) }

  /// Returns the depth whose projection is `distance` points from the fold, from 0 to ``width``.
  func depth(at distance: Double) -> Double {
    distance / (Self.turn * (1 - distance / self.distance))
  }

  func scale(at depth: Double) -> Double { 1 / (1 + depth * Self.turn / distance) }

  func place(_ depth: Double, _ y: Double) -> PicturePoint {
    let scale = scale(at: depth)
    return PicturePoint(
      x: fold + direction * depth * Self.turn * scale, y: middle + (y - middle) * scale)
  }
}

/// A range bar on any plane: a bar from the lowest to the highest value with a dash at each end and
/// a disc at the mean.
///
/// The dimensions are the dimensions of the ARISES display times `unit`: a bar 4 wide, dashes of 5
/// on each side, a disc of radius 7.
struct RangeSketch {
  /// Maps the horizontal distance to the middle and the height on the plane to the picture.
  let place: (Double, Double) -> PicturePoint
  /// The heights on the plane, where y increases downward.
  let minimum, mean, maximum: Double
  let unit: Double
  /// Whether the highest value is above the end of the bar, which has a point then.
  var isCutAbove = false

  func elements(color: ChartColor) -> [Markup] {
    let half = 2 * unit
    var body = SVGPath(outline: [
      place(-half, minimum), place(half, minimum), place(half, maximum), place(-half, maximum),
    ])
    append(to: &body, end: minimum, outwards: 1, isCut: false)
    append(to: &body, end: maximum, outwards: -1, isCut: isCutAbove)
    let center = place(0, mean)
    // On a receding plane, a disc appears narrower than it is high.
    let across = abs(place(7 * unit, mean).x - place(-7 * unit, mean).x) / 2
    let up = abs(place(0, mean + 7 * unit).y - place(0, mean - 7 * unit).y) / 2
    return [
      .fill(body, color),
      Markup(
        "ellipse",
        [
          "cx": SVGValue(center.x), "cy": SVGValue(center.y), "rx": SVGValue(across),
          "ry": SVGValue(up), "fill": SVGValue(color),
        ]),
    ]
  }

  /// Adds an outline. All outlines have the same orientation, so that overlaps are filled.
  private func append(to path: inout SVGPath, end y: Double, outwards: Double, isCut: Bool) {
    let reach = 5 * unit
    let depth = 2 * unit
    let corners =
      isCut
      ? [place(-reach, y), place(reach, y), place(0, y + outwards * reach)]
      : [
        place(reach, y), place(-reach, y), place(-reach, y - outwards * depth),
        place(reach, y - outwards * depth),
      ]
    path.append(outline: outwards < 0 ? corners : corners.reversed())
  }
}
