// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct StoredForecasterTests {
  private static let models = Result { try HostileModels() }

  /// Returns the stored form of a value with some of its fields changed.
  private func content(
    of value: some Encodable, _ change: (inout [String: BinaryValue]) -> Void
  ) throws -> BinaryValue {
    guard case .record(var fields) = try BinaryValue(encoding: value) else { return .absent }
    change(&fields)
    return .record(fields)
  }

  /// Returns content in which the values of one group of features differ.
  private func withOtherFeatures(_ group: String, _ value: some Encodable) throws -> BinaryValue {
    try content(of: value) { fields in
      guard case .list(var groups) = fields["features"] else { return }
      for index in groups.indices {
        guard case .record(var parts) = groups[index], parts["name"] == .text(group) else {
          continue
        }
        parts["sums"] = .numbers([1, 2, 3])
        groups[index] = .record(parts)
      }
      fields["features"] = .list(groups)
    }
  }

  @Test func aModelComesBackFromJSONAndBytesAndForecastsTheSameBits() throws {
    let models = try Self.models.get()
    let now = try #require(models.recording.series.last?.time)
    for model in [models.personal, models.plain] {
      let json = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(model))
      let bytes = try model.bytes
      let restored = try Forecaster(bytes: bytes)
      #expect(json == model && restored == model)
      #expect(try restored.bytes == bytes)
      let forecast = try model.forecast(after: models.recording, at: now)
      #expect(try json.forecast(after: models.recording, at: now) == forecast)
      #expect(try restored.forecast(after: models.recording, at: now) == forecast)
      #expect(try bytes.count * 5 < JSONEncoder().encode(model).count * 4)
    }
  }

  @Test(arguments: [3, 4, Int.max, 0, -1])
  func anotherFormatIsRefusedByBothNumbers(_ format: Int) throws {
    let models = try Self.models.get()
    let error = StoredModelError(.format(found: format, readable: 2...2))
    let changed = try content(of: models.personal) { $0["format"] = .whole(Int64(format)) }
    #expect(throws: error) { try changed.decoded(as: Forecaster.self) }
    #expect(throws: error) { try changed.decoded(as: StoredForecaster.self) }
    let statistics = try content(of: models.statistics) { $0["format"] = .whole(Int64(format)) }
    #expect(throws: error) { try statistics.decoded(as: FitStatistics.self) }
    #expect(error.description.contains("\(format)") && error.description.contains("format 2"))
    guard format > 0 else { return }
    var bytes = try models.personal.bytes
    let digits = Array("\(format)".utf8)
    bytes.replaceSubrange(14..<15, with: digits)
    // More than nine digits are not a valid format number.
    #expect(throws: StoredModelError.self) { try Forecaster(bytes: bytes) }
    if digits.count < 10 { #expect(throws: error) { try Forecaster(bytes: bytes) } }
  }

  @Test func otherFeaturesAreRefusedByName() throws {
    let models = try Self.models.get()
    let error = StoredModelError(.features(changed: ["windows"]))
    let changed = try withOtherFeatures("windows", models.personal)
    #expect(throws: error) { try changed.decoded(as: Forecaster.self) }
    #expect(throws: error) { try Forecaster(bytes: StoredBytes.bytes(.model, changed)) }
    #expect(throws: StoredModelError(.features(changed: ["history"]))) {
      try withOtherFeatures("history", models.statistics).decoded(as: FitStatistics.self)
    }
    #expect(error.description.contains("windows"))
    let missing = try content(of: models.plain) { $0["features"] = nil }
    #expect(throws: StoredModelError.self) { try missing.decoded(as: Forecaster.self) }
  }

  @Test func bytesThatWereChangedAreRefused() throws {
    let bytes = try Self.models.get().plain.bytes
    for position in stride(from: 0, to: bytes.count, by: 41) {
      var changed = bytes
      changed[position] ^= 4
      #expect(throws: StoredModelError.self) { try Forecaster(bytes: changed) }
    }
    for count in [0, 10, 15, 16, 20, 24, bytes.count - 1] {
      #expect(throws: StoredModelError.self) { try Forecaster(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: StoredModelError.self) { try PretrainedModels(bytes: bytes) }
  }

  // MARK: - Transfer

  @Test func intervalsAreTransferredToOtherFeatures() throws {
    let models = try Self.models.get()
    var personal = models.personal
    personal.person?.measured = EmpiricalCoverage(outcomes: personal.steps)
    let learned = try #require(personal.person)
    let stored = try withOtherFeatures("seasonal", personal).decoded(as: StoredForecaster.self)
    #expect(stored.isPersonal)
    #expect(throws: StoredModelError.self) { try stored.forecaster() }
    let (model, lost) = models.plain.adopting(stored)
    #expect(lost == [.weights])
    let person = try #require(model.person)
    for outcome in 0..<model.steps {
      let spread = personal.spread(outcome: outcome)
      #expect(abs(model.spread(outcome: outcome) - spread) < 1e-12)
      #expect(model.quantiles(of: outcome) == personal.quantiles(of: outcome))
    }
    #expect(person.measured == learned.measured && person.judgedUntil == learned.judgedUntil)
    #expect(person.weights == models.plain.populationWeights && person.learnedUntil == nil)
    // The lost part is fitted again to the same record, and equals the result of one update.
    var again = model
    again.update(with: models.recording)
    let fresh = models.plain.personalized(to: models.recording)
    for (one, other) in zip(again.weights, fresh.weights) { #expect(abs(one - other) < 1e-9) }
    #expect(again.quantiles(of: 0) == model.quantiles(of: 0))
  }

  @Test func weightsAreTransferredToOtherWeightsOfTheSameFeatures() throws {
    let models = try Self.models.get()
    let mine = models.plain.personalized(to: models.recording)
    let other = try content(of: models.plain) { fields in
      guard case .numbers(let weights) = fields["populationWeights"] else { return }
      fields["populationWeights"] = .numbers(weights.map { 0.9 * $0 + 0.01 })
    }.decoded(as: Forecaster.self)
    var (carried, lost) = other.adopting(StoredForecaster(mine))
    #expect(lost.isEmpty && carried.person?.mixture != nil)
    var learned = other.personalized(to: models.recording)
    // The weights of the multiples are those of the stored model's errors; with one multiple the
    // weights are the same.
    carried.person?.mixture = nil
    learned.person?.mixture = nil
    #expect(carried.solve() && learned.solve())
    for (one, two) in zip(carried.weights, learned.weights) { #expect(abs(one - two) < 1e-7) }
    let (sums, direct) = (try #require(carried.person).sums, try #require(learned.person).sums)
    for (one, two) in zip(sums.squares, direct.squares) {
      #expect(abs(one / two - 1) < 1e-9)
    }
    #expect(carried.person?.learnedUntil == mine.person?.learnedUntil)
  }

  @Test func aModelTransfersItsOwnState() throws {
    let models = try Self.models.get()
    var everyone = models.personal
    everyone.person = nil
    let (model, lost) = everyone.adopting(StoredForecaster(models.personal))
    #expect(lost.isEmpty)
    #expect(model == models.personal)
  }

  @Test func nothingIsTransferredToAnotherCadenceOrFromThePopulationsModel() throws {
    let models = try Self.models.get()
    let dense = try Forecaster.pretrained(for: .unsmoothed)
    let (model, lost) = dense.adopting(StoredForecaster(models.personal))
    #expect(model == dense && lost == [.weights, .intervals])
    #expect(dense.adopting(StoredForecaster(models.plain)) == (dense, []))
  }

  @Test func aLongerHorizonTransfersTheStepsOfBoth() throws {
    let models = try Self.models.get()
    var options = models.plain.options
    options.horizon = .seconds(2700)
    let far = try Forecaster.fit([models.recording], options)
    let (model, lost) = far.adopting(StoredForecaster(models.personal))
    #expect(lost == [.weights, .intervals])
    #expect(model.quantiles(of: 2) == models.personal.quantiles(of: 2))
    #expect(model.quantiles(of: 3) == far.quantiles(of: 3))
  }
}

private func == (
  lhs: (model: Forecaster, lost: [Forecaster.LearnedPart]),
  rhs: (Forecaster, [Forecaster.LearnedPart])
) -> Bool { lhs.model == rhs.0 && lhs.lost == rhs.1 }
