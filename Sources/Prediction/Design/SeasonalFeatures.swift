// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What came at this time of day on the days before.
///
/// Meals, doses and sleep recur, and with them rises and falls, whether anybody logs them or not. Days are
/// counted back from the moment itself, 24 hours each, so that no zone is needed; what lay half an hour and an
/// hour ahead then is known today. How far the mean of some days counts depends on how alike the days are:
/// ``DayRepeatability``.
struct SeasonalFeatures {
  /// How many days are looked back.
  private static let days = 7
  /// The number of features.
  static let count = 4
  /// How far back in seconds they look, with the longest gap that a line may cross.
  static let reach = DayRepeatability.reach + SensorCadence.longestGap

  /// For each day back, the reading at or before the same time of day as the row before; no array, for the
  /// same reason as in ``FeatureMap/Cursor``.
  private var cursors = SIMD8<Int>()
  private var repeatability = DayRepeatability()

  /// A mean of the values of some days.
  private struct DayMean {
    private(set) var sum = 0.0
    private(set) var count = 0.0

    /// The mean times *kρ* / (1 + (*k* − 1)*ρ*), the share of its variance that repeats, for *k* days whose
    /// repeatability is *ρ*.
    func shrunken(by repeatability: Double) -> Double {
      sum * repeatability / (1 + max(count - 1, 0) * repeatability)
    }

    mutating func add(_ value: Double) {
      sum += value
      count += 1
    }
  }

  /// Writes the mean changes over the half hour and the hour that began at this time of day, in units of
  /// 7 mg/dL and shrunk as far as days do not repeat, the mean level then less the level now, in units of 50 and
  /// as if one more day had the level now, and the share of days that are known.
  ///
  /// - Parameters:
  ///   - record: The whole record. Of its readings those at least 22 hours before `now` count, and for the
  ///     repeatability all of the last eight days.
  ///   - viewStart: Readings before this instant count for nothing.
  ///   - known: The levels beyond which the nearest counts, or `nil` for any.
  mutating func write(
    of record: GlucoseSeries, at now: Double, viewStart: Double = -.infinity, level: Double,
    within known: ClosedRange<Double>?, to row: inout MutableSpan<Double>, from start: Int
  ) {
    let times = record.times
    var begin = times.first ?? .infinity
    if viewStart > begin {
      let first = times.partitioningIndex { $0 >= viewStart }
      begin = first < times.endIndex ? times[first] : .infinity
    }
    var halfHour = DayMean()
    var hour = DayMean()
    var levels = DayMean()
    let line = DayRepeatability.Line(record)
    for day in 1...Self.days {
      let instant = now - Double(day) * 86_400
      guard begin <= instant else { break }
      var place = line.place(of: instant, from: cursors[day - 1])
      cursors[day - 1] = place
      guard let then = line.value(instant, at: place) else { continue }
      levels.add((known?.nearest(to: then) ?? then) - level)
      place = line.place(of: instant + 1800, from: place)
      if let later = line.value(instant + 1800, at: place) { halfHour.add(later - then) }
      place = line.place(of: instant + 3600, from: place)
      if let later = line.value(instant + 3600, at: place) { hour.add(later - then) }
    }
    let share = levels.count > 0 ? repeatability.value(of: line, at: now, from: begin) : 0
    row[start] = 3 * halfHour.shrunken(by: share) / 20
    row[start + 1] = 3 * hour.shrunken(by: share) / 20
    row[start + 2] = levels.sum / (levels.count + 1) / 50
    row[start + 3] = levels.count / Double(Self.days)
  }
}
