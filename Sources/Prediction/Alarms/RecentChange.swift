// SPDX-License-Identifier: Apache-2.0

/// How much glucose rose over the last minutes, in mg/dL: one step, and 15 minutes or two steps of a sensor
/// that measures every 15.
struct RecentChange: Hashable, Sendable {
  let short, middle: Double

  private init(short: Double, middle: Double) {
    self.short = short
    self.middle = middle
  }

  /// The change told by a row of features, which has the changes from step to step after the constant and
  /// the level.
  init(_ features: [Double], from base: Int, _ map: FeatureMap) {
    func sum(_ count: Int) -> Double {
      (0..<count).reduce(0) { $0 + 10 * features[base + 2 + $1] }
    }
    self.init(short: sum(map.cadence.slopeSteps.short), middle: sum(map.cadence.slopeSteps.middle))
  }

  /// The change in the other direction.
  var reversed: Self { Self(short: -short, middle: -middle) }
}
