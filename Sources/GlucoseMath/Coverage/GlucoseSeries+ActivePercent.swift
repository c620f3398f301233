package import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the percentage of expected readings that were received in a part of the days in a range, by
  /// default ``expectedRange``, or `nil` below two readings; see ``SensorCoverage/activePercentage``.
  package func activePercent(
    in range: Range<Date>?, during window: ClockWindow, in zone: TimeZone
  ) -> Double? {
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
    return whole?.activePercentage.percent
  }
}
