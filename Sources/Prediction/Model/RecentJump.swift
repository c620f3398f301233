internal import GlucoseMath

/// A reading of the last hour that deviates from the forecast of the readings before it.
struct RecentJump {
  let isLast: Bool
  let before: Forecaster.Expectation
  /// The deviation from that expectation in mg/dL, and its ratio to the expected absolute error.
  let deviation: Double
  let ratio: Double

  /// The ranges of ratios from the last that is plausible to the first that is not, and from the
  /// last that leaves the interval as it is to the first that widens it fully.
  private static let (implausible, wide) = (6.0...7.0, 4.0...5.0)
  /// The least deviation in mg/dL from the range of continuations of the readings before.
  static let leastExcess = 15.0
  /// The time in seconds before a forecast in which readings are compared.
  static let reach = 3600.0

  /// The degrees, from 0 to 1, to which it is implausible and to which it widens the interval.
  var implausibility: Double { Self.degree(ratio, Self.implausible) }
  var widening: Double { Self.degree(ratio, Self.wide) }
  var isPlausible: Bool { ratio <= Self.wide.lowerBound }

  private static func degree(_ ratio: Double, _ range: ClosedRange<Double>) -> Double {
    ((ratio - range.lowerBound) / (range.upperBound - range.lowerBound)).clamped(to: 0...1)
  }
}

extension PreparedSeries {
  /// A reading, the readings one step before it and, unless it is the last, after it.
  typealias Step = (previous: Int, index: Int, next: Int?)

  /// Returns whether a forecast from a reading may differ from that of the readings as they are.
  package func isDoubtful(at last: Int, _ cadence: SensorCadence) -> Bool {
    stuckDeviation(at: last) > 0 || !steepSteps(before: last, cadence).isEmpty
  }

  /// Returns the steps of the last hour that neither a constant value nor the slope before them
  /// continues to, ascending.
  ///
  /// Readings between two steps are skipped, and so is a step across more than one lost reading,
  /// after which much is plausible.
  func steepSteps(before last: Int, _ cadence: SensorCadence) -> [Step] {
    let start = runStarts[last]
    func position(before index: Int) -> Int {
      var earlier = index - 1
      while earlier > start, times[index] - times[earlier] < 0.75 * cadence.seconds { earlier -= 1 }
      return earlier
    }
    var steps: [Step] = []
    var (index, next) = (last, nil as Int?)
    while index > start, times[last] - times[index] < RecentJump.reach {
      let previous = position(before: index)
      var slope = 0.0
      if previous > start {
        let before = position(before: previous)
        slope =
          (values[previous] - values[before]) / (times[previous] - times[before])
          * (times[index] - times[previous])
      }
      let change = values[index] - values[previous]
      if max(change - max(slope, 0), min(slope, 0) - change) > RecentJump.leastExcess,
        times[index] - times[previous] <= 2.5 * cadence.seconds
      {
        steps.append((previous, index, next))
      }
      (index, next) = (previous, index)
    }
    return steps.reversed()
  }

  /// Returns the median gap in the `seconds` before a reading, or `nil` without readings in them.
  func usualGap(before last: Int, within seconds: Double) -> Double? {
    let start = times[last] - seconds - SensorCadence.tolerance
    let first = max(times.partitioningIndex { $0 >= start }, runStarts[last])
    let gaps = (first..<last).map { times[$0 + 1] - times[$0] }.sorted()
    return gaps.isEmpty ? nil : gaps[gaps.count / 2]
  }

  /// Returns the standard deviation of the day times the hours beyond half an hour, up to two, of
  /// equal last readings, or zero at the limits of a sensor.
  func stuckDeviation(at last: Int) -> Double {
    let (start, value) = (runStarts[last], values[last])
    var first = last
    while first > start, values[first - 1] == value { first -= 1 }
    let hours = min((times[last] - times[first]) / 3600 - 0.5, 2)
    let limits = Forecaster.limits
    guard hours > 0, limits.lowerBound + 1 < value, value < limits.upperBound - 1 else { return 0 }
    let day = firstPosition(inViewFrom: times[last] - 86_400)
    return hours * meanAndDeviation(from: day, through: last).deviation
  }
}
