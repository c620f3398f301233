import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct PretrainedEvaluationTests {
  private static func study(_ name: String, _ seed: UInt64) throws -> PretrainedModels.Study {
    PretrainedModels.Study(
      name: name,
      people: try (0..<4).map { try Synthetic.autoregression(count: 500, seed: seed + $0) })
  }

  @Test func aStudyIsForecastUnderAllConditions() async throws {
    let prior = PretrainedEvaluation.Condition.pretrained(hours: 1)
    let leads = [1800, 3600].map { Duration.seconds($0) }
    let evaluation = try await PretrainedEvaluation(
      of: [Self.study("one", 700), Self.study("two", 710)], only: ["one"],
      under: [.lastValue, prior, .personalized(hours: nil)], longLeads: leads, cohortSize: 3,
      originStride: 3)
    let result = try #require(evaluation.results.first)
    #expect(evaluation.results.map(\.study) == ["one", "one, smoothed"])
    let errors = evaluation.results.compactMap { $0.errors(of: .lastValue)?.rootMeanSquare }
    #expect(errors.count == 2 && errors[1] < errors[0])
    #expect(result.backtest.predictors == ["last-value", "pretrained-1h", "personalized-all"])
    #expect(result.backtest.options.crossings == Backtest.standardCrossings(in: .mgdL))
    let last = try #require(result.errors(of: .lastValue))
    let personal = try #require(result.errors(of: .personalized(hours: nil)))
    #expect(personal.count == last.count)
    #expect(try #require(personal.rootMeanSquare) < #require(last.rootMeanSquare))

    #expect(result.worseCount(under: prior, than: prior) == (0, 4))
    #expect(result.worseCount(under: prior, than: prior, byFactor: 0.999) == (4, 4))
    #expect(result.worseCount(under: prior, than: .fitAlone(hours: nil)) == (0, 0))

    let further = try #require(result.longLeadBacktest)
    #expect(further.leads == leads)
    #expect(further.predictors.contains("personalized-all"))
    for lead in leads { #expect(further.score(of: "pretrained-24h", lead: lead)?.coverage != nil) }

    let cohort = try #require(result.cohortBacktest)
    #expect(cohort.personCount == 3)
    #expect(cohort.predictors == PretrainedEvaluation.cohortPredictors)
  }
}
