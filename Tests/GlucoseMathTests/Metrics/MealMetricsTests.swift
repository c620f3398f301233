import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Meals worked out by hand. A trace begins one hour before the meal unless another time is given.
@Suite struct MealMetricsTests {
  private static let start = MetricRecords.midnight + 36_000
  private static let meal = Date(timeIntervalSinceReferenceDate: start + 3600)

  /// An hour at 100 of which the first cell is 112, then the meal at 130, a peak of 160 after 60
  /// minutes, and 40 mg/dL an hour downward.
  private static func values(until minutes: Int = 240) -> [Double] {
    var values = [112] + [Double](repeating: 100, count: 11) + [130]
    for step in 1...12 { values.append(130 + 2.5 * Double(step)) }
    for step in 0..<(minutes - 60) / 5 { values.append(160 - 40.0 / 12 * Double(step + 1)) }
    return values
  }

  @Test(arguments: [MetricConvention.clinical, .iglu])
  func theBaselineHasTheTwelveCellsBeforeTheMeal(convention: MetricConvention) throws {
    let series = try MetricRecords.series(Self.values(), from: Self.start)
    let grid = try #require(series.dayGrid(in: .gmt, convention: convention))
    let response = try #require(grid.mealMetrics(at: Self.meal))
    #expect(response.time == Self.meal)
    #expect(agree(response.baseline?.mgdL, 101))
    #expect(response.peak == .mgdL(160) && response.timeToPeak == .seconds(3600))
    #expect(agree(response.rise?.mgdL, 59))
    #expect(agree(response.hourAfterPeak?.mgdL, 120))
    #expect(agree(response.recovery?.fraction, 40 / 59.0))
    // From 0 at the meal to 31.5 after five minutes, to 59 after 60; then 59 mg/dL downward at 40 an
    // hour, which is 88.5 minutes.
    let area: Double = 5 * 31.5 / 2 + 55 * (31.5 + 59) / 2 + 59 * 88.5 / 2
    #expect(agree(response.incrementalArea3Hours, area))
    // The readings themselves are the cells.
    let raw = try #require(series.mealMetrics(at: Self.meal))
    #expect(agree(raw.incrementalArea3Hours, area) && agree(raw.baseline?.mgdL, 101))
    #expect(raw.time == response.time && raw.hourAfterPeak == response.hourAfterPeak)
  }

  @Test func aMealIsMovedToTheNearestValue() throws {
    let series = try MetricRecords.series(Self.values(), from: Self.start)
    let grid = try #require(series.dayGrid(in: .gmt))
    func time(_ seconds: Double, _ adjusting: Bool = true) -> Double? {
      let meal = Self.meal.addingTimeInterval(seconds)
      let cell = grid.mealMetrics(at: meal, adjustingTime: adjusting)?.time
      #expect(cell == series.mealMetrics(at: meal, adjustingTime: adjusting)?.time)
      return cell?.timeIntervalSince(Self.meal)
    }
    #expect(time(149) == 0 && time(151) == 300 && time(-149) == 0)
    // Of two the earlier.
    #expect(time(150) == 0)
    #expect(time(0, false) == 0 && time(1, false) == nil && time(300, false) == 300)
    // One interval before the first value and no more.
    #expect(time(-3900) == -3600 && time(-3901) == nil)
  }

  @Test func aMealInAGapTakesAValueOneIntervalAway() throws {
    // 65 minutes without readings around the meal, which lies one interval before their end.
    let gap = 1..<13
    let times = Self.values().indices.filter { !gap.contains($0) }
    let series = try ValidatedReadings(
      times: times.map { Self.start + 300 * Double($0) }, values: times.map { Self.values()[$0] }
    ).series
    let grid = try #require(series.dayGrid(in: .gmt))
    let response = try #require(grid.mealMetrics(at: Self.meal))
    #expect(response.time == Self.meal.addingTimeInterval(300))
    #expect(response.baseline == nil && response.rise == nil && response.recovery == nil)
    #expect(response.incrementalArea3Hours == nil)
    #expect(response.peak == .mgdL(160) && response.timeToPeak == .seconds(3300))
    #expect(agree(response.hourAfterPeak?.mgdL, 120))
    #expect(grid.mealMetrics(at: Self.meal, adjustingTime: false) == nil)
    #expect(grid.mealMetrics(at: Self.meal.addingTimeInterval(-1)) == nil)
  }

  @Test func anUncoveredHourLeavesOnlyWhatItDecidesUndefined() throws {
    // The record ends 175 minutes after the meal: the last cell of the three hours is missing.
    let short = try MetricRecords.series(Self.values(until: 175), from: Self.start)
    let grid = try #require(short.dayGrid(in: .gmt))
    let response = try #require(grid.mealMetrics(at: Self.meal))
    #expect(response.incrementalArea3Hours == nil)
    #expect(agree(response.rise?.mgdL, 59) && response.recovery != nil)
    // It ends before the hour after the peak is over.
    let shorter = try MetricRecords.series(Self.values(until: 115), from: Self.start)
    let early = try #require(shorter.dayGrid(in: .gmt)?.mealMetrics(at: Self.meal))
    #expect(early.hourAfterPeak == nil && early.recovery == nil && early.rise != nil)
    // It ends with the meal.
    let ended = try MetricRecords.series(Array(Self.values().prefix(13)), from: Self.start)
    #expect(ended.dayGrid(in: .gmt)?.mealMetrics(at: Self.meal) == nil)
    #expect(ended.mealMetrics(at: Self.meal) == nil)
    #expect(GlucoseSeries().mealMetrics(at: Self.meal) == nil)
  }

  /// 100 before the meal, then 2 mg/dL downward every five minutes.
  @Test func aFallHasNoRecovery() throws {
    var values = [Double](repeating: 100, count: 12)
    for step in 0...48 { values.append(100 - 2 * Double(step)) }
    let series = try MetricRecords.series(values, from: Self.start)
    let response = try #require(series.dayGrid(in: .gmt)?.mealMetrics(at: Self.meal))
    #expect(response.rise == .mgdL(-2) && response.recovery == nil)
    #expect(response.incrementalArea3Hours == 0 && response.hourAfterPeak == .mgdL(74))
  }

  @Test func clocksThatChangeMoveNoWindow() throws {
    // In New York the clock goes back from 2:00 to 1:00 on 2024-11-03; the meal is at 1:30 before it.
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let meal = try Date("2024-11-03T05:30:00Z", strategy: .iso8601)
    let series = try MetricRecords.series(
      Self.values(), from: meal.timeIntervalSinceReferenceDate - 3600)
    let grid = try #require(series.dayGrid(in: zone))
    let response = try #require(grid.mealMetrics(at: meal))
    #expect(agree(response.baseline?.mgdL, 101) && response.timeToPeak == .seconds(3600))
    #expect(agree(response.recovery?.fraction, 40 / 59.0))
    #expect(response.incrementalArea3Hours != nil)
  }

  // MARK: Incremental area

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
