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
  private var people: [String: Sums] = [:]
  private var width = 0.0
  /// The probabilities of a reading below each threshold.
  private var probabilities = Figures.thresholds.map { _ in Probabilities() }

  /// The number of forecasts of a person, and the sums of squared errors, of ranked scores, and of
  /// outcomes within the interval of 90 percent.
  private struct Sums {
    var count, squares, rankedScores, held: Double
  }

  /// The probabilities where there was a reading below the threshold, by person, and where there
  /// was none.
  private struct Probabilities {
    var lows: [(person: String, probability: Double)] = []
    var others: [Double] = []

    /// The probability that 99 percent of the others do not exceed.
    var cutoff: Double {
      let sorted = others.sorted(by: >)
      return sorted.isEmpty ? 0 : sorted[sorted.count / 100]
    }
  }

  /// Counts a forecast.
  ///
  /// - Parameters:
  ///   - person: The subject in the table.
  ///   - last: The last reading in mg/dL, which may be damaged.
  ///   - probabilities: The probability of a reading below each threshold by then.
  ///   - wereLow: Whether there was one, or `nil` if the undamaged last reading is one.
  mutating func add(
    _ forecast: PredictedGlucose, of person: String, last: Double, outcome: Double,
    probabilities: [Double], wereLow: [Bool?]
  ) {
    guard let distribution = forecast.distribution else { return }
    let error = forecast.expected.mgdL - outcome
    var own = people[person] ?? Sums(count: 0, squares: 0, rankedScores: 0, held: 0)
    let score = distribution.continuousRankedProbabilityScore(of: .mgdL(outcome))
    count += 1
    own.count += 1
    squares += error * error
    own.squares += error * error
    rankedScores += score
    own.rankedScores += score
    squaresOfLast += (last - outcome) * (last - outcome)
    for (index, coverage) in Figures.coverages.enumerated() {
      let interval = distribution.interval(coverage: coverage / 100)
      let isHeld = interval.contains(.mgdL(outcome))
      held[index] += isHeld ? 1 : 0
      guard coverage == 90 else { continue }
      own.held += isHeld ? 1 : 0
      width += interval.upperBound.mgdL - interval.lowerBound.mgdL
    }
    people[person] = own
    for (index, wasLow) in wereLow.enumerated() {
      guard let wasLow else { continue }
      if wasLow {
        self.probabilities[index].lows.append((person, probabilities[index]))
      } else {
        self.probabilities[index].others.append(probabilities[index])
      }
    }
  }

  var figures: Figures {
    let lows = probabilities.map { own -> Figures.Lows in
      let cutoff = own.cutoff
      let caught = own.lows.count { $0.probability > cutoff }
      return Figures.Lows(
        count: own.lows.count, caught: 100 * Double(caught) / Double(max(own.lows.count, 1)))
    }
    let cutoff = probabilities[0].cutoff
    let found = Dictionary(grouping: probabilities[0].lows, by: \.person).mapValues { own in
      100 * Double(own.count { $0.probability > cutoff }) / Double(own.count)
    }
    return Figures(
      count: Int(count), rmse: (squares / count).squareRoot(),
      rmseOfLast: (squaresOfLast / count).squareRoot(), rankedScore: rankedScores / count,
      coverage: held.map { 100 * $0 / count }, width: width / count, lows: lows,
      people: Dictionary(
        uniqueKeysWithValues: people.map { person, sums in
          let own = [
            (sums.squares / sums.count).squareRoot(), sums.rankedScores / sums.count,
            100 * sums.held / sums.count, found[person] ?? .nan,
          ]
          return (person, own)
        }))
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
  /// The readings below each of ``thresholds``.
  var lows: [Lows]
  /// The measures of each person with forecasts, by the subject in the table: those of ``changes``,
  /// NaN where there are none.
  var people: [String: [Double]]

  /// The number of forecasts before readings below a threshold, and the percentage of them with a
  /// probability above that of 99 percent of the other forecasts.
  struct Lows {
    var count: Int
    var caught: Double
  }

  /// The thresholds in mg/dL.
  static let thresholds = [70.0, 54]

  /// The measures whose changes are judged by person: the error and the score relatively, and the
  /// percentages by their differences.
  static let changes: [(name: String, isRelative: Bool)] = [
    ("change of RMSE, %", true), ("change of CRPS, %", true), ("change of coverage 90", false),
    ("change of lows 70 found", false),
  ]

  static let names =
    ["forecasts", "RMSE", "RMSE of last value", "CRPS"]
    + coverages.map { "coverage \(Int($0))" } + ["width"]
    + thresholds.flatMap { ["lows \(Int($0))", "found"] }

  var texts: [String] {
    func text(_ value: Double, _ digits: Int) -> String {
      String(format: "%.\(digits)f", value)
    }
    return ["\(count)", text(rmse, 2), text(rmseOfLast, 2), text(rankedScore, 2)]
      + coverage.map { text($0, 1) } + [text(width, 1)]
      + lows.flatMap { ["\($0.count)", text($0.caught, 1)] }
  }

  /// The measures of people in the baseline, each person in a column, such as
  /// "2301:18.214:9.871:90.500:nan". A subject of a table contains neither a comma nor a colon.
  var peopleTexts: [String] {
    people.sorted { $0.key < $1.key }.map { person, measures in
      ([person] + measures.map { String(format: "%.3f", $0) }).joined(separator: ":")
    }
  }

  /// Returns the mean over people of the change of each measure, with its interval of 95 percent by
  /// Student's distribution, or a dot if fewer than four people have it in both.
  func changes(from baseline: Figures?) -> [String] {
    Self.changes.indices.map { measure in
      let changes = people.sorted { $0.key < $1.key }.compactMap { person, own -> Double? in
        guard let former = baseline?.people[person]?[measure] else { return nil }
        let change =
          Self.changes[measure].isRelative
          ? 100 * (own[measure] / former - 1) : own[measure] - former
        return change.isFinite ? change : nil
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
  }

  /// Returns what is beyond the tolerances.
  ///
  /// Undamaged, these are 0.3 percent of the baseline's error, a percentage point of each coverage
  /// away from the nominal one, and a point of the lows of each threshold, if there are 100. From damaged readings, an
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
      for (threshold, (own, former)) in zip(Self.thresholds, zip(lows, baseline.lows)) {
        fault(
          own.count >= 100 && own.caught < former.caught - 1,
          "the lows below \(Int(threshold)) found are fewer than the baseline's by more than 1 point"
        )
      }
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
    let rest = Array(values[(4 + Self.coverages.count)...])
    var people: [String: [Double]] = [:]
    for text in texts.dropFirst(Self.names.count) {
      let parts = text.split(separator: ":")
      let measures = parts.dropFirst().compactMap { Double($0) }
      if measures.count == Self.changes.count { people[String(parts[0])] = measures }
    }
    self.init(
      count: Int(values[0]), rmse: values[1], rmseOfLast: values[2], rankedScore: values[3],
      coverage: Array(values[4..<4 + Self.coverages.count]), width: rest[0],
      lows: Self.thresholds.indices.map {
        Lows(count: Int(rest[1 + 2 * $0]), caught: rest[2 + 2 * $0])
      }, people: people)
  }
}
