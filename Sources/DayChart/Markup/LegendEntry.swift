internal import GlucoseMath

struct LegendEntry {
  let color: ChartColor
  let text: String
  /// Whether the sample is three dots in place of one, for a dotted line.
  var isDotted = false

  func width(font: Double) -> Double { text.width(size: font * 0.95) + font * 2.7 }

  static func rows(_ entries: [LegendEntry], width: Double, font: Double) -> [[LegendEntry]] {
    entries.rows(width: width, space: font * 1.2) { $0.width(font: font) }
  }

  static func elements(
    of rows: [[LegendEntry]], left: Double, baseline: Double, font: Double, fill: ChartColor
  ) -> [Markup] {
    rows.enumerated().flatMap { row, entries in
      let y = baseline - font * 1.6 * Double(rows.count - 1 - row)
      var x = left
      return entries.flatMap { entry in
        let start = x
        x += entry.width(font: font)
        let centers = entry.isDotted ? [0.15, 0.6, 1.05] : [0.5]
        return centers.map { center in
          Markup.circle(
            at: PicturePoint(x: start + font * center, y: y - font * 0.33),
            radius: font * (entry.isDotted ? 0.16 : 0.42), ["fill": SVGValue(entry.color)])
        } + [.line(entry.text, x: start + font * 1.5, y: y, fill: fill, size: font * 0.95)]
      }
    }
  }

  static func entries(
    of counts: [ErrorGridZone: Int], _ palette: ChartPalette, _ strings: ChartStrings
  ) -> [LegendEntry] {
    let total = counts.values.reduce(0, +)
    guard total > 0 else { return [] }
    return ErrorGridZone.allCases.map { zone in
      return LegendEntry(
        color: palette.color(of: zone),
        text: zone.letter + " "
          + strings.tenthsOfPercent(Percentage(counts[zone] ?? 0, of: total) ?? .zero))
    }
  }
}

extension Array {
  /// Returns the elements in rows of at most `width`. An element wider than `width` has its own row.
  ///
  /// - Parameters:
  ///   - width: The width of a row, beyond which the space after its last element may extend.
  ///   - space: The space after an element.
  ///   - needed: The width of an element and the space after it.
  func rows(width: Double, space: Double, _ needed: (Element) -> Double) -> [[Element]] {
    var rows: [[Element]] = []
    var room = 0.0
    for element in self {
      if rows.isEmpty || needed(element) - space > room {
        rows.append([])
        room = width
      }
      rows[rows.count - 1].append(element)
      room -= needed(element)
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
