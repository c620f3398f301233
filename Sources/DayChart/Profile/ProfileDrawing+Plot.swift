internal import DaySummary
internal import GlucoseMath

extension ProfileDrawing {
  private var palette: ChartPalette { picture.palette }

  var ground: [Markup] {
    [
      .rect(
        x: left, y: top, width: right - left, height: bottom - top,
        ["fill": SVGValue(palette.target)])
    ]
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for label in scale where label.y > 0 && !label.isTarget {
      dotted.append(line: across(label.y))
    }
    for hour in stride(from: 6.0, to: 24, by: 6) {
      let x = x(hour / 24)
      dotted.append(line: [PicturePoint(x: x, y: top), PicturePoint(x: x, y: bottom)])
    }
    return [
      .stroke(dotted, palette.guide, dashes: "1 3"),
      .stroke(SVGPath(line: across(0)), palette.edge),
    ]
  }

  var targetLines: [Markup] {
    [picture.bands.low, picture.bands.high].filter { axis.y(of: $0) <= 1 }.map { edge in
      .stroke(
        SVGPath(line: across(axis.y(of: edge))), palette.targetLine,
        width: max(1.5, font * 0.12))
    }
  }

  private func across(_ height: Double) -> [PicturePoint] {
    [PicturePoint(x: left, y: y(height)), PicturePoint(x: right, y: y(height))]
  }

  var areas: [Markup] {
    let count = picture.profile.probabilities.count
    return (0..<(count / 2)).compactMap { outer in
      let inner = count - 1 - outer
      var path = SVGPath()
      for run in runs where run.count > 1 {
        path.append(outline: run.map { place($0, inner) } + run.reversed().map { place($0, outer) })
      }
      guard !path.isEmpty else { return nil }
      let probabilities = picture.profile.probabilities
      let title =
        picture.percent(probabilities[outer]) + "–" + picture.percent(probabilities[inner])
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
        path.append(line: points.count == 1 ? points + points : points)
      }
    }
    guard !path.isEmpty else {
      guard runs.isEmpty else { return [] }
      return [
        .line(
          picture.strings[.noReadings], x: (left + right) / 2, y: (top + bottom) / 2,
          fill: palette.secondaryText, anchor: "middle")
      ]
    }
    return [.stroke(path, palette.glucose, width: max(2.5, font * 0.22), isRound: true)]
  }

  var axes: [Markup] {
    let hours = stride(from: 0, through: 24, by: 6).map {
      (text: picture.strings.hour($0), x: x(Double($0) / 24))
    }
    return Markup.scale(scale, left: left, font: font, palette, y: y)
      + Markup.hours(
        hours, y: bottom + font * 1.45, font: font, width: picture.size.width,
        fill: palette.secondaryText)
  }

  var percentileLabels: [Markup] {
    guard let last = runs.last?.last else { return [] }
    let size = font * 0.95
    let wanted = last.percentiles.indices.map { place(last, $0).y }
    // The lowest percentile has the greatest y.
    let places = wanted.reversed().spread(
      distance: size * 1.15, in: (top + size * 0.4)...(bottom - size * 0.2))
    return zip(picture.profile.probabilities.reversed(), places).map { probability, y in
      .line(
        picture.percent(probability), x: right + font * 0.4, y: y + size * 0.35,
        fill: palette.secondaryText, size: size)
    }
  }
}
