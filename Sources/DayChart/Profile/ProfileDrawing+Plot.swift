internal import DaySummary
internal import GlucoseMath

extension ProfileDrawing {
  var ground: [Markup] {
    [
      .rect(
        x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top,
        ["fill": SVGValue(palette.target)])
    ]
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for label in scale where label.y > 0 && !label.isTarget {
      dotted.append(line: area.across(label.y))
    }
    for hour in stride(from: 6.0, to: 24, by: 6) { dotted.append(line: area.upright(hour / 24)) }
    return [
      .stroke(dotted, palette.guide, dashes: "1 3"),
      .stroke(SVGPath(line: area.across(0)), palette.edge),
    ]
  }

  var targetLines: [Markup] {
    [picture.bands.low, picture.bands.high].map(axis.y).filter { $0 <= 1 }.map {
      .stroke(SVGPath(line: area.across($0)), palette.targetLine, width: max(1.5, font * 0.12))
    }
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
    guard !path.isEmpty else { return runs.isEmpty ? [noReadings(at: area.middle)] : [] }
    return [.stroke(path, palette.glucose, width: max(2.5, font * 0.22), isRound: true)]
  }

  var axes: [Markup] {
    let times = stride(from: 0, through: 24, by: 6).map {
      (text: strings.hour($0), x: area.x(Double($0) / 24))
    }
    return numbers(scale, left: area.left, y: area.y) + hours(times, y: area.bottom + font * 1.45)
  }

  var percentileLabels: [Markup] {
    guard let last = runs.last?.last else { return [] }
    let wanted = last.percentiles.indices.map { place(last, $0).y }
    // The lowest percentile has the greatest y.
    let places = wanted.reversed().spread(
      distance: small * 1.15, in: (area.top + small * 0.4)...(area.bottom - small * 0.2))
    return zip(picture.profile.probabilities.reversed(), places).map { probability, y in
      label(picture.percent(probability), x: area.right + font * 0.4, y: y + small * 0.35)
    }
  }
}
