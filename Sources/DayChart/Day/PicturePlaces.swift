public import DaySummary
public import GlucoseDiary
public import GlucoseMath

/// The places of the elements of a ``DayPicture``, for pointers and pop-ups.
///
///     let places = picture.places      // once for a picture
///     let captions = places.eventIDs(at: point, within: 22).compactMap(places.caption)
///     // ["12:30 Soup: 40 g carbs, 12 g protein", "12:45 Insulin: 4.5 units, rapid, planned"]
///
/// All positions are in the coordinates of the picture.
public struct PicturePlaces: Sendable {
  private let drawing: DayDrawing

  init(_ drawing: DayDrawing) { self.drawing = drawing }

  /// Returns the identifiers of the events of the day in focus whose marks are within `radius`
  /// points (`≤`) of `point`, in order of distance, then of time, then of identifier.
  ///
  /// The distance of a dot is that of its center; the distance of the bar of a condition is that of
  /// its nearest point, 0 inside the bar.
  public func eventIDs(at point: PicturePoint, within radius: Double) -> [DiaryEvent.ID] {
    marks.map { mark -> (distance: Double, x: Double, id: DiaryEvent.ID) in
      let nearest = PicturePoint(
        x: point.x.limited(to: mark.box.left...mark.box.right),
        y: point.y.limited(to: mark.box.top...mark.box.bottom))
      return (nearest.distance(to: point), mark.x, mark.id)
    }.filter { $0.distance <= radius }.sorted { $0 < $1 }.map(\.id)
  }

  /// The marks of all events, with their times as fractions of the width.
  private var marks: [(id: DiaryEvent.ID, x: Double, place: PicturePoint, box: PictureBox)] {
    let dots =
      drawing.layout.marks.map { ($0.id, $0.truePosition.x, drawing.frame.place($0.position)) }
      + drawing.measurementPlaces.map { ($0.mark.id, $0.mark.x, $0.place) }
    return dots.map { ($0, $1, $2, PictureBox(around: $2, margin: 0)) }
      + drawing.conditionBars.map { bar in
        (
          bar.condition.id, bar.condition.span.lowerBound,
          PicturePoint(x: bar.left + bar.width / 2, y: bar.top + bar.height / 2),
          PictureBox(left: bar.left, top: bar.top, width: bar.width, height: bar.height)
        )
      }
  }

  /// Returns the place of an event's mark, such as for a pop-up, or `nil` if the picture has no mark
  /// of the event: the center of its dot, or the middle of the bar of a condition.
  public func place(of id: DiaryEvent.ID) -> PicturePoint? { marks.first { $0.id == id }?.place }

  /// Returns the text of an event's mark, such as for a pop-up or a screen reader, or `nil` if the
  /// picture has no mark of the event.
  ///
  /// It has the words and the formats of the picture's strings, and is the title of the mark in its
  /// document.
  public func caption(of id: DiaryEvent.ID) -> String? {
    drawing.layout.marks.first { $0.id == id }.map(drawing.caption)
      ?? drawing.plot.measurements.first { $0.id == id }.map(drawing.caption)
      ?? drawing.plot.conditions.first { $0.id == id }.map(drawing.caption)
  }

  /// Returns the reading of the day in focus that is nearest in time to the position of a pointer,
  /// such as for a cursor that a finger moves along the line.
  ///
  ///     if let reading = places.reading(at: PicturePoint(x: 212, y: 140), within: 22) {
  ///       print(places.caption(of: reading), places.place(of: reading))     // "07:35 5.6 mmol/L"
  ///     }
  ///
  /// - Parameters:
  ///   - point: The position of the pointer.
  ///   - distance: The maximum horizontal distance (`≤`) of the reading from `point`, in points.
  /// - Returns: The reading, the earlier of two at the same distance, or `nil` outside the plot and
  ///   where no reading is within `distance`, such as in a gap.
  public func reading(at point: PicturePoint, within distance: Double) -> PlotLinePoint? {
    let frame = drawing.frame
    guard point.x >= frame.left, point.x <= frame.right, point.y >= frame.top,
      point.y <= frame.bottom
    else { return nil }
    return drawing.plot.segments.joined().filter(\.isReading)
      .map { (reading: $0, away: abs(frame.x($0.position.x) - point.x)) }
      .filter { $0.away <= distance }.min { $0.away < $1.away }?.reading
  }

  /// Returns the place of a point of the glucose line.
  public func place(of point: PlotLinePoint) -> PicturePoint { drawing.frame.place(point.position) }

  /// Returns the time and the concentration of a reading, in the words and the formats of the
  /// picture's strings: "07:35 5.6 mmol/L". One at a limit of the device has a sign:
  /// "03:10 <2.2 mmol/L".
  public func caption(of reading: PlotLinePoint) -> String {
    let (plot, strings) = (drawing.plot, drawing.strings)
    let unit = plot.axis.unit
    return strings.clock(ClockTime(reading.time, in: plot.day.zone)) + " "
      + strings.number(reading.glucose, reading.reading.flags, in: unit) + " "
      + strings.name(of: unit)
  }

  /// Returns the day at the position of a pointer: in a bifocal picture a day on a wall, with or
  /// without a bar, or the day in focus between the walls.
  ///
  /// - Returns: The day, or `nil` above and below the walls and the dates of their days, and where a
  ///   wall has no day.
  public func day(at point: PicturePoint) -> LocalDay? {
    let frame = drawing.frame
    // Two lines of text below a wall are the weekday and the day of the month.
    let heights = frame.top...(frame.bottom + frame.font * 2.5)
    guard (0...frame.size.width).contains(point.x), heights.contains(point.y) else { return nil }
    for wall in drawing.walls {
      let distance = (point.x - wall.fold) * wall.direction
      guard distance > 0 else { continue }
      let count = drawing.columnCount
      let column = wall.depth(at: min(distance, wall.width)) / wall.length * Double(count)
      let day = drawing.plot.day.advanced(by: Int(wall.direction) * min(Int(column) + 1, count))
      return drawing.window?.days.contains(day) ?? false ? day : nil
    }
    return drawing.plot.day
  }
}

extension DayPicture {
  /// The places of the picture's elements. Each access computes the layout of the events: keep the
  /// value for as long as the picture is the same.
  public var places: PicturePlaces { PicturePlaces(drawing) }
}
