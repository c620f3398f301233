// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// An event and where it belongs in the plot, before anything is moved.
struct MarkSeed {
  let event: Event
  let role: EventMark.Role
  let truePosition: PlotPoint
  let isClamped: Bool
  let span: ClosedRange<Double>?

  /// The seed of an event that touches `day`, or `nil` if it is a condition or an entry.
  init?(_ event: Event, on day: LocalDay) {
    var isClamped = false
    var span: ClosedRange<Double>?
    let y: Double
    switch event.kind {
    case .condition, .entry: return nil
    case .insulin:
      role = .insulin
      y = EventLayout.insulinHeight
    case .exercise:
      role = .exercise
      y = EventLayout.exerciseHeight
      span = event.extent(on: day, now: nil).map {
        day.fraction(of: $0.lowerBound)...day.fraction(of: $0.upperBound)
      }
    case .meal(let meal):
      role = .meal
      let share = meal.carbs?.quantity.map { $0 / EventLayout.carbsAtTop }
      isClamped = share.map { $0 > 1 } ?? false
      y = share.map { min($0, 1) } ?? EventLayout.unweighedMealHeight
    }
    self.event = event
    self.isClamped = isClamped
    self.span = span
    // Exercise that began the day before stands where its part of the day begins.
    truePosition = PlotPoint(x: span?.lowerBound ?? day.fraction(of: event.time), y: y)
  }
}
