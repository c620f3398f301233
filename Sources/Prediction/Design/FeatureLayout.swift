/// The columns of a row of features, by name. The features of a ``FeatureDetail`` are the first
/// ones of every larger detail, the columns of events are adjacent, and those of landmarks are the
/// last.
package struct FeatureLayout: Equatable, Sendable {
  let constant, level: Int
  /// The changes from step to step, the latest first.
  let changes: Range<Int>
  /// ``TrendFeatures``, ``WindowFeatures`` and so on.
  package let interactions, windows, clock, variability, seasonal, history, kernel: Range<Int>
  let events: Range<Int>
  /// The block of each column, which determines its pseudo-count.
  let blocks: [Block]

  init(detail: FeatureDetail, lags: Int, usesTimeOfDay: Bool, usesEvents: Bool, landmarks: Int) {
    var blocks: [Block] = []
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

  var count: Int { kernel.upperBound }

  var countWithoutKernel: Int { kernel.lowerBound }

  var withoutEvents: [Int] { Array(0..<events.lowerBound) + Array(events.upperBound..<count) }

  /// The columns of the level, its powers, and its products with missing fractions.
  package var levelPowers: [Int] {
    [level] + interactions.prefix(TrendFeatures.levelPowerCount)
      + (history.isEmpty ? [] : HistoryFeatures.levelProducts.map { history.lowerBound + $0 })
  }
}

extension FeatureLayout {
  /// A group of features with the same pseudo-count in a person's own model: of the last hour, the
  /// day, logged events, and landmarks.
  enum Block: Equatable, Sendable {
    case fast, slow, events, kernel

    /// The prior's pseudo-count, in rows.
    var pseudoCount: Double {
      switch self {
      case .fast, .events: 1000
      case .slow: 3000
      case .kernel: 30_000
      }
    }
  }
}

/// The level of detail of a model's features.
///
/// Each level includes those before it. On very short studies the lowest is best.
///
/// A later version may add levels, so a `switch` needs a `default`. A model of an unknown level
/// cannot be evaluated, so the name of an unknown level is not decoded.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum FeatureDetail: String, Hashable, Codable, Sendable {
  /// The level and its changes from step to step: a linear autoregression.
  case lags
  /// Additionally, products of level, slopes and acceleration.
  case interactions
  /// Additionally, the time of day, the mean and standard deviation of the last 2, 6 and 24 hours,
  /// measures of variability and the same time on past days and, in a model with events, the
  /// amounts that remain to be absorbed.
  case daily
  /// Additionally, the similarity to each of up to 300 typical origins.
  case kernel

  /// This level and those that it includes, in ascending order.
  var steps: ArraySlice<Self> { Self.all[...rank] }

  func includes(_ other: Self) -> Bool { other.rank <= rank }

  private static let all: [Self] = [.lags, .interactions, .daily, .kernel]
  private var rank: Int { Self.all.firstIndex(of: self) ?? 0 }
}
