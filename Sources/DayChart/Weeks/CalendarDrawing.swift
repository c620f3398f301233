// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

/// The measures of a calendar.
struct CalendarFrame {
  let size: PlotSize
  let font: Double
  let margin, top, cellWidth, cellHeight: Double
  /// The Monday of the first week.
  let monday: LocalDay?

  /// A frame for `plots` in order of their days.
  init(width: Double, plots: [DayPlot]) {
    font = PictureFrame.font(for: PlotSize(width: width, height: width))
    margin = font * 0.9
    top = (font * 4).rounded()
    cellWidth = (width - 2 * margin) / 7
    cellHeight = (cellWidth * 0.55 + font * 1.4).rounded()
    let monday = plots.first.map { $0.day.advanced(by: 1 - $0.day.weekday) }
    let last = plots.last.flatMap { last in monday.map { $0.distance(to: last.day) } } ?? 0
    self.monday = monday
    size = PlotSize(width: width, height: top + cellHeight * Double(last / 7 + 1) + margin)
  }

  /// The upper left corner of a day's cell.
  func corner(of day: LocalDay) -> PicturePoint {
    let position = monday.map { $0.distance(to: day) } ?? 0
    return PicturePoint(
      x: margin + cellWidth * Double(position % 7), y: top + cellHeight * Double(position / 7))
  }
}

/// A calendar while it is drawn.
struct CalendarDrawing {
  private let picture: CalendarPicture
  private let frame: CalendarFrame

  init(_ picture: CalendarPicture) {
    self.picture = picture
    frame = CalendarFrame(width: picture.size.width, plots: picture.plots)
  }

  var root: SVGElement {
    let words = picture.words
    let font = frame.font
    var root = SVGElement.picture(
      size: picture.size, font: font, title: "\(words.glucose) \(picture.title)",
      description: "\(picture.plots.count) \(words.days).", background: picture.palette.background)
    let title = picture.title.fitted(to: picture.size.width - 2 * frame.margin, size: font * 1.2)
    var header = [
      SVGElement.line(
        title, x: frame.margin, y: font * 1.6, fill: picture.palette.text, size: font * 1.2,
        bold: true)
    ]
    if words.weekdays.count == 7 {
      header += words.weekdays.enumerated().map { column, name in
        .line(
          name.fitted(to: frame.cellWidth - font * 0.6, size: font * 0.95),
          x: frame.margin + frame.cellWidth * Double(column) + font * 0.3, y: font * 3.5,
          fill: picture.palette.quietText, size: font * 0.95)
      }
    }
    root.append(SVGElement("g", ["data-layer": "header"], header))
    root.append(SVGElement("g", ["data-layer": "days"], picture.plots.map(cell)))
    return root
  }

  private func cell(_ plot: DayPlot) -> SVGElement {
    let font = frame.font
    let corner = frame.corner(of: plot.day)
    let left = corner.x + font * 0.15
    let top = corner.y + font * 1.2
    let width = frame.cellWidth - font * 0.3
    let height = frame.cellHeight - font * 1.4
    var parts = [SVGElement("title", text: title(of: plot))]
    parts += plot.bands.map { band in
      SVGElement(
        "rect",
        [
          "data-band": SVGValue(band.band.rawValue), "x": SVGValue(left),
          "y": SVGValue(top + height * (1 - band.heights.upperBound)), "width": SVGValue(width),
          "height": SVGValue(height * (band.heights.upperBound - band.heights.lowerBound)),
          "fill": SVGValue(picture.palette.colour(of: band.band)),
        ])
    }
    parts.append(
      SVGElement(
        "rect",
        [
          "x": SVGValue(left), "y": SVGValue(top), "width": SVGValue(width),
          "height": SVGValue(height), "fill": "none", "stroke": SVGValue(picture.palette.edge),
          "stroke-width": 0.5,
        ]))
    var line = SVGPath()
    for segment in plot.segments {
      let points = segment.points.map {
        PicturePoint(x: left + $0.position.x * width, y: top + (1 - $0.position.y) * height)
      }
      line.append(line: points.thinned)
    }
    if !line.data.isEmpty {
      parts.append(
        SVGElement(
          "path",
          [
            "d": SVGValue(line.data), "fill": "none", "stroke": SVGValue(picture.palette.glucose),
            "stroke-width": 1.25, "stroke-linejoin": "round", "stroke-linecap": "round",
          ]))
    }
    parts.append(
      .line(
        "\(plot.day.day)", x: left + font * 0.15, y: corner.y + font * 0.95,
        fill: picture.palette.text, size: font * 0.9))
    return SVGElement("g", ["data-day": SVGValue(plot.day.description)], parts)
  }

  private func title(of plot: DayPlot) -> String {
    let words = picture.words
    let unit = plot.axis.unit
    let date = plot.day.description
    let name = words.weekday(of: plot.day).map { $0 + " " + date } ?? date
    let readings = plot.segments.flatMap(\.points).filter(\.isReading).map(\.glucose)
    guard let lowest = readings.min(), let highest = readings.max() else {
      return "\(name): \(words.noReadings)"
    }
    return "\(name): \(words.number(lowest, in: unit)) \(words.to) "
      + "\(words.number(highest, in: unit)) \(unit.rawValue)"
  }
}

extension [PicturePoint] {
  /// The line through these points with at most two points to a point of width: the highest and the
  /// lowest of those that lie in it, in order, so that no extreme is lost.
  var thinned: [PicturePoint] {
    var result: [PicturePoint] = []
    var column: (lowest: Int, highest: Int)?
    func flush() {
      guard let found = column else { return }
      result += Set([found.lowest, found.highest]).sorted().map { self[$0] }
    }
    for index in indices {
      guard let found = column, self[found.lowest].x.rounded(.down) == self[index].x.rounded(.down)
      else {
        flush()
        column = (index, index)
        continue
      }
      if self[index].y > self[found.lowest].y { column?.lowest = index }
      if self[index].y < self[found.highest].y { column?.highest = index }
    }
    flush()
    // A reading without neighbours is a line of no length, which round ends make a dot.
    return result.count == 1 ? result + result : result
  }
}
