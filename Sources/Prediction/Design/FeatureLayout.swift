// SPDX-License-Identifier: Apache-2.0

/// The columns of a row of features, by name.
///
/// This is the only place where positions are worked out. The features of a ``FeatureDetail`` are the first ones of
/// every larger detail, the columns of events are adjacent, and those of kernel landmarks are the last.
struct FeatureLayout: Hashable, Sendable {
  /// The column that is one in every row.
  let constant: Int
  /// The column of the concentration now.
  let level: Int
  /// The changes from step to step, the latest first.
  let changes: Range<Int>
  /// Products of level, slopes and acceleration: ``TrendFeatures``.
  let interactions: Range<Int>
  /// Mean and deviation of the last hours: ``WindowFeatures``.
  let windows: Range<Int>
  /// The time of day: ``ClockFeatures``.
  let clock: Range<Int>
  /// How the sensor and the person vary: ``VariabilityFeatures``.
  let variability: Range<Int>
  /// The same hour on past days: ``SeasonalFeatures``.
  let seasonal: Range<Int>
  /// How much of the last day is in view: ``HistoryFeatures``.
  let history: Range<Int>
  /// What was logged: ``EventFeatures``.
  let events: Range<Int>
  /// The similarity to each of the ``KernelLandmarks``.
  let kernel: Range<Int>
  /// For each column, the block that gives its pseudo-count.
  let blocks: [FeatureBlock]

  /// - Parameters:
  ///   - detail: The blocks that a row has.
  ///   - lags: The number of steps that the changes reach back.
  ///   - usesTimeOfDay: A Boolean value that indicates whether there is a clock block.
  ///   - usesEvents: A Boolean value that indicates whether there is a block of events.
  ///   - landmarks: The number of kernel landmarks.
  init(detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool, usesEvents: Bool, landmarks: Int) {
    var blocks: [FeatureBlock] = []
    /// The next `count` columns, or none if `detail` has no such block.
    func take(
      _ count: Int, of least: FeatureDetail, if isUsed: Bool = true, _ block: FeatureBlock
    ) -> Range<Int> {
      let start = blocks.count
      if isUsed, detail.includes(least) { blocks += Array(repeating: block, count: count) }
      return start..<blocks.count
    }
    constant = take(1, of: .lags, .fast).lowerBound
    level = take(1, of: .lags, .fast).lowerBound
    changes = take(lags, of: .lags, .fast)
    interactions = take(TrendFeatures.count, of: .interactions, .fast)
    windows = take(WindowFeatures.count, of: .daily, .slow)
    clock = take(ClockFeatures.count, of: .daily, if: usesTimeOfDay, .slow)
    variability = take(VariabilityFeatures.count(lags: lags), of: .daily, .slow)
    seasonal = take(SeasonalFeatures.count, of: .daily, .slow)
    history = take(HistoryFeatures.count, of: .daily, .slow)
    events = take(EventFeatures.count, of: .daily, if: usesEvents, .events)
    kernel = take(landmarks, of: .kernel, .kernel)
    self.blocks = blocks
  }

  /// The number of features, the constant included.
  var count: Int { kernel.upperBound }

  /// The number of features without the kernel block.
  var countWithoutKernel: Int { kernel.lowerBound }

  /// The columns of all features but those of events, ascending.
  var withoutEvents: [Int] { Array(0..<events.lowerBound) + Array(events.upperBound..<count) }

  /// The level, its powers, and its products with how much of the last hours is not in view.
  var levelPowers: [Int] {
    [level] + interactions.prefix(TrendFeatures.levelPowerCount)
      + (history.isEmpty ? [] : HistoryFeatures.levelProducts.map { history.lowerBound + $0 })
  }
}
