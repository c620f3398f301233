// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The features a model is linear in, and how a row of them is made from a record.
///
/// All are scaled by fixed constants to about one, so that one penalty suits all and sums of different
/// records add. ``layout`` has the columns of each; each block is written by a type of its own.
struct FeatureMap: Hashable, Sendable {
  let cadence: SensorCadence
  let detail: FeatureDetail
  /// How many steps back the changes reach.
  let lags: Int
  /// A Boolean value that indicates whether the time of day is among the features.
  let usesTimeOfDay: Bool
  /// A Boolean value that indicates whether what was logged is among the features.
  let usesEvents: Bool
  /// The landmarks of the kernel block.
  let kernel: KernelLandmarks?
  /// The levels in mg/dL that the fit has seen, beyond which the nearest counts, or `nil` for any.
  var levelSupport: ClosedRange<Double>?
  /// The columns of each feature.
  let layout: FeatureLayout

  /// Without landmarks, the kernel block is left out.
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

  /// The first features of this map: those of a detail that it includes.
  func limited(to detail: FeatureDetail) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: usesTimeOfDay,
      usesEvents: usesEvents, kernel: kernel, levelSupport: levelSupport)
  }

  /// This map without what was logged.
  var withoutEvents: FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: usesTimeOfDay, kernel: kernel,
      levelSupport: levelSupport)
  }

  /// How far back in seconds a row of features looks, but for the past days: a day, of whose first readings
  /// the hour before counts, and the longest gap that a line through that hour may cross.
  static let reach = 25.0 * 3600 + SensorCadence.longestGap

  /// The number of features, the constant included.
  var columns: Int { layout.count }

  /// The number of features without the kernel block.
  var plainColumns: Int { layout.countWithoutKernel }

  /// The history without long gaps that a row needs, in seconds.
  var history: Double { Double(lags) * cadence.seconds }

  /// What is carried from one row to a later one of the same record: where its windows begin, for
  /// they only move forward, and room for the history.
  struct Cursor {
    // No array: the optimizer of Swift 6.3 was seen to share the literal's storage between windows.
    fileprivate var firsts = SIMD4<Int>()
    fileprivate var history: [Double]
    fileprivate var seasonal = SeasonalFeatures()
    fileprivate var variability: VariabilityFeatures?

    init(_ map: FeatureMap) {
      let slopes = map.cadence.slopeSteps
      history = Array(repeating: 0, count: max(map.lags, 2 * slopes.short, slopes.long) + 1)
    }

    /// Moves each window on to its first reading after the window's length before `now`, and returns the
    /// first readings in view: of the ``WindowFeatures/lengths``, then of an hour.
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

  /// Writes the features at reading `index`, but for the kernel block, to `row` from `base` on.
  ///
  /// - Parameters:
  ///   - viewStart: Readings before this instant, in seconds since the reference date, count for nothing, as if
  ///     the record began there.
  ///   - timeOfDay: The local time as a share of the day, if the map uses it.
  ///   - cursor: Carried from one row to a later one of the same record.
  func write(
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

  /// A level, or the nearest that the fit has seen. A plain autoregression is a straight line and needs no limits.
  private func supported(_ level: Double) -> Double {
    guard let levelSupport, detail.includes(.interactions) else { return level }
    return levelSupport.nearest(to: level)
  }

  /// The constant, the level and the changes from step to step.
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
  /// The reading after which a row forecasts, as the blocks of features see it.
  struct Origin {
    /// The reading.
    let index: Int
    /// The first reading in view.
    let first: Int
    /// The concentration in mg/dL, within the levels that the fit has seen.
    let level: Double
    /// Level, slopes and acceleration.
    let trend: TrendFeatures
    /// The local time as a share of the day, if it is known.
    let timeOfDay: Double?
  }
}
