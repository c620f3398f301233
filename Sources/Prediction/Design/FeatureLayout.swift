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
  let blocks: [Block]

  /// - Parameters:
  ///   - detail: The blocks that a row has.
  ///   - lags: The number of steps that the changes reach back.
  ///   - usesTimeOfDay: A Boolean value that indicates whether there is a clock block.
  ///   - usesEvents: A Boolean value that indicates whether there is a block of events.
  ///   - landmarks: The number of kernel landmarks.
  init(detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool, usesEvents: Bool, landmarks: Int) {
    var blocks: [Block] = []
    /// The next `count` columns, or none if `detail` has no such block.
    func take(
      _ count: Int, of least: FeatureDetail, if isUsed: Bool = true, _ block: Block
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

extension FeatureLayout {
  /// A group of features that a person's own model is pulled towards the population's with one strength.
  enum Block: Hashable, Codable, Sendable {
    /// What the last hour looks like.
    case fast
    /// What the day looks like.
    case slow
    /// What was logged, as it is absorbed.
    case events
    /// What typical moments the present resembles.
    case kernel

    /// How many rows of the population's data a person's own must outweigh.
    var pseudoCount: Double {
      switch self {
      case .fast: 1000
      case .slow: 3000
      case .events: 1000
      case .kernel: 30_000
      }
    }
  }
}

/// How much a model looks at.
///
/// Each step includes those before it. On very short studies the least is best.
public enum FeatureDetail: String, Hashable, Codable, Sendable, CaseIterable {
  /// The level and its changes from step to step: a linear autoregression.
  case lags
  /// Also products of level, slopes and acceleration.
  case interactions = "products"
  /// Also the time of day, mean and spread of the last 2, 6 and 24 hours, measures of the sensor
  /// and the person, and, in a model that knows events, what of them is still to be absorbed.
  case daily = "day"
  /// Also how much the moment resembles each of some hundred typical ones.
  case kernel

  /// This detail and those it includes, from the least on.
  var steps: ArraySlice<Self> {
    Self.allCases.prefix { $0 != self } + [self]
  }

  /// Whether `other` is part of this detail.
  func includes(_ other: Self) -> Bool { other.rank <= rank }

  // Asked for with every row, so that no array may be made for it.
  private var rank: Int {
    switch self {
    case .lags: 0
    case .interactions: 1
    case .daily: 2
    case .kernel: 3
    }
  }
}
