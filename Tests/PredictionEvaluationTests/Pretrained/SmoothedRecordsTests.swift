import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct SmoothedRecordsTests {
  /// The other people's recordings train the model of smoothed ones.
  @Test func aSmoothedStudyIsForecastByAModelOfOthersThatWereSmoothed() async throws {
    func people(_ seed: UInt64) throws -> [GlucoseSeries] {
      try (0..<4).map { try Synthetic.autoregression(count: 500, seed: seed + $0) }
    }
    let test = try people(520).map { $0.smoothedAfterwards() }
    #expect(test.allSatisfy { SensorKind(of: $0) == .smoothed })
    let models = try await PretrainedModels.trained(
      on: [500, 510].map { PretrainedModels.Study(name: "\($0)", people: try people($0)) },
      landmarkCount: 20)
    let errors = try [SensorKind.unsmoothed, .smoothed].map { kind in
      let model = try models.forecaster(for: kind)
      let test = Backtest(of: test, at: model.leads) { _, _ in [model] }
      return try #require(test.score(of: "model", lead: .seconds(1800))?.rootMeanSquare)
    }
    #expect(errors[1] < 0.95 * errors[0])
  }

  /// A mean of weights within three standard deviations keeps a line, also next to a gap, where it
  /// is of one side, and makes second differences small.
  @Test func smoothingKeepsALineAndRemovesNoise() throws {
    let line = try Synthetic.series((0..<100).map { 100 + Double($0) })
    let smoothed = line.smoothedAfterwards()
    #expect(smoothed.times == line.times)
    #expect(smoothed.values.dropFirst(6).dropLast(6) == line.values.dropFirst(6).dropLast(6))
    let rough = try Synthetic.series((0..<100).map { $0 % 2 == 0 ? 90 : 110 })
    #expect(rough.smoothedAfterwards().values.dropFirst(6).dropLast(6).allSatisfy { $0 == 100 })
    let (first, gap) = (Array(line.prefix(3)), Array(line.dropFirst(90)))
    let parted = try GlucoseSeries(first + gap).smoothedAfterwards()
    #expect(parted.values.prefix(3).allSatisfy { (100...102).contains($0) })
    #expect(GlucoseSeries().smoothedAfterwards().isEmpty)
  }

  /// In health, recordings that were smoothed as for the training have the ratio of second to first
  /// differences that smoothed ones have.
  @Test(.enabled(if: Datasets.has("hall") && Datasets.has("colas"), Datasets.skipped))
  func smoothedRecordingsHaveTheDifferencesOfASmoothingSensor() throws {
    func ratio(_ people: [GlucoseSeries]) -> Double {
      var (first, second) = (0.0, 0.0)
      for series in people where SensorCadence(of: series) == .fiveMinutes {
        for (early, (middle, late)) in zip(series, zip(series.dropFirst(), series.dropFirst(2)))
        where late.time.timeIntervalSince(early.time) < 660 {
          let change = late.glucose.mgdL - middle.glucose.mgdL
          first += change * change
          let bend = change - (middle.glucose.mgdL - early.glucose.mgdL)
          second += bend * bend
        }
      }
      return second / first
    }
    let hall = try RealRecordings.people(of: "hall")
    let colas = ratio(try RealRecordings.people(of: "colas"))
    let smoothed = GlucoseSeries.smoothings.map { deviation in
      ratio(hall.map { $0.smoothed(over: deviation) })
    }
    #expect(smoothed[1] < colas && colas < smoothed[0], "\(smoothed), \(colas)")
    #expect(ratio(hall) > 3 * colas)
  }

  /// The others are calibrated on the errors of all people.
  @Test func smoothedRecordsAreCalibratedAlone() throws {
    let rough = try Synthetic.autoregression(count: 500, seed: 530)
    let smooth = try Synthetic.autoregression(count: 500, seed: 531).smoothedAfterwards()
    let study = PretrainedModels.Study(name: "both", people: [rough, smooth])
    func kinds(_ kind: SensorKind) throws -> [SensorKind] {
      try #require(PretrainingPipeline([study], kind, landmarkCount: 10)).people.map(\.kind)
    }
    #expect(try kinds(.unsmoothed) == [.unsmoothed, .smoothed])
    #expect(try kinds(.smoothed) == [.smoothed, .smoothed])
  }
}
