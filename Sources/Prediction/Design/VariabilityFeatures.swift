internal import GlucoseMath

/// The variability of the sensor and the person, from running sums over a record; with few
/// readings, close to the usual values. A sensor that smooths its readings has small second
/// differences relative to the first; a person with persistent slopes has half-hour changes that
/// are correlated with those before.
struct VariabilityFeatures {
  /// The sums over the readings before each reading, and after the last.
  private var sums: [Sums]
  private let step: Double

  /// Sums over readings, in units of 10 mg/dL.
  private struct Sums {
    /// Readings with two steps before them, and their squared first and second differences.
    var steps = 0.0
    var first = 0.0
    var second = 0.0
    /// The same of those whose differences are across lost readings.
    var bridgedSteps = 0.0
    var bridgedFirst = 0.0
    var bridgedSecond = 0.0
    /// Readings with an hour before them, the products of their last two half-hour changes, and the
    /// squares of the earlier and of the later one.
    var hours = 0.0
    var product = 0.0
    var square = 0.0
    var laterSquare = 0.0

    static func - (lhs: Self, rhs: Self) -> Self {
      Self(
        steps: lhs.steps - rhs.steps, first: max(lhs.first - rhs.first, 0),
        second: max(lhs.second - rhs.second, 0), bridgedSteps: lhs.bridgedSteps - rhs.bridgedSteps,
        bridgedFirst: lhs.bridgedFirst - rhs.bridgedFirst,
        bridgedSecond: lhs.bridgedSecond - rhs.bridgedSecond, hours: lhs.hours - rhs.hours,
        product: lhs.product - rhs.product, square: max(lhs.square - rhs.square, 0),
        laterSquare: max(lhs.laterSquare - rhs.laterSquare, 0))
    }
  }

  /// The usual values, in units of 10 mg/dL, and their pseudo-counts in hours.
  private static let usual = (first: 0.25, second: 0.06, product: 0.64, square: 1.6, rest: 3.0)
  private static let pseudoHours = (differences: 1.0, autocorrelation: 2.0, rest: 1.0)

  /// The time in steps between readings above which some between them are lost, and the number and
  /// the fraction of differences across these from which they are left out.
  private static let longGap = 2.5
  private static let bridged = (count: 24.0, share: 0.1)

  /// The bounds, which keep a single jump of a sensor from dominating a day.
  private static let greatestSquare = 9.0
  private static let greatestChange = 20.0

  /// Returns the number of features: two of variability with their products, two logarithmic
  /// scales, the roughness of the last hour with its products, and the products of the ratio with
  /// each change.
  static func count(lags: Int) -> Int { 2 + 5 + 3 + roughnessProducts + lags }

  /// The positions of the ratio of second to first differences, and of the logarithms of the scales
  /// of changes from step to step, and of half-hour changes given those before.
  static let ratio = 0
  static let stepSize = 8
  static let restSize = 9
  private static let roughnessProducts = 4

  init(_ trace: PreparedSeries, step: Double) {
    self.step = step
    let count = trace.times.count
    var result = [Sums](repeating: Sums(), count: count + 1)
    var pasts = [
      PastValue(offset: step), PastValue(offset: 2 * step), PastValue(offset: 1800),
      PastValue(offset: 3600),
    ]
    do {
      let (times, values, starts) = (
        trace.times.elementSpan, trace.values.elementSpan, trace.runStarts.elementSpan
      )
      var room = result.mutableElementSpan
      var cursor = pasts.mutableElementSpan
      var sums = Sums()
      var (isBridged, wasBridged) = (false, false)
      for index in 0..<count {
        let now = values[index]
        wasBridged = isBridged
        isBridged = index > 0 && times[index] - times[index &- 1] > Self.longGap * step
        let (start, length) = (starts[index], times[index] - times[starts[index]])
        if PreparedSeries.isHistory(length, of: 2 * step) {
          let before = cursor[0].value(times, values, from: start, before: index)
          let first = (now - before) / 10
          let second =
            first - (before - cursor[1].value(times, values, from: start, before: index)) / 10
          let (square, bend) = (
            min(first * first, Self.greatestSquare), min(second * second, Self.greatestSquare)
          )
          sums.steps += 1
          sums.first += square
          sums.second += bend
          if isBridged || wasBridged {
            sums.bridgedSteps += 1
            sums.bridgedFirst += square
            sums.bridgedSecond += bend
          }
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
          sums.laterSquare += later * later
        }
        room[index + 1] = sums
      }
    }
    sums = result
  }

  /// Writes the block, from the first readings of the last day and hour in view. The products let
  /// the response to `changes` and slopes depend on the variability.
  func write(
    _ series: PreparedSeries, _ origin: FeatureMap.Origin, day: Int, hour: Int, changes: Range<Int>,
    to row: inout MutableSpan<Double>, at start: Int
  ) {
    let (trend, last) = (origin.trend, origin.index)
    // Differences that include readings before the view are excluded.
    let steps = Self.firstReading(series, after: 2 * step, origin)
    let hours = Self.firstReading(series, after: 3600, origin)
    let ratio = differenceRatio(from: max(day, steps), through: last)
    let autocorrelation = slopeAutocorrelation(from: max(day, hours), through: last)
    row[start + Self.stepSize] = stepSize(from: max(day, steps), through: last)
    row[start + Self.restSize] = restSize(from: max(day, hours), through: last)
    let roughness = roughness(from: max(hour, steps), through: last)
    row[start] = ratio
    row[start + 1] = ratio * trend.level
    row[start + 2] = autocorrelation
    row[start + 3] = autocorrelation * trend.short
    row[start + 4] = autocorrelation * trend.middle
    row[start + 5] = autocorrelation * trend.long
    row[start + 6] = autocorrelation * trend.longest
    row[start + 7] = roughness
    var next = start + 10
    for column in changes.prefix(Self.roughnessProducts) {
      row[next] = roughness * row[column]
      next += 1
    }
    for column in changes {
      row[next] = ratio * row[column]
      next += 1
    }
  }

  /// Returns the first reading with a history of `seconds` in view, or of all if all is in view.
  private static func firstReading(
    _ series: PreparedSeries, after seconds: Double, _ origin: FeatureMap.Origin
  ) -> Int {
    guard origin.first > 0 else { return 0 }
    var first = origin.first
    while first < origin.index,
      !PreparedSeries.isHistory(series.times[first] - series.times[origin.first], of: seconds)
    { first += 1 }
    return first
  }

  /// Returns the sums over readings `first` to `last`, without differences across lost readings if
  /// these are more than a few: the line across them has no second differences, and the day after a
  /// change from a sensor that measures every 15 minutes would look smoothed.
  private func differences(from first: Int, through last: Int) -> Sums {
    var sums = sums[last + 1] - sums[first]
    guard sums.bridgedSteps >= Self.bridged.count,
      sums.bridgedSteps > Self.bridged.share * sums.steps
    else { return sums }
    sums.steps -= sums.bridgedSteps
    sums.first = max(sums.first - sums.bridgedFirst, 0)
    sums.second = max(sums.second - sums.bridgedSecond, 0)
    return sums
  }

  /// Returns the logarithm of the ratio of mean squared second to first differences over readings
  /// `first` to `last`, shifted to about zero and within ±3.
  func differenceRatio(from first: Int, through last: Int) -> Double {
    let sums = differences(from: first, through: last)
    let (pseudo, usual) = (pseudoCount(Self.pseudoHours.differences), Self.usual)
    let count = sums.steps + pseudo
    let ratio =
      ((sums.second + pseudo * usual.second) / count + 0.02)
      / ((sums.first + pseudo * usual.first) / count + 0.1)
    return min(max(MathFunctions.logarithm(max(ratio, 1e-6) * 1.3), -3), 3)
  }

  /// Returns the logarithm of the root mean square of first differences, in units of 10 mg/dL,
  /// shifted to about zero.
  func stepSize(from first: Int, through last: Int) -> Double {
    let sums = differences(from: first, through: last)
    let pseudo = pseudoCount(Self.pseudoHours.differences)
    let square = (sums.first + pseudo * Self.usual.first) / (sums.steps + pseudo)
    return 0.5 * MathFunctions.logarithm(square + 0.0025) + 0.7
  }

  /// Returns the autocorrelation of half-hour changes over readings `first` to `last`: the slope of
  /// a ridge regression of each on the one before, within ±1.
  func slopeAutocorrelation(from first: Int, through last: Int) -> Double {
    let sums = sums[last + 1] - sums[first]
    let (pseudo, usual) = (pseudoCount(Self.pseudoHours.autocorrelation), Self.usual)
    let slope =
      (sums.product + pseudo * usual.product)
      / (sums.square + sums.hours + pseudo * (usual.square + 1))
    return min(max(slope, -1), 1)
  }

  /// Returns the logarithm of the root mean square of the residuals of half-hour changes, given the
  /// slope of ``slopeAutocorrelation(from:through:)``, in units of 10 mg/dL, shifted to about zero.
  func restSize(from first: Int, through last: Int) -> Double {
    let slope = slopeAutocorrelation(from: first, through: last)
    let sums = sums[last + 1] - sums[first]
    let pseudo = pseudoCount(Self.pseudoHours.rest)
    let rest = sums.laterSquare - 2 * slope * sums.product + slope * slope * sums.square
    let square = (max(rest, 0) + pseudo * Self.usual.rest) / (sums.hours + pseudo)
    return 0.5 * MathFunctions.logarithm(square) - 0.55
  }

  private func pseudoCount(_ hours: Double) -> Double { hours * 3600 / step }

  /// Returns the root mean square of second differences, in units of 10 mg/dL.
  func roughness(from first: Int, through last: Int) -> Double {
    let (end, start) = (sums[last + 1], sums[first])
    let count = max(end.steps - start.steps, 1)
    return (max(end.second - start.second, 0) / count).squareRoot()
  }
}

extension VariabilityFeatures {
  /// The interpolated concentration a fixed time before each reading, evaluated in order.
  private struct PastValue {
    let offset: Double
    private var below = 0

    init(offset: Double) { self.offset = offset }

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
}
