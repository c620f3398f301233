// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

/// The drawing of a heat map.
struct HeatMapDrawing {
  private let picture: HeatMapPicture
  private let font: Double
  private let left, top, cellWidth, cellHeight: Double
  private let scale: HeatScale

  init(_ picture: HeatMapPicture) {
    self.picture = picture
    let size = picture.size
    let font = PictureFrame.font(for: size)
    let names = picture.strings.weekdays.map { $0.width(size: font * 0.95) }.max() ?? 0
    self.font = font
    let left = (min(names + font * 1.5, size.width / 4)).rounded()
    let top = (font * 2.6).rounded()
    self.left = left
    self.top = top
    cellWidth = (size.width - left - font * 1.6) / 24
    cellHeight = (size.height - top - font * 4.2) / 7
    scale = HeatScale(bands: picture.bands, palette: picture.palette)
  }

  var root: Markup {
    let strings = picture.strings
    var root = Markup.picture(
      size: picture.size, font: font, title: picture.title, description: summary,
      background: picture.palette.background)
    root.append(Markup("g", ["data-layer": "cells"], picture.hours.compactMap(cell)))
    root.append(Markup("g", ["data-layer": "axes"], axes))
    root.append(Markup("g", ["data-layer": "legend"], legend))
    let unit = "\(strings.mean), \(picture.unit.rawValue)"
      .fitted(to: picture.size.width / 3, size: font * 0.95)
    let room = picture.size.width - font * 2.8 - unit.width(size: font * 0.95)
    root.append(
      Markup(
        "g", ["data-layer": "header"],
        [
          .heading(picture.title, room: room, font: font, picture.palette),
          .line(
            unit,
            x: picture.size.width - font * 0.9, y: font * 1.6, fill: picture.palette.secondaryText,
            size: font * 0.95, anchor: "end"),
        ]))
    return root
  }

  private func cell(_ hour: SlotReadings) -> Markup? {
    guard let weekday = hour.slot.weekday,
      let mean = hour.series.statistics(bands: .consensus(in: .mgdL))?.mean
    else {
      return nil
    }
    let strings = picture.strings
    let name = strings.weekdays.count == 7 ? strings.weekdays[weekday - 1] : "\(weekday)"
    let start = ClockTime.text(hour: hour.slot.startHour)
    let title =
      "\(name) \(start): \(strings.mean) \(strings.number(mean, in: picture.unit)) "
      + "\(picture.unit.rawValue), \(hour.dayCount) \(strings.days)"
    return Markup(
      "rect",
      [
        "data-weekday": SVGValue(Double(weekday)),
        "data-hour": SVGValue(Double(hour.slot.startHour)),
        "x": SVGValue(left + Double(hour.slot.startHour) * cellWidth),
        "y": SVGValue(top + Double(weekday - 1) * cellHeight),
        // A narrow gap between cells makes them countable.
        "width": SVGValue(cellWidth - 1), "height": SVGValue(cellHeight - 1),
        "fill": SVGValue(scale.color(of: mean)), "stroke": SVGValue(picture.palette.guide),
        "stroke-width": 0.5,
      ], [Markup("title", text: title)])
  }

  private var axes: [Markup] {
    let size = font * 0.95
    let names = picture.strings.weekdays.count == 7 ? picture.strings.weekdays : []
    let days = names.enumerated().map { row, name in
      Markup.line(
        name.fitted(to: left - font * 1.3, size: size), x: left - font * 0.5,
        y: top + (Double(row) + 0.5) * cellHeight + size * 0.35,
        fill: picture.palette.secondaryText, size: size, anchor: "end")
    }
    let hours = stride(from: 0, through: 24, by: 6).map { hour in
      Markup.line(
        ClockTime.text(hour: hour), x: left + Double(hour) * cellWidth,
        y: top + 7 * cellHeight + font * 1.3, fill: picture.palette.secondaryText, size: size,
        anchor: "middle")
    }
    return days + hours
  }

  /// A color scale with the edges of the target range and the ends of the scale below it.
  private var legend: [Markup] {
    let (low, high) = scale.ends
    let width = min(picture.size.width * 0.6, 320)
    let start = left
    let y = top + 7 * cellHeight + font * 1.9
    func x(_ glucose: Glucose) -> Double {
      start + width * (glucose.mgdL - low.mgdL) / max(high.mgdL - low.mgdL, 1)
    }
    let steps = 24
    let strip = (0..<steps).map { step in
      let glucose = Glucose.mgdL(
        low.mgdL + (high.mgdL - low.mgdL) * (Double(step) + 0.5) / Double(steps))
      return Markup(
        "rect",
        [
          "x": SVGValue(start + width * Double(step) / Double(steps)), "y": SVGValue(y),
          "width": SVGValue(width / Double(steps)), "height": SVGValue(font * 0.7),
          "fill": SVGValue(scale.color(of: glucose)),
        ])
    }
    var taken: [PictureBox] = []
    let labels = [picture.bands.low, picture.bands.high, low, high].compactMap { edge in
      let text = picture.strings.number(edge, in: picture.unit)
      let half = text.width(size: font * 0.95) / 2
      let box = PictureBox(left: x(edge) - half, top: y, width: half * 2 + font * 0.3, height: 1)
      guard !taken.contains(where: box.overlaps) else { return nil as Markup? }
      taken.append(box)
      return .line(
        text, x: x(edge), y: y + font * 1.75, fill: picture.palette.secondaryText,
        size: font * 0.95,
        anchor: "middle")
    }
    return strip + labels
  }

  private var summary: String {
    let means = picture.hours.compactMap {
      $0.series.statistics(bands: .consensus(in: .mgdL))?.mean
    }
    guard let lowest = means.min(), let highest = means.max() else {
      return picture.strings.noReadings + "."
    }
    let strings = picture.strings
    return "\(strings.mean): \(strings.number(lowest, in: picture.unit)) \(strings.to) "
      + "\(strings.number(highest, in: picture.unit)) \(picture.unit.rawValue)."
  }
}

extension ClockTime {
  /// Returns the hour in clock format: "06:00".
  static func text(hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
}
