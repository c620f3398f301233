internal import DaySummary
internal import GlucoseDiary

extension DayDrawing {
  /// Basal insulin as steps downward from the top; the highest rate is a tenth of the plot.
  var basal: [Markup] {
    plot.basal.map { span in
      let rate = strings.insulinAmount(span.segment.unitsPerHour) + " " + strings[.unitsPerHour]
      return Markup.rect(
        x: frame.x(span.span.lowerBound), y: frame.top,
        width: (span.span.upperBound - span.span.lowerBound) * frame.width,
        height: max(span.heightFraction * frame.height * 0.1, 1),
        ["fill": SVGValue(palette.insulin), "fill-opacity": 0.3],
        title: "\(strings[.basal]): \(rate)")
    }
  }

  var spans: [Markup] {
    layout.marks.compactMap { mark in
      mark.span.map { span in
        let radius = layout.dotRadius
        let bar = Markup.rect(
          x: frame.x(span.lowerBound), y: frame.y(mark.position.y) - radius * 0.6,
          width: (span.upperBound - span.lowerBound) * frame.width, height: radius * 1.2,
          [
            "rx": SVGValue(radius * 0.6),
            "fill": SVGValue(palette.exercise), "fill-opacity": 0.35,
            "stroke": SVGValue(palette.markOutline), "stroke-width": 0.75,
          ])
        return isPlan(mark.event.time) ? bar.drawnAsPlan(in: palette) : bar
      }
    }
  }

  var dots: [Markup] { layout.marks.map(dot) }

  private func dot(_ mark: EventMark) -> Markup {
    let radius = layout.dotRadius
    let place = frame.place(mark.position)
    let shape = self.mark(
      palette.shape(of: mark.role, at: place, radius: radius), role: mark.role, mark.event,
      title: caption(of: mark))
    if !mark.hasMeaningfulHeight {
      // A ring indicates that its height is not meaningful.
      return Markup(
        "g", [:],
        [
          shape,
          .circle(
            at: place, radius: radius * 0.42,
            [
              "fill": SVGValue(palette.background), "stroke": SVGValue(palette.markOutline),
              "stroke-width": SVGValue(radius * 0.12), "pointer-events": "none",
            ]),
        ])
    }
    guard mark.isClipped, !hasMealRow else { return shape }
    let sign = chevron(at: place, radius: radius, color: palette.markOutline)
    return Markup("g", [:], [shape, sign])
  }
}

extension Markup {
  func drawnAsPlan(in palette: ChartPalette) -> Markup {
    var shape = self
    shape.replace("stroke", SVGValue(palette.text))
    if shape.attributes.contains(where: { $0.name == "fill-opacity" }) {
      shape.replace("fill-opacity", 0.15)
    } else {
      shape.set("fill-opacity", 0.35)
    }
    shape.set("stroke-dasharray", "2 1.5")
    return shape
  }
}

extension ChartPalette {
  func shape(of role: EventMark.Role, at center: PicturePoint, radius: Double) -> Markup {
    let line = max(radius * 0.16, 0.75)
    var shape: Markup
    switch role {
    case .meal:
      shape = .circle(at: center, radius: radius - line / 2, [:])
    case .insulin:
      let reach = radius * 1.1 - line
      let corners = SVGPath(outline: [
        PicturePoint(x: center.x, y: center.y + reach),
        PicturePoint(x: center.x - reach * 0.866, y: center.y - reach / 2),
        PicturePoint(x: center.x + reach * 0.866, y: center.y - reach / 2),
      ])
      shape = Markup("path", ["d": SVGValue(corners.data), "stroke-linejoin": "round"])
    case .exercise:
      let half = radius * 0.8 - line / 2
      shape = .rect(
        x: center.x - half, y: center.y - half, width: 2 * half, height: 2 * half,
        ["rx": SVGValue(radius * 0.25)])
    }
    shape.set("fill", SVGValue(color(of: role)))
    shape.set("stroke", SVGValue(markOutline))
    shape.set("stroke-width", SVGValue(line))
    return shape
  }
}
