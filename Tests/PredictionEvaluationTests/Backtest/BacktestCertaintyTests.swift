import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BacktestCertaintyTests {
  private let lead = Duration.seconds(300)

  /// Returns a test of people whose glucose rises by a different amount every five minutes, the
  /// error of the last value.
  private func test(_ rises: [Double]) throws -> Backtest {
    let people = try rises.map { rise in
      try Synthetic.series((0..<50).map { 60 + rise * Double($0) })
    }
    return Backtest(of: people, at: [lead]) { _, _ in
      [Baseline.lastValue, Baseline.linearExtrapolation()]
    }
  }

  @Test func theIntervalContainsTheMeasureAndIsTheSameForASeed() throws {
    let test = try test([1, 2, 3, 4, 5, 4, 3, 2])
    let interval = try #require(
      test.bootstrapInterval(of: "last-value", lead: lead) { $0.meanAbsolute })
    #expect(interval.contains(3) && interval.lowerBound > 1 && interval.upperBound < 5)
    // Eight people with a standard deviation of 1.22 have a standard error of the mean of 0.43.
    #expect(abs(interval.upperBound - interval.lowerBound - 3.92 * 0.433) < 0.3)
    #expect(interval == test.bootstrapInterval(of: "last-value", lead: lead) { $0.meanAbsolute })
    let narrow = try #require(
      test.bootstrapInterval(of: "last-value", lead: lead, confidence: 0.5) { $0.meanAbsolute })
    #expect(interval.contains(narrow.lowerBound) && interval.contains(narrow.upperBound))
  }

  /// A percentile is the least value at or below which its fraction of the values is: of 1000 values,
  /// the 50th and the 950th are the ends of an interval of 90 %.
  @Test(arguments: [
    (0.9, 1000, 50.0...950), (0.95, 1000, 25...975), (0.8, 10, 1...9), (0.5, 4, 1...3),
    (0.9, 10, 1...10), (0.99, 3, 1...3), (0.95, 1, 1...1),
  ])
  func theEndsAreOrderStatistics(confidence: Double, draws: Int, expected: ClosedRange<Double>) {
    var next = 0.0
    let interval = Backtest.bootstrapInterval(2, confidence, draws, 1) { _ in
      next += 1
      return next
    }
    #expect(interval == expected)
  }

  /// Of the values 0 to 100, the central half is from 25 to 75, and three quarters are from 12 to
  /// 88; values that are not defined are left out.
  @Test(arguments: [(0.5, 25.0...75.0), (0.75, 12...88)])
  func theIntervalIsBetweenTwoPercentiles(confidence: Double, expected: ClosedRange<Double>) {
    var next = -1
    let interval = Backtest.bootstrapInterval(2, confidence, 202, 1) { drawn in
      #expect(drawn.count == 2 && drawn.allSatisfy { (0...1).contains($0) })
      next += 1
      return next < 101 ? Double(next) : next % 2 == 0 ? nil : .nan
    }
    #expect(interval == expected)
  }

  @Test func onePersonHasNoIntervalOverPeople() throws {
    let alone = try test([2])
    #expect(alone.bootstrapInterval(of: "last-value", lead: lead) { $0.meanAbsolute } == nil)
    #expect(
      try test([2, 3]).bootstrapInterval(of: "nobody", lead: lead) { $0.meanAbsolute } == nil)
  }

  @Test(arguments: [BacktestDesign.chronological, .leaveOnePersonOut, .rolling])
  func everyDesignTestsTheSameOrigins(design: BacktestDesign) async throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 1200, seed: 350 + $0) }
    var options = FitOptions()
    options.detail = .lags
    let begun = Lock<Set<Int>>([])
    let test = try await Backtest.ofModel(
      of: 3, options, by: design, alarmsOf: [.below(.mgdL(70))],
      recording: { Recording(series: people[$0]) },
      begin: { person, model in
        begun.withLock { _ = $0.insert(person) }
        #expect(model.recordCount == (design == .leaveOnePersonOut ? 2 : 3))
      })
    #expect(begun.withLock { $0 } == [0, 1, 2])
    let lead = Duration.seconds(1800)
    let last = try #require(test.score(of: "last-value", lead: lead))
    #expect(last.count == 3 * 354)
    #expect(test.predictors.count == 8)
    let model = try #require(test.score(of: "personal-model", lead: lead)?.rootMeanSquare)
    #expect(try model < #require(last.rootMeanSquare))
    let lag = try #require(test.score(of: "personal-model", lead: lead)?.timeLag)
    #expect(lag < .seconds(1800))
  }

  @Test func aTestOfNobodyOrOfTooLittleFails() async throws {
    let short = Recording(series: try Synthetic.autoregression(count: 60, seed: 1))
    await #expect(throws: FitError.self) { try await Backtest.ofModel(of: 0) { _ in short } }
    await #expect(throws: FitError.self) { try await Backtest.ofModel(of: 1) { _ in short } }
    await #expect(throws: FitError.self) {
      try await Backtest.ofModel(of: 1, by: .leaveOnePersonOut) { _ in short }
    }
  }

  @Test func aFitToTheOthersNamesTheUnusableRecording() async throws {
    let people = try [
      Synthetic.autoregression(count: 900, seed: 62),
      Synthetic.autoregression(count: 900, seed: 63),
      Synthetic.series((0..<400).map { 100 + Double($0 % 9) }, step: 3600),
    ]
    let error = await #expect(throws: FitError.self) {
      try await Backtest.ofModel(of: 3, by: .leaveOnePersonOut) { Recording(series: people[$0]) }
    }
    #expect(error?.record == 2)
  }

  @Test func differencesAreTakenOnTheSamePeople() throws {
    let test = try test([1, 2, 3, 4, 5])
    let interval = try #require(
      test.bootstrapIntervalOfDifference(of: "last-value", from: "last-value", lead: lead) {
        $0.meanAbsolute
      })
    #expect(interval == 0...0)
    let gain = try #require(
      test.bootstrapIntervalOfDifference(of: "linear-extrapolation", from: "last-value", lead: lead)
      {
        $0.meanAbsolute
      })
    #expect(gain.upperBound < -1)
  }
}
