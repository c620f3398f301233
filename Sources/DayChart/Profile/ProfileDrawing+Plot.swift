// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

extension ProfileDrawing {
  private var palette: ChartPalette { picture.palette }

  var bandAreas: [Markup] {
    picture.bands.cut(to: axis).map { band in
      Markup(
        "rect",
        [
          "data-band": SVGValue(band.band.rawValue), "x": SVGValue(left),
          "y": SVGValue(y(band.heights.upperBound)), "width": SVGValue(right - left),
          "height": SVGValue(y(band.heights.lowerBound) - y(band.heights.upperBound)),
          "fill": SVGValue(palette.color(of: band.band)),
        ])
    }
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for tick in axis.ticks.dropFirst() where tick.y < 1 { dotted.append(line: across(tick.y)) }
    for hour in stride(from: 6.0, to: 24, by: 6) {
      let x = x(hour / 24)
      dotted.append(line: [PicturePoint(x: x, y: top), PicturePoint(x: x, y: bottom)])
    }
    var edges = SVGPath(line: across(0))
    for edge in [picture.bands.low, picture.bands.high] where axis.y(of: edge) < 1 {
      edges.append(line: across(axis.y(of: edge)))
    }
    return [.stroke(dotted, palette.guide, dashes: "1 3"), .stroke(edges, palette.edge)]
  }

  private func across(_ height: Double) -> [PicturePoint] {
    [PicturePoint(x: left, y: y(height)), PicturePoint(x: right, y: y(height))]
  }

  /// The areas between the percentiles, from the outermost to the innermost, each drawn over the
  /// previous one.
  var areas: [Markup] {
    let count = picture.profile.probabilities.count
    return (0..<(count / 2)).compactMap { outer in
      let inner = count - 1 - outer
      var path = SVGPath()
      for run in runs where run.count > 1 {
        path.append(
          outline: run.map { place($0, inner) } + run.reversed().map { place($0, outer) })
      }
      guard !path.isEmpty else { return nil }
      let probabilities = picture.profile.probabilities
      let title = Self.percent(probabilities[outer]) + "–" + Self.percent(probabilities[inner])
      return Markup(
        "path",
        [
          "data-percentiles": SVGValue("\(outer) \(inner)"), "d": SVGValue(path.data),
          "fill": SVGValue(palette.glucose), "fill-opacity": 0.22,
          "stroke": SVGValue(palette.glucose), "stroke-opacity": 0.45, "stroke-width": 0.75,
        ], [Markup("title", text: title)])
    }
  }

  var median: [Markup] {
    let probabilities = picture.profile.probabilities
    var path = SVGPath()
    if let middle = probabilities.firstIndex(of: 0.5) {
      for run in runs {
        let points = run.map { place($0, middle) }
        // A column without adjacent columns is a line of zero length, which round caps draw as a
        // dot.
        path.append(line: points.count == 1 ? points + points : points)
      }
    }
    guard !path.isEmpty else {
      guard runs.isEmpty else { return [] }
      return [
        .line(
          picture.strings.noReadings, x: (left + right) / 2, y: (top + bottom) / 2,
          fill: palette.secondaryText, anchor: "middle")
      ]
    }
    var line = Markup.stroke(path, palette.glucose, width: max(2.5, font * 0.22))
    line.set("stroke-linejoin", "round")
    line.set("stroke-linecap", "round")
    return [line]
  }

  var axes: [Markup] {
    let size = font * 0.95
    let ticks = axis.ticks
    let room = (bottom - top) / Double(max(ticks.count - 1, 1))
    let step = max(1, Int((font * 1.2 / room).rounded(.up)))
    let numbers = ticks.enumerated().filter { $0.offset % step == 0 }.map { _, tick in
      Markup.line(
        tick.value.svgNumber, x: left - font * 0.6, y: y(tick.y) + size * 0.35,
        fill: palette.secondaryText, size: size, anchor: "end")
    }
    let hours = stride(from: 0, through: 24, by: 6).map { hour in
      Markup.line(
        ClockTime.text(hour: hour), x: x(Double(hour) / 24), y: bottom + font * 1.45,
        fill: palette.secondaryText, size: size, anchor: "middle")
    }
    return numbers + hours
  }

  /// The probabilities at the right ends of their lines, spread where they are close together.
  var percentileLabels: [Markup] {
    guard let last = runs.last?.last else { return [] }
    let size = font * 0.95
    let wanted = last.percentiles.indices.map { place(last, $0).y }
    // The lowest percentile has the greatest y.
    let places = wanted.reversed().spread(
      distance: size * 1.15, in: (top + size * 0.4)...(bottom - size * 0.2))
    return zip(picture.profile.probabilities.reversed(), places).map { probability, y in
      .line(
        Self.percent(probability), x: right + font * 0.4, y: y + size * 0.35,
        fill: palette.secondaryText, size: size)
    }
  }
}
