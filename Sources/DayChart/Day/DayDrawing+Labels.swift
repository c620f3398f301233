// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension DayDrawing {
  /// Grams, units, and minutes beside the dots, in pictures wide enough for them.
  ///
  /// A label is to the right or left of its dot, where it overlaps no dot, line, or other label. If
  /// neither side is free, the label is omitted; the title of the dot contains the same text.
  var labels: [Markup] {
    guard frame.size.width - 2 * frame.side >= 480 else { return [] }
    let size = frame.font * 0.8
    var taken = obstacles
    return plot.layout.marks.compactMap { mark in
      guard let label = strings.label(of: mark) else { return nil }
      let places = places(for: mark, width: label.width(size: size), height: size)
      guard
        let box = places.first(where: { box in
          lies(inPlot: box) && !taken.contains(where: box.overlaps)
        })
      else { return nil }
      taken.append(box)
      return text(label, x: box.left, y: box.bottom - size * 0.18, size: size)
    }
  }

  private func places(for mark: EventMark, width: Double, height: Double) -> [PictureBox] {
    let dot = frame.place(mark.position)
    let gap = plot.layout.dotRadius + frame.font * 0.25
    // The label of exercise is after its bar.
    let end = mark.span.map { max(frame.x($0.upperBound) - dot.x, 0) } ?? 0
    let lefts = [dot.x + max(gap, end + frame.font * 0.25), dot.x - gap - width]
    return lefts.map { PictureBox(left: $0, top: dot.y - height / 2, width: width, height: height) }
  }

  /// Returns a Boolean value that indicates whether `box` is in the plot. Beside a dot at the top
  /// or bottom, half of it may be outside, as half of the dot is.
  private func lies(inPlot box: PictureBox) -> Bool {
    let middle = (box.top + box.bottom) / 2
    return box.left >= frame.left && box.right <= frame.right && middle >= frame.top
      && middle <= frame.bottom
  }

  /// The rectangles that a label must not overlap.
  private var obstacles: [PictureBox] {
    let radius = plot.layout.dotRadius
    let lines =
      plot.segments.map { $0.points.map(\.position) }
      + (forecast.map { [$0.path, $0.lower, $0.upper] } ?? [])
    let strokes = lines.flatMap { positions in
      let points = positions.map(frame.place).thinnedIfDense
      return zip(points, points.dropFirst()).map { first, second in
        PictureBox(around: [first, second], margin: 2)
      }
    }
    let dots = plot.layout.marks.map { mark in
      PictureBox(around: [frame.place(mark.position)], margin: radius)
    }
    let bars = plot.layout.marks.compactMap { mark in
      mark.span.map { span in
        PictureBox(
          around: [span.lowerBound, span.upperBound].map {
            frame.place(PlotPoint(x: $0, y: mark.position.y))
          }, margin: 0)
      }
    }
    return strokes + dots + bars
  }
}

/// An axis-aligned rectangle in a picture.
package struct PictureBox {
  package let left, right, top, bottom: Double

  package init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    right = left + width
    bottom = top + height
  }

  /// Creates the smallest rectangle that contains `points` with a margin of `margin` on all sides.
  init(around points: [PicturePoint], margin: Double) {
    left = (points.map(\.x).min() ?? 0) - margin
    right = (points.map(\.x).max() ?? 0) + margin
    top = (points.map(\.y).min() ?? 0) - margin
    bottom = (points.map(\.y).max() ?? 0) + margin
  }

  package func overlaps(_ other: PictureBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}

extension ChartStrings {
  /// Returns the amount of the event as text, or `nil` if it is unknown.
  fileprivate func label(of mark: EventMark) -> String? {
    switch mark.event.content {
    case .meal(let meal): mark.hasMeaningfulHeight ? meal.carbs.map { $0.svgNumber + " g" } : nil
    case .insulin(let dose): dose.units.svgNumber + " " + units
    case .exercise(let exercise):
      exercise.duration.inMinutes.decimal(places: 0) + " " + minutes
    case .condition, .entry: nil
    }
  }
}
