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
      of: 2, options, alarmsOf: [.above(.mgdL(160))], tasks: 1
    ) { people[$0] }
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
    #expect(glucoFM.reportedLeads?.map { $0 / .seconds(60) } == [15, 30, 60, 90])
    #expect(glucoFM.horizon == .seconds(5400))
    let metaboNet = BacktestDesign.metaboNetBench
    #expect(metaboNet.horizon == .seconds(7200) && metaboNet.context == nil)
    #expect(metaboNet.reportedLeads?.map { $0 / .seconds(60) } == [30, 60, 90, 120])
    #expect(BacktestDesign.chronological.reportedLeads == nil)

    let people = try (0..<2).map {
      Recording(series: try Synthetic.autoregression(count: 1500, seed: 940 + $0))
    }
    var options = FitOptions()
    options.detail = .daily
    let test = try await Backtest.ofModel(of: 2, options, by: glucoFM, alarmsOf: []) { people[$0] }
    #expect(
      test.options.testPercentage == Percentage(fraction: 0.2) && test.leads.last == .seconds(5400))
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

  /// GlucoBench has an origin every half hour, and paths of an hour.
  @Test(arguments: [(300.0, 6), (900, 2)])
  func glucoBenchMeasuresPathsEveryHalfHour(step: Double, stride: Int) async throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 950, step: step)
    var options = FitOptions()
    options.detail = .daily
    let test = try await Backtest.ofModel(of: 1, options, by: .glucoBench, alarmsOf: []) { _ in
      Recording(series: series)
    }
    #expect(test.leads.last == .seconds(3600) && test.options.context == .seconds(12 * 3600))
    #expect(test.originCount == (450 - 1) / stride)
    let own = try #require(test.pathSummary(of: "personal-model"))
    let last = try #require(test.pathSummary(of: "last-value"))
    // The last origins have no outcome in an hour.
    #expect(own.count < test.originCount && own.count >= test.originCount - 3)
    #expect(own.rootMeanSquare < last.rootMeanSquare && own.meanAbsolute < last.meanAbsolute)
  }

  /// On a line that rises by 0.5 mg/dL per reading, the errors of the last value are 0.5 to 6 mg/dL.
  @Test func pathsHaveTheirMediansAndOutcomesAtEveryLead() throws {
    let series = try Synthetic.series((0..<400).map { 60 + 0.5 * Double($0) }).without(300..<301)
    var options = BacktestOptions(leads: (1...12).map { .seconds(300 * $0) })
    func test(_ options: BacktestOptions, _ count: Int = 1) -> Backtest {
      Backtest(of: (0..<count).map { _ in Recording(series: series) }, options) { _, _ in
        [Baseline.lastValue]
      }
    }
    #expect(test(options).pathSummary(of: "last-value") == nil)
    options.measuresPaths = true
    let one = test(options)
    let summary = try #require(one.pathSummary(of: "last-value"))
    #expect(abs(summary.rootMeanSquare - (650.0 / 48).squareRoot()) < 1e-9)
    #expect(abs(summary.meanAbsolute - 3.25) < 1e-9)
    // Origins less than an hour before the end or before the gap have no path.
    #expect(summary.count == one.originCount - 11 - 12)
    #expect(one.pathSummary(of: "model") == nil)
    #expect(try Backtest(bytes: one.bytes) == one)
    var sum = one
    try sum.add(one)
    #expect(sum == test(options, 2))
    #expect(sum.pathSummary(of: "last-value")?.count == 2 * summary.count)
  }

  @Test func medianOfPathsIsThatOfTheirOwnErrors() throws {
    var paths = Backtest.PathErrors()
    for errors in [[6.0, -8], [0, 0], [3, 4]] { paths.add(errors) }
    #expect(paths.squares == [50, 0, 12.5] && paths.sizes == [7, 0, 3.5])
  }

  @Test func leadsOfTwoHoursAreTested() throws {
    let series = try Synthetic.series((0..<400).map { 100 + Double($0 % 100) })
    let leads = (1...24).map { Duration.seconds($0 * 300) }
    let test = Backtest(of: [series], at: leads) { _, _ in [Baseline.lastValue, Baseline.momentum] }
    #expect(test.score(of: "last-value", lead: .seconds(7200))?.count == 96)
    #expect(test.score(of: "momentum", lead: .seconds(5400))?.dtsPercentage(in: .a) != nil)
    #expect(test.score(of: "last-value", lead: .seconds(7200))?.timeLag != nil)
  }
}
