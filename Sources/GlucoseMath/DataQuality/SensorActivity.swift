package import GlucoseFoundation

/// The part of a time range that a sensor recorded, as a table has it; see ``SensorCoverage``.
package struct SensorActivity: Equatable, Sendable {
  package let activePercent: Double
  /// The days from the first instant to the last, not rounded.
  package let days: Double

  package init(activePercent: Double, days: Double) {
    self.activePercent = activePercent
    self.days = days
  }

  /// The percentage of expected readings that were received.
  package var activePercentage: Percentage { Percentage(activePercent) }
}

extension GlucoseSeries {
  /// Returns the percentage of expected readings that were received from the first reading to the
  /// last, or `nil` below two readings; see ``SensorCoverage/activePercentage``.
  package func sensorActivity() -> SensorActivity? {
    timeRange.flatMap { activity(sensorCoverage(), from: $0.lowerBound, to: $0.upperBound) }
  }

  /// Returns the percentage in a time range, edges included, or `nil` for an empty range.
  package func sensorActivity(in range: Range<Date>) -> SensorActivity? {
    activity(sensorCoverage(in: range), from: range.lowerBound, to: range.upperBound)
  }

  private func activity(
    _ coverage: SensorCoverage?, from start: Date, to end: Date
  ) -> SensorActivity? {
    coverage.map {
      SensorActivity(
        activePercent: $0.activePercentage.percent, days: end.timeIntervalSince(start) / 86_400)
    }
  }

  /// Returns the percentage in a part of the days in a range, by default ``expectedRange``, or
  /// `nil` below two readings.
  package func sensorActivity(
    in range: Range<Date>?, during window: ClockWindow, in zone: TimeZone
  ) -> SensorActivity? {
    guard let range = range ?? expectedRange else { return nil }
    let start = range.lowerBound.timeIntervalSinceReferenceDate
    let end = range.upperBound.timeIntervalSinceReferenceDate
    let table = ZoneTable(zone, covering: start...end)
    var whole: SensorCoverage?
    // Clock and time advance together within a piece, so that both passes of a repeated hour count.
    table.forEachOffset(from: start, to: end) { piece, offset in
      var midnight = ((piece.lowerBound + offset) / 86_400).rounded(.down) * 86_400
      while midnight - offset < piece.upperBound {
        for (from, to) in window.secondRanges {
          let shown = (midnight + from - offset)..<(midnight + to - offset)
          let part = shown.clamped(to: piece)
          let first = Date(timeIntervalSinceReferenceDate: part.lowerBound)
          let last = Date(timeIntervalSinceReferenceDate: part.upperBound)
          if let coverage = sensorCoverage(in: first..<last) {
            whole = whole.map { $0 + coverage } ?? coverage
          }
        }
        midnight += 86_400
      }
    }
    return activity(whole, from: range.lowerBound, to: range.upperBound)
  }
}
