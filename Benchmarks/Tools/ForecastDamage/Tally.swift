import Foundation
import GlucoseMath
import PredictionEvaluation

/// The errors of forecasts from readings with the same damage.
struct Tally {
  private var count = 0.0
  private var squares = 0.0
  private var squaresOfLast = 0.0
  /// The numbers of outcomes within each of ``Figures/coverages``.
  private var held = [Double](repeating: 0, count: Figures.coverages.count)
  private var rankedScores = 0.0
  /// The number of forecasts and the sum of squared errors of each person.
  private var people: [String: (count: Double, squares: Double)] = [:]
  private var width = 0.0
  /// The probabilities of a reading below 70 mg/dL, where there was one, and where there was none.
  private var probabilities: (lows: [Double], others: [Double]) = ([], [])

  /// Counts a forecast.
  ///
  /// - Parameters:
  ///   - person: The subject in the table.
  ///   - last: The last reading in mg/dL, which may be damaged.
  ///   - low: The probability of a reading below 70 mg/dL by then.
  ///   - wasLow: Whether there was one, or `nil` if the undamaged last reading is one.
  mutating func add(
    _ forecast: PredictedGlucose, of person: String, last: Double, outcome: Double, low: Double,
    wasLow: Bool?
  ) {
    guard let distribution = forecast.distribution else { return }
    let error = forecast.expected.mgdL - outcome
    count += 1
    squares += error * error
    people[person, default: (0, 0)].count += 1
    people[person, default: (0, 0)].squares += error * error
    squaresOfLast += (last - outcome) * (last - outcome)
    for (index, coverage) in Figures.coverages.enumerated() {
      let interval = distribution.interval(coverage: coverage / 100)
      held[index] += interval.contains(.mgdL(outcome)) ? 1 : 0
      if coverage == 90 { width += interval.upperBound.mgdL - interval.lowerBound.mgdL }
    }
    rankedScores += distribution.continuousRankedProbabilityScore(of: .mgdL(outcome))
    guard let wasLow else { return }
    if wasLow { probabilities.lows.append(low) } else { probabilities.others.append(low) }
  }

  var figures: Figures {
    let others = probabilities.others.sorted(by: >)
    let cutoff = others.isEmpty ? 0 : others[others.count / 100]
    let caught = probabilities.lows.count { $0 > cutoff }
    return Figures(
      count: Int(count), rmse: (squares / count).squareRoot(),
      rmseOfLast: (squaresOfLast / count).squareRoot(), rankedScore: rankedScores / count,
      coverage: held.map { 100 * $0 / count }, width: width / count,
      lows: probabilities.lows.count,
      caught: 100 * Double(caught) / Double(max(probabilities.lows.count, 1)),
      people: people.mapValues { ($0.squares / $0.count).squareRoot() })
  }
}

/// The figures of a row of the table.
struct Figures {
  /// The nominal coverages of the intervals, in percent.
  static let coverages = [50.0, 80, 90, 95]

  var count: Int
  /// The root mean square error of the forecast, and of the last reading, in mg/dL.
  var rmse, rmseOfLast: Double
  /// The mean continuous ranked probability score, in mg/dL.
  var rankedScore: Double
  /// The percentages of outcomes within the intervals, and the mean width of that of 90 percent, in
  /// mg/dL.
  var coverage: [Double]
  var width: Double
  /// The number of lows, and the percentage of them with a probability above that of 99 percent of
  /// the other forecasts.
  var lows: Int
  var caught: Double
  /// The root mean square error of each person with forecasts, by the subject in the table.
  var people: [String: Double]

  static let names =
    ["forecasts", "RMSE", "RMSE of last value", "CRPS"]
    + coverages.map { "coverage \(Int($0))" } + ["width", "lows", "lows found"]

  var texts: [String] {
    func text(_ value: Double, _ digits: Int) -> String {
      String(format: "%.\(digits)f", value)
    }
    return ["\(count)", text(rmse, 2), text(rmseOfLast, 2), text(rankedScore, 2)]
      + coverage.map { text($0, 1) } + [text(width, 1), "\(lows)", text(caught, 1)]
  }

  /// The errors of people in the baseline, each in a column of its own, such as "2301:18.214". A
  /// subject of a table contains no comma.
  var peopleTexts: [String] {
    people.sorted { $0.key < $1.key }.map { "\($0):" + String(format: "%.3f", $1) }
  }

  /// Returns the mean over people of the change of their errors, in percent, with its interval of 95
  /// percent by Student's distribution, or a dot if fewer than four people are in both.
  func change(from baseline: Figures?) -> String {
    let changes = people.sorted { $0.key < $1.key }.compactMap { person, rmse in
      baseline?.people[person].flatMap { $0 > 0 ? 100 * (rmse / $0 - 1) : nil }
    }
    guard changes.count > 3 else { return "·" }
    let (count, freedom) = (Double(changes.count), Double(changes.count - 1))
    let mean = changes.reduce(0, +) / count
    let squares = changes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // The quantile by its expansion in 1 / freedom, to 1 % with 3, and better with more.
    let quantile = 1.96 + (2.372 + (2.822 + 2.556 / freedom) / freedom) / freedom
    let margin = quantile * (squares / freedom / count).squareRoot()
    return String(format: "%.2f (%.2f to %.2f)", mean, mean - margin, mean + margin)
  }

  /// Returns what is beyond the tolerances.
  ///
  /// Undamaged, these are 0.3 percent of the baseline's error, a percentage point of each coverage
  /// away from the nominal one, and a point of the lows, if there are 100. From damaged readings, an
  /// error may not exceed that of the last value, or the baseline's where that does, and an interval
  /// of 90 percent contains 80 percent. An error after a damaged reading that has passed has the
  /// baseline alone. Fewer than 100 forecasts are not judged.
  func faults(_ damage: Damage, baseline: Figures?) -> [String] {
    guard count >= 100 else { return [] }
    var faults: [String] = []
    func fault(_ isFault: Bool, _ text: String) { if isFault { faults.append(text) } }
    let known = baseline.map { 1.003 * $0.rmse + 0.005 }
    guard !damage.isNone else {
      guard let baseline, let known else { return [] }
      fault(rmse > known, "the RMSE exceeds the baseline's by more than 0.3 %")
      fault(
        rankedScore > 1.003 * baseline.rankedScore + 0.005,
        "the CRPS exceeds the baseline's by more than 0.3 %")
      for (index, nominal) in Self.coverages.enumerated() {
        fault(
          abs(coverage[index] - nominal) > abs(baseline.coverage[index] - nominal) + 1,
          "the coverage is farther from \(Int(nominal)) % than the baseline's by more than 1 point")
      }
      fault(
        lows >= 100 && caught < baseline.caught - 1,
        "the lows found are fewer than the baseline's by more than 1 point")
      return faults
    }
    if case .passedSpike = damage {
      fault(rmse > known ?? .infinity, "the RMSE exceeds the baseline's")
    } else {
      fault(rmse > max(rmseOfLast, known ?? 0), "the RMSE exceeds that of the last value")
    }
    fault(coverage[2] < 80, "the coverage is below 80 %")
    return faults
  }
}

extension Figures {
  /// Reads a row of the baseline.
  init?(_ texts: [Substring]) {
    let values = texts.prefix(Self.names.count).compactMap { Double($0) }
    guard values.count == Self.names.count else { return nil }
    let rest = values[(4 + Self.coverages.count)...]
    self.init(
      count: Int(values[0]), rmse: values[1], rmseOfLast: values[2], rankedScore: values[3],
      coverage: Array(values[4..<rest.startIndex]), width: rest[rest.startIndex],
      lows: Int(rest[rest.startIndex + 1]), caught: rest[rest.startIndex + 2],
      people: Dictionary(
        texts.dropFirst(Self.names.count).compactMap { text in
          guard let colon = text.lastIndex(of: ":"), let rmse = Double(text[colon...].dropFirst())
          else { return nil }
          return (String(text[..<colon]), rmse)
        }, uniquingKeysWith: { first, _ in first }))
  }
}
