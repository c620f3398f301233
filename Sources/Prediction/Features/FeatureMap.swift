// SPDX-License-Identifier: Apache-2.0

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
  /// The typical moments of the kernel block, which follows all others.
  let kernel: KernelCentres?

  /// Without centres, the kernel block is left out.
  init(
    cadence: SensorCadence, detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool,
    kernel: KernelCentres? = nil
  ) {
    self.cadence = cadence
    self.detail = detail == .kernel && kernel == nil ? .day : detail
    self.lags = lags
    self.usesTimeOfDay = usesTimeOfDay && detail.includes(.day)
    self.kernel = detail == .kernel ? kernel : nil
  }

  /// The first features of this map: those of a detail that it includes.
  func limited(to detail: FeatureDetail) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: detail, lags: lags, usesTimeOfDay: usesTimeOfDay, kernel: kernel)
  }

  static let spreadCount = 10
  private static let clockCount = 12
  private static let spans = [2.0 * 3600, 6.0 * 3600, 24.0 * 3600]
  /// How far back in seconds a row of features looks.
  static let reach = 24.0 * 3600

  /// The block of each column.
  var blocks: [FeatureBlock] {
    Array(repeating: .fast, count: fastColumns)
      + Array(repeating: .slow, count: plainColumns - fastColumns)
      + Array(repeating: .kernel, count: columns - plainColumns)
  }

  /// The number of features of the last hour, the constant included.
  var fastColumns: Int { 2 + lags + (detail.includes(.products) ? Shape.productCount : 0) }

  /// The number of features without the kernel block.
  var plainColumns: Int {
    guard detail.includes(.day) else { return fastColumns }
    return fastColumns + Self.spreadCount + (usesTimeOfDay ? Self.clockCount : 0)
  }

  /// The number of features, the constant included.
  var columns: Int { plainColumns + (kernel?.count ?? 0) }

  /// The history without long gaps that a row needs, in seconds.
  var history: Double { Double(lags) * cadence.seconds }

  /// What is carried from one row to a later one of the same record: where its long windows begin, for
  /// they only move forward, and room for the history.
  struct Windows {
    fileprivate var starts: [Int]
    fileprivate var history: [Double]

    init(_ map: FeatureMap) {
      let slopes = map.cadence.slopeSteps
      // Not a literal: the optimiser of Swift 6.3 lets records write into one that all of them share.
      starts = Array(repeating: 0, count: FeatureMap.spans.count)
      history = Array(repeating: 0, count: max(map.lags, 2 * slopes.short, slopes.long) + 1)
    }
  }

  /// Writes the features at reading `index`, but for the kernel block, to `row` from `base` on.
  ///
  /// - Parameters:
  ///   - timeOfDay: The local time as a share of the day, if the map uses it.
  ///   - windows: Carried from one row to a later one of the same trace.
  func write(
    _ trace: Trace, at index: Int, timeOfDay: Double?, windows: inout Windows,
    to row: inout MutableSpan<Double>, from base: Int
  ) {
    let shape = writeHistory(trace, index, &windows, to: &row, from: base)
    var next = base + 2 + lags
    guard detail.includes(.products) else { return }
    shape.writeProducts(to: &row, from: next)
    next += Shape.productCount
    guard detail.includes(.day) else { return }
    writeSpreads(trace, index, shape, &windows, to: &row, &next)
    guard usesTimeOfDay, let timeOfDay else { return }
    writeClock(timeOfDay, shape, to: &row, &next)
  }

  /// The constant, the level and the changes from step to step.
  private func writeHistory(
    _ trace: Trace, _ index: Int, _ windows: inout Windows, to row: inout MutableSpan<Double>,
    from base: Int
  ) -> Shape {
    var history = windows.history.mutableSpan
    trace.writeHistory(before: index, step: cadence.seconds, to: &history)
    let shape = Shape(history, cadence)
    row[base] = 1
    row[base + 1] = Shape.level(history[0])
    for lag in 0..<lags { row[base + 2 + lag] = (history[lag] - history[lag + 1]) / 10 }
    return shape
  }

  /// Mean relative to now and spread of the last 2, 6 and 24 hours, and products with those of 24.
  private func writeSpreads(
    _ trace: Trace, _ index: Int, _ shape: Shape, _ windows: inout Windows,
    to row: inout MutableSpan<Double>, _ next: inout Int
  ) {
    var mean = 0.0
    var deviation = 0.0
    for span in 0..<3 {
      let start = trace.times[index] - Self.spans[span]
      while trace.times[windows.starts[span]] <= start { windows.starts[span] += 1 }
      let moments = trace.moments(from: windows.starts[span], through: index)
      mean = (moments.mean - trace.values[index]) / 50
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
    _ timeOfDay: Double, _ shape: Shape, to row: inout MutableSpan<Double>, _ next: inout Int
  ) {
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
}
