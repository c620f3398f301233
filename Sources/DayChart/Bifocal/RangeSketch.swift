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
      Markup("path", ["d": SVGValue(body.data), "fill": SVGValue(color)]),
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
