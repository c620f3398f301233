internal import GlucoseMath

extension EventLayout {
  /// Returns positions at which the space between dots is at least `spacing`, and the radius at which
  /// all dots fit, while it is 3 points or more, no farther from their time than the width of an hour.
  /// The loop ends at the latest when the dots fit in a single row.
  static func separated(
    _ marks: [EventMark], in size: PlotSize, dotRadius: Double, spacing: Double, mealHeight: Double?
  ) -> (positions: [PlotPoint], dotRadius: Double) {
    var radius = min(dotRadius, size.width / 2, size.height / 2)
    while true {
      let distance = 2 * radius + spacing * (radius / dotRadius)
      if Self.mayFit(marks.count, distance: distance, in: size),
        let positions = Self.pack(marks, in: size, radius: radius, distance: distance, mealHeight)
      {
        return (positions, radius)
      }
      radius *= 0.9
    }
  }

  /// Returns whether `count` discs can fit: the densest packing covers π / √12 of a plane.
  private static func mayFit(_ count: Int, distance: Double, in size: PlotSize) -> Bool {
    let room = (size.width + distance) * (size.height + 2 * distance)
    return Double(count) * distance * distance * (3.0.squareRoot() / 2) <= room
  }

  private static func pack(
    _ marks: [EventMark], in size: PlotSize, radius: Double, distance: Double,
    _ mealHeight: Double?
  ) -> [PlotPoint]? {
    // Slightly more than requested, so that rounding never brings two dots too near. Dots of less than
    // 3 points may be farther from their time than the width of an hour.
    var packing = DiscPacking(
      distance: distance * (1 + 1e-12), across: radius...max(radius, size.width - radius),
      reach: radius >= 3 ? size.width / 24 : .infinity)
    var positions = marks.map(\.truePosition)
    // Meals are first, because only they have a fixed height.
    for role in [EventMark.Role.meal, .insulin, .exercise] {
      let row = role == .meal ? mealHeight.map { $0...$0 } : nil
      let band = row ?? Self.band(of: role, height: size.height, radius: radius)
      for (index, mark) in marks.enumerated() where mark.role == role {
        let x = mark.truePosition.x * size.width
        let y = mark.truePosition.y * size.height
        let disc =
          if let band {
            packing.addInBand(
              x: x, y: y.clamped(to: band), band: band,
              bar: mark.span.map { $0.lowerBound * size.width...$0.upperBound * size.width })
          } else {
            packing.addSideways(x: x, y: y)
          }
        guard let disc else { return nil }
        positions[index] = PlotPoint(
          x: disc.x / size.width, y: band == nil ? mark.truePosition.y : disc.y / size.height)
      }
    }
    return positions
  }

  /// The vertical range of centers of `role` in points, or `nil` if each dot keeps its own height.
  private static func band(
    of role: EventMark.Role, height: Double, radius: Double
  ) -> ClosedRange<Double>? {
    let depth = max(bandHeight * height, radius)
    return switch role {
    case .meal: nil
    case .insulin: min(height - depth, height - radius)...(height - radius)
    case .exercise: radius...max(depth, radius)
    }
  }
}
