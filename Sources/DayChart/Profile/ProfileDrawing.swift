internal import DaySummary
internal import GlucoseMath

struct ProfileDrawing: PictureDrawing {
  let picture: ProfilePicture
  let axis: GlucoseAxis
  let area: PlotArea
  let bar: TimeInRangesBar?
  let scale: [ScaleLabel]
  let runs: [[Column]]

  var style: ChartStyle { picture.style }

  struct Column {
    let x: Double
    let percentiles: [Glucose]
  }

  init(_ picture: ProfilePicture) {
    self.picture = picture
    let size = picture.size
    let font = PictureFrame.font(for: size)
    let points = picture.profile.points
    let highest = points.compactMap(\.percentiles.last).max()
    let percents = picture.profile.probabilities.map {
      picture.percent($0).width(size: font * 0.95)
    }
    let top = (font * 3.7).rounded()
    let isWide = size.width >= 560
    let rows = picture.timeInRanges.map { TimeInRangesBar.rows($0, picture) }
    let panel = TimeInRangesBar.size(of: rows ?? [], font: font, isStacked: isWide)
    let left = ((isWide && rows != nil ? panel.width : 0) + font * 2.9).rounded()
    let below = !isWide && rows != nil ? panel.height + font * 1.2 : 0
    let bottom = (size.height - font * 2.2 - below).rounded()
    area = PlotArea(
      left: left, right: (size.width - font * 1.2 - (percents.max() ?? 0)).rounded(), top: top,
      bottom: bottom)
    let axis = GlucoseAxis(picture.unit, including: highest)
    self.axis = axis
    scale = ScaleLabel.edges(
      of: picture.bands, on: axis, picture.strings, distance: font * 1.1 / max(bottom - top, 1))
    runs = Self.runs(of: points)
    bar = rows.map {
      TimeInRangesBar(
        picture: picture, rows: $0, left: font * 0.9,
        top: isWide ? top : size.height - panel.height - font * 0.6,
        bottom: isWide ? bottom : size.height - font * 0.6, isStacked: isWide)
    }
  }

  private static func runs(of points: [AmbulatoryGlucoseProfile.Point]) -> [[Column]] {
    var columns = points.map {
      Column(x: Double($0.minuteOfDay) / 1440, percentiles: $0.percentiles)
    }
    // The end of the day is the start of the next.
    if let first = points.first, first.minuteOfDay == 0, let last = points.last,
      last.minuteOfDay > 0, !last.percentiles.isEmpty
    {
      columns.append(Column(x: 1, percentiles: first.percentiles))
    }
    return columns.split { $0.percentiles.isEmpty }.map(Array.init)
  }

  var root: Markup {
    root(
      summary,
      [
        ("ground", ground), ("guides", guides), ("areas", areas), ("targets", targetLines),
        ("median", median), ("axes", axes), ("percentiles", percentileLabels),
        ("ranges", bar?.elements ?? []), ("header", header),
      ])
  }

  func place(_ column: Column, _ percentile: Int) -> PicturePoint {
    PicturePoint(x: area.x(column.x), y: area.y(axis.y(of: column.percentiles[percentile])))
  }

  private var header: [Markup] {
    [
      heading,
      label(
        strings.name(of: picture.unit), x: area.left - font * 0.6, y: font * 3,
        anchor: area.left < font * 4 ? "middle" : "end"),
      label(
        "\(strings.dayCount(dayCount)), \(smoothing)"
          .fitted(to: area.right - area.left - font * 2, size: small),
        x: area.right, y: font * 3, anchor: "end"),
    ]
  }

  private var smoothing: String {
    let minutes = picture.profile.smoothingWindow.inMinutes
    guard minutes > 0 else { return strings[.notSmoothed] }
    return strings[.smoothed].replacing("{minutes}", with: "\(Int(minutes))")
  }

  var dayCount: Int { picture.profile.points.map(\.dayCount).max() ?? 0 }

  private var summary: String {
    let unit = picture.unit
    var parts: [String] = []
    let probabilities = picture.profile.probabilities
    if let middle = probabilities.firstIndex(of: 0.5) {
      let medians = runs.flatMap { $0 }.map { $0.percentiles[middle] }
      if let lowest = medians.min(), let highest = medians.max() {
        parts.append(
          "\(strings[.median]): \(strings.number(lowest, in: unit)) \(strings[.to]) "
            + "\(strings.number(highest, in: unit)) \(strings.name(of: unit))")
      }
    }
    if runs.isEmpty {
      parts.append(strings[.noReadings])
    } else {
      parts.append("\(strings.dayCount(dayCount)), \(smoothing)")
    }
    parts += bar?.summary ?? []
    return parts.joined(separator: "; ") + "."
  }

  var ground: [Markup] {
    [
      .rect(
        x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top,
        ["fill": SVGValue(palette.target)])
    ]
  }

  var guides: [Markup] {
    var dotted = SVGPath()
    for label in scale where label.y > 0 && !label.isTarget {
      dotted.append(line: area.across(label.y))
    }
    for hour in stride(from: 6.0, to: 24, by: 6) { dotted.append(line: area.upright(hour / 24)) }
    return [
      .stroke(dotted, palette.guide, dashes: "1 3"),
      .stroke(SVGPath(line: area.across(0)), palette.edge),
    ]
  }

  var targetLines: [Markup] {
    [picture.bands.low, picture.bands.high].map(axis.y).filter { $0 <= 1 }.map {
      .stroke(SVGPath(line: area.across($0)), palette.targetLine, width: max(1.5, font * 0.12))
    }
  }

  var areas: [Markup] {
    let count = picture.profile.probabilities.count
    return (0..<(count / 2)).compactMap { outer in
      let inner = count - 1 - outer
      var path = SVGPath()
      for run in runs where run.count > 1 {
        path.append(outline: run.map { place($0, inner) } + run.reversed().map { place($0, outer) })
      }
      guard !path.isEmpty else { return nil }
      let probabilities = picture.profile.probabilities
      let title =
        picture.percent(probabilities[outer]) + "–" + picture.percent(probabilities[inner])
      return Markup(
        "path",
        [
          "data-percentiles": SVGValue("\(outer) \(inner)"), "d": SVGValue(path.data),
          "fill": SVGValue(palette.glucose), "fill-opacity": 0.22,
          "stroke": SVGValue(palette.glucose), "stroke-opacity": 0.45, "stroke-width": 0.75,
        ], [Markup("title", text: title)])
    }
  }

  var median: [Markup] {
    let probabilities = picture.profile.probabilities
    var path = SVGPath()
    if let middle = probabilities.firstIndex(of: 0.5) {
      for run in runs {
        let points = run.map { place($0, middle) }
        path.append(line: points.count == 1 ? points + points : points)
      }
    }
    guard !path.isEmpty else { return runs.isEmpty ? [noReadings(at: area.middle)] : [] }
    return [.stroke(path, palette.glucose, width: max(2.5, font * 0.22), isRound: true)]
  }

  var axes: [Markup] {
    let times = stride(from: 0, through: 24, by: 6).map {
      (text: strings.hour($0), x: area.x(Double($0) / 24))
    }
    return numbers(scale, left: area.left, y: area.y) + hours(times, y: area.bottom + font * 1.45)
  }

  var percentileLabels: [Markup] {
    guard let last = runs.last?.last else { return [] }
    let wanted = last.percentiles.indices.map { place(last, $0).y }
    // The lowest percentile has the greatest y.
    let places = wanted.reversed().spread(
      distance: small * 1.15, in: (area.top + small * 0.4)...(area.bottom - small * 0.2))
    return zip(picture.profile.probabilities.reversed(), places).map { probability, y in
      label(picture.percent(probability), x: area.right + font * 0.4, y: y + small * 0.35)
    }
  }
}

extension ProfilePicture {
  func percent(_ probability: Double) -> String {
    strings.percent(strings.amount(probability * 100))
  }
}
