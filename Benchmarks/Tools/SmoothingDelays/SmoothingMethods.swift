import Foundation
import GlucoseMath
import GlucoseSignals

/// The value and the rate of change in mg/dL per minute at a reading, from the readings so far.
typealias Smoothed = (value: Double, rate: Double)

/// A causal method of smoothing, which starts anew after a gap.
struct SmoothingMethod {
  let name: String
  let start: () -> (_ time: Double, _ value: Double) -> Smoothed

  static var all: [SmoothingMethod] {
    [
      SmoothingMethod(name: "none") { withDifference { $1 } },
      SmoothingMethod(name: "moving average") {
        var last: [Double] = []
        return withDifference { _, value in
          last = last.suffix(2) + [value]
          return last.reduce(0, +) / Double(last.count)
        }
      },
      SmoothingMethod(name: "exponential smoothing") {
        var level: Double?
        return withDifference { _, value in
          let now = level.map { 0.5 * $0 + 0.5 * value } ?? value
          level = now
          return now
        }
      },
      SmoothingMethod(name: "exponential, two orders", start: exponentialOfTwoOrders),
      SmoothingMethod(name: "unscented Kalman filter") {
        var filter = AdaptiveKalmanFilter()
        return { filter.update($0, $1) }
      },
      SmoothingMethod(name: "GlucoseFilter, standard") {
        var filter = GlucoseFilter()
        return { time, value in
          let reading = Reading(
            time: Date(timeIntervalSinceReferenceDate: 60 * time), glucose: .mgdL(value))
          let point = filter.update(with: reading)
          return (point?.glucose.mgdL ?? value, point?.mgdLPerMinute ?? 0)
        }
      },
    ]
  }

  /// Returns a method whose rate is the change since the value before.
  private static func withDifference(
    _ smooth: @escaping (Double, Double) -> Double
  ) -> (Double, Double) -> Smoothed {
    var before: (time: Double, value: Double)?
    return { time, reading in
      let value = smooth(time, reading)
      let rate = before.map { (value - $0.value) / (time - $0.time) } ?? 0
      before = (time, value)
      return (value, rate)
    }
  }

  /// 0.4 of a first-order and 0.6 of a second-order exponential smoothing, whose weights are 0.5, and
  /// 0.4 for the level and 1 for the trend.
  private static func exponentialOfTwoOrders() -> (Double, Double) -> Smoothed {
    var state: (first: Double, level: Double, trend: Double)?
    return withDifference { _, value in
      guard let before = state else {
        state = (value, value, 0)
        return value
      }
      let first = 0.5 * value + 0.5 * before.first
      let level = 0.4 * value + 0.6 * (before.level + before.trend)
      state = (first, level, level - before.level)
      return 0.4 * first + 0.6 * level
    }
  }
}

/// The adaptive unscented Kalman filter of looping apps, forward only.
///
/// The model is linear, so that the unscented transform has the moments of the Kalman filter: a
/// level, and a rate that decays to 37 % in 30 minutes. The noise of a reading is learned from the
/// innovations; it is larger for an innovation beyond two standard deviations, and that of the
/// process is larger if two of three innovations are beyond them on the same side. Not modeled: the
/// guard against compression lows, which is off by default, and resets at a change of the sensor.
struct AdaptiveKalmanFilter {
  private var time = 0.0
  private var state: (level: Double, rate: Double)?
  private var (levelVariance, covariance, rateVariance) = (16.0, 0.0, 1.0)
  private var noise = 25.0
  private var sides: [Double] = []
  private var squares: [Double] = []
  private var predicted: [Double] = []

  /// Updates the filter with a reading, the first of which has a given rate.
  mutating func update(
    _ now: Double, _ value: Double, initialRate: Double = 0
  ) -> Smoothed {
    let minutes = now - time
    time = now
    guard let (level, rate) = state else {
      state = (value, initialRate)
      return (value, initialRate)
    }
    let decay = exp(-minutes / 30)
    let expected = level + minutes * rate
    let levelBefore = levelVariance + minutes * (2 * covariance + minutes * rateVariance)
    let covarianceBefore = decay * (covariance + minutes * rateVariance)
    let rateBefore = decay * decay * rateVariance
    let innovation = value - expected
    let distance = abs(innovation) / (levelBefore + minutes / 5 + noise).squareRoot()
    let side = innovation < 0 ? -1.0 : 1
    sides = sides.suffix(2) + [distance > 2 ? side : 0]
    let isTrend = sides.count { $0 == side } >= 2
    let scale = isTrend ? min(max(distance, 1), 3) : 1
    let variance = levelBefore + min(scale, 2) * minutes / 5
    let rateNoise = scale * 0.35 * minutes / 5
    let total = variance + min(noise * (1 + max(0, distance - 2)), noise + 100, 400)
    let (gain, rateGain) = (variance / total, covarianceBefore / total)
    let result = (
      value: expected + gain * innovation,
      rate: (decay * rate + rateGain * innovation).clamped(to: -4...4)
    )
    levelVariance = ((1 - gain) * variance).clamped(to: 0.1...400)
    covariance = (1 - gain) * covarianceBefore
    rateVariance = (rateBefore + rateNoise - rateGain * covarianceBefore).clamped(to: 0.001...4)
    squares = squares.suffix(17) + [innovation * innovation]
    predicted = predicted.suffix(17) + [variance]
    if squares.count >= 12, !isTrend, distance <= 3 { learn() }
    state = (result.value, result.rate)
    return result
  }

  /// Moves the variance of the noise toward the robust mean of the squared innovations less that of
  /// the predicted variances.
  private mutating func learn() {
    let goal = (Self.trimmedMean(squares) - Self.trimmedMean(predicted)).clamped(to: 16...225)
    let rises = goal > noise
    let step = noise + (rises ? 0.18 : 0.12) * (goal - noise)
    let bounds = rises ? noise...(1.2 * noise) : (0.9 * noise)...noise
    noise += 0.25 * (step.clamped(to: bounds) - noise)
    noise = noise.clamped(to: 16...225)
  }

  private static func trimmedMean(_ values: [Double]) -> Double {
    let rest = values.sorted().dropFirst(values.count / 5).dropLast(values.count / 5)
    return rest.reduce(0, +) / Double(rest.count)
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
