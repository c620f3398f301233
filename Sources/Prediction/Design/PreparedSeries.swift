package import GlucoseMath

/// A record prepared for features: readings, runs without long gaps, and running sums.
package struct PreparedSeries {
  /// The times in seconds since the reference date, ascending, and the concentrations in mg/dL.
  package let times: [Double]
  package let values: [Double]
  /// The first reading of each reading's run, in which all gaps are bridged.
  let runStarts: [Int]
  let events: EventFeatures
  /// The whole record, of which the readings may be the last part.
  let record: GlucoseSeries
  /// The longest gap in seconds in which an outcome is interpolated: zero except for a sensor that
  /// measures every ten minutes, whose readings are between the steps of 15 minutes.
  private let outcomeGap: Double
  /// The sums of the values before each reading, minus a constant, and of their squares.
  private let sums, squares: [Double]
  /// The limit of values in mg/dL, beyond any sensor's, so that sums of a damaged file stay finite.
  static let greatest = 1000.0
  /// A constant close to most means, so that differences of sums keep their precision.
  private static let origin = 130.0

  /// Creates the prepared series of the whole record or, with a day before the first row, of the
  /// last part of `record`; without `summing`, there is no ``meanAndDeviation(from:through:)``.
  package init(
    _ series: GlucoseSeries, of record: GlucoseSeries? = nil, _ events: EventFeatures = .none,
    summing: Bool = true
  ) {
    self.init(
      Array(series.times), Self.values(of: series), of: record ?? series, events, summing: summing)
  }

  private init(
    _ times: [Double], _ values: [Double], of record: GlucoseSeries, _ events: EventFeatures,
    summing: Bool
  ) {
    var runStarts = [Int](repeating: 0, count: times.count)
    var sums = [Double](repeating: 0, count: summing ? times.count + 1 : 0)
    var squares = sums
    var start = 0
    var sum = 0.0
    var square = 0.0
    do {
      var starts = runStarts.mutableElementSpan
      var sums = sums.mutableElementSpan
      var squares = squares.mutableElementSpan
      for index in times.indices {
        if index > 0, times[index] - times[index - 1] > SensorCadence.longestGap { start = index }
        starts[index] = start
        guard summing else { continue }
        let value = values[index] - Self.origin
        sum += value
        square += value * value
        sums[index + 1] = sum
        squares[index + 1] = square
      }
    }
    outcomeGap = Self.isOfTenMinutes(times) ? Self.tenMinutes.upperBound : 0
    self.events = events
    self.record = record
    self.times = times
    self.values = values
    self.runStarts = runStarts
    self.sums = sums
    self.squares = squares
  }

  /// Returns the same record with linear interpolations between two readings.
  func bridging(_ first: Int, _ last: Int) -> PreparedSeries {
    var values = values
    let slope = (values[last] - values[first]) / (times[last] - times[first])
    for index in first + 1..<last {
      values[index] = values[first] + slope * (times[index] - times[first])
    }
    return PreparedSeries(times, values, of: record, events, summing: !sums.isEmpty)
  }

  /// The range of gaps in seconds between the readings of a sensor that measures every ten minutes.
  private static let tenMinutes = 450.0...750.0

  private static func isOfTenMinutes(_ times: [Double]) -> Bool {
    guard times.count > 2 else { return false }
    let places = Array(stride(from: 1, to: times.count, by: max((times.count - 1) / 64, 1)))
    return 2 * places.count { tenMinutes.contains(times[$0] - times[$0 - 1]) } > places.count
  }

  static func values(of series: GlucoseSeries) -> [Double] {
    series.values.map { min($0, greatest) }
  }

  static func isHistory(_ length: Double, of seconds: Double) -> Bool {
    length >= seconds - SensorCadence.tolerance
  }

  /// Returns whether a run without a long gap, of readings from `first`, extends over the `seconds`
  /// before `index`.
  package func hasHistory(of seconds: Double, at index: Int, from first: Int = 0) -> Bool {
    Self.isHistory(times[index] - times[max(runStarts[index], first)], of: seconds)
  }

  /// Returns the time of the last reading, up to position `last` if given, with a history of
  /// `seconds`.
  package func lastTime(withHistory seconds: Double, through last: Int? = nil) -> Double? {
    var index = last ?? times.count - 1
    while index >= 0 {
      if hasHistory(of: seconds, at: index) { return times[index] }
      index = runStarts[index] - 1
    }
    return nil
  }

  func firstPosition(inViewFrom start: Double) -> Int {
    guard let begin = times.first, start > begin else { return 0 }
    return min(times.partitioningIndex { $0 >= start }, times.count - 1)
  }

  /// Writes the concentrations 0, 1, 2 … steps before reading `index`, of readings from `first`,
  /// interpolated linearly, so that a sensor's jitter does not change slopes. No reading after
  /// `index` is used.
  package func writeHistory(
    before index: Int, from first: Int = 0, step: Double, to history: inout MutableSpan<Double>
  ) {
    let now = times[index]
    let start = max(runStarts[index], first)
    var below = index
    history[0] = values[index]
    for lag in 1..<max(history.count, 1) {
      let time = now - Double(lag) * step
      while below > start, times[below] > time { below -= 1 }
      if times[below] >= time || below == index {
        history[lag] = values[below]
      } else {
        let share = (time - times[below]) / (times[below + 1] - times[below])
        history[lag] = values[below] + share * (values[below + 1] - values[below])
      }
    }
  }

  /// Returns the reading nearest to `seconds` after reading `index` within the tolerance, or, for a
  /// sensor that measures every ten minutes, the linear interpolation between adjacent readings;
  /// `hint`, a reading at or before it, is updated for a longer lead.
  package func outcome(after index: Int, _ seconds: Double, hint: inout Int) -> Double? {
    let time = times[index] + seconds
    while hint + 1 < times.count, times[hint] < time { hint += 1 }
    var nearest = hint
    if hint - 1 > index, time - times[hint - 1] <= abs(times[hint] - time) { nearest = hint - 1 }
    if nearest > index, abs(times[nearest] - time) <= SensorCadence.tolerance {
      return values[nearest]
    }
    guard hint > index, times[hint] >= time, times[hint] - times[hint - 1] <= outcomeGap else {
      return nil
    }
    let share = (time - times[hint - 1]) / (times[hint] - times[hint - 1])
    return values[hint - 1] + share * (values[hint] - values[hint - 1])
  }

  /// Returns the mean and the standard deviation (divisor *n*) of some readings.
  func meanAndDeviation(from first: Int, through last: Int) -> (mean: Double, deviation: Double) {
    let count = Double(last + 1 - first)
    let mean = (sums[last + 1] - sums[first]) / count
    let variance = (squares[last + 1] - squares[first]) / count - mean * mean
    return (mean + Self.origin, max(variance, 0).squareRoot())
  }
}
