import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct IncrementalAreaTests {
  private static let start = MetricRecords.midnight + 36_000

  @Test func theAreaIsExactWhereTheTraceCrosses() throws {
    // 30 minutes from the baseline to 20 above, 30 to 10 below, of which the first 20 are above the
    // baseline, and 30 to 20 above, of which the last 20 are.
    let series = try MetricRecords.series([100, 120, 90, 120], everyMinutes: 30, from: Self.start)
    let start = Date(timeIntervalSinceReferenceDate: Self.start)
    func area(_ minutes: Int, gap: Int = 30) -> Double? {
      series.incrementalArea(
        above: .mgdL(100), from: start, over: .seconds(minutes * 60),
        maximumGap: .seconds(gap * 60))
    }
    #expect(area(30) == 300)
    #expect(area(15) == 75)
    #expect(agree(area(60), 500))
    #expect(agree(area(90), 700))
    #expect(area(91) == nil && area(90, gap: 29) == nil)
  }

  /// An area over a fine trace by many small rectangles.
  @Test(arguments: 0..<30)
  func theAreaIsTheLimitOfSmallSteps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = (0...36).map { _ in Double(Int.random(in: 70...160, using: &random)) }
    let series = try MetricRecords.series(values, from: Self.start)
    let start = Date(timeIntervalSinceReferenceDate: Self.start)
    let baseline = Double.random(in: 60...170, using: &random)
    var sum = 0.0
    let steps = 500
    for step in 0..<36 * steps {
      let place = (Double(step) + 0.5) / Double(steps)
      let left = Int(place)
      let from = left == 0 ? baseline : values[left]
      let height = from + (values[left + 1] - from) * (place - Double(left)) - baseline
      sum += max(0, height) * 5 / Double(steps)
    }
    let area = try #require(
      series.incrementalArea(above: .mgdL(baseline), from: start, over: .seconds(3 * 3600)))
    #expect(abs(area - sum) < 0.02)
  }
}
