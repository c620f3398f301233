// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

/// The bar of time in ranges: a stack from very low to very high with the fraction of each band
/// beside it.
///
/// A fraction that is too small to be visible in the bar has its number and a line to its position.
struct TimeInRangesBar {
  private let parts: [(band: RangeBand, share: Double, edges: String)]
  private let picture: ProfilePicture
  private let font: Double
  private let left, top, bottom: Double

  /// Returns the minimum size of the bar with its numbers.
  static func size(font: Double) -> PlotSize {
    PlotSize(width: font * 14.2, height: font * 7.4)
  }

  init(
    _ shares: TimeInRanges, _ picture: ProfilePicture, font: Double, left: Double, top: Double,
    bottom: Double
  ) {
    self.picture = picture
    self.font = font
    self.left = left
    self.top = top
    self.bottom = bottom
    parts = picture.bands.bands.compactMap { band in
      shares[band].map {
        (band, $0, picture.strings.edges(of: band, of: picture.bands, in: picture.unit))
      }
    }
  }

  /// The fractions as text for screen readers.
  var summary: [String] {
    parts.map { "\(picture.strings.name(of: $0.band)) \($0.edges): \($0.share.percentage)" }
  }

  var elements: [Markup] {
    let width = font * 1.9
    let size = font * 0.95
    var below = 0.0
    // In reading order, from the top to the bottom.
    let segments = parts.map { part in
      let lower = bottom - (bottom - top) * below
      below += part.share
      return (part: part, lower: lower, upper: bottom - (bottom - top) * below)
    }.reversed()
    let labels = segments.map { ($0.lower + $0.upper) / 2 }
      .spread(distance: size * 1.3, in: (top + size * 0.4)...(bottom - size * 0.4))
    let number = left + width + font * 1.2 + "100.0 %".width(size: size)
    return zip(segments, labels).flatMap { segment, label in
      let middle = (segment.lower + segment.upper) / 2
      let leader = SVGPath(line: [
        PicturePoint(x: left + width + font * 0.15, y: middle),
        PicturePoint(x: left + width + font * 0.9, y: label),
      ])
      let title = "\(picture.strings.name(of: segment.part.band)): \(segment.part.share.percentage)"
      return [
        Markup(
          "rect",
          [
            "data-band": SVGValue(segment.part.band.rawValue), "x": SVGValue(left),
            "y": SVGValue(segment.upper), "width": SVGValue(width),
            "height": SVGValue(segment.lower - segment.upper),
            "fill": SVGValue(picture.palette.fullColor(of: segment.part.band)),
          ], [Markup("title", text: title)]),
        .stroke(leader, picture.palette.edge),
        .line(
          segment.part.share.percentage, x: number, y: label + size * 0.35,
          fill: picture.palette.text, size: size, anchor: "end", bold: true),
        .line(
          segment.part.edges, x: number + font * 0.6, y: label + size * 0.35,
          fill: picture.palette.secondaryText, size: size),
      ]
    }
  }
}

extension ChartStrings {
  func name(of band: RangeBand) -> String { bands[band] ?? band.rawValue }

  /// Returns the edges of a band as text: "<3.0", "3.0–3.9", ">13.9".
  func edges(of band: RangeBand, of bands: RangeBands, in unit: GlucoseUnit) -> String {
    let edges = bands.edges(of: band)
    switch (edges.lower, edges.upper) {
    case (nil, let upper?): return "<" + number(upper, in: unit)
    case (let lower?, nil): return ">" + number(lower, in: unit)
    case (let lower?, let upper?): return number(lower, in: unit) + "–" + number(upper, in: unit)
    case (nil, nil): return name(of: band)
    }
  }
}

extension ChartPalette {
  /// Returns the color of a band where color is the only distinction between bands.
  func fullColor(of band: RangeBand) -> ChartColor {
    switch band {
    case .veryLow: text.blended(over: lowAccent, opacity: 0.35)
    case .low: lowAccent
    case .target: targetAccent
    case .high: highAccent
    case .veryHigh: text.blended(over: highAccent, opacity: 0.35)
    }
  }
}
