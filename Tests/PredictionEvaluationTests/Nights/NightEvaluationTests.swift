import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct NightEvaluationTests {
  /// Returns a person with a reading every 15 minutes whose glucose falls by 50 mg/dL from midnight
  /// in the nights that start below 120.
  private static func person(seed: UInt64, days: Int) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: seed)
    let midnight = Date(timeIntervalSince1970: 20_000 * 86_400)
    var readings: [Reading] = []
    for day in 0..<days {
      let level = Double.random(in: 85...180, using: &generator)
      for step in 0..<96 {
        // A day is from 09:00.
        let hour = 9 + Double(step) / 4
        let fall = level < 120 ? 50 * min(max(hour - 24, 0), 3) / 3 : 0
        readings.append(
          Reading(
            time: midnight.addingTimeInterval(86_400 * Double(day) + 3600 * hour),
            glucose: .mgdL(level - fall + Double.random(in: -5...5, using: &generator))))
      }
    }
    return try GlucoseSeries(readings)
  }

  private static func studies(_ days: Int, hasClock: Bool = true) throws -> [PretrainedModels.Study]
  {
    try (0..<2).map { study in
      PretrainedModels.Study(
        name: "study \(study)",
        people: try (0..<4).map { try person(seed: UInt64(10 * study + $0 + 1), days: days) },
        hasClock: hasClock)
    }
  }

  @Test func tooFewNightsHaveNoEvaluation() throws {
    #expect(NightEvaluation(of: []) == nil)
    #expect(NightEvaluation(of: try Self.studies(3)) == nil)
    #expect(NightEvaluation.nights(of: try Self.studies(3, hasClock: false)).isEmpty)
  }

  @Test func theModelIsMeasuredOnNightsOutsideTheFit() throws {
    let days = 20
    let evaluation = try #require(NightEvaluation(of: try Self.studies(days)))
    let strangers = try #require(evaluation.comparison(.leaveOneStudyOut, below: 70))
    // The first and the last day are not whole.
    #expect(strangers.people == 8 && strangers.nights == 8 * (days - 1))
    #expect(strangers.results.map(\.predictor) == NightEvaluation.Predictor.allCases)
    let model = strangers.results[0]
    #expect(model.area.value > 0.9 && model.areaGain == nil)
    // The level at bedtime decides; nights of the past do not.
    let rate = strangers.results[3]
    #expect(rate.area.value < 0.75)
    let gain = try #require(rate.areaGain)
    #expect(abs(gain.value - (model.area.value - rate.area.value)) < 1e-12)
    #expect(try #require(gain.interval).lowerBound > 0)
    let studies = (0..<2).compactMap {
      evaluation.comparison(.leaveOneStudyOut, below: 70, study: $0)
    }
    #expect(studies.map(\.nights).reduce(0, +) == strangers.nights)
    #expect(studies.map(\.lows).reduce(0, +) == strangers.lows)
    let later = try #require(evaluation.comparison(.withinPeople, below: 70))
    #expect(later.people == 8 && later.nights == 8 * (days - 1 - 14))

    let tenths = evaluation.reliability(.leaveOneStudyOut, below: 70)
    #expect(tenths.count == 10)
    #expect(tenths.map(\.expected) == tenths.map(\.expected).sorted())
    #expect(tenths[0].observed.value < 0.1 && tenths[9].observed.value > 0.6)
    let times = try #require(evaluation.timeErrors(.leaveOneStudyOut))
    #expect(times.nights == strangers.lows)
    #expect(abs(times.gain.value - (times.constant - times.model)) < 1e-9)
  }
}
