// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The labels of a time axis, whose text may be wide: "12 a.m.".
struct HourLabels {
  /// The baseline.
  let y: Double
  let font: Double
  /// The width of the picture.
  let width: Double
  let fill: ChartColor

  /// Returns the labels of hours, as text, that are in order of their positions: all of them, or
  /// every second, third, and so on, if they would overlap. A label that would extend beyond the
  /// picture is moved inwards.
  func elements(at hours: [(text: String, x: Double)]) -> [Markup] {
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
