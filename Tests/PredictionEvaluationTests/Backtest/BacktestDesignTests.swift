// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BacktestDesignTests {
  @Test func aSensorOfTenMinutesIsBackTested() async throws {
    let people = try (0..<2).map {
      Recording(series: try Synthetic.autoregression(count: 2000, seed: 930 + $0, step: 600))
    }
    var options = FitOptions()
    options.detail = .lags
    let test = try await Backtest.ofModel(
      for: people, options, alarmsOf: [.above(.mgdL(160))], tasks: 1)
    let lead = Duration.seconds(1800)
    let own = try #require(test.score(of: "personal-model", lead: lead))
    let last = try #require(test.score(of: "last-value", lead: lead))
    #expect(own.count == last.count && own.count > 700)
    #expect(try #require(own.rootMeanSquare) < #require(last.rootMeanSquare))
    #expect(try #require(test.score(of: "last-value", lead: .seconds(900))).count > 700)
  }

  @Test func anOutcomeBetweenReadingsOfTenMinutesLiesOnTheirLine() throws {
    let values = (0..<40).map { 100 + Double($0 * $0 % 11) }
    let ten = PreparedSeries(try Synthetic.series(values, step: 600))
    var hint = 5
    #expect(ten.outcome(after: 5, 900, hint: &hint) == (values[6] + values[7]) / 2)
    #expect(ten.outcome(after: 5, 1800, hint: &hint) == values[8])
    #expect(ten.outcome(after: 38, 900, hint: &hint) == nil)
    // In a gap there is no outcome, and the readings of other sensors are never interpolated.
    let gap = PreparedSeries(try Synthetic.series(values, step: 600).without(6..<7))
    hint = 5
    #expect(gap.outcome(after: 5, 900, hint: &hint) == nil)
    let five = PreparedSeries(try Synthetic.series(values).without(8..<9))
    hint = 5
    #expect(five.outcome(after: 5, 900, hint: &hint) == nil)
    #expect(five.outcome(after: 5, 1200, hint: &hint) == values[9])
  }

  @Test func publishedDesignsHaveTheirLeadsAndSplits() async throws {
    let glucoFM = BacktestDesign.glucoFMBench
    #expect(
      glucoFM.testPercentage == Percentage(fraction: 0.2) && glucoFM.context == .seconds(12 * 3600))
    #expect(glucoFM.reportedLeads == [.seconds(1800)] && glucoFM.horizon == .seconds(1800))
    let metaboNet = BacktestDesign.metaboNetBench
    #expect(metaboNet.horizon == .seconds(7200) && metaboNet.context == nil)
    #expect(metaboNet.reportedLeads?.map { $0 / .seconds(60) } == [30, 60, 90, 120])
    #expect(BacktestDesign.chronological.reportedLeads == nil)

    let people = try (0..<2).map {
      Recording(series: try Synthetic.autoregression(count: 1500, seed: 940 + $0))
    }
    var options = FitOptions()
    options.detail = .daily
    let test = try await Backtest.ofModel(for: people, options, by: glucoFM, alarmsOf: [])
    #expect(test.testPercentage == Percentage(fraction: 0.2) && test.leads.last == .seconds(1800))
    let own = try #require(test.score(of: "personal-model", lead: .seconds(1800)))
    // Of 300 tested readings, the last six have no outcome.
    #expect(own.count == 2 * 294)
    let summary = try #require(
      test.summaryOverPeople(of: "personal-model", lead: .seconds(1800)) { $0.rootMeanSquare })
    #expect(summary.count == 2)
    #expect(
      try summary.mean < #require(
        test.score(of: "last-value", lead: .seconds(1800))?.rootMeanSquare))
  }

  @Test func leadsOfTwoHoursAreTested() throws {
    let series = try Synthetic.series((0..<400).map { 100 + Double($0 % 100) })
    let leads = (1...24).map { Duration.seconds($0 * 300) }
    let test = Backtest(of: [series], at: leads) { _, _ in [LastValue(), Momentum()] }
    #expect(test.score(of: "last-value", lead: .seconds(7200))?.count == 96)
    #expect(test.score(of: "momentum", lead: .seconds(5400))?.dtsPercentage(in: .a) != nil)
    #expect(test.score(of: "last-value", lead: .seconds(7200))?.timeLag != nil)
  }
}
