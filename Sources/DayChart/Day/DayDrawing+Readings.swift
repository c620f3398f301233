// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  func reading(at point: PicturePoint, within distance: Double) -> PlotLinePoint? {
    guard point.x >= frame.left, point.x <= frame.right, point.y >= frame.top,
      point.y <= frame.bottom
    else { return nil }
    return plot.segments.flatMap(\.points).filter(\.isReading)
      .map { (reading: $0, away: abs(frame.x($0.position.x) - point.x)) }
      .filter { $0.away <= distance }.min { $0.away < $1.away }?.reading
  }

  func caption(of reading: PlotLinePoint) -> String {
    let unit = plot.axis.unit
    return strings.clock(ClockTime(reading.time, in: plot.day.zone)) + " "
      + strings.number(ShownGlucose(reading), in: unit) + " " + strings.name(of: unit)
  }
}
