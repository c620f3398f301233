internal import DaySummary
package import GlucoseMath

/// The bar of time in ranges: a stack from very low to very high with the percentage and the goal
/// of each band beside it, and those of all time above and below the target range.
///
/// A percentage that is too small to be visible in the bar has its number and a line to its
/// position.
struct TimeInRangesBar: PictureDrawing {
  let picture: ProfilePicture
  let rows: [Row]
  let left, top, bottom: Double
  /// Whether the goals are below the percentages; otherwise they are to the right of them.
  let isStacked: Bool

  var style: ChartStyle { picture.style }

  struct Row {
    /// The band, or `nil` for all time below or above the target range.
    let band: RangeBand?
    let part: Percentage
    let edges: String
    let target: GlycemicTarget?
    /// The extent of a band in the bar; of others, the middle only.
    let extent: ClosedRange<Double>

    var middle: Double { (extent.lowerBound + extent.upperBound) / 2 }
  }

  static func size(of rows: [Row], font: Double, isStacked: Bool) -> PlotSize {
    let hasGoals = rows.contains { $0.target != nil }
    return PlotSize(
      width: font * 14.2,
      height: font * 1.35 * Double(rows.count) * (isStacked && hasGoals ? 2 : 1) + font * 0.6)
  }

  static func rows(_ times: TimeInRanges, _ picture: ProfilePicture) -> [Row] {
    let (strings, bands, unit) = (picture.strings, picture.bands, picture.unit)
    func target(_ measure: GlycemicTarget.Measure) -> GlycemicTarget? {
      picture.targets.first { $0.measure == measure }
    }
    var end = 0.0
    var rows: [Row] = bands.bands.compactMap { band in
      guard let part = times[band] else { return nil }
      let start = end
      end += part.fraction
      return Row(
        band: band, part: part, edges: strings.edges(of: band, of: bands, in: unit),
        target: bands.measure(of: band).flatMap(target), extent: start...max(start, end))
    }
    func insert(
      _ measure: GlycemicTarget.Measure, _ part: Percentage, _ edges: String, _ middle: Double,
      at index: Int
    ) {
      guard let target = target(measure) else { return }
      rows.insert(
        Row(band: nil, part: part, edges: edges, target: target, extent: middle...middle),
        at: index)
    }
    if bands.veryLow != nil {
      insert(
        .belowRange, times.belowRange, "<" + strings.number(bands.low, in: unit),
        times.belowRange.fraction, at: min(2, rows.count))
    }
    if bands.veryHigh != nil {
      insert(
        .aboveRange, times.aboveRange, ">" + strings.number(bands.high, in: unit),
        1 - times.aboveRange.fraction, at: max(rows.count - 2, 0))
    }
    return rows
  }

  var summary: [String] {
    rows.compactMap { row in
      row.band.map { "\(strings.name(of: $0)) \(row.edges): \(strings.percent(row.part))" }
    }
  }

  var elements: [Markup] { segments + rowLabels }

  private func y(_ share: Double) -> Double { bottom - (bottom - top) * share }

  /// The parts from the top to the bottom, with a thin line between them.
  private var segments: [Markup] {
    rows.reversed().compactMap { row in
      row.band.map { band in
        let upper = y(row.extent.upperBound)
        return Markup.rect(
          x: left, y: upper, width: font * 1.9, height: y(row.extent.lowerBound) - upper,
          band: band,
          [
            "fill": SVGValue(palette.fullColor(of: band)),
            "stroke": SVGValue(palette.background), "stroke-width": 0.75,
          ],
          title: "\(strings.name(of: band)): \(strings.percent(row.part))")
      }
    }
  }

  private var rowLabels: [Markup] {
    let hasGoals = rows.contains { $0.target != nil }
    let line = small * 1.25
    let lineCount = isStacked && hasGoals ? 2.0 : 1
    let half = line * lineCount / 2
    let wanted = rows.reversed().map { y($0.middle) }
    let middles = wanted.spread(
      distance: line * lineCount + small * 0.1, in: (top + half)...max(top + half, bottom - half))
    let start = left + font * 3.1
    let percents =
      rows.map { strings.percent($0.part, beside: $0.target?.limit) }
      + [strings.percent(Percentage(100))]
    let number = start + percents.reduce(small * 2.6) { max($0, $1.width(size: small)) }
    let edges = number + font * 0.6
    let widest = rows.map { $0.edges.width(size: small) }.max() ?? 0
    return zip(zip(rows, percents).reversed(), middles).flatMap { row, middle -> [Markup] in
      let (row, percent) = row
      let first = middle - (row.target != nil && isStacked ? line / 2 : 0) + small * 0.35
      var elements: [Markup] = []
      if row.band != nil {
        let leader = SVGPath(line: [
          PicturePoint(x: left + font * 2.05, y: y(row.middle)),
          PicturePoint(x: left + font * 2.8, y: first - small * 0.35),
        ])
        elements.append(.stroke(leader, palette.edge))
      }
      elements.append(
        label(percent, x: number, y: first, anchor: "end", bold: true, fill: palette.text))
      elements.append(label(row.edges, x: edges, y: first))
      if let target = row.target {
        let goal = strings[.goal].replacing("{goal}", with: strings.limit(of: target))
        elements.append(
          label(
            goal, x: isStacked ? edges : edges + widest + font * 0.8,
            y: first + (isStacked ? line : 0)))
      }
      return elements
    }
  }
}

extension RangeBands {
  func measure(of band: RangeBand) -> GlycemicTarget.Measure? {
    switch band {
    case .veryLow: .veryLow
    case .low: veryLow == nil ? .belowRange : nil
    case .target: .inRange
    case .high: veryHigh == nil ? .aboveRange : nil
    case .veryHigh: .veryHigh
    }
  }
}

extension ChartStrings {
  /// Returns the edges of a band as text: "<3.0", "3.0–3.9", ">13.9".
  package func edges(of band: RangeBand, of bands: RangeBands, in unit: GlucoseUnit) -> String {
    let edges = bands.edges(of: band)
    switch (edges.lower, edges.upper) {
    case (nil, let upper?): return "<" + number(upper, in: unit)
    case (let lower?, nil): return ">" + number(lower, in: unit)
    case (let lower?, let upper?): return number(lower, in: unit) + "–" + number(upper, in: unit)
    case (nil, nil): return name(of: band)
    }
  }
}
