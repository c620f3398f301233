internal import GlucoseMath

/// The model selected for a person, and the evidence.
///
///     let model = try await Forecaster.best(for: recording, in: oslo) { _ in }
///     for candidate in model.selection?.candidates ?? [] {
///       print(candidate, model.selection?.rootMeanSquareError(of: candidate) ?? .nan)
///     }
///
/// For a record with meals, insulin, or exercise there are two candidates. Both are fitted to its
/// first 70 percent and predict the same origins of the rest. The personalized pretrained model is
/// selected unless the fit to the events has a squared error that is lower by at least two percent
/// (about one percent of the root mean square error) and by more than chance: the score of the
/// paired difference over days, or over quarters of days in a short record, is beyond the 99th
/// percentile of Student's *t* distribution.
public struct ModelSelection: Equatable, Codable, Sendable {
  /// A candidate model.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Candidate: String, Hashable, Codable, Sendable {
    /// The pretrained model, personalized with the whole record; it does not use events.
    case personalized
    /// A fit to the record, with its events, with the pretrained model as its prior.
    case fitWithPrior
    /// A fit to the record alone, for a sensor for which there is no pretrained model.
    case personalFit
  }

  /// The reason for a selection.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: String, Hashable, Codable, Sendable {
    /// There are no events, and so no other candidate.
    case noEvents
    /// There were too few readings to compare candidates.
    case tooFewReadings
    /// The fit had no lower error than the personalized pretrained model by more than chance.
    case noBetterCandidate
    /// The fit had a lower error than the personalized pretrained model by more than chance.
    case lessError
    /// There is no pretrained model for this kind of sensor.
    case noPretrainedModel
  }

  package struct Trial: Equatable, Codable, Sendable {
    package let candidate: Candidate
    package let rootMeanSquareError: Double?
    /// The difference in mean squared error from the personalized pretrained model, in standard
    /// errors of the difference; `nil` with fewer than four blocks of time.
    package let score: Double?
  }

  package let trials: [Trial]
  /// The number of origins on which candidates were compared.
  package let originCount: Int
  /// The number of blocks of time that contain these origins.
  package let blockCount: Int
  /// The selected candidate.
  public let chosen: Candidate
  /// The reason for the selection.
  public let reason: Reason

  /// The candidates, in order.
  public var candidates: [Candidate] { trials.map(\.candidate) }

  /// Returns the root mean square error of a candidate at the horizon in mg/dL, or `nil` if there
  /// were too few readings to fit or compare it.
  public func rootMeanSquareError(of candidate: Candidate) -> Double? {
    trials.first { $0.candidate == candidate }?.rootMeanSquareError
  }
}

extension ModelSelection {
  var isPlausible: Bool {
    StoredLimits.counts.contains(originCount) && (0...originCount).contains(blockCount)
      && trials.allSatisfy { trial in
        (0..<Double.infinity).contains(trial.rootMeanSquareError ?? 0)
          && (trial.score ?? 0).isFinite
      }
  }

  /// The candidate that is selected unless another one has a lower error by more than chance.
  private static let standard = Candidate.personalized
  private static let leastBlocks = 4
  private static let leastGain = 0.02

  /// Returns the 99th percentile of Student's *t* distribution for the mean of a number of blocks.
  static func criticalScore(_ blocks: Int) -> Double {
    StudentT.quantile(0.99, degreesOfFreedom: Double(blocks - 1))
  }

  struct Errors: Sendable {
    var times: [Double] = []
    var squares: [Double] = []

    var rootMeanSquare: Double? {
      squares.isEmpty ? nil : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
  }

  /// Creates a selection from the candidates with errors on the same origins; others are excluded.
  init(_ errors: [(candidate: Candidate, errors: Errors?)]) {
    let standard = errors.first { $0.candidate == Self.standard }?.errors ?? Errors()
    let blocks = Self.blocks(standard.times)
    let blockCount = (blocks.last ?? -1) + 1
    let critical = blockCount > 1 ? Self.criticalScore(blockCount) : .infinity
    let total = standard.squares.reduce(0, +)
    var better: Candidate?
    trials = errors.map { candidate, errors in
      guard let errors, errors.times == standard.times else {
        return Trial(candidate: candidate, rootMeanSquareError: nil, score: nil)
      }
      var score: Double?
      if candidate != Self.standard, blockCount >= Self.leastBlocks {
        var sums = [Double](repeating: 0, count: blockCount)
        for (index, block) in blocks.enumerated() {
          sums[block] += errors.squares[index] - standard.squares[index]
        }
        let sum = sums.reduce(0, +)
        let mean = sum / Double(blockCount)
        let variance =
          sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(blockCount - 1)
          * Double(blockCount)
        // A difference that is equal in every block is beyond chance.
        let own =
          variance > 0 ? sum / variance.squareRoot() : sum == 0 ? 0 : sum < 0 ? -1e6 : 1e6
        score = own
        if own <= -critical, sum <= -Self.leastGain * total { better = candidate }
      }
      return Trial(
        candidate: candidate, rootMeanSquareError: errors.rootMeanSquare, score: score)
    }
    originCount = standard.times.count
    self.blockCount = blockCount
    chosen = better ?? Self.standard
    reason =
      better != nil
      ? .lessError
      : errors.count < 2
        ? .noEvents : blockCount >= Self.leastBlocks ? .noBetterCandidate : .tooFewReadings
  }

  static let onlyPersonalFit = ModelSelection(
    trials: [Trial(candidate: .personalFit, rootMeanSquareError: nil, score: nil)], originCount: 0,
    blockCount: 0, chosen: .personalFit, reason: .noPretrainedModel)

  /// Returns the number of each instant's block: days since the first instant, or quarters of days
  /// in a record shorter than a week. Blocks without origins are skipped.
  private static func blocks(_ times: [Double]) -> [Int] {
    guard let first = times.first, let last = times.last else { return [] }
    let start = first - SensorCadence.dayMargin
    let length = last - start >= 7 * 86_400 ? 86_400.0 : 21_600
    var (result, number, current) = ([Int](), -1, -1.0)
    for time in times {
      let block = ((time - start) / length).rounded(.down)
      if block != current { (current, number) = (block, number + 1) }
      result.append(number)
    }
    return result
  }
}
