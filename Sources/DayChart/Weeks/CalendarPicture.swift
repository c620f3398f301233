public import DaySummary
public import GlucoseMath

/// A calendar with a small glucose line for each day. Each week is a row.
///
///     let plots = try history.plots(of: month, options: DayPlotOptions(unit: .mmolL))
///     let svg = CalendarPicture(plots, width: 640).svg
///
/// Each cell contains the date, the target range, and the line of the day. The line includes all
/// extremes at any size. The cells of other days are empty.
public struct CalendarPicture: ChartPicture, SVGPicture {
  let plots: [DayPlot]
  let firstWeekday: Int
  private let frame: CalendarFrame
  package var style: ChartStyle

  /// Creates a calendar of `plots`, in any order, which share an axis; see `DayPlotOptions.extendsAxis`.
  ///
  /// The width is clamped to 320...10,000 points; NaN becomes 320. The height depends on the width and
  /// the number of weeks. The first column is that of `firstWeekday`, from 1 for Monday to 7 for Sunday;
  /// any other number counts on from these, and the default is ``ChartStrings/firstWeekday``. The
  /// default title is the first and last dates.
  public init(
    _ plots: [DayPlot], width: Double = 640, firstWeekday: Int? = nil,
    palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.plots = plots.ordered { $0.day < $1.day }
    let weekday = ((firstWeekday ?? strings.firstWeekday) % 7 + 6) % 7 + 1
    self.firstWeekday = weekday
    frame = CalendarFrame(
      width: width.limited(to: 320...10_000), plots: self.plots, firstWeekday: weekday)
    style = ChartStyle(
      frame.size, atLeast: frame.size, palette, strings,
      title ?? strings.dates(self.plots.first?.day, self.plots.last?.day))
  }

  /// Returns the day at the position of a pointer, in the coordinates of the picture, or `nil` if no
  /// day of the calendar is there.
  ///
  ///     let day = calendar.day(at: PicturePoint(x: 212, y: 140))
  public func day(at point: PicturePoint) -> LocalDay? {
    plots.first { frame.contains(point, in: $0.day) }?.day
  }
}

struct CalendarFrame: Equatable {
  let size: PlotSize
  let margin, top, cellWidth, cellHeight: Double
  let start: LocalDay?

  init(width: Double, plots: [DayPlot], firstWeekday: Int) {
    let font = PictureFrame.font(for: PlotSize(width: width, height: width))
    margin = font * 0.9
    top = (font * 4).rounded()
    cellWidth = (width - 2 * margin) / 7
    cellHeight = (cellWidth * 0.55 + font * 1.4).rounded()
    let start = plots.first.map { $0.day.advanced(by: -(($0.day.weekday + 7 - firstWeekday) % 7)) }
    let last = plots.last.flatMap { last in start.map { $0.distance(to: last.day) } } ?? 0
    self.start = start
    size = PlotSize(width: width, height: top + cellHeight * Double(last / 7 + 1) + margin)
  }

  func corner(of day: LocalDay) -> PicturePoint {
    let position = start.map { $0.distance(to: day) } ?? 0
    return PicturePoint(
      x: margin + cellWidth * Double(position % 7), y: top + cellHeight * Double(position / 7))
  }

  func contains(_ point: PicturePoint, in day: LocalDay) -> Bool {
    let corner = corner(of: day)
    return corner.x..<corner.x + cellWidth ~= point.x && corner.y..<corner.y + cellHeight ~= point.y
  }
}

extension CalendarPicture {
  package var root: Markup {
    var header = [heading(room: size.width - 2 * frame.margin)]
    if strings.weekdays.count == 7 {
      header += (0..<7).map { column in
        label(
          strings.weekdays[(column + firstWeekday - 1) % 7].fitted(
            to: frame.cellWidth - font * 0.6, size: small),
          x: frame.margin + frame.cellWidth * Double(column) + font * 0.3, y: font * 3.5)
      }
    }
    let parts = [strings.dayCount(plots.count)] + plots.map(title(of:))
    var root = root(
      title: "\(strings[.glucose]) \(style.title)", parts.joined(separator: "; ") + ".",
      [("header", header)])
    root.append(Markup("g", ["data-layer": "days"], plots.map(cell)))
    return root
  }

  private func cell(_ plot: DayPlot) -> Markup {
    let corner = frame.corner(of: plot.day)
    let left = corner.x + font * 0.15
    let top = corner.y + font * 1.2
    let width = frame.cellWidth - font * 0.3
    let height = frame.cellHeight - font * 1.4
    var parts = [Markup("title", text: title(of: plot))]
    parts += plot.bands.map { band in
      Markup.rect(
        x: left, y: top + height * (1 - band.heights.upperBound), width: width,
        height: height * (band.heights.upperBound - band.heights.lowerBound), band: band.band,
        ["fill": SVGValue(palette.color(of: band.band))])
    }
    parts.append(
      .rect(
        x: left, y: top, width: width, height: height,
        ["fill": "none", "stroke": SVGValue(palette.edge), "stroke-width": 0.5]))
    var line = SVGPath()
    for segment in plot.segments {
      let points = segment.map {
        PicturePoint(x: left + $0.position.x * width, y: top + (1 - $0.position.y) * height)
      }
      line.append(line: points.thinned)
    }
    if !line.isEmpty {
      parts.append(.stroke(line, palette.glucose, width: 1.25, isRound: true))
    }
    parts.append(
      .line(
        "\(plot.day.day)", x: left + font * 0.15, y: corner.y + font * 0.95,
        fill: palette.text, size: font * 0.9))
    return Markup("g", ["data-day": SVGValue(plot.day.description)], parts)
  }

  private func title(of plot: DayPlot) -> String {
    let range = strings.range(of: plot.readings, in: plot.axis.unit)
    return "\(strings.weekdayDate(plot.day)): \(range ?? strings[.noReadings])"
  }
}
