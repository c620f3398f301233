// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
public import GlucoseMath

extension BifocalPicture {
  /// Returns the day at the position of a pointer, in the coordinates of the picture: a day on a wall,
  /// with or without a bar, or the day in focus between the walls.
  ///
  ///     let tapped = bifocal.day(at: PicturePoint(x: 60, y: 200))     // the next day in focus
  ///
  /// - Returns: The day, or `nil` above and below the walls and the dates of their days, and where a
  ///   wall has no day of ``surroundingDays``.
  /// - Complexity: O(*t* *n*² log *n*), as for ``eventIDs(at:within:)``.
  public func day(at point: PicturePoint) -> LocalDay? { drawing.day(at: point) }
}

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
