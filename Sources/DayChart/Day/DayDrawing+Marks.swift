internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

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

  var measurements: [Markup] {
    var left = frame.left
    var next = measurementPlaces.filter { $0.mark.role == .ketones }.dropFirst()
    return measurementPlaces.flatMap { mark, place in
      let shape = self.mark(
        palette.shape(of: mark.role, at: place, radius: radius(of: mark)), role: mark.role,
        mark.event, title: caption(of: mark))
      if mark.isClipped {
        let sign = chevron(at: place, radius: radius(of: mark) * 0.8, color: palette.glucose)
        return [shape, sign]
      }
      guard mark.role == .ketones, let amount = mark.entry?.amount else { return [shape] }
      let radius = radius(of: mark)
      let right = next.popFirst().map { $0.place.x - radius } ?? frame.right
      let text = label(
        strings.amount(amount), beside: place, radius: radius, from: left, to: right)
      left = text?.end ?? max(left, place.x + radius)
      return [shape] + (text.map { [$0.element] } ?? [])
    }
  }

  var measurementPlaces: [(mark: MeasurementMark, place: PicturePoint)] {
    plot.measurements.map { mark in
      let y = mark.y.map(frame.y) ?? frame.laneTop + frame.laneHeight * (Double(lanes.count) + 0.5)
      return (mark, PicturePoint(x: frame.x(mark.x), y: y))
    }
  }

  private func radius(of mark: MeasurementMark) -> Double {
    mark.role == .ketones
      ? min(frame.dotRadius, frame.laneHeight * 0.42) : frame.dotRadius
  }

  /// Returns the amount of ketones to the right of its mark or, if the next mark or the edge is there,
  /// to the left of it, or `nil` if there is no room between its neighbors.
  private func label(
    _ amount: String, beside place: PicturePoint, radius: Double, from left: Double,
    to right: Double
  ) -> (element: Markup, end: Double)? {
    let size = min(frame.font * 0.85, frame.laneHeight * 0.8)
    let gap = radius + frame.font * 0.25
    let reach = gap + amount.width(size: size)
    let isLeft = place.x + reach > right
    guard !isLeft || place.x - reach > left else { return nil }
    let element = label(
      amount, x: place.x + (isLeft ? -gap : gap), y: place.y + size * 0.35, size: size,
      anchor: isLeft ? "end" : "start", fill: palette.text)
    return (element, place.x + (isLeft ? radius : reach))
  }

  func chevron(at place: PicturePoint, radius: Double, color: ChartColor) -> Markup {
    let arm = radius * 0.5
    let path = SVGPath(line: [
      PicturePoint(x: place.x - arm, y: place.y + arm * 0.5),
      PicturePoint(x: place.x, y: place.y - arm * 0.5),
      PicturePoint(x: place.x + arm, y: place.y + arm * 0.5),
    ])
    var sign = Markup.stroke(path, color, width: radius * 0.3)
    sign.set("stroke-linecap", "round")
    sign.set("pointer-events", "none")
    return sign
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

  func shape(of role: MeasurementMark.Role, at center: PicturePoint, radius: Double) -> Markup {
    let (line, directions): (Double, [(x: Double, y: Double)]) =
      switch role {
      case .fingerstick: (max(radius * 0.3, 1.5), [(0, -1), (1, 0), (0, 1), (-1, 0)])
      case .ketones:
        (
          max(radius * 0.16, 0.75),
          [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
        )
      }
    let reach = radius - line / 2
    let outline = SVGPath(
      outline: directions.map {
        PicturePoint(x: center.x + reach * $0.x, y: center.y + reach * $0.y)
      })
    var shape = Markup(
      "path",
      [
        "d": SVGValue(outline.data), "stroke-linejoin": "round",
        "fill": SVGValue(role == .ketones ? condition : background),
        "stroke": SVGValue(role == .ketones ? markOutline : glucose),
        "stroke-width": SVGValue(line),
      ])
    // A finger-stick has a clear inside, so that the dot of a meal at its place is visible.
    if role == .fingerstick { shape.set("fill-opacity", 0) }
    return shape
  }
}

extension ChartStrings {
  /// Returns a text such as "09:05 Finger-stick: 6.4 mmol/L, before bed".
  func title(of mark: MeasurementMark, in unit: GlucoseUnit) -> String {
    let name = mark.entry?.name.map { ", " + $0.isolated } ?? ""
    return clock(mark.event.time, on: mark.day) + " " + self.name(of: mark.role) + ": "
      + amount(of: mark, in: unit) + name
  }

  func amount(of mark: MeasurementMark, in unit: GlucoseUnit) -> String {
    if let glucose = mark.entry?.glucose { return concentration(glucose, in: unit) }
    return (mark.entry?.amount.map(amount) ?? "") + " " + name(of: GlucoseUnit.mmolL)
  }
}
