// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
public import GlucoseDiary
internal import GlucoseMath

extension DayDrawing {
  /// Returns the identifiers of the events whose marks are within `radius` points of `point`, in
  /// order of distance, then of time, then of identifier.
  func eventIDs(at point: PicturePoint, within radius: Double) -> [DiaryEvent.ID] {
    let dots = plot.layout.marks.map { mark in
      (
        distance: frame.place(mark.position).distance(to: point), x: mark.truePosition.x,
        id: mark.id
      )
    }
    let bars = conditionBars.map { bar in
      let nearest = PicturePoint(
        x: point.x.limited(to: bar.left...(bar.left + bar.width)),
        y: point.y.limited(to: bar.top...(bar.top + bar.height)))
      return (
        distance: nearest.distance(to: point), x: bar.condition.span.lowerBound,
        id: bar.condition.id
      )
    }
    let measured = measurementPlaces.map { mark, place in
      (distance: place.distance(to: point), x: mark.x, id: mark.id)
    }
    return (dots + bars + measured).filter { $0.distance <= radius }.sorted { $0 < $1 }.map(\.id)
  }
}

extension DayPicture {
  /// Returns the identifiers of the events whose marks are within `radius` points (`≤`) of `point`,
  /// in order of distance, then of time, then of identifier.
  ///
  ///     picture.eventIDs(at: PicturePoint(x: 212, y: 140), within: 22).first
  ///
  /// The distance of a dot is that of its center; the distance of the bar of a condition is that of
  /// its nearest point, 0 inside the bar.
  ///
  /// - Complexity: O(*t* *n*² log *n*), as for a layout of the events in `EventLayout`, which each call
  ///   computes.
  public func eventIDs(at point: PicturePoint, within radius: Double) -> [DiaryEvent.ID] {
    drawing.eventIDs(at: point, within: radius)
  }
}

extension BifocalPicture {
  /// Returns the identifiers of the events of the day in focus whose marks are within `radius`
  /// points (`≤`) of `point`, in order of distance, then of time, then of identifier.
  ///
  /// The distance of a dot is that of its center; the distance of the bar of a condition is that of
  /// its nearest point, 0 inside the bar.
  ///
  /// - Complexity: O(*t* *n*² log *n*), as for a layout of the events in `EventLayout`, which each call
  ///   computes.
  public func eventIDs(at point: PicturePoint, within radius: Double) -> [DiaryEvent.ID] {
    drawing.eventIDs(at: point, within: radius)
  }
}
