internal import DaySummary

/// A sample of a mark and its meaning, in a legend.
struct LegendEntry: Sendable {
  let text: String
  /// The space from the start of the sample to the text.
  let indent: Double
  /// The space from the start of the sample to the next entry.
  let width: Double
  /// Returns the sample, given the left end and the middle of the row.
  let sample: @Sendable (PicturePoint) -> [Markup]
}

extension PictureDrawing {
  /// Returns a legend of rows, given the baseline of a row by the number of rows below it.
  func legend(_ rows: [[LegendEntry]], baseline: (Int) -> Double) -> [Markup] {
    rows.enumerated().flatMap { row, entries in
      let y = baseline(rows.count - 1 - row)
      var x = font * 0.9
      return entries.flatMap { entry in
        let start = PicturePoint(x: x, y: y - font * 0.33)
        x += entry.width
        return entry.sample(start) + [label(entry.text, x: start.x + entry.indent, y: y)]
      }
    }
  }

  func legend(_ rows: [[LegendEntry]]) -> [Markup] {
    legend(rows) { size.height - font * 0.6 - font * 1.6 * Double($0) }
  }
}

extension LegendEntry {
  /// Returns entries of discs of these colors, or of three dots for a dotted line, in rows.
  static func rows(
    _ entries: [(color: ChartColor, text: String, isDotted: Bool)], width: Double, font: Double
  ) -> [[LegendEntry]] {
    entries.map { color, text, isDotted in
      LegendEntry(
        text: text, indent: font * 1.5, width: text.width(size: font * 0.95) + font * 2.7
      ) { start in
        (isDotted ? [0.15, 0.6, 1.05] : [0.5]).map { center in
          .circle(
            at: PicturePoint(x: start.x + font * center, y: start.y),
            radius: font * (isDotted ? 0.16 : 0.42), ["fill": SVGValue(color)])
        }
      }
    }.rows(width: width - font * 1.8, space: font * 1.2)
  }
}

extension [LegendEntry] {
  /// Returns the entries in rows of at most `width`, beyond which the `space` after the last entry
  /// may extend. An entry wider than `width` has its own row.
  func rows(width: Double, space: Double) -> [[LegendEntry]] {
    var rows: [[LegendEntry]] = []
    var room = 0.0
    for entry in self {
      if rows.isEmpty || entry.width - space > room {
        rows.append([])
        room = width
      }
      rows[rows.count - 1].append(entry)
      room -= entry.width
    }
    return rows
  }
}

extension Double {
  /// The fraction in percent to tenths, such as "7.3 %". A fraction above 0 and below 1 is never
  /// rounded to 0.0 or 100.0: "<0.1 %", ">99.9 %".
  package var percentage: String {
    if self > 0, self < 0.0005 { return "<0.1 %" }
    if self < 1, self >= 0.9995 { return ">99.9 %" }
    return (self * 100).decimal(places: 1) + " %"
  }
}
