// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseMath

extension DayDrawing {
  func day(at point: PicturePoint) -> LocalDay? {
    // Two lines of text below a wall are the weekday and the day of the month.
    let heights = frame.top...(frame.bottom + frame.font * 2.5)
    guard (0...frame.size.width).contains(point.x), heights.contains(point.y) else { return nil }
    for wall in walls {
      let distance = (point.x - wall.fold) * wall.direction
      guard distance > 0 else { continue }
      let column = wall.depth(at: min(distance, wall.width)) / wall.length * Double(columnCount)
      let offset = Int(wall.direction) * min(Int(column) + 1, columnCount)
      let day = plot.day.advanced(by: offset)
      return window?.days.contains(day) ?? false ? day : nil
    }
    return plot.day
  }
}
