internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals
internal import GlucoseFoundation

struct NightsDrawing {
  private let picture: NightsPicture
  private let font: Double
  private let axis: GlucoseAxis
  private let bands: RangeBands
  private let left, right, top, bottom: Double
  private let scale: [ScaleLabel]
  private let legend: [[LegendEntry]]

  init(_ picture: NightsPicture) {
    self.picture = picture
    let size = picture.size
    let font = PictureFrame.font(for: size)
    self.font = font
    bands = picture.nights.last?.bands ?? .consensus(in: picture.unit)
    let highest = picture.nights.compactMap { $0.statistics?.maximum }.max()
    let axis = GlucoseAxis(picture.unit, including: highest)
    self.axis = axis
    let palette = picture.palette
    let hasLow = picture.nights.contains { !$0.compressionLows.isEmpty }
    let isOngoing = picture.nights.last?.isOngoing ?? false
    let last = isOngoing ? picture.strings[.currentNight] : picture.strings[.lastNight]
    let entries =
      [
        LegendEntry(color: palette.glucose, text: last),
        LegendEntry(color: palette.secondaryText, text: picture.strings[.otherNights]),
      ].prefix(picture.nights.count > 1 ? 2 : (isOngoing ? 1 : 0))
      + (hasLow
        ? [
          LegendEntry(
            color: palette.condition, text: picture.strings[.compressionLow], isDotted: true)
        ] : [])
    legend = LegendEntry.rows(Array(entries), width: size.width - font * 1.8, font: font)
    left = (font * 3.1).rounded()
    right = (size.width - font * 1.8).rounded()
    top = (font * 3.7).rounded()
    bottom = (size.height - font * (2.2 + 1.6 * Double(legend.count))).rounded()
    scale = ScaleLabel.edges(
      of: bands, on: axis, picture.strings, distance: font * 1.1 / max(bottom - top, 1))
  }

  var root: Markup {
    .picture(
      size: picture.size, font: font, title: picture.title, description: summary,
      background: picture.palette.background,
      layers: [
        ("bands", bandElements), ("guides", guides), ("lines", lines), ("axes", axes),
        ("header", header), ("legend", legendElements),
      ])
  }

  private func y(_ share: Double) -> Double { bottom - min(share, 1) * (bottom - top) }
  private func x(_ share: Double) -> Double { left + share * (right - left) }

  private var bandElements: [Markup] {
    bands.cut(to: axis).rectangles(x: left, width: right - left, picture.palette, y: y)
  }

  private var hours: [(hour: Int, x: Double)] {
    guard let night = picture.nights.last else { return [] }
    let length = night.range.upperBound.timeIntervalSince(night.range.lowerBound) / 3600
    let step = max(1, Int((length / 8).rounded(.up)))
    let days = [night.day.advanced(by: -1), night.day]
    return days.enumerated().flatMap { index, day in
      stride(from: 0, through: index == days.count - 1 ? 24 : 23, by: step).compactMap { hour in
        // An hour that clocks skip has no label, and one that they repeat has one.
        guard let time = hour == 24 ? day.end : day.instants(hour: hour, minute: 0).first,
          night.range.contains(time) || time == night.range.upperBound
        else { return nil }
        return (hour, fraction(of: time, in: night.range))
      }
    }
  }

  private func fraction(of time: Date, in range: Range<Date>) -> Double {
    time.timeIntervalSince(range.lowerBound) / range.upperBound.timeIntervalSince(range.lowerBound)
  }

  private var guides: [Markup] {
    var dotted = SVGPath()
    for hour in hours where hour.x > 0 && hour.x < 1 {
      dotted.append(line: [
        PicturePoint(x: x(hour.x), y: top), PicturePoint(x: x(hour.x), y: bottom),
      ])
    }
    let edges = [bands.low, bands.high].filter { axis.y(of: $0) <= 1 }.map { edge in
      Markup.stroke(
        SVGPath(line: [
          PicturePoint(x: left, y: y(axis.y(of: edge))),
          PicturePoint(x: right, y: y(axis.y(of: edge))),
        ]), picture.palette.edge)
    }
    return [.stroke(dotted, picture.palette.guide, dashes: "1 3")] + edges
  }

  private var lines: [Markup] {
    let palette = picture.palette
    return picture.nights.enumerated().flatMap { index, night in
      let isLast = index == picture.nights.count - 1
      let color = isLast ? palette.glucose : palette.secondaryText
      var line = Markup.stroke(
        path(of: night) { _ in true }, color, width: isLast ? max(2.5, font * 0.22) : 1)
      line.set("data-night", SVGValue(night.day.description))
      line.set("stroke-linejoin", "round")
      line.set("stroke-linecap", "round")
      if !isLast { line.set("stroke-opacity", 0.55) }
      let lows = night.compressionLows
      guard !lows.isEmpty else { return [line] }
      let marked = path(of: night) { time in lows.contains { $0.contains(time) } }
      var mark = Markup.stroke(
        marked, palette.condition, width: isLast ? max(5, font * 0.4) : 3.5, dashes: "1 5")
      mark.set("stroke-linecap", "round")
      return [line, mark]
    }
  }

  private func path(of night: NightSummary, where isIncluded: (Date) -> Bool) -> SVGPath {
    let longestGap = night.series.longestGapOfLine.inSeconds
    var path = SVGPath()
    var points: [PicturePoint] = []
    var last: Date?
    func finish() {
      path.append(line: points.count == 1 ? points + points : points.thinnedIfDense)
      points = []
    }
    for reading in night.series {
      if let last, reading.time.timeIntervalSince(last) > longestGap { finish() }
      last = reading.time
      guard isIncluded(reading.time) else {
        finish()
        continue
      }
      points.append(
        PicturePoint(
          x: x(fraction(of: reading.time, in: night.range)), y: y(axis.y(of: reading.glucose))))
    }
    finish()
    return path
  }

  private var axes: [Markup] {
    let times = hours.map { (text: picture.strings.hour($0.hour), x: x($0.x)) }
    return Markup.scale(scale, left: left, font: font, picture.palette, y: y)
      + Markup.hours(
        times, y: bottom + font * 1.45, font: font, width: picture.size.width,
        fill: picture.palette.secondaryText)
  }

  private var header: [Markup] {
    let palette = picture.palette
    let none = picture.nights.allSatisfy { $0.series.isEmpty }
    return [
      .heading(picture.title, room: picture.size.width - font * 1.8, font: font, palette),
      .line(
        picture.strings.name(of: picture.unit), x: font * 0.9, y: font * 3,
        fill: palette.secondaryText, size: font * 0.95),
    ]
      + (none
        ? [
          .line(
            picture.strings[.noReadings], x: (left + right) / 2, y: (top + bottom) / 2,
            fill: palette.secondaryText, anchor: "middle")
        ] : [])
  }

  private var legendElements: [Markup] {
    LegendEntry.elements(
      of: legend, left: font * 0.9, baseline: picture.size.height - font * 0.6, font: font,
      fill: picture.palette.secondaryText)
  }

  private var summary: String {
    let strings = picture.strings
    let nights = picture.nights.compactMap { night in
      strings.range(of: night.series.map(ShownGlucose.init), in: picture.unit).map { range in
        strings.date(night.day) + strings.mark(of: night) + ": " + range
          + (night.compressionLows.isEmpty ? "" : ", " + strings[.compressionLow])
      }
    }
    return nights.isEmpty ? strings[.noReadings] + "." : nights.joined(separator: "; ") + "."
  }
}

extension ChartStrings {
  func mark(of night: NightSummary) -> String { night.isOngoing ? ", " + self[.ongoing] : "" }
}
