// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What came at this time of day on the days before.
///
/// Meals, doses and sleep recur, and with them rises and falls, whether anybody logs them or not. Days are
/// counted back from the moment itself, 24 hours each, so that no zone is needed; what lay half an hour and an
/// hour ahead then is known today.
struct SeasonalFeatures {
  /// How many days are looked back.
  private static let days = 7
  /// The number of features.
  static let count = 4
  /// How far back in seconds they look, with the longest gap that a line may cross.
  static let reach = Double(days) * 86_400 + SensorCadence.longestGap
  /// So many days without any change are added, for a single day says little.
  private static let caution = 2.0

  /// For each day back, the reading at or before the same time of day as the row before; no array, for the
  /// reason told at ``FeatureMap/Cursor``.
  private var cursors = SIMD8<Int>()

  /// A mean of few values, drawn towards zero.
  private struct ShrunkenMean {
    private var sum = 0.0
    private(set) var count = 0.0
    var value: Double { sum / (count + SeasonalFeatures.caution) }

    mutating func add(_ value: Double) {
      sum += value
      count += 1
    }
  }

  /// Writes the mean changes over the half hour and the hour that began at this time of day, in units of
  /// 20 mg/dL, the mean level then less the level now, in units of 50, and the share of days that are
  /// known.
  ///
  /// - Parameters:
  ///   - record: The whole record. Of its readings those at least 22 hours before `now` count.
  ///   - viewStart: Readings before this instant count for nothing.
  ///   - known: The levels beyond which the nearest counts, or `nil` for any.
  mutating func write(
    of record: GlucoseSeries, at now: Double, viewStart: Double = -.infinity, level: Double,
    within known: ClosedRange<Double>?, to row: inout MutableSpan<Double>, from start: Int
  ) {
    let (times, values) = (record.times, record.values)
    var begin = times.first ?? .infinity
    if viewStart > begin {
      let first = times.partitioningIndex { $0 >= viewStart }
      begin = first < times.endIndex ? times[first] : .infinity
    }
    var halfHour = ShrunkenMean()
    var hour = ShrunkenMean()
    var levels = ShrunkenMean()
    for day in 1...Self.days {
      let instant = now - Double(day) * 86_400
      guard begin <= instant else { break }
      var place = Self.place(of: instant, times.span, from: cursors[day - 1])
      cursors[day - 1] = place
      guard let then = Self.value(instant, times.span, values.span, at: place) else { continue }
      levels.add((known?.nearest(to: then) ?? then) - level)
      place = Self.place(of: instant + 1800, times.span, from: place)
      if let later = Self.value(instant + 1800, times.span, values.span, at: place) {
        halfHour.add(later - then)
      }
      place = Self.place(of: instant + 3600, times.span, from: place)
      if let later = Self.value(instant + 3600, times.span, values.span, at: place) {
        hour.add(later - then)
      }
    }
    row[start] = halfHour.value / 20
    row[start + 1] = hour.value / 20
    row[start + 2] = levels.value / 50
    row[start + 3] = levels.count / Double(Self.days)
  }

  /// The last reading at or before `instant`, which is not before the one at `hint`.
  private static func place(of instant: Double, _ times: Span<Double>, from hint: Int) -> Int {
    var low = hint
    var step = 1
    while low + step < times.count, times[low + step] <= instant {
      low += step
      step *= 2
    }
    var above = min(low + step, times.count)
    while above - low > 1 {
      let middle = low + (above - low) / 2
      if times[middle] <= instant { low = middle } else { above = middle }
    }
    return low
  }

  /// The concentration at `instant`, on the straight line from the reading at `place` to the next, or `nil`
  /// across a long gap.
  private static func value(
    _ instant: Double, _ times: Span<Double>, _ values: Span<Double>, at place: Int
  ) -> Double? {
    let before = min(values[place], PreparedSeries.greatest)
    if times[place] == instant { return before }
    guard place + 1 < times.count, times[place + 1] - times[place] <= SensorCadence.longestGap
    else { return nil }
    let share = (instant - times[place]) / (times[place + 1] - times[place])
    return before + share * (min(values[place + 1], PreparedSeries.greatest) - before)
  }
}
