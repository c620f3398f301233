internal import DaySummary

/// The title, axes, and legend of a chart, and the rectangle of its plot.
package struct ChartFrame: PictureDrawing {
  package struct Stroke: Equatable, Sendable {
    package let color: ChartColor
    package let width: Double
    package let dashes: String?

    package init(_ color: ChartColor, width: Double = 2, dashes: String? = nil) {
      self.color = color
      self.width = width
      self.dashes = dashes
    }

    /// Returns the stroke of the series at `index`, dashed after the first eight.
    package static func series(_ index: Int, of palette: ChartPalette) -> Stroke {
      let colors = [
        palette.glucose, palette.forecast, palette.insulin, palette.condition, palette.meal,
        palette.exercise, palette.secondaryText, palette.text,
      ]
      let dashes = [nil, "6 3", "2 3"][index / colors.count % 3]
      return Stroke(colors[index % colors.count], width: index == 0 ? 3 : 1.5, dashes: dashes)
    }
  }

  package typealias Entry = (name: String, stroke: Stroke)

  package let style: ChartStyle
  package let left, right, top, bottom: Double
  private let across, up: ChartAxis
  private let legend: [[LegendEntry]]

  package init(_ style: ChartStyle, across: ChartAxis, up: ChartAxis, legend: [Entry] = []) {
    self.style = style
    self.across = across
    self.up = up
    let size = style.size
    let font = PictureFrame.font(for: size)
    top = (font * 3.9).rounded()
    // In a low picture, the last rows are omitted if they would leave no space for the plot.
    let room = (size.height - top - font * 3.6 - Self.leastPlotHeight) / (font * 1.6)
    let entries = legend.map { name, stroke in
      LegendEntry(
        text: name.fitted(to: size.width - font * 4, size: font * 0.95), indent: font * 2.3,
        width: name.width(size: font * 0.95) + font * 3.5
      ) { start in
        let sample = SVGPath(line: [start, PicturePoint(x: start.x + font * 1.8, y: start.y)])
        return [
          .stroke(sample, stroke.color, width: max(stroke.width, 2), dashes: stroke.dashes)
        ]
      }
    }
    self.legend = Array(
      entries.rows(width: size.width - font * 1.8, space: font * 1.2).prefix(max(Int(room), 0)))
    let labels = up.ticks.map { $0.text.width(size: font * 0.95) }.max() ?? 0
    left = (labels + font * 1.5).rounded()
    right = (size.width - font * 1.6).rounded()
    bottom = (size.height - font * (3.6 + 1.6 * Double(self.legend.count))).rounded()
  }

  /// The height that a legend leaves to the plot, in points.
  private static let leastPlotHeight = 60.0

  package func x(_ value: Double) -> Double {
    let share =
      (value - across.range.lowerBound) / (across.range.upperBound - across.range.lowerBound)
    return left + (right - left) * share
  }

  package func y(_ value: Double) -> Double {
    let share = (value - up.range.lowerBound) / (up.range.upperBound - up.range.lowerBound)
    return bottom - (bottom - top) * share
  }

  package func place(_ point: (x: Double, y: Double)) -> PicturePoint {
    PicturePoint(x: x(point.x), y: y(point.y))
  }

  package func root(description: String, marks: [(layer: String, elements: [Markup])]) -> Markup {
    let legend = legend(legend) { size.height - font * (0.7 + 1.6 * Double($0)) }
    return root(
      description, [("axes", axes)] + marks + [("header", header), ("legend", legend)])
  }

  package func line(_ points: [(x: Double, y: Double)], _ stroke: Stroke, name: String) -> Markup {
    var line = Markup.stroke(
      SVGPath(line: points.map(place)), stroke.color, width: stroke.width, dashes: stroke.dashes)
    line.set("stroke-linejoin", "round")
    line.set("data-series", SVGValue(name))
    return line
  }

  package func dot(
    _ point: (x: Double, y: Double), _ color: ChartColor, radius: Double = 2.5, title: String
  ) -> Markup {
    var dot = Markup.circle(at: place(point), radius: radius, ["fill": SVGValue(color)])
    dot.append(Markup("title", text: title))
    return dot
  }

  private var axes: [Markup] {
    var guides = SVGPath()
    var labels: [Markup] = []
    for tick in up.ticks {
      let y = y(tick.value)
      guides.append(line: [PicturePoint(x: left, y: y), PicturePoint(x: right, y: y)])
      labels.append(
        label(tick.text, x: left - font * 0.6, y: y + small * 0.35, anchor: "end"))
    }
    var end = -Double.infinity
    for tick in across.ticks {
      let half = tick.text.width(size: small) / 2
      let x = x(tick.value)
      // A label that would overlap the previous one or the edge of the picture is omitted.
      guard x - half > end, x + half <= size.width else { continue }
      end = x + half + font * 0.4
      labels.append(label(tick.text, x: x, y: bottom + font * 1.35, anchor: "middle"))
    }
    labels.append(
      label(
        across.title.fitted(to: right - left, size: small), x: (left + right) / 2,
        y: bottom + font * 2.75, anchor: "middle"))
    let edge = SVGPath(outline: [
      PicturePoint(x: left, y: top), PicturePoint(x: right, y: top),
      PicturePoint(x: right, y: bottom), PicturePoint(x: left, y: bottom),
    ])
    return [.stroke(guides, palette.guide, dashes: "1 3"), .stroke(edge, palette.edge)] + labels
  }

  private var header: [Markup] {
    [
      heading,
      label(
        up.title.fitted(to: size.width - font * 1.8, size: small), x: font * 0.9, y: font * 3),
    ]
  }
}
