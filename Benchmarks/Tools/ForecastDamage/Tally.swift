// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath

/// The errors of forecasts 30 minutes ahead from readings with the same damage.
struct Tally {
  private var count = 0.0
  private var squares = 0.0
  private var squaresOfLast = 0.0
  private var held = 0.0
  private var width = 0.0
  /// The probabilities of a reading below 70 mg/dL, where there was one, and where there was none.
  private var probabilities: (lows: [Double], others: [Double]) = ([], [])

  /// Counts a forecast.
  ///
  /// - Parameters:
  ///   - last: The last reading in mg/dL, which may be damaged.
  ///   - low: The probability of a reading below 70 mg/dL within 30 minutes.
  ///   - wasLow: Whether there was one, or `nil` if the undamaged last reading is one.
  mutating func add(
    _ point: GlucoseForecast.Point, last: Double, outcome: Double, low: Double, wasLow: Bool?
  ) {
    let error = point.glucose.mgdL - outcome
    count += 1
    squares += error * error
    squaresOfLast += (last - outcome) * (last - outcome)
    held += (point.lower.mgdL...point.upper.mgdL).contains(outcome) ? 1 : 0
    width += point.upper.mgdL - point.lower.mgdL
    guard let wasLow else { return }
    if wasLow { probabilities.lows.append(low) } else { probabilities.others.append(low) }
  }

  var figures: Figures {
    let others = probabilities.others.sorted(by: >)
    let cutoff = others.isEmpty ? 0 : others[others.count / 100]
    let caught = probabilities.lows.count { $0 > cutoff }
    return Figures(
      count: Int(count), rmse: (squares / count).squareRoot(),
      rmseOfLast: (squaresOfLast / count).squareRoot(), coverage: 100 * held / count,
      width: width / count, lows: probabilities.lows.count,
      caught: 100 * Double(caught) / Double(max(probabilities.lows.count, 1)))
  }
}

/// The figures of a row of the table.
struct Figures {
  var count: Int
  /// The root mean square error of the forecast, and of the last reading, in mg/dL.
  var rmse, rmseOfLast: Double
  /// The fraction of outcomes within the interval of 90 percent, and its mean width in mg/dL.
  var coverage, width: Double
  /// The number of lows, and the percentage of them with a probability above that of 99 percent of
  /// the other forecasts.
  var lows: Int
  var caught: Double

  static let names = [
    "forecasts", "RMSE", "RMSE of last value", "coverage", "width", "lows", "lows found",
  ]

  var texts: [String] {
    func text(_ value: Double, _ digits: Int) -> String {
      String(format: "%.\(digits)f", value)
    }
    return [
      "\(count)", text(rmse, 2), text(rmseOfLast, 2), text(coverage, 1), text(width, 1), "\(lows)",
      text(caught, 1),
    ]
  }

  init(
    count: Int, rmse: Double, rmseOfLast: Double, coverage: Double, width: Double, lows: Int,
    caught: Double
  ) {
    self.count = count
    (self.rmse, self.rmseOfLast) = (rmse, rmseOfLast)
    (self.coverage, self.width) = (coverage, width)
    (self.lows, self.caught) = (lows, caught)
  }

  /// Reads a row of the baseline.
  init?(_ texts: [Substring]) {
    let values = texts.compactMap { Double($0) }
    guard values.count == Self.names.count else { return nil }
    self.init(
      count: Int(values[0]), rmse: values[1], rmseOfLast: values[2], coverage: values[3],
      width: values[4], lows: Int(values[5]), caught: values[6])
  }

  /// Returns what is beyond the tolerances.
  ///
  /// Undamaged, these are 0.3 percent of the baseline's error, a percentage point of coverage away
  /// from 90 percent, and a point of the lows, if there are 100. From damaged readings, an error may
  /// not exceed that of the last value, or the baseline's where that does, and an interval contains
  /// 80 percent. An error after a damaged reading that has passed has the baseline alone. Fewer
  /// than 100 forecasts are not judged.
  func faults(_ damage: Damage, baseline: Figures?) -> [String] {
    guard count >= 100 else { return [] }
    var faults: [String] = []
    func fault(_ isFault: Bool, _ text: String) { if isFault { faults.append(text) } }
    let known = baseline.map { 1.003 * $0.rmse + 0.005 }
    switch damage {
    case .none:
      guard let baseline, let known else { break }
      fault(rmse > known, "the RMSE exceeds the baseline's by more than 0.3 %")
      fault(
        abs(coverage - 90) > abs(baseline.coverage - 90) + 1,
        "the coverage is farther from 90 % than the baseline's by more than 1 point")
      fault(
        lows >= 100 && caught < baseline.caught - 1,
        "the lows found are fewer than the baseline's by more than 1 point")
    case .passedSpike: fault(rmse > known ?? .infinity, "the RMSE exceeds the baseline's")
    default: fault(rmse > max(rmseOfLast, known ?? 0), "the RMSE exceeds that of the last value")
    }
    fault(damage != .none && coverage < 80, "the coverage is below 80 %")
    return faults
  }
}
