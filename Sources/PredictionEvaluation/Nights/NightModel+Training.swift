package import GlucoseMath
package import Prediction
package import GlucoseFoundation

extension NightModel {
  /// The least number of bedtimes with, and without, a reading below 70 mg/dL, for a fit.
  package static let enough = 100

  package init?(fittedTo nights: [ObservedNight]) {
    let lows = nights.count { $0.hours(to: 70) != nil }
    guard min(lows, nights.count - lows) >= Self.enough else { return nil }
    var features: [Double] = []
    var events: [Bool] = []
    for night in nights {
      for threshold in Self.thresholds
      where !ThresholdSide.below.isBeyond(night.bedtime.level, threshold) {
        let first = night.hours(to: threshold) ?? .infinity
        for hour in 1...Self.hours {
          features += Self.row(night.bedtime.features, threshold, hour)
          events.append(first <= Double(hour))
        }
      }
    }
    let start = [Double](repeating: 0, count: Self.columns)
    guard
      let weights = CrossingModel.LogisticRegression.weights(
        features, events, startingFrom: start)
    else { return nil }
    self.init(weights: weights)
  }
}

package struct ObservedNight: Sendable {
  package let bedtime: Bedtime
  /// The hours from bedtime to the first reading below each of ``NightModel/thresholds``.
  private let firsts: [Double?]

  /// Creates a night; `nil` without a forecast at its start, or if 70 percent are not covered.
  package init?(_ series: GlucoseSeries, from start: Date) {
    guard let night = series.night(from: start),
      let bedtime = try? Bedtime(series, at: start)
    else { return nil }
    self.bedtime = bedtime
    firsts = NightModel.thresholds.map { threshold in
      night.first { ThresholdSide.below.isBeyond($0.glucose.mgdL, threshold) }.map {
        $0.time.timeIntervalSince(start) / 3600
      }
    }
  }

  /// Returns the hours to the first reading below one of the thresholds, `nil` if there is none.
  package func hours(to threshold: Double) -> Double? {
    NightModel.thresholds.firstIndex(of: threshold).flatMap { firsts[$0] }
  }
}
