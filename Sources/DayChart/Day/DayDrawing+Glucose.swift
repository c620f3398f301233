internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  var glucoseLine: [Markup] {
    let width = max(2, frame.font * 0.19)
    var line = SVGPath()
    var elements: [Markup] = []
    for segment in plot.segments {
      if segment.count > 1 {
        line.append(line: segment.map { frame.place($0.position) }.thinnedIfDense)
      } else {
        elements += segment.map {
          Markup.circle(
            at: frame.place($0.position), radius: width * 0.9, ["fill": SVGValue(palette.glucose)])
        }
      }
    }
    if !line.isEmpty {
      elements.insert(.stroke(line, palette.glucose, width: width, isRound: true), at: 0)
    }
    if elements.isEmpty, layout.marks.isEmpty, plot.measurements.isEmpty {
      let target = plot.bands.first { $0.band == .target }?.heights ?? 0...1
      let middle = frame.y((target.lowerBound + target.upperBound) / 2)
      elements.append(
        noReadings(
          at: PicturePoint(x: (frame.left + frame.right) / 2, y: middle + frame.font * 0.35)))
    }
    if let current = plot.current, !current.isStale,
      let last = plot.segments.last?.last, last.time == current.reading.time
    {
      elements.append(
        .circle(
          at: frame.place(last.position), radius: width * 1.5,
          [
            "fill": SVGValue(palette.background), "stroke": SVGValue(palette.glucose),
            "stroke-width": SVGValue(width * 0.8),
          ]))
    }
    return elements
  }

  var forecastRange: [Markup] {
    guard let forecast else { return [] }
    var edges = SVGPath(line: forecast.upper.map(frame.place))
    edges.append(line: forecast.lower.map(frame.place))
    return [
      .fill(
        SVGPath(outline: forecast.range.map(frame.place)), palette.forecastRange, opacity: 0.18),
      .stroke(edges, palette.forecastRange, width: 1.25, dashes: "2 2"),
    ]
  }

  var forecastPath: [Markup] {
    guard let forecast else { return [] }
    return [
      .stroke(
        SVGPath(line: forecast.path.map(frame.place)), palette.forecast,
        width: max(2, frame.font * 0.19), dashes: "5 4")
    ]
  }

  /// A triangle over each run of readings whose value is beyond its position.
  var rangeMarkers: [Markup] {
    plot.segments.flatMap { segment in
      segment.split(whereSeparator: { $0.clipping == nil })
        .flatMap { $0.runs { $0.clipping == $1.clipping } }
        .compactMap { run in
          guard let first = run.first, let last = run.last, let clipping = first.clipping
          else { return nil }
          let middle = (first.position.x + last.position.x) / 2
          let upwards = clipping != .belowDeviceLimit
          let heights = run.map(\.position.y)
          let edge = (upwards ? heights.max() : heights.min()) ?? 0
          let size = frame.font * 0.4
          let x = frame.x(middle)
          let sign = upwards ? -1.0 : 1.0
          // Inside the plot if the line is at its edge; otherwise just beyond the line.
          let base =
            upwards && edge >= 1
            ? frame.top + size * 2.2 : frame.y(edge) + sign * size
          return Markup(
            "path",
            [
              "data-clipped": SVGValue(clipping.rawValue),
              "d": SVGValue(
                SVGPath(outline: [
                  PicturePoint(x: x - size, y: base), PicturePoint(x: x + size, y: base),
                  PicturePoint(x: x, y: base + sign * size * 1.3),
                ]).data),
              "fill": SVGValue(palette.glucose),
            ])
        }
    }
  }
}
