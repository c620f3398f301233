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

extension [Double] {
  /// Returns the positions nearest to these, which ascend, in the least-squares sense that are at
  /// least `distance` apart and within `range`; closer together if they do not all fit.
  ///
  /// After subtraction of the distances, this is isotonic regression by pooling adjacent violators
  /// (Ayer et al., *Annals of Mathematical Statistics* 26, 1955).
  func spread(distance: Double, in range: ClosedRange<Double>) -> [Double] {
    guard count > 1 else { return map { $0.clamped(to: range) } }
    let room = range.upperBound - range.lowerBound
    let distance = Swift.min(distance, room / Double(count - 1))
    var pools: [(sum: Double, count: Int)] = []
    for (index, place) in enumerated() {
      pools.append((place - distance * Double(index), 1))
      while pools.count > 1 {
        let (last, before) = (pools[pools.count - 1], pools[pools.count - 2])
        guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
        pools.removeLast()
        pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
      }
    }
    let limit =
      range
      .lowerBound...Swift.max(range.lowerBound, range.upperBound - distance * Double(count - 1))
    let means = pools.flatMap { pool in
      repeatElement((pool.sum / Double(pool.count)).clamped(to: limit), count: pool.count)
    }
    return means.enumerated().map { $0.element + distance * Double($0.offset) }
  }
}
