internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  var bands: [Markup] {
    plot.bands.rectangles(x: frame.left, width: frame.width, palette, y: frame.y)
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for tick in plot.axis.ticks.dropFirst() where tick.y < 1 {
      dotted.append(line: horizontal(at: tick.y))
    }
    for tick in plot.timeTicks where tick.x > 0 && tick.x < 1 {
      dotted.append(
        line: [
          PicturePoint(x: frame.x(tick.x), y: frame.top),
          PicturePoint(x: frame.x(tick.x), y: frame.bottom),
        ])
    }
    var edges = SVGPath()
    for edge in targetEdges { edges.append(line: horizontal(at: edge.height)) }
    return [.stroke(dotted, palette.guide, dashes: "1 3"), .stroke(edges, palette.edge)]
  }

  var axes: [Markup] {
    let scale = ScaleLabel.ticks(
      of: plot.axis, edges: targetEdges.map(\.glucose), strings,
      distance: frame.font * 1.1 / max(frame.height, 1))
    let hours = plot.timeTicks.map { (text: strings.hour($0.hour), x: frame.x($0.x)) }
    return numbers(scale, left: frame.left, y: frame.y) + carbAxis
      + self.hours(hours, y: frame.bottom + font * 1.45)
      + [Markup.stroke(SVGPath(line: horizontal(at: 0)), palette.edge)]
  }

  private var carbAxis: [Markup] {
    guard hasCarbAxis else { return [] }
    let size = frame.font * 0.85
    let step = frame.height / 4 >= frame.font * 1.2 ? 50.0 : 100
    return stride(from: step, through: EventLayout.carbsAtTop, by: step).flatMap { carbs in
      let y = frame.y(carbs / EventLayout.carbsAtTop)
      return [
        palette.shape(of: .meal, at: PicturePoint(x: frame.right, y: y), radius: frame.font * 0.19),
        label(
          strings.amount(carbs) + " " + strings[.grams], x: frame.right + frame.font * 0.45,
          y: y + size * 0.35, size: size),
      ]
    }
  }

  /// The edges of the target range; the lower one is omitted if the labels would overlap.
  var targetEdges: [(glucose: Glucose, height: Double)] {
    guard let target = plot.bands.first(where: { $0.band == .target }) else { return [] }
    var edges: [(glucose: Glucose, height: Double)] = []
    if target.heights.upperBound < 1 { edges.append((target.upper, target.heights.upperBound)) }
    let room = (target.heights.upperBound - target.heights.lowerBound) * frame.height
    if target.heights.lowerBound > 0, edges.isEmpty || room > frame.font * 1.2 {
      edges.append((target.lower, target.heights.lowerBound))
    }
    return edges
  }

  private func horizontal(at share: Double) -> [PicturePoint] {
    [
      PicturePoint(x: frame.left, y: frame.y(share)),
      PicturePoint(x: frame.right, y: frame.y(share)),
    ]
  }
}
