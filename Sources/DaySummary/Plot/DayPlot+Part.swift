internal import GlucoseMath
public import GlucoseFoundation

extension DayPlot {
  /// Returns the part of the plot in a range of time, such as the last six hours, at the full width.
  ///
  ///     let plot = try history.plot(of: day, now: now, options: DayPlotOptions(unit: .mmolL))
  ///     let end = now.addingTimeInterval(1800)
  ///     let shown = plot.part(end.addingTimeInterval(-6 * 3600)...end)
  ///
  /// The line, the forecast, and spans are cut at the edges of the range; events outside it are left
  /// out. Ticks are at every hour, or at a multiple of hours if there would be more than seven. The
  /// axis and the bands are those of the day.
  ///
  /// - Parameter range: The range of time, of which the part on the day counts.
  /// - Precondition: A part of `range` that is not empty is on the day.
  public func part(_ range: ClosedRange<Date>) -> DayPlot {
    let range = range.clamped(to: day.start...day.end)
    precondition(range.lowerBound < range.upperBound, "`range` must be on the day of the plot")
    let window = PlotWindow(range, of: day)
    var part = self
    let hours = range.upperBound.timeIntervalSince(range.lowerBound) / 3600
    let step = [1, 2, 3, 4].first { hours / Double($0) <= 6.5 } ?? 6
    part.timeTicks = day.ticks(every: step).compactMap { tick in
      window.x(tick.x).map { TimeTick(hour: tick.hour, time: tick.time, x: $0) }
    }
    part.segments = segments.compactMap { $0.part(window, range, axis) }
    part.marks = marks.compactMap { mark in
      var mark = mark
      if let span = mark.span {
        guard let span = window.span(span) else { return nil }
        mark.span = span
        mark.truePosition = PlotPoint(x: span.lowerBound, y: mark.truePosition.y)
      } else {
        guard let x = window.x(mark.truePosition.x) else { return nil }
        mark.truePosition = PlotPoint(x: x, y: mark.truePosition.y)
      }
      mark.position = mark.truePosition
      return mark
    }
    part.conditions = window.parts(of: conditions, \.span)
    part.measurements = measurements.compactMap { measurement in
      window.x(measurement.x).map { x in
        var measurement = measurement
        measurement.x = x
        return measurement
      }
    }
    part.basal = window.parts(of: basal, \.span)
    part.forecast = forecast?.part(range, axis)
    return part
  }
}

private struct PlotWindow {
  private let left: Double
  private let width: Double

  init(_ range: ClosedRange<Date>, of day: LocalDay) {
    left = day.fraction(of: range.lowerBound)
    width = day.fraction(of: range.upperBound) - left
  }

  private func place(_ x: Double) -> Double { (x - left) / width }

  func x(_ x: Double) -> Double? {
    let place = place(x)
    return (0...1).contains(place) ? place : nil
  }

  func span(_ span: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (lower, upper) = (place(span.lowerBound), place(span.upperBound))
    guard upper > 0 || lower >= 0, lower <= 1 else { return nil }
    return max(lower, 0)...max(lower, 0, min(upper, 1))
  }

  func parts<Mark>(
    of marks: [Mark], _ extent: WritableKeyPath<Mark, ClosedRange<Double>>
  ) -> [Mark] {
    marks.compactMap { mark in
      span(mark[keyPath: extent]).map { shown in
        var mark = mark
        mark[keyPath: extent] = shown
        return mark
      }
    }
  }
}

extension [PlotLinePoint] {
  fileprivate func part(
    _ window: PlotWindow, _ range: ClosedRange<Date>, _ axis: GlucoseAxis
  ) -> [PlotLinePoint]? {
    var shown: [PlotLinePoint] = []
    for (index, point) in enumerated() {
      if index > 0 {
        let last = self[index - 1]
        for (x, edge) in [(0.0, range.lowerBound), (1, range.upperBound)]
        where last.time < edge && edge < point.time {
          shown.append(
            PlotLinePoint(
              between: Reading(time: last.time, glucose: last.glucose),
              Reading(time: point.time, glucose: point.glucose), at: edge, x: x, axis))
        }
      }
      guard let x = window.x(point.position.x) else { continue }
      shown.append(
        PlotLinePoint(
          time: point.time, glucose: point.glucose,
          position: PlotPoint(x: x, y: point.position.y), clipping: point.clipping,
          isReading: point.isReading))
    }
    return shown.isEmpty ? nil : shown
  }
}
