internal import DaySummary
internal import GlucoseDiary

/// A row above the plot with the conditions of one kind.
struct ConditionLane: Sendable {
  let name: String
  let spans: [ConditionSpan]

  static func lanes(of conditions: [ConditionSpan], strings: ChartStrings) -> [ConditionLane] {
    var kinds: [DiaryCondition.Kind] = []
    for condition in conditions where !kinds.contains(condition.kind) {
      kinds.append(condition.kind)
    }
    return kinds.map { kind in
      ConditionLane(name: strings.name(of: kind), spans: conditions.filter { $0.kind == kind })
    }
  }
}

extension DayDrawing {
  var conditions: [Markup] {
    lanes.enumerated().flatMap { row, lane in
      let bars = bars(of: lane, row: row).map { bar -> Markup in
        var element = Markup(
          "rect",
          [
            "data-event": SVGValue(bar.condition.id.rawValue), "x": SVGValue(bar.left),
            "y": SVGValue(bar.top), "width": SVGValue(bar.width), "height": SVGValue(bar.height),
            "rx": 2, "fill": SVGValue(palette.condition), "fill-opacity": 0.3,
          ],
          [Markup("title", text: caption(of: bar.condition))])
        if isPlan(bar.condition.start) {
          element.set("stroke", SVGValue(palette.markOutline))
          element.set("stroke-width", 0.75)
          element = element.drawnAsPlan(in: palette)
        }
        return element
      }
      return bars + (label(of: lane, middle: middle(ofRow: row)).map { [$0] } ?? [])
    }
  }

  struct ConditionBar {
    let condition: ConditionSpan
    let left, top, width, height: Double
  }

  var conditionBars: [ConditionBar] {
    lanes.enumerated().flatMap { row, lane in bars(of: lane, row: row) }
  }

  private func bars(of lane: ConditionLane, row: Int) -> [ConditionBar] {
    let height = frame.laneHeight * 0.72
    return lane.spans.map { condition in
      ConditionBar(
        condition: condition, left: frame.x(condition.span.lowerBound),
        top: middle(ofRow: row) - height / 2, width: max(1, condition.span.length * frame.width),
        height: height)
    }
  }

  private func middle(ofRow row: Int) -> Double {
    frame.laneTop + frame.laneHeight * (Double(row) + 0.5)
  }

  private func label(of lane: ConditionLane, middle: Double) -> Markup? {
    let size = min(frame.font * 0.85, frame.laneHeight * 0.8)
    let name = lane.name
    guard size >= 9,
      let first = lane.spans.map(\.span.lowerBound).min(),
      let last = lane.spans.map(\.span.upperBound).max(),
      let longest = lane.spans.map(\.span).max(by: { $0.length < $1.length })
    else { return nil }
    let gap = frame.font * 0.4
    let needed = name.width(size: size) + 2 * gap
    let baseline = middle + size * 0.35
    if longest.length * frame.width >= needed {
      return label(
        name, x: frame.x(longest.lowerBound) + gap, y: baseline, size: size, fill: palette.text)
    }
    if (1 - last) * frame.width >= needed {
      return label(name, x: frame.x(last) + gap, y: baseline, size: size)
    }
    if first * frame.width >= needed {
      return label(name, x: frame.x(first) - gap, y: baseline, size: size, anchor: "end")
    }
    return nil
  }
}

extension ClosedRange<Double> {
  fileprivate var length: Double { upperBound - lowerBound }
}
