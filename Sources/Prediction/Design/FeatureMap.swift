// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The features a model is linear in, and how a row of them is made from a record.
///
/// All are scaled by fixed constants to about one, so that one penalty suits all and sums of different
/// records add.
struct FeatureMap: Hashable, Codable, Sendable {
  let cadence: SensorCadence
  let detail: FeatureDetail
  /// How many steps back the changes reach.
  let lags: Int
  /// Whether the time of day is among the features.
  let usesTimeOfDay: Bool
  /// Whether what was logged is among the features.
  let usesEvents: Bool
  /// The typical moments of the kernel block, which follows all others.
  let kernel: KernelLandmarks?
  /// The levels in mg/dL that the fit knows, beyond which the nearest counts, or `nil` for any.
  var knownLevels: ClosedRange<Double>?

  /// Without centres, the kernel block is left out.
  init(
    cadence: SensorCadence, detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool,
    usesEvents: Bool = false, kernel: KernelLandmarks? = nil,
    knownLevels: ClosedRange<Double>? = nil
  ) {
    self.cadence = cadence
    self.detail = detail == .kernel && kernel == nil ? .day : detail
    self.lags = lags
    self.usesTimeOfDay = usesTimeOfDay && detail.includes(.day)
    self.usesEvents = usesEvents && detail.includes(.day)
    self.kernel = detail == .kernel ? kernel : nil
    self.knownLevels = knownLevels
  }

  /// The first features of this map: those of a detail that it includes.
  func limited(to detail: FeatureDetail) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: usesTimeOfDay,
      usesEvents: usesEvents, kernel: kernel, knownLevels: knownLevels)
  }

  static let spreadCount = 10
  private static let clockCount = 12
  /// Restlessness and persistence with their products, but for those with each change, and roughness
  /// with its products.
  private static let characterCount = 2 + 5 + 5
  private static let spans = [2.0 * 3600, 6.0 * 3600, 24.0 * 3600]
  /// How far back in seconds a row of features looks, but for the past days: a day, of whose first readings
  /// the hour before counts, and the longest gap that a line through that hour may cross.
  static let reach = 25.0 * 3600 + SensorCadence.longestGap

  /// The block of each column.
  var blocks: [FeatureBlock] {
    Array(repeating: .fast, count: fastColumns)
      + Array(repeating: .slow, count: eventColumns.lowerBound - fastColumns)
      + Array(repeating: .events, count: eventColumns.count)
      + Array(repeating: .kernel, count: columns - plainColumns)
  }

  /// The number of features of the last hour, the constant included.
  var fastColumns: Int { 2 + lags + (detail.includes(.products) ? TrendFeatures.productCount : 0) }

  /// The number of features without the kernel block.
  var plainColumns: Int {
    guard detail.includes(.day) else { return fastColumns }
    return eventColumns.upperBound
  }

  /// The features of what was logged: what each compartment holds, then the same times level and times
  /// slope.
  var eventColumns: Range<Int> {
    guard detail.includes(.day) else { return fastColumns..<fastColumns }
    let start = pastDaysColumns + SeasonalFeatures.columns
    return start..<start + (usesEvents ? 6 * EventFeatures.curves : 0)
  }

  /// The number of features before those of the past days.
  private var pastDaysColumns: Int { characterColumns + Self.characterCount + lags }

  /// The number of features before those of the day's character.
  private var characterColumns: Int {
    fastColumns + Self.spreadCount + (usesTimeOfDay ? Self.clockCount : 0)
  }

  /// The number of features, the constant included.
  var columns: Int { plainColumns + (kernel?.count ?? 0) }

  /// The history without long gaps that a row needs, in seconds.
  var history: Double { Double(lags) * cadence.seconds }

  /// What is carried from one row to a later one of the same record: where its long windows begin, for
  /// they only move forward, and room for the history.
  struct Windows {
    // No array: the optimiser of Swift 6.3 was seen to share the literal's storage between windows.
    private var starts = SIMD4<Int>()
    fileprivate var history: [Double]
    private var character: VariabilityFeatures?
    fileprivate var pastDays = SeasonalFeatures()

    init(_ map: FeatureMap) {
      let slopes = map.cadence.slopeSteps
      history = Array(repeating: 0, count: max(map.lags, 2 * slopes.short, slopes.long) + 1)
    }

    /// The first reading after `start` seconds, from which on the window of this number goes.
    fileprivate mutating func advance(_ span: Int, past start: Double, _ trace: PreparedSeries)
      -> Int
    {
      var first = starts[span]
      while trace.times[first] <= start { first += 1 }
      starts[span] = first
      return first
    }

    /// The first reading of the window of this number, as it was last advanced.
    fileprivate func start(_ span: Int) -> Int { starts[span] }

    /// The record's character, whose sums are taken when first asked for.
    fileprivate mutating func character(_ trace: PreparedSeries, _ map: FeatureMap)
      -> VariabilityFeatures
    {
      if let character { return character }
      let new = VariabilityFeatures(trace, step: map.cadence.seconds)
      character = new
      return new
    }
  }

  /// Writes the features at reading `index`, but for the kernel block, to `row` from `base` on.
  ///
  /// - Parameters:
  ///   - timeOfDay: The local time as a share of the day, if the map uses it.
  ///   - windows: Carried from one row to a later one of the same trace.
  func write(
    _ trace: PreparedSeries, at index: Int, timeOfDay: Double?, windows: inout Windows,
    to row: inout MutableSpan<Double>, from base: Int
  ) {
    let level = known(trace.values[index])
    let shape = writeHistory(trace, index, level, &windows, to: &row, from: base)
    var next = base + 2 + lags
    guard detail.includes(.products) else { return }
    shape.writeProducts(to: &row, from: next)
    next += TrendFeatures.productCount
    guard detail.includes(.day) else { return }
    writeSpreads(trace, index, level, shape, &windows, to: &row, &next)
    if usesTimeOfDay {
      if let timeOfDay {
        writeClock(timeOfDay, shape, to: &row, next)
      } else {
        for column in next..<next + Self.clockCount { row[column] = 0 }
      }
      next += Self.clockCount
    }
    writeCharacter(trace, index, shape, &windows, to: &row, next, base)
    windows.pastDays.write(
      of: trace.record, at: trace.times[index], level: level, within: knownLevels, to: &row,
      from: base + pastDaysColumns)
    if usesEvents { writeEvents(trace, index, shape, to: &row, base + eventColumns.lowerBound) }
  }

  /// A level, or the nearest that the fit knows. A plain autoregression is a straight line and needs no limits.
  private func known(_ level: Double) -> Double {
    guard let knownLevels, detail.includes(.products) else { return level }
    return knownLevels.nearest(to: level)
  }

  /// The constant, the level and the changes from step to step.
  private func writeHistory(
    _ trace: PreparedSeries, _ index: Int, _ level: Double, _ windows: inout Windows,
    to row: inout MutableSpan<Double>, from base: Int
  ) -> TrendFeatures {
    var history = windows.history.mutableSpan
    trace.writeHistory(before: index, step: cadence.seconds, to: &history)
    let shape = TrendFeatures(history, level: level, cadence, lags)
    row[base] = 1
    row[base + 1] = TrendFeatures.level(level)
    for lag in 0..<lags { row[base + 2 + lag] = (history[lag] - history[lag + 1]) / 10 }
    return shape
  }

  /// Mean relative to now and spread of the last 2, 6 and 24 hours, and products with those of 24.
  private func writeSpreads(
    _ trace: PreparedSeries, _ index: Int, _ level: Double, _ shape: TrendFeatures,
    _ windows: inout Windows,
    to row: inout MutableSpan<Double>, _ next: inout Int
  ) {
    var mean = 0.0
    var deviation = 0.0
    for span in 0..<3 {
      let start = trace.times[index] - Self.spans[span]
      let first = windows.advance(span, past: start, trace)
      let moments = trace.moments(from: first, through: index)
      mean = (known(moments.mean) - level) / 50
      deviation = moments.deviation / 30
      row[next] = mean
      row[next + 1] = deviation
      next += 2
    }
    row[next] = shape.level * mean
    row[next + 1] = shape.level * deviation
    row[next + 2] = shape.middle * mean
    row[next + 3] = shape.middle * deviation
    next += 4
  }

  /// Three harmonics of the day, and products of the first with level and slopes.
  private func writeClock(
    _ timeOfDay: Double, _ shape: TrendFeatures, to row: inout MutableSpan<Double>, _ start: Int
  ) {
    var next = start
    let (sine, cosine) = Elementary.circle(timeOfDay)
    var harmonic = (sine: sine, cosine: cosine)
    for _ in 0..<3 {
      row[next] = harmonic.sine
      row[next + 1] = harmonic.cosine
      next += 2
      harmonic = (
        harmonic.sine * cosine + harmonic.cosine * sine,
        harmonic.cosine * cosine - harmonic.sine * sine
      )
    }
    row[next] = shape.level * sine
    row[next + 1] = shape.level * cosine
    row[next + 2] = shape.middle * sine
    row[next + 3] = shape.middle * cosine
    row[next + 4] = shape.long * sine
    row[next + 5] = shape.long * cosine
  }

  /// Restlessness, persistence and the last hour's roughness, and the products by which the response
  /// to level and slopes depends on them.
  private func writeCharacter(
    _ trace: PreparedSeries, _ index: Int, _ shape: TrendFeatures, _ windows: inout Windows,
    to row: inout MutableSpan<Double>, _ start: Int, _ base: Int
  ) {
    let character = windows.character(trace, self)
    let day = windows.start(2)
    let hour = windows.advance(3, past: trace.times[index] - 3600, trace)
    let differenceRatio = character.differenceRatio(from: day, through: index)
    let persistence = character.persistence(from: day, through: index)
    let roughness = character.roughness(from: hour, through: index)
    row[start] = differenceRatio
    row[start + 1] = differenceRatio * shape.level
    row[start + 2] = persistence
    row[start + 3] = persistence * shape.short
    row[start + 4] = persistence * shape.middle
    row[start + 5] = persistence * shape.long
    row[start + 6] = persistence * shape.longest
    row[start + 7] = roughness
    for lag in 0..<4 { row[start + 8 + lag] = roughness * row[base + 2 + lag] }
    let products = start + Self.characterCount
    for lag in 0..<lags { row[products + lag] = differenceRatio * row[base + 2 + lag] }
  }

  /// What the compartments hold, and its products with level and slope.
  private func writeEvents(
    _ trace: PreparedSeries, _ index: Int, _ shape: TrendFeatures,
    to row: inout MutableSpan<Double>, _ start: Int
  ) {
    let count = 2 * EventFeatures.curves
    guard !trace.doses.isEmpty else {
      for column in start..<start + 3 * count { row[column] = 0 }
      return
    }
    trace.doses.write(at: trace.times[index], to: &row, from: start)
    for column in start..<start + count {
      row[column + count] = row[column] * shape.level
      row[column + 2 * count] = row[column] * shape.middle
    }
  }
}
