import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct LevelCountsTests {
  private func counts(_ levels: [Double]) -> FitStatistics.LevelHistogram {
    var counts = FitStatistics.LevelHistogram()
    counts.add(levels)
    return counts
  }

  @Test func allButAFewRowsAreWithinTheSupport() {
    #expect(FitStatistics.LevelHistogram().support == nil)
    #expect(counts([105]).support == 100...110)
    // One in twenty rows, or 30 of any number, support their level.
    let day = (0..<500).map { 80 + Double($0 % 100) }
    #expect(counts(day + Array(repeating: 250, count: 26)).support == 80...180)
    #expect(counts(day + Array(repeating: 250, count: 27)).support == 80...260)
    let middle = (0..<10_000).map { 80 + Double($0 % 100) }
    let few = Array(repeating: 41.0, count: 29) + Array(repeating: 380, count: 29)
    #expect(counts(middle + few).support == 80...180)
    #expect(counts(middle + few + [45, 385]).support == 40...390)
    // Values of a damaged file are in the last band.
    #expect(counts(Array(repeating: 1000, count: 40)).support == 440...450)
  }

  @Test func countsAddAndSurviveEncoding() throws {
    let levels = (0..<700).map { 60 + Double($0 % 173) }
    var sum = counts(Array(levels[..<200]))
    sum += counts(Array(levels[200...]))
    #expect(sum == counts(levels))
    #expect(sum.isPlausible)
    for broken in ["[1,2]", "[" + Array(repeating: "-1", count: 45).joined(separator: ",") + "]"] {
      let decoded = try JSONDecoder().decode(
        FitStatistics.LevelHistogram.self, from: Data("{\"counts\":\(broken)}".utf8))
      #expect(!decoded.isPlausible)
    }
  }

  /// Between 80 and 150 mg/dL: the square and the cube of the level extrapolate poorly to 300.
  private func calm(seed: UInt64) throws -> GlucoseSeries {
    let series = try Synthetic.autoregression(count: 4000, seed: seed)
    return try Synthetic.series(series.values.map { 115 + 35 * tanh(($0 - 115) / 60) })
  }

  @Test(arguments: [FeatureDetail.interactions, .daily, .kernel])
  func aLevelOutsideTheFitIsClippedToTheNearest(detail: FeatureDetail) throws {
    var options = FitOptions()
    options.detail = detail
    options.minimumDetail = detail
    let model = try Forecaster.fit([calm(seed: 77)], options)
    let known = try #require(model.map.levelSupport)
    #expect(known.lowerBound >= 70 && known.upperBound <= 160)
    func change(at level: Double) throws -> Double {
      let flat = try Synthetic.series(Array(repeating: level, count: 400))
      let now = try #require(flat.last?.time)
      let point = try #require(try model.forecast(after: flat, at: now).points.last)
      return point.glucose.mgdL - level
    }
    #expect(try abs(change(at: 300) - change(at: known.upperBound)) < 1e-9)
    #expect(try abs(change(at: 50) - change(at: known.lowerBound)) < 1e-9)
    #expect(try abs(change(at: 120) - change(at: 130)) > 1e-6)
    let decoded = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(model))
    #expect(decoded.map.levelSupport == known)
  }

  @Test func addedStatisticsSupportTheLevelsOfBoth() throws {
    let people = [try calm(seed: 78), try calm(seed: 79)]
    var options = FitOptions()
    options.cadence = .fiveMinutes
    options.detail = .daily
    func statistics(_ people: [GlucoseSeries]) throws -> FitStatistics {
      var statistics = FitStatistics(cadence: .fiveMinutes, options)
      try statistics.add(people.map { Recording(series: $0) })
      return statistics
    }
    let whole = try statistics(people)
    var sum = try statistics([people[0]])
    try sum.add(statistics([people[1]]))
    #expect(sum.levels == whole.levels && sum.levels.total == sum.rowCount)
  }
}
