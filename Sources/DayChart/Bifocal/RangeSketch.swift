// SPDX-License-Identifier: Apache-2.0

/// A range bar on any plane: a bar from the lowest to the highest value with a dash at each end and a
/// disc at the mean.
///
/// The measures are those of the ARISES display, times `unit`: a bar 4 wide, dashes that reach 5 to
/// each side, a disc of radius 7.
struct RangeSketch {
  /// Where a point lies in the picture, from how far it is right of the bar's middle and its height on
  /// the plane.
  let place: (Double, Double) -> PicturePoint
  /// The heights on the plane, y downwards.
  let minimum, mean, maximum: Double
  /// The factor of all measures.
  let unit: Double
  /// Whether the highest value lies above where the bar ends, which then has a point for a dash.
  var isCutAbove = false

  func elements(color: ChartColor) -> [Markup] {
    let half = 2 * unit
    var body = SVGPath(outline: [
      place(-half, minimum), place(half, minimum), place(half, maximum), place(-half, maximum),
    ])
    append(to: &body, end: minimum, outwards: 1, isCut: false)
    append(to: &body, end: maximum, outwards: -1, isCut: isCutAbove)
    let center = place(0, mean)
    // Where a plane recedes, a disc on it is seen narrower than high.
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

  /// All outlines run the same way round, so that what they share is filled and not cut out.
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
