// SPDX-License-Identifier: Apache-2.0

/// How much a model looks at.
///
/// Each step includes those before it. On very short studies the least is best.
public enum FeatureDetail: String, Hashable, Codable, Sendable, CaseIterable {
  /// The level and its changes from step to step: a linear autoregression.
  case lags
  /// Also products of level, slopes and acceleration.
  case interactions = "products"
  /// Also the time of day, mean and spread of the last 2, 6 and 24 hours, what those tell about the sensor
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

/// A group of features that a person's own model is pulled towards the population's with one strength.
enum FeatureBlock: Hashable, Codable, Sendable {
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
