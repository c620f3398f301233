import GlucoseDiary
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct TrainingPartTests {
  /// Neither the population's model nor a person's uses the features of a part that is left out.
  @Test func featuresThatAreLeftOutHaveNoWeight() async throws {
    let studies = try [700, 710].map { seed in
      PretrainedModels.Study(
        name: "\(seed)",
        people: try (0..<4).map {
          try Synthetic.autoregression(count: 350, seed: UInt64(seed + $0))
        }, type: seed == 700 ? .type1 : .noDiabetes)
    }
    let models = try await PretrainedModels.trained(
      on: studies, without: [.windows, .kernel, .types], landmarkCount: 20)
    #expect(models.priors.isEmpty)
    let model = try models.forecaster(for: .unsmoothed)
    let own = try Synthetic.autoregression(count: 600, seed: 720)
    let person = model.personalized(to: Recording(series: own))
    let layout = model.map.layout
    for weights in [model.populationWeights, try #require(person.person).weights] {
      let left = Array(layout.windows) + Array(layout.kernel)
      #expect(left.allSatisfy { abs(weights[$0]) < 0.001 })
      #expect(layout.variability.contains { abs(weights[$0]) > 0.01 })
    }
  }
}
