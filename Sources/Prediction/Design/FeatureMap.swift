internal import GlucoseMath

/// The features of a model, and their computation from a record. They are scaled by constants to
/// about one, so that one penalty fits all of them and sums of different records can be added; each
/// block is written by a type of its own.
package struct FeatureMap: Equatable, Sendable {
  package let cadence: SensorCadence
  let detail: FeatureDetail
  let lags: Int
  package let usesTimeOfDay: Bool
  let usesEvents: Bool
  let kernel: KernelLandmarks?
  /// The levels in mg/dL to which a level is clipped, those of the fit, or `nil` for no limits.
  var levelSupport: ClosedRange<Double>?
  package let layout: FeatureLayout

  init(
    cadence: SensorCadence, detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool,
    usesEvents: Bool = false, kernel: KernelLandmarks? = nil,
    levelSupport: ClosedRange<Double>? = nil
  ) {
    self.cadence = cadence
    self.detail = detail == .kernel && kernel == nil ? .daily : detail
    self.lags = lags
    self.usesTimeOfDay = usesTimeOfDay && detail.includes(.daily)
    self.usesEvents = usesEvents && detail.includes(.daily)
    self.kernel = detail == .kernel ? kernel : nil
    self.levelSupport = levelSupport
    layout = FeatureLayout(
      detail: self.detail, lags: lags, usesTimeOfDay: self.usesTimeOfDay,
      usesEvents: self.usesEvents, landmarks: self.kernel?.count ?? 0)
  }

  /// Returns the features of a detail that this map includes, or these without events.
  func limited(to detail: FeatureDetail, keepingEvents: Bool = true) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: usesTimeOfDay,
      usesEvents: usesEvents && keepingEvents, kernel: kernel, levelSupport: levelSupport)
  }

  var withoutEvents: FeatureMap { limited(to: detail, keepingEvents: false) }

  /// The length in seconds of the history that a row of features uses, except for past days: a day,
  /// an hour before its first readings, and the longest gap that is bridged in that hour.
  static let reach = 25.0 * 3600 + SensorCadence.longestGap

  package var columns: Int { layout.count }

  var plainColumns: Int { layout.countWithoutKernel }

  package var history: Double { Double(lags) * cadence.seconds }

  /// What a row leaves to a later one of its record: window starts, which only advance, and memory.
  package struct Cursor {
    // Not an array, because the optimizer of Swift 6.3 shared the literal's storage between
    // windows.
    fileprivate var firsts = SIMD4<Int>()
    fileprivate var history: [Double]
    fileprivate var seasonal = SeasonalFeatures()
    fileprivate var variability: VariabilityFeatures?

    package init(_ map: FeatureMap) {
      let slopes = map.cadence.slopeSteps
      history = Array(repeating: 0, count: max(map.lags, 2 * slopes.short, slopes.long) + 1)
    }

    /// Advances the windows, of ``WindowFeatures/lengths`` and an hour, to their first readings.
    fileprivate mutating func advance(
      to now: Double, _ series: PreparedSeries, _ first: Int
    ) -> SIMD4<Int> {
      for window in 0..<4 {
        let start = now - (window < 3 ? WindowFeatures.lengths[window] : 3600)
        var next = firsts[window]
        while series.times[next] <= start { next += 1 }
        firsts[window] = next
      }
      return firsts.replacing(with: SIMD4(repeating: first), where: firsts .< first)
    }
  }

  /// Writes the features at reading `index`, except the kernel block, to `row` from `base`.
  /// Readings before `viewStart`, in seconds, are ignored, as if the record began there.
  package func write(
    _ series: PreparedSeries, at index: Int, viewStart: Double = -.infinity, timeOfDay: Double?,
    cursor: inout Cursor, to row: inout MutableSpan<Double>, from base: Int
  ) {
    let now = series.times[index]
    let first = series.firstPosition(inViewFrom: viewStart)
    let level = supported(series.values[index])
    let trend = writeHistory(series, index, first, level, &cursor, to: &row, from: base)
    guard detail.includes(.interactions) else { return }
    trend.write(to: &row, at: base + layout.interactions.lowerBound)
    guard detail.includes(.daily) else { return }
    let origin = Origin(
      index: index, first: first, level: level, trend: trend, timeOfDay: timeOfDay)
    let firsts = cursor.advance(to: now, series, first)
    WindowFeatures.write(
      series, origin, within: levelSupport, from: firsts, step: cadence.seconds, to: &row,
      at: base + layout.windows.lowerBound)
    if usesTimeOfDay {
      ClockFeatures.write(origin, to: &row, at: base + layout.clock.lowerBound)
    }
    let variability = cursor.variability ?? VariabilityFeatures(series, step: cadence.seconds)
    cursor.variability = variability
    variability.write(
      series, origin, day: firsts[2], hour: firsts[3],
      changes: base + layout.changes.lowerBound..<base + layout.changes.upperBound, to: &row,
      at: base + layout.variability.lowerBound)
    cursor.seasonal.write(
      of: series.record, at: now, viewStart: viewStart, level: level, within: levelSupport,
      to: &row, from: base + layout.seasonal.lowerBound)
    HistoryFeatures.write(
      series, origin, from: firsts, step: cadence.seconds, to: &row,
      at: base + layout.history.lowerBound)
    if usesEvents {
      series.events.write(at: now, trend, to: &row, from: base + layout.events.lowerBound)
    }
  }

  private func supported(_ level: Double) -> Double {
    guard let levelSupport, detail.includes(.interactions) else { return level }
    return level.clamped(to: levelSupport)
  }

  private func writeHistory(
    _ series: PreparedSeries, _ index: Int, _ first: Int, _ level: Double,
    _ cursor: inout Cursor, to row: inout MutableSpan<Double>, from base: Int
  ) -> TrendFeatures {
    var history = cursor.history.mutableElementSpan
    series.writeHistory(before: index, from: first, step: cadence.seconds, to: &history)
    row[base + layout.constant] = 1
    row[base + layout.level] = TrendFeatures.level(level)
    let changes = base + layout.changes.lowerBound
    for lag in 0..<lags {
      row[changes + lag] = (history[lag] - history[lag + 1]) / TrendFeatures.changeUnit
    }
    return TrendFeatures(history, level: level, cadence, lags)
  }
}

extension FeatureMap {
  struct Origin {
    let index: Int
    let first: Int
    /// The concentration in mg/dL, clipped to the levels of the fit.
    let level: Double
    let trend: TrendFeatures
    /// The local time as a fraction of the day, or `nil` if it is unknown.
    let timeOfDay: Double?
  }
}
