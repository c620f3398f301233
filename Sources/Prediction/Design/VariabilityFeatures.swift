// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// How the sensor and the person vary, from running sums over a record.
///
/// A sensor that smooths has small second differences beside its first ones; a person whose slopes
/// last has half-hour changes that resemble those before. Both are taken from the day itself, so that a
/// model fits itself to a sensor and a person it has never seen.
struct VariabilityFeatures {
  /// For each reading, the sums over those before it; one more entry than there are readings.
  private var sums: [Sums]
  /// The time from one step of the model to the next, in seconds.
  private let step: Double

  /// Sums over readings, in units of 10 mg/dL.
  private struct Sums {
    /// The readings with two steps behind them, their squared first and second differences.
    var steps = 0.0
    var first = 0.0
    var second = 0.0
    /// The readings with an hour behind them, the products of their last two half-hour changes and the
    /// squares of the earlier one.
    var hours = 0.0
    var product = 0.0
    var square = 0.0
  }

  /// Squares are bounded, so that a single jump of a sensor does not describe a day.
  private static let greatestSquare = 9.0
  private static let greatestChange = 20.0

  /// The number of features: the ratio of differences and the autocorrelation of slopes with their products,
  /// the last hour's roughness with its own, and the ratio's products with each change.
  static func count(lags: Int) -> Int { 2 + 5 + 1 + roughnessProducts + lags }
  private static let roughnessProducts = 4

  /// - Complexity: O(*n*)
  init(_ trace: PreparedSeries, step: Double) {
    self.step = step
    let count = trace.times.count
    var result = [Sums](repeating: Sums(), count: count + 1)
    var pasts = [
      PastValue(offset: step), PastValue(offset: 2 * step), PastValue(offset: 1800),
      PastValue(offset: 3600),
    ]
    do {
      let (times, values, starts) = (trace.times.span, trace.values.span, trace.runStarts.span)
      var room = result.mutableSpan
      var cursor = pasts.mutableSpan
      var sums = Sums()
      for index in 0..<count {
        let now = values[index]
        let (start, length) = (starts[index], times[index] - times[starts[index]])
        if PreparedSeries.isHistory(length, of: 2 * step) {
          let before = cursor[0].value(times, values, from: start, before: index)
          let first = (now - before) / 10
          let second =
            first - (before - cursor[1].value(times, values, from: start, before: index)) / 10
          sums.steps += 1
          sums.first += min(first * first, Self.greatestSquare)
          sums.second += min(second * second, Self.greatestSquare)
        }
        if PreparedSeries.isHistory(length, of: 3600) {
          func bounded(_ change: Double) -> Double {
            min(max(change / 10, -Self.greatestChange), Self.greatestChange)
          }
          let middle = cursor[2].value(times, values, from: start, before: index)
          let later = bounded(now - middle)
          let hour = cursor[3].value(times, values, from: start, before: index)
          let earlier = bounded(middle - hour)
          sums.hours += 1
          sums.product += later * earlier
          sums.square += earlier * earlier
        }
        room[index + 1] = sums
      }
    }
    sums = result
  }

  /// Writes the block: the products are those by which the response to level and slopes depends on how the
  /// sensor and the person vary.
  ///
  /// - Parameters:
  ///   - day: The first reading of the last day that is in view.
  ///   - hour: The first reading of the last hour that is in view.
  ///   - changes: Where the changes from step to step were written.
  func write(
    _ series: PreparedSeries, _ origin: FeatureOrigin, day: Int, hour: Int, changes: Range<Int>,
    to row: inout MutableSpan<Double>, at start: Int
  ) {
    let (trend, last) = (origin.trend, origin.index)
    // What readings before the view lent to differences does not count.
    let steps = Self.firstReading(series, after: 2 * step, origin)
    let hours = Self.firstReading(series, after: 3600, origin)
    let ratio = differenceRatio(from: max(day, steps), through: last)
    let autocorrelation = slopeAutocorrelation(from: max(day, hours), through: last)
    let roughness = roughness(from: max(hour, steps), through: last)
    row[start] = ratio
    row[start + 1] = ratio * trend.level
    row[start + 2] = autocorrelation
    row[start + 3] = autocorrelation * trend.short
    row[start + 4] = autocorrelation * trend.middle
    row[start + 5] = autocorrelation * trend.long
    row[start + 6] = autocorrelation * trend.longest
    row[start + 7] = roughness
    var next = start + 8
    for column in changes.prefix(Self.roughnessProducts) {
      row[next] = roughness * row[column]
      next += 1
    }
    for column in changes {
      row[next] = ratio * row[column]
      next += 1
    }
  }

  /// The first reading that has a history of `seconds` in view, or the first of all if everything is in view.
  private static func firstReading(
    _ series: PreparedSeries, after seconds: Double, _ origin: FeatureOrigin
  ) -> Int {
    guard origin.first > 0 else { return 0 }
    var first = origin.first
    while first < origin.index,
      !PreparedSeries.isHistory(series.times[first] - series.times[origin.first], of: seconds)
    { first += 1 }
    return first
  }

  /// How restless a sensor is beside how much glucose moves, over readings `first` to `last`: the
  /// logarithm of the ratio of mean squared second to first differences, shifted to about zero and
  /// within ±3.
  func differenceRatio(from first: Int, through last: Int) -> Double {
    let (end, start) = (sums[last + 1], sums[first])
    let count = max(end.steps - start.steps, 1)
    let ratio =
      ((end.second - start.second) / count + 0.02) / ((end.first - start.first) / count + 0.1)
    return min(max(Elementary.logarithm(max(ratio, 1e-6) * 1.3), -3), 3)
  }

  /// How much of a half-hour change lasts for the next, over readings `first` to `last`: the slope of a
  /// ridge regression of each on the one before, within ±1.
  func slopeAutocorrelation(from first: Int, through last: Int) -> Double {
    let (end, start) = (sums[last + 1], sums[first])
    let count = end.hours - start.hours
    guard count > 0 else { return 0 }
    let slope = (end.product - start.product) / (max(end.square - start.square, 0) + count)
    return min(max(slope, -1), 1)
  }

  /// The root mean square of second differences over readings `first` to `last`, in units of 10 mg/dL.
  func roughness(from first: Int, through last: Int) -> Double {
    let (end, start) = (sums[last + 1], sums[first])
    let count = max(end.steps - start.steps, 1)
    return (max(end.second - start.second, 0) / count).squareRoot()
  }
}

/// The concentration a fixed time before each reading of a record, on the straight line between its
/// neighbours; readings are asked for in order.
private struct PastValue {
  let offset: Double
  private var below = 0

  init(offset: Double) { self.offset = offset }

  /// - Parameter start: The first reading of the run to which reading `index` belongs.
  mutating func value(
    _ times: Span<Double>, _ values: Span<Double>, from start: Int, before index: Int
  ) -> Double {
    let time = times[index] - offset
    below = max(below, start)
    while below < index, times[below &+ 1] <= time { below &+= 1 }
    guard below < index, times[below] < time else { return values[below] }
    let share = (time - times[below]) / (times[below &+ 1] - times[below])
    return values[below] + share * (values[below &+ 1] - values[below])
  }
}
