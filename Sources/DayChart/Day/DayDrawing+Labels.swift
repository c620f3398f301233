internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension DayDrawing {
  /// Grams beside the meals in every picture, and units and minutes beside the other marks in
  /// pictures wide enough for them.
  ///
  /// A label is beside its mark where it overlaps no mark, line, or other label; otherwise farther
  /// away with a leader; otherwise, for a meal, over a line. If there is no place, as where dozens of
  /// marks are in an hour, the label is omitted; the title of the mark contains the same text. In a row
  /// of meals, it is in the row or omitted.
  var labels: [Markup] {
    let size = frame.font * 0.8
    let isWide = frame.size.width - 2 * frame.side >= 480
    let lines = lineObstacles
    var taken = markObstacles
    var elements: [Markup] = []
    let marks = layout.marks
    for mark in marks.filter({ $0.role == .meal }) + marks.filter({ isWide && $0.role != .meal }) {
      guard let label = strings.label(of: mark) else { continue }
      let width = label.width(size: size)
      let isInRow = hasMealRow && mark.role == .meal
      let around = { (ring: Int) in places(for: mark, width: width, height: size, ring: ring) }
      func isFree(_ place: LabelPlace, over lines: [PictureBox]) -> Bool {
        lies(place.box, below: isInRow ? frame.laneTop : frame.top)
          && !taken.contains(where: place.box.overlaps)
          && !lines.contains(where: place.box.overlaps)
          && !place.leaderCrosses(taken)
      }
      let near = isInRow ? Array(around(0).prefix(2)) : around(0)
      var place = near.first { isFree($0, over: lines) }
      if place == nil, !isInRow {
        let far = (1...4).flatMap(around)
        place = far.first { isFree($0, over: lines) }
        if mark.role == .meal {
          place = place ?? near.first { isFree($0, over: []) } ?? far.first { isFree($0, over: []) }
        }
      }
      guard let place else { continue }
      taken.append(place.box)
      if let leader = place.leader {
        elements.append(.stroke(SVGPath(line: leader), palette.secondaryText, width: 0.75))
      }
      var element = self.label(
        label, x: place.box.left, y: place.box.bottom - size * 0.18, size: size,
        fill: mark.role == .meal ? palette.text : nil)
      if lines.contains(where: place.box.overlaps) {
        element = element.outlined(in: palette.background, width: size * 0.25)
      }
      elements.append(element)
    }
    return elements
  }

  private struct LabelPlace {
    let box: PictureBox
    let leader: [PicturePoint]?

    /// Returns whether the leader crosses any of `boxes` beyond its own mark, at which it starts.
    func leaderCrosses(_ boxes: [PictureBox]) -> Bool {
      guard let leader, let start = leader.first, let end = leader.last else { return false }
      return [0.15, 0.4, 0.7, 1].contains { share in
        let (x, y) = (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
        return boxes.contains { $0.left < x && x < $0.right && $0.top < y && y < $0.bottom }
      }
    }
  }

  private func places(
    for mark: EventMark, width: Double, height: Double, ring: Int
  ) -> [LabelPlace] {
    let dot = frame.place(mark.position)
    let radius = layout.dotRadius
    let gap = radius + frame.font * 0.25 + Double(ring) * height * 1.3
    // The label of exercise is after its bar.
    let end = mark.span.map { max(frame.x($0.upperBound) - dot.x, 0) } ?? 0
    let directions = [
      (1.0, 0.0), (-1, 0), (0, -1), (0, 1), (0.75, -0.75), (-0.75, -0.75), (0.75, 0.75),
      (-0.75, 0.75),
    ]
    return directions.map { across, down in
      let anchor = PicturePoint(
        x: dot.x + across * (across > 0 ? max(gap, end + frame.font * 0.25) : gap),
        y: dot.y + down * gap)
      let box = PictureBox(
        left: anchor.x - width * (1 - across.sign0) / 2,
        top: anchor.y - height * (1 - down.sign0) / 2, width: width, height: height)
      guard ring > 0 else { return LabelPlace(box: box, leader: nil) }
      let length = (across * across + down * down).squareRoot()
      let start = PicturePoint(
        x: dot.x + across / length * (radius + 0.5), y: dot.y + down / length * (radius + 0.5))
      return LabelPlace(box: box, leader: [start, anchor])
    }
  }

  /// Returns whether `box` is in the plot; half of it may be outside beside a dot at an edge.
  private func lies(_ box: PictureBox, below top: Double) -> Bool {
    let middle = (box.top + box.bottom) / 2
    return box.left >= frame.left && box.right <= frame.right && middle >= top
      && middle <= frame.bottom
  }

  private var lineObstacles: [PictureBox] {
    let lines =
      plot.segments.map { $0.map(\.position) }
      + (forecast.map { [$0.path, $0.lower, $0.upper] } ?? [])
    return lines.flatMap { positions in
      let points = positions.map(frame.place).thinnedIfDense
      return zip(points, points.dropFirst()).map { first, second in
        PictureBox(around: first, second, margin: 2)
      }
    }
  }

  private var markObstacles: [PictureBox] {
    let radius = layout.dotRadius
    let dots = layout.marks.map { mark in
      PictureBox(around: frame.place(mark.position), margin: radius)
    }
    let bars = layout.marks.compactMap { mark in
      mark.span.map { span in
        PictureBox(
          around: frame.place(PlotPoint(x: span.lowerBound, y: mark.position.y)),
          frame.place(PlotPoint(x: span.upperBound, y: mark.position.y)), margin: 0)
      }
    }
    let measured = measurementPlaces.map { PictureBox(around: $0.place, margin: radius) }
    return dots + bars + measured
  }
}

extension Double {
  fileprivate var sign0: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}

package struct PictureBox {
  package let left, right, top, bottom: Double

  package init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    right = left + width
    bottom = top + height
  }

  init(around one: PicturePoint, _ two: PicturePoint? = nil, margin: Double) {
    let two = two ?? one
    left = min(one.x, two.x) - margin
    right = max(one.x, two.x) + margin
    top = min(one.y, two.y) - margin
    bottom = max(one.y, two.y) + margin
  }

  package func overlaps(_ other: PictureBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}

extension ChartStrings {
  fileprivate func label(of mark: EventMark) -> String? {
    switch mark.event.content {
    case .meal(let meal): mass(meal.carbs)
    case .insulin(let dose): dose.units.quantity.map { insulinAmount($0) + " " + self[.units] }
    case .exercise(let exercise):
      minutes(exercise.duration)
    case .condition, .entry: nil
    }
  }
}
