import Foundation
import GlucoseMath
import GlucoseTestSupport
import PredictionTestSupport
import Testing

@testable import Prediction

struct HostileModelsTests {
  private static let models = Result { try HostileModels() }

  @Test func aChangedModelIsRefusedOrOfUse() throws {
    let models = try Self.models.get()
    for (model, count, seed) in [(models.personal, 40, 1 as UInt64), (models.plain, 60, 3)] {
      let outcomes = try ContentMutation.outcomes(ofChanging: model, count: count, seed: seed) {
        models.use($0)
      }
      #expect(outcomes.accepted > 2 && outcomes.refused > 15)
    }
  }

  @Test func countsAtTheirGreatestAddWithoutOverflow() throws {
    let statistics = try #require(Self.models.get().rounds.compactMap(\.part.statistics).first)
    for count in [Int.max, Int.max - 1, 1 << 62, (1 << 50) + 1] {
      #expect(
        try HostileJSON.stored(statistics, setting: "recordCount", to: "\(count)").fault != nil)
    }
    var full = try HostileJSON.stored(statistics, setting: "recordCount", to: "\(1 << 50)")
    #expect(throws: FitError(.tooManyRows(limit: 1 << 50))) { try full.add(statistics) }
    #expect(full.recordCount == 1 << 50)
  }

  @Test func pretrainedModelsThatWereChangedAreRefusedOrOfUse() throws {
    let models = try Self.models.get()
    let content: StoredContent = try StoredBytes.value(.prior, of: models.pretrained.bytes)
    var mutation = ContentMutation(generator: SeededGenerator(seed: 5))
    var accepted = 0
    for _ in 0..<25 {
      let bytes = try StoredBytes.bytes(.prior, mutation.changed(content))
      guard let changed = try? PretrainedModels(bytes: bytes) else { continue }
      accepted += 1
      models.use(changed)
    }
    #expect((1..<25).contains(accepted))
  }

  @Test func changedPartsOfAFitAreRefusedOrOfUse() throws {
    let models = try Self.models.get()
    var accepted = 0
    for (seed, round) in models.rounds.enumerated() {
      let own = try ContentMutation.outcomes(
        ofChanging: round.part, count: 15, seed: 7 + UInt64(seed)
      ) {
        models.use($0)
      }
      let task = try #require(round.fit.task)
      let tasks = try ContentMutation.outcomes(ofChanging: task, count: 15, seed: 17 + UInt64(seed))
      {
        models.use($0)
      }
      accepted += own.accepted + tasks.accepted
    }
    #expect(accepted > 20)
  }

  /// Sums over people or parts must not overflow.
  @Test func countsOfAPartAtTheirGreatestAreRefused() throws {
    let models = try Self.models.get()
    let round = try #require(models.rounds.last)
    let coverage = try #require(round.part.coverage)
    for path in ["everyone.counts.0", "personal.counts.0"] {
      #expect(try !HostileJSON.stored(coverage, setting: path, to: "\(Int.max)").isPlausible)
      let full = try HostileJSON.stored(coverage, setting: path, to: "\(1 << 50)")
      var (part, other) = (round.part, round.part)
      part.coverage = full
      other.coverage = full
      #expect(throws: FitError(.tooManyRows(limit: 1 << 50))) { try part.add(other) }
      #expect(part.coverage == full)
    }
  }

  @Test(arguments: [
    ("originCount", "-1"), ("originCount", "\(Int.max)"), ("blockCount", "-1"),
    ("blockCount", "1"), ("trials.0.rootMeanSquareError", "-2"),
  ])
  func numbersThatNoSelectionHasAreRefused(path: String, value: String) throws {
    let trial = ModelSelection.Trial(
      candidate: .personalFit, rootMeanSquareError: 20, score: -1)
    let selection = ModelSelection(
      trials: [trial], originCount: 0, blockCount: 0, chosen: .personalFit,
      reason: .tooFewReadings)
    #expect(try HostileJSON.stored(selection) == selection)
    #expect(try !HostileJSON.stored(selection, setting: path, to: value).isPlausible)
  }

  /// Weights of a task that no fit has.
  @Test(arguments: [Double.nan, .infinity, 1e7])
  func aTaskWithWeightsThatNoFitHasIsRefused(weight: Double) throws {
    let models = try Self.models.get()
    let fit = try #require(models.rounds.first { $0.part.errors != nil }?.fit)
    var content = try StoredContent(of: #require(fit.task))
    content = content.replacing("foldWeights") {
      guard case .list(var folds) = $0, case .numbers(var numbers) = folds[0] else { return $0 }
      numbers[1] = weight
      folds[0] = .numbers(numbers)
      return .list(folds)
    }
    let task = try content.decoded(as: FitTask.self)
    #expect(throws: FitError(.differentModels)) { try task.part(of: [("0", models.recording)]) }
  }

  /// The features of statistics, of their prior, and of a model are those of their options.
  @Test func featuresBeyondTheOptionsAreRefused() throws {
    let models = try Self.models.get()
    var options = models.plain.options
    (options.detail, options.minimumDetail) = (.daily, .daily)
    let daily = try Forecaster.fit([models.recording], options)
    #expect(daily.map.detail == .daily)
    let json = String(decoding: try JSONEncoder().encode(daily), as: UTF8.self)
    let statistics = try FitStatistics(FitOptions(), prior: models.plain)
    #expect(try HostileJSON.stored(statistics, setting: "prior", to: json).fault != nil)
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(daily, setting: "options.detail", to: "\"lags\"")
    }
  }

  @Test func partsOfOtherLeadsAreRefused() throws {
    let models = try Self.models.get()
    for (fit, own) in models.rounds {
      var (fit, part) = (fit, own)
      if let errors = part.errors?.first {
        part.errors = [CalibrationSet](outcomes: errors.outcomes + 1)
      } else if part.coverage != nil {
        part.coverage = FitPart.Coverage(outcomes: 9)
      } else if part.statistics != nil {
        var options = FitOptions()
        options.detail = .lags
        options.horizon = .seconds(900)
        part.statistics = FitStatistics(cadence: .fifteenMinutes, options)
      } else {
        continue
      }
      #expect(throws: FitError(.differentModels)) { try fit.advance(with: part) }
    }
  }
}

extension StoredContent {
  fileprivate func replacing(_ name: String, _ change: (StoredContent) -> StoredContent) -> Self {
    guard case .record(let fields) = self else { return self }
    return .record(
      Dictionary(
        uniqueKeysWithValues: fields.map { key, value in
          (key, key == name ? change(value) : value.replacing(name, change))
        }))
  }
}
