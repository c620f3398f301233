internal import GlucoseMath

extension Markup {
  static func scale(
    _ labels: [ScaleLabel], left: Double, font: Double, _ palette: ChartPalette,
    y: (Double) -> Double
  ) -> [Markup] {
    let size = font * 0.95
    // The number of a tick is centered on it; the height of capitals is about 0.7 of the font size.
    return labels.map { label in
      .line(
        label.text, x: left - font * 0.6, y: y(label.y) + size * 0.35,
        fill: label.isTarget ? palette.text : palette.secondaryText, size: size, anchor: "end",
        bold: label.isTarget)
    }
  }

  /// Returns the labels of the hours of a time axis, whose text may be wide, "12 a.m.", and which are
  /// in order of their positions: all of them, or every second, third, and so on, if they would
  /// overlap. A label that would extend beyond the picture of width `width` is moved inwards.
  static func hours(
    _ hours: [(text: String, x: Double)], y: Double, font: Double, width: Double, fill: ChartColor
  ) -> [Markup] {
    let size = font * 0.95
    let margin = font * 0.1
    let labels = hours.map { text, x in
      let half = text.width(size: size) / 2 + margin
      return (text: text, middle: x.limited(to: half...max(half, width - half)), half: half)
    }
    func areApart(every step: Int) -> Bool {
      let kept = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      return zip(kept, kept.dropFirst()).allSatisfy { $0.middle + $0.half <= $1.middle - $1.half }
    }
    let step = (1...max(labels.count, 1)).first(where: areApart) ?? 1
    return stride(from: 0, to: labels.count, by: step).map { index in
      .line(
        labels[index].text, x: labels[index].middle, y: y, fill: fill, size: size,
        anchor: "middle")
    }
  }
}
