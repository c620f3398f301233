// SPDX-License-Identifier: Apache-2.0

import GlucoseMath
import Testing

@testable import Prediction

struct BacktestCertaintyTests {
  private let lead = Duration.seconds(300)

  /// Each person's glucose rises by its own amount each five minutes, which the last value misses.
  private func test(_ rises: [Double]) throws -> Backtest {
    let people = try rises.map { rise in
      try Synthetic.series((0..<50).map { 60 + rise * Double($0) })
    }
    return Backtest(of: people, at: [lead]) { _, _ in [LastValue(), LinearExtrapolation()] }
  }

  @Test func theIntervalHoldsTheMeasureAndIsTheSameForASeed() throws {
    let test = try test([1, 2, 3, 4, 5, 4, 3, 2])
    let interval = try #require(
      test.interval(of: "last value", lead: lead) { $0.meanAbsolute })
    #expect(interval.contains(3) && interval.lowerBound > 1 && interval.upperBound < 5)
    // Eight people of deviation 1.22 have a standard error of 0.43 about their mean.
    #expect(abs(interval.upperBound - interval.lowerBound - 3.92 * 0.433) < 0.3)
    #expect(interval == test.interval(of: "last value", lead: lead) { $0.meanAbsolute })
    let narrow = try #require(
      test.interval(of: "last value", lead: lead, confidence: 0.5) { $0.meanAbsolute })
    #expect(interval.contains(narrow.lowerBound) && interval.contains(narrow.upperBound))
  }

  @Test func onePersonTellsNothingOfOthers() throws {
    #expect(try test([2]).interval(of: "last value", lead: lead) { $0.meanAbsolute } == nil)
    #expect(try test([2, 3]).interval(of: "nobody", lead: lead) { $0.meanAbsolute } == nil)
  }

  @Test func differencesAreTakenOnTheSamePeople() throws {
    let test = try test([1, 2, 3, 4, 5])
    let interval = try #require(
      test.intervalOfDifference(of: "last value", from: "last value", lead: lead) {
        $0.meanAbsolute
      })
    #expect(interval == 0...0)
    let gain = try #require(
      test.intervalOfDifference(of: "linear extrapolation", from: "last value", lead: lead) {
        $0.meanAbsolute
      })
    #expect(gain.upperBound < -1)
  }

  @Test(arguments: BacktestDesign.allCases)
  func everyProtocolTestsTheSameMoments(design: BacktestDesign) throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 1200, seed: 350 + $0) }
    var options = FitOptions()
    options.detail = .lags
    var begun: [Int] = []
    let test = try Backtest(
      ofModelFor: people, options, by: design, alarmsOf: [.below(.mgdL(70))]
    ) { person, model in
      begun.append(person)
      #expect(model.recordCount == (design == .leaveOnePersonOut ? 2 : 3))
    }
    #expect(begun == [0, 1, 2])
    let lead = Duration.seconds(1800)
    let last = try #require(test.score(of: "last value", lead: lead))
    #expect(last.count == 3 * 354)
    #expect(test.predictors.count == 8)
    let model = try #require(test.score(of: "personal model", lead: lead)?.rootMeanSquare)
    #expect(try model < #require(last.rootMeanSquare))
    let lag = try #require(test.score(of: "personal model", lead: lead)?.timeLag)
    #expect(lag < .seconds(1800))
  }

  @Test func aTestOfNobodyOrOfTooLittleFails() throws {
    #expect(throws: FitError.self) { try Backtest(ofModelFor: []) }
    let short = try Synthetic.autoregression(count: 60, seed: 1)
    #expect(throws: FitError.self) { try Backtest(ofModelFor: [short]) }
    #expect(throws: FitError.self) {
      try Backtest(ofModelFor: [short], by: .leaveOnePersonOut)
    }
  }

  @Test func aFitToTheOthersNamesWhomItCannotUse() throws {
    let people = try [
      Synthetic.autoregression(count: 900, seed: 62),
      Synthetic.autoregression(count: 900, seed: 63),
      Synthetic.series((0..<400).map { 100 + Double($0 % 9) }, step: 3600),
    ]
    let error = #expect(throws: FitError.self) {
      try Backtest(ofModelFor: people, by: .leaveOnePersonOut)
    }
    #expect(error?.record == 2)
  }
}
