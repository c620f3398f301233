// SPDX-License-Identifier: Apache-2.0

public import DaySummary
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

extension DayPicture {
  /// Returns the reading of the glucose line that is nearest in time to the position of a pointer, in
  /// the coordinates of the picture, such as for a cursor that a finger moves along the line.
  ///
  ///     if let reading = picture.reading(at: PicturePoint(x: 212, y: 140), within: 22) {
  ///       print(picture.caption(of: reading), picture.place(of: reading))     // "07:35 5.6 mmol/L"
  ///     }
  ///
  /// - Parameters:
  ///   - point: The position of the pointer.
  ///   - distance: The maximum horizontal distance (`≤`) of the reading from `point`, in points.
  /// - Returns: The reading, the earlier of two at the same distance, or `nil` outside the plot and
  ///   where no reading is within `distance`, such as in a gap.
  /// - Complexity: O(*t* *n*² log *n*), as for ``eventIDs(at:within:)``.
  public func reading(at point: PicturePoint, within distance: Double) -> PlotLinePoint? {
    drawing.reading(at: point, within: distance)
  }

  /// Returns the place of a point of the glucose line, in the coordinates of the picture.
  public func place(of point: PlotLinePoint) -> PicturePoint { drawing.frame.place(point.position) }

  /// Returns the time and the concentration of a reading, in the words and the formats of ``strings``:
  /// "07:35 5.6 mmol/L". One at a limit of the device has a sign: "03:10 <2.2 mmol/L".
  public func caption(of reading: PlotLinePoint) -> String { drawing.caption(of: reading) }
}

extension BifocalPicture {
  /// Returns the reading of the day in focus that is nearest in time to the position of a pointer, in
  /// the coordinates of the picture, such as for a cursor that a finger moves along the line.
  ///
  /// - Parameters:
  ///   - point: The position of the pointer.
  ///   - distance: The maximum horizontal distance (`≤`) of the reading from `point`, in points.
  /// - Returns: The reading, the earlier of two at the same distance, or `nil` outside the plot between
  ///   the walls and where no reading is within `distance`, such as in a gap.
  /// - Complexity: O(*t* *n*² log *n*), as for ``eventIDs(at:within:)``.
  public func reading(at point: PicturePoint, within distance: Double) -> PlotLinePoint? {
    drawing.reading(at: point, within: distance)
  }

  /// Returns the place of a point of the glucose line, in the coordinates of the picture.
  public func place(of point: PlotLinePoint) -> PicturePoint { drawing.frame.place(point.position) }

  /// Returns the time and the concentration of a reading, in the words and the formats of ``strings``:
  /// "07:35 5.6 mmol/L". One at a limit of the device has a sign: "03:10 <2.2 mmol/L".
  public func caption(of reading: PlotLinePoint) -> String { drawing.caption(of: reading) }
}
