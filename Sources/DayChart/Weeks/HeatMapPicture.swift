public import DaySummary
public import GlucoseMath

/// A heat map of the week: the mean glucose at each hour of each weekday, from
/// ``ChartStrings/firstWeekday``.
///
///     let hours = series.grouped(by: .weekdayAndHour, in: zone)
///     let svg = HeatMapPicture(hours, unit: .mmolL).svg
///
/// A mean in the target range is neutral: it has the color of the target range. Outside of it, the
/// strength of the color increases from a third at the edges of the target range to two thirds at the
/// outer edges of the bands, and to its maximum at twice that distance. An hour without readings has
/// no cell.
public struct HeatMapPicture: ChartPicture, SVGPicture {
  let hours: [SlotReadings]
  let unit: GlucoseUnit
  let bands: RangeBands
  package var style: ChartStyle

  /// Creates a heat map of `hours`, grouped by `TimeGrouping.weekdayAndHour`, of at least 320 by 200
  /// points. Other slots are ignored.
  ///
  /// The default bands are the consensus bands in `unit`, and the default title is "Glucose".
  public init(
    _ hours: [SlotReadings], unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 300), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.hours = hours.filter { $0.slot.weekday != nil && $0.slot.endHour == $0.slot.startHour + 1 }
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 200), palette, strings,
      title ?? strings[.glucose])
  }

  package var root: Markup { HeatMapDrawing(self).root }

  /// Returns the hour of a weekday at the position of a pointer, in the coordinates of the picture,
  /// or `nil` if no cell is there.
  ///
  ///     let slot = heatMap.hour(at: PicturePoint(x: 212, y: 140))?.slot
  public func hour(at point: PicturePoint) -> SlotReadings? { HeatMapDrawing(self).hour(at: point) }
}

struct HeatMapDrawing: PictureDrawing {
  private let picture: HeatMapPicture
  private let left, top, cellWidth, cellHeight: Double
  private let scale: HeatScale

  var style: ChartStyle { picture.style }

  init(_ picture: HeatMapPicture) {
    self.picture = picture
    let size = picture.size
    let font = PictureFrame.font(for: size)
    let names = picture.strings.weekdays.map { $0.width(size: font * 0.95) }.max() ?? 0
    let left = (min(names + font * 1.5, size.width / 4)).rounded()
    let top = (font * 2.6).rounded()
    self.left = left
    self.top = top
    cellWidth = (size.width - left - font * 1.6) / 24
    cellHeight = (size.height - top - font * 4.2) / 7
    scale = HeatScale(bands: picture.bands, palette: picture.palette)
  }

  var root: Markup {
    let whole = size.width - font * 2.8
    let space = max(size.width / 3, whole - style.title.width(size: font * 1.2))
    let name = strings.name(of: picture.unit)
    let full = "\(strings[.mean]), \(name)"
    let unit = full.width(size: small) <= space ? full : name.fitted(to: space, size: small)
    let room = whole - unit.width(size: small)
    // Cells and the header are there, even if empty.
    var root = root(summary, [])
    for (layer, elements) in [
      ("cells", picture.hours.compactMap(cell)), ("axes", axes), ("legend", legend),
      (
        "header",
        [
          heading(room: room),
          label(unit, x: size.width - font * 0.9, y: font * 1.6, anchor: "end"),
        ]
      ),
    ] {
      root.append(Markup("g", ["data-layer": SVGValue(layer)], elements))
    }
    return root
  }

  private func row(_ weekday: Int) -> Int {
    ((weekday - strings.firstWeekday) % 7 + 7) % 7
  }

  func hour(at point: PicturePoint) -> SlotReadings? {
    let column = ((point.x - left) / cellWidth).rounded(.down)
    let row = ((point.y - top) / cellHeight).rounded(.down)
    guard 0..<24 ~= column, 0..<7 ~= row else { return nil }
    return picture.hours.first {
      $0.slot.startHour == Int(column) && $0.slot.weekday.map(self.row) == Int(row)
        && !$0.series.isEmpty
    }
  }

  private func cell(_ hour: SlotReadings) -> Markup? {
    guard let weekday = hour.slot.weekday,
      let mean = hour.series.statistics(bands: .consensus(in: .mgdL))?.mean
    else {
      return nil
    }
    let name = strings.weekdays.count == 7 ? strings.weekdays[weekday - 1] : "\(weekday)"
    let start = strings.hour(hour.slot.startHour)
    let title =
      "\(name) \(start): \(strings[.mean]) \(strings.number(mean, in: picture.unit)) "
      + "\(strings.name(of: picture.unit)), \(strings.dayCount(hour.dayCount))"
    let fill = scale.fill(of: mean)
    return Markup(
      "rect",
      [
        "data-weekday": SVGValue(Double(weekday)),
        "data-hour": SVGValue(Double(hour.slot.startHour)),
        "x": SVGValue(left + Double(hour.slot.startHour) * cellWidth),
        "y": SVGValue(top + Double(row(weekday)) * cellHeight),
        // A narrow gap between cells makes them countable.
        "width": SVGValue(cellWidth - 1), "height": SVGValue(cellHeight - 1),
        "fill": SVGValue(fill.color), "fill-opacity": SVGValue(fill.opacity),
        "stroke": SVGValue(palette.guide),
        "stroke-width": 0.5,
      ], [Markup("title", text: title)])
  }

  private var axes: [Markup] {
    let names = strings.weekdays.count == 7 ? strings.weekdays : []
    let days = names.enumerated().map { index, name in
      label(
        name.fitted(to: left - font * 1.3, size: small), x: left - font * 0.5,
        y: top + (Double(row(index + 1)) + 0.5) * cellHeight + small * 0.35, anchor: "end")
    }
    let times = stride(from: 0, through: 24, by: 6).map {
      (text: strings.hour($0), x: left + Double($0) * cellWidth)
    }
    return days + hours(times, y: top + 7 * cellHeight + font * 1.3)
  }

  private var legend: [Markup] {
    let (low, high) = scale.ends
    let width = min(size.width * 0.6, 320)
    let y = top + 7 * cellHeight + font * 1.9
    // The parts below, in, and above the target range, each with its own scale, so that none is too
    // narrow for its colors.
    let bands = picture.bands
    let parts = [(low, bands.low, 6), (bands.low, bands.high, 4), (bands.high, high, 14)]
    let steps = Double(parts.reduce(0) { $0 + $1.2 })
    var places = [left]
    let strip = parts.flatMap { from, to, count -> [Markup] in
      let begin = places[places.count - 1]
      places.append(begin + width * Double(count) / steps)
      return (0..<count).map { step in
        let share = (Double(step) + 0.5) / Double(count)
        let fill = scale.fill(of: .mgdL(from.mgdL + share * (to.mgdL - from.mgdL)))
        return Markup.rect(
          x: begin + width * Double(step) / steps, y: y, width: width / steps, height: font * 0.7,
          ["fill": SVGValue(fill.color), "fill-opacity": SVGValue(fill.opacity)])
      }
    }
    let frame = Markup.rect(
      x: left, y: y, width: width, height: font * 0.7,
      ["fill": "none", "stroke": SVGValue(palette.edge), "stroke-width": 0.5])
    var taken: [PictureBox] = []
    let edges = [
      (bands.low, "", places[1]), (bands.high, "", places[2]), (low, "≤", places[0]),
      (high, "≥", places[3]),
    ]
    let labels = edges.compactMap { edge, sign, place in
      let text = sign + strings.number(edge, in: picture.unit)
      let half = text.width(size: small) / 2
      let middle = max(place, font * 0.3 + half)
      let box = PictureBox(left: middle - half, top: y, width: half * 2 + font * 0.3, height: 1)
      guard !taken.contains(where: box.overlaps) else { return nil as Markup? }
      taken.append(box)
      return label(text, x: middle, y: y + font * 1.75, anchor: "middle")
    }
    return strip + [frame] + labels
  }

  private var summary: String {
    let means = picture.hours.compactMap {
      $0.series.statistics(bands: .consensus(in: .mgdL))?.mean
    }
    guard let lowest = means.min(), let highest = means.max() else {
      return strings[.noReadings] + "."
    }
    return "\(strings[.mean]): \(strings.number(lowest, in: picture.unit)) \(strings[.to]) "
      + "\(strings.number(highest, in: picture.unit)) \(strings.name(of: picture.unit))."
  }
}

struct HeatScale {
  let bands: RangeBands
  let palette: ChartPalette

  /// The distance in mg/dL from the edge of the target range to the next edge, or approximately its
  /// distance in the consensus bands if there is no next edge.
  private var stepAbove: Double {
    max((bands.veryHigh?.mgdL ?? bands.high.mgdL * 1.4) - bands.high.mgdL, 1)
  }
  private var stepBelow: Double {
    max(bands.low.mgdL - (bands.veryLow?.mgdL ?? bands.low.mgdL * 0.75), 1)
  }

  /// The concentrations at which the colors reach their full strength, at least 1 mg/dL.
  var ends: (low: Glucose, high: Glucose) {
    (.mgdL(max(bands.low.mgdL - 2 * stepBelow, 1)), .mgdL(bands.high.mgdL + 2 * stepAbove))
  }

  /// Returns the strength of the color: 0 in the target range, edges included; 1 far above it and -1
  /// far below. Just outside of the target range it is a third.
  func strength(of glucose: Glucose) -> Double {
    if glucose > bands.high {
      return min((1 + (glucose.mgdL - bands.high.mgdL) / stepAbove) / 3, 1)
    }
    if glucose < bands.low {
      return -min((1 + (bands.low.mgdL - glucose.mgdL) / stepBelow) / 3, 1)
    }
    return 0
  }

  func fill(of glucose: Glucose) -> (color: ChartColor, opacity: Double) {
    let strength = strength(of: glucose)
    if strength == 0 { return (palette.target, 1) }
    return (strength < 0 ? palette.lowAccent : palette.highAccent, abs(strength))
  }
}
