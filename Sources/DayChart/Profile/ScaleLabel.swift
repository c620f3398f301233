internal import DaySummary
internal import GlucoseMath

struct ScaleLabel {
  let text: String
  let y: Double
  let isTarget: Bool

  /// Returns the labels at the edges of the bands and at the ends of the axis, from the bottom to
  /// the top. Labels closer than `distance`, a fraction of the height, to a more important one are
  /// omitted. The edges of the target range come first, then the ends of the axis.
  static func edges(
    of bands: RangeBands, on axis: GlucoseAxis, _ strings: ChartStrings, distance: Double
  ) -> [ScaleLabel] {
    let ends = [0, axis.top].map { strings.amount($0) }
    return
      ([bands.high, bands.low].map { edge(at: $0, on: axis, strings, isTarget: true) }
      + [ScaleLabel(text: ends[0], y: 0, isTarget: false)]
      + [ScaleLabel(text: ends[1], y: 1, isTarget: false)]
      + [bands.veryHigh, bands.veryLow].compactMap { $0 }
      .map { edge(at: $0, on: axis, strings, isTarget: false) })
      .kept(distance: distance)
  }

  /// Returns the edges of the target range and the ticks of the axis, from the bottom to the top,
  /// without ticks closer than `distance` to an edge or to a lower tick.
  static func ticks(
    of axis: GlucoseAxis, edges: [Glucose], _ strings: ChartStrings, distance: Double
  ) -> [ScaleLabel] {
    let ticks = axis.ticks.map {
      ScaleLabel(text: strings.amount($0.value), y: $0.y, isTarget: false)
    }
    return (edges.map { edge(at: $0, on: axis, strings, isTarget: true) } + ticks)
      .kept(distance: distance)
  }

  private static func edge(
    at edge: Glucose, on axis: GlucoseAxis, _ strings: ChartStrings, isTarget: Bool
  ) -> ScaleLabel {
    ScaleLabel(text: strings.number(edge, in: axis.unit), y: axis.y(of: edge), isTarget: isTarget)
  }
}

extension [ScaleLabel] {
  fileprivate func kept(distance: Double) -> [ScaleLabel] {
    reduce(into: [ScaleLabel]()) { kept, label in
      guard label.y <= 1, !kept.contains(where: { abs($0.y - label.y) < distance }) else { return }
      kept.append(label)
    }.ordered { $0.y < $1.y }
  }
}
