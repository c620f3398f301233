public import DaySummary
internal import GlucoseFoundation
public import GlucoseMath
internal import GlucoseSignals

/// A picture of nights: a line for each, the last one bold, with the readings of suspected
/// compression lows marked.
///
///     let nights = try history.nights(of: week, bands: bands)
///     let svg = NightsPicture(nights, unit: .mmolL).svg
///
/// The time axis is the local time of the night; on a night on which clocks change, times are
/// fractions of the night. The line of a suspected compression low is dotted, never left out. An
/// ongoing night ends at its last reading, and the legend names it as such.
public struct NightsPicture: ChartPicture, SVGPicture {
  let nights: [NightSummary]
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `nights` with equal hours and bands, in chronological order, of at least 320
  /// by 240 points. The default title is the dates of the first and last night.
  public init(
    _ nights: [NightSummary], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.nights = nights
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      title ?? strings.dates(nights.first?.day, nights.last?.day))
  }

  package var root: Markup { NightsDrawing(self).root }
}

struct NightsDrawing: PictureDrawing {
  private let picture: NightsPicture
  private let axis: GlucoseAxis
  private let bands: RangeBands
  private let area: PlotArea
  private let scale: [ScaleLabel]
  private let legend: [[LegendEntry]]

  var style: ChartStyle { picture.style }

  init(_ picture: NightsPicture) {
    self.picture = picture
    let (size, palette, strings) = (picture.size, picture.palette, picture.strings)
    let font = PictureFrame.font(for: size)
    bands = picture.nights.last?.bands ?? .consensus(in: picture.unit)
    let highest = picture.nights.compactMap { $0.statistics?.maximum }.max()
    axis = GlucoseAxis(picture.unit, including: highest)
    let isOngoing = picture.nights.last?.isOngoing ?? false
    var entries: [(color: ChartColor, text: String, isDotted: Bool)] = []
    if isOngoing || picture.nights.count > 1 {
      entries.append((palette.glucose, strings[isOngoing ? .currentNight : .lastNight], false))
    }
    if picture.nights.count > 1 {
      entries.append((palette.secondaryText, strings[.otherNights], false))
    }
    if picture.nights.contains(where: { !$0.compressionLows.isEmpty }) {
      entries.append((palette.condition, strings[.compressionLow], true))
    }
    legend = LegendEntry.rows(entries, width: size.width, font: font)
    area = PlotArea(
      left: (font * 3.1).rounded(), right: (size.width - font * 1.8).rounded(),
      top: (font * 3.7).rounded(),
      bottom: (size.height - font * (2.2 + 1.6 * Double(legend.count))).rounded())
    scale = ScaleLabel.edges(
      of: bands, on: axis, strings, distance: font * 1.1 / max(area.bottom - area.top, 1))
  }

  var root: Markup {
    root(
      summary,
      [
        ("bands", bands.cut(to: axis).rectangles(in: area, palette)), ("guides", guides),
        ("lines", lines), ("axes", axes), ("header", header), ("legend", legend(legend)),
      ])
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
    for hour in hours where hour.x > 0 && hour.x < 1 { dotted.append(line: area.upright(hour.x)) }
    let edges = [bands.low, bands.high].map(axis.y).filter { $0 <= 1 }.map {
      Markup.stroke(SVGPath(line: area.across($0)), palette.edge)
    }
    return [.stroke(dotted, palette.guide, dashes: "1 3")] + edges
  }

  private var lines: [Markup] {
    picture.nights.enumerated().flatMap { index, night in
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
    let runs = night.series.runs { last, reading in
      reading.time.timeIntervalSince(last.time) <= longestGap
        && isIncluded(last.time) == isIncluded(reading.time)
    }
    var path = SVGPath()
    for run in runs where isIncluded(run[0].time) {
      let points = run.map { reading in
        PicturePoint(
          x: area.x(fraction(of: reading.time, in: night.range)),
          y: area.y(axis.y(of: reading.glucose)))
      }
      path.append(line: points.count == 1 ? points + points : points.thinnedIfDense)
    }
    return path
  }

  private var axes: [Markup] {
    numbers(scale, left: area.left, y: area.y)
      + hours(
        hours.map { (strings.hour($0.hour), area.x($0.x)) }, y: area.bottom + font * 1.45)
  }

  private var header: [Markup] {
    [heading, label(strings.name(of: picture.unit), x: font * 0.9, y: font * 3)]
      + (picture.nights.allSatisfy(\.series.isEmpty) ? [noReadings(at: area.middle)] : [])
  }

  private var summary: String {
    let nights = picture.nights.compactMap { night in
      strings.range(of: Array(night.series), in: picture.unit).map { range in
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
