import GlucoseMath
import GlucoseTestSupport
import PredictionTestSupport
import Testing

@testable import PredictionEvaluation

struct HostileBacktestsTests {
  private static let models = Result { try HostileModels() }

  @Test func aChangedBacktestIsRefusedOrOfUse() throws {
    let models = try Self.models.get()
    let outcomes = try ContentMutation.outcomes(ofChanging: models.backtest, count: 25, seed: 6) {
      HostileModels.use($0)
    }
    #expect(outcomes.accepted > 2 && outcomes.refused > 5)
  }

  /// Sums over people must not overflow.
  @Test(arguments: ["alarms.0.people.1.episodes", "predictors.0.people.1.0.counts.0"])
  func countsOfABacktestAtTheirGreatestAreRefused(path: String) throws {
    let models = try Self.models.get()
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(models.backtest, setting: path, to: "\(1 << 50)")
    }
  }

  /// Its people are confirmed by no errors.
  @Test func countOfPeopleWithoutPredictorsIsLimited() throws {
    let models = try Self.models.get()
    let options = BacktestOptions(leads: Array(models.plain.leads.prefix(1)))
    let bare = Backtest(of: [models.recording], options) { _, _ in [] }
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(bare, setting: "personCount", to: "\(1 << 40)")
    }
    var sum = models.backtest
    let few = try HostileJSON.stored(bare, setting: "personCount", to: "7")
    try? sum.add(few)
  }

  @Test func timesAheadOfABacktestAreLimited() throws {
    let options = BacktestOptions(leads: [.seconds(300)])
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(options, setting: "leads.0", to: "18446744073")
    }
  }
}
