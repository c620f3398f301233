// SPDX-License-Identifier: Apache-2.0

/// How much glucose rose over the last minutes, in mg/dL: one step, and 15 minutes or two steps of a sensor
/// that measures every 15.
struct RecentChange: Hashable, Sendable {
  let short, middle: Double

  private init(short: Double, middle: Double) {
    self.short = short
    self.middle = middle
  }

  /// The change of which a row of features is made.
  init(_ features: [Double], from base: Int, _ map: FeatureMap) {
    func sum(_ count: Int) -> Double {
      let first = base + map.layout.changes.lowerBound
      return (first..<first + count).reduce(0) { $0 + TrendFeatures.changeUnit * features[$1] }
    }
    self.init(short: sum(map.cadence.slopeSteps.short), middle: sum(map.cadence.slopeSteps.middle))
  }

  /// The change in the other direction.
  var reversed: Self { Self(short: -short, middle: -middle) }
}
