internal import GlucoseMath

/// The features of the same time of day on past days, counted back from the origin by 24 hours
/// each, so that no time zone is needed. The weight of the mean over days depends on their
/// repeatability: ``SeasonalFeatures/DayRepeatability``.
struct SeasonalFeatures {
  private static let days = 7
  static let count = 4
  static let reach = DayRepeatability.reach + SensorCadence.longestGap

  /// The reading at or before the same time of day of the previous row, for each past day; no
  /// array, as in ``FeatureMap/Cursor``.
  private var cursors = SIMD8<Int>()
  private var repeatability = DayRepeatability()

  /// Writes the mean changes over the half hour and the hour after this time of day, in units of
  /// 20/3 mg/dL and shrunk by the repeatability of days; the mean level at that time minus the
  /// level at the origin, in units of 50 mg/dL and with one more day at the level of the origin;
  /// and the fraction of days with readings.
  ///
  /// The readings of the whole record up to 22 hours before `now` are used, those of the last eight
  /// days for the repeatability, and none before `viewStart`.
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
    // A sum and a count each.
    var (halfHour, hour, levels) = (SIMD2<Double>(), SIMD2<Double>(), SIMD2<Double>())
    let line = DayRepeatability.Line(record)
    for day in 1...Self.days {
      let instant = now - Double(day) * 86_400
      guard begin <= instant else { break }
      var place = line.place(of: instant, from: cursors[day - 1])
      cursors[day - 1] = place
      guard let then = line.value(instant, at: place) else { continue }
      levels += SIMD2((known.map { then.clamped(to: $0) } ?? then) - level, 1)
      place = line.place(of: instant + 1800, from: place)
      if let later = line.value(instant + 1800, at: place) { halfHour += SIMD2(later - then, 1) }
      place = line.place(of: instant + 3600, from: place)
      if let later = line.value(instant + 3600, at: place) { hour += SIMD2(later - then, 1) }
    }
    let share = levels.y > 0 ? repeatability.value(of: line, at: now, from: begin) : 0
    // A mean of *k* days times *kρ* / (1 + (*k* − 1)*ρ*), the repeatable fraction of its variance,
    // where *ρ* is the repeatability of days.
    func shrunken(_ mean: SIMD2<Double>) -> Double {
      mean.x * share / (1 + max(mean.y - 1, 0) * share)
    }
    row[start] = 3 * shrunken(halfHour) / 20
    row[start + 1] = 3 * shrunken(hour) / 20
    row[start + 2] = levels.x / (levels.y + 1) / 50
    row[start + 3] = levels.y / Double(Self.days)
  }
}
