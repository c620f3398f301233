import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct QuantilesTests {
  /// Of 10, 20, 30, 40 the positions are 0 to 3: R's quantile(x, p), type 7.
  @Test(
    arguments: [
      (0.0, 10.0), (0.1, 13), (0.25, 17.5), (1.0 / 3, 20), (0.5, 25), (0.75, 32.5), (0.9, 37),
      (1, 40),
    ] as [(Double, Double)])
  func interpolatesAsType7(probability: Double, expected: Double) throws {
    let series = try GlucoseSeries(readings(30, 10, 40, 20))
    #expect(agree(try #require(series.quantile(probability)).mgdL, expected))
  }

  @Test func medianIsTheMiddleOrTheMeanOfTwo() throws {
    #expect(try GlucoseSeries(readings(5, 1, 9)).median == .mgdL(5))
    #expect(try GlucoseSeries(readings(5, 1, 9, 6)).median == .mgdL(5.5))
    #expect(try GlucoseSeries(readings(7)).median == .mgdL(7))
  }

  @Test func oneReadingIsEveryQuantile() throws {
    let series = try GlucoseSeries(readings(7))
    #expect(series.quantiles([0, 0.05, 0.5, 1]) == Array(repeating: .mgdL(7), count: 4))
  }

  @Test func noReadingsHaveNoQuantiles() {
    #expect(GlucoseSeries().quantile(0.5) == nil)
    #expect(GlucoseSeries().quantiles([0.5]) == nil)
  }

  @Test func quantilesAscendFromLeastToGreatest() throws {
    var random = SeededGenerator(seed: 2)
    for count in 1...50 {
      let values = randomValues(count, &random)
      let series = try GlucoseSeries(readings(values))
      let probabilities = (0...100).map { Double($0) / 100 }
      let quantiles = try #require(series.quantiles(probabilities)).map(\.mgdL)
      #expect(quantiles == quantiles.sorted())
      #expect(quantiles.first == values.min() && quantiles.last == values.max())
      #expect(quantiles[25] == series.quantile(0.25)?.mgdL, "one by one is the same")
    }
  }

  @Test func everyReadingIsAQuantile() throws {
    var random = SeededGenerator(seed: 3)
    let values = randomValues(33, &random).sorted()
    let series = try GlucoseSeries(readings(values))
    for (place, value) in values.enumerated() {
      #expect(agree(try #require(series.quantile(Double(place) / 32)).mgdL, value))
    }
  }

  @Test func probabilitiesKeepTheirOrder() throws {
    let series = try GlucoseSeries(readings(10, 20, 30))
    #expect(series.quantiles([1, 0, 0.5]) == [.mgdL(30), .mgdL(10), .mgdL(20)])
    #expect(series.quantiles([]) == [])
  }

  @Test(arguments: [-0.01, 1.01])
  func aProbabilityBeyondOneIsAMistake(probability: Double) async {
    await #expect(processExitsWith: .failure) { [probability] in
      _ = try GlucoseSeries(readings(1, 2)).quantile(probability)
    }
  }

  @Test(arguments: [0.01, 1, 300])
  func manyReadingsHaveTheQuantilesOfTheirSortedValues(spread: Double) throws {
    var random = SeededGenerator(seed: 5)
    let values = (0..<3000).map { _ in 100 + spread * Double.random(in: 0...1, using: &random) }
    let series = try ValidatedReadings(
      times: values.indices.map { Double($0) * 300 }, values: values
    )
    .series
    let sorted = values.sorted()
    let probabilities = (0...2999).map { Double($0) / 2999 }
    let quantiles = try #require(series.quantiles(probabilities)).map(\.mgdL)
    for (found, expected) in zip(quantiles, sorted) { #expect(agree(found, expected)) }
  }

  @Test func cadenceOfJitteredTimesIsTheirMiddleGap() throws {
    var random = SeededGenerator(seed: 6)
    var gaps: [Double] = []
    var times = [0.0]
    for _ in 0..<2001 {
      times.append(times[times.count - 1] + 300 + Double.random(in: -0.2...0.2, using: &random))
      gaps.append(times[times.count - 1] - times[times.count - 2])
    }
    let series = try ValidatedReadings(times: times, values: times.map { _ in 100 }).series
    #expect(series.cadence == .seconds(gaps.sorted()[gaps.count / 2]))
  }
}
