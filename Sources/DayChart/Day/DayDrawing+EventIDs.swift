// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension DayDrawing {
  /// Returns the identifiers of the events whose marks are within `radius` points of `point`, in
  /// order of distance, then of time, then of identifier.
  func eventIDs(at point: PicturePoint, within radius: Double) -> [DiaryEvent.ID] {
    let dots = layout.marks.map { mark in
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
