import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct SensorCoverageTests {
  private static let midnight = MetricRecords.midnight
  private static let day = 86_400.0

  private static func series(_ minutes: [Double]) throws -> GlucoseSeries {
    try ValidatedReadings(
      times: minutes.map { midnight + $0 * 60 }, values: minutes.map { _ in 110 }
    ).series
  }

  /// Minutes from `start` to `end`, `step` apart.
  private static func steps(_ start: Double, _ end: Double, _ step: Double) -> [Double] {
    Array(stride(from: start, to: end, by: step))
  }

  private static func range(days: Double, from start: Double = 0) -> Range<Date> {
    let start = Date(timeIntervalSinceReferenceDate: midnight + start * day)
    return start..<start.addingTimeInterval(days * day)
  }

  /// Complete records of many kinds, each of two days.
  static let complete: [(String, [Double])] = [
    ("5 minutes", steps(0, 2880, 5)), ("1 minute", steps(0, 2880, 1)),
    ("15 minutes", steps(7, 2880, 15)), ("10 minutes", steps(3, 2880, 10)),
    ("30 seconds", steps(0, 2880, 0.5)),
    ("5, then 15 minutes", steps(0, 1440, 5) + steps(1440, 2880, 15)),
    ("15, then 5 minutes", steps(0, 1440, 15) + steps(1440, 2880, 5)),
    ("1, then 15 minutes", steps(0, 1440, 1) + steps(1440, 2880, 15)),
    ("5, then 15 minutes from noon", steps(0, 720, 5) + steps(720, 2880, 15)),
    (
      "15 minutes for two hours only",
      steps(0, 900, 5) + steps(900, 1020, 15) + steps(1020, 2880, 5)
    ),
    ("two sensors, half an interval apart", steps(0, 2880, 5) + steps(2.5, 2880, 5)),
    ("two sensors, two minutes apart", steps(0, 2880, 5) + steps(2, 2880, 5)),
    ("two sensors, of which one ends", steps(0, 2880, 5) + steps(2.5, 1000, 5)),
    (
      "two sensors that miss one in ten by turns",
      steps(0, 2880, 5).enumerated().filter { $0.offset % 10 != 3 }.map(\.element)
        + steps(2, 2880, 5).enumerated().filter { $0.offset % 10 != 8 }.map(\.element)
    ),
    ("one record from two programs", steps(0, 2880, 5) + steps(0.05, 2880, 5)),
    ("a sensor of 1 minute and one of 5", steps(0, 2880, 1) + steps(0.4, 2880, 5)),
    ("a sensor of 5 minutes and one of 15", steps(0, 2880, 5) + steps(2, 2880, 15)),
    (
      "15 minutes with scans",
      steps(0, 2880, 15) + (0..<100).map { Double($0 * 197 % 2880) + 0.37 }
    ),
  ]

  @Test(arguments: complete.indices)
  func completeRecordsAreComplete(index: Int) throws {
    let (name, minutes) = Self.complete[index]
    let series = try Self.series(minutes)
    let whole = try #require(series.sensorCoverage())
    #expect(whole.activePercentage.percent > 99.7, "\(name)")
    let asked = try #require(series.sensorCoverage(in: Self.range(days: 2)))
    #expect(
      asked.activePercentage.percent > 99.2 && asked.activePercentage.percent <= 100, "\(name)")
    #expect(agree(asked.expectedMinutes, 2880, within: 0.01), "\(name)")
  }

  @Test func sevenDaysAtFiveMinutesAndSevenAtFifteenAreComplete() throws {
    let series = try Self.series(Self.steps(0, 7 * 1440, 5) + Self.steps(7 * 1440, 14 * 1440, 15))
    #expect(series.sensorCoverage()?.activePercentage.percent == 100)
    #expect(series.sensorCoverage(in: Self.range(days: 14))?.activePercentage.percent == 100)
    #expect(series.dataSufficiency(in: .gmt).isSufficient)
  }

  /// A day without readings counts as a day, by whichever sensor the others were recorded.
  @Test(arguments: [1.0, 5, 15])
  func missingTimeCountsAsTime(interval: Double) throws {
    // The first day of two at one minute, and half of the second at the interval.
    let series = try Self.series(Self.steps(0, 1440, 1) + Self.steps(1440, 2160, interval))
    let coverage = try #require(series.sensorCoverage(in: Self.range(days: 2)))
    #expect(abs(coverage.activePercentage.fraction - 0.75) < 0.001)
    #expect(abs(coverage.expectedMinutes - 2880) < 1)
  }

  @Test func theEdgesOfARangeCount() throws {
    let series = try Self.series(Self.steps(0, 4 * 1440, 5))
    #expect(
      agree(series.sensorCoverage(in: Self.range(days: 9))?.activePercentage.percent, 100 * 4 / 9.0)
    )
    #expect(
      agree(
        series.sensorCoverage(in: Self.range(days: 9, from: -5))?.activePercentage.percent,
        100 * 4 / 9.0))
    #expect(
      series.sensorCoverage(in: Self.range(days: 2, from: 20))?.activePercentage.fraction == 0)
    #expect(series.sensorCoverage(in: Self.range(days: 0)) == nil)
  }

  /// Where readings lie in the interval does not matter to a range that they fill.
  @Test(arguments: [0, 0.5, 2.5, 4, 4.99])
  func thePhaseOfTheSensorDoesNotMatter(phase: Double) throws {
    let series = try Self.series(Self.steps(phase - 50, 1500, 5))
    let coverage = try #require(series.sensorCoverage(in: Self.range(days: 1)))
    #expect(agree(coverage.activePercentage.percent, 100))
    #expect(agree(coverage.expectedMinutes, 1440))
  }

  @Test func oneFingerStickADayIsNeverEnough() throws {
    let series = try Self.series((0..<30).map { Double($0) * 1440 + 420 })
    let percent = try #require(
      series.sensorCoverage(in: Self.range(days: 30))?.activePercentage.percent)
    #expect(agree(percent, 100 * 15 / 1440.0, within: 1e-6))
    #expect(try #require(series.sensorCoverage()?.activePercentage.percent) < 1.1)
    #expect(!series.dataSufficiency(in: .gmt).isSufficient)
    let row = try #require(series.metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first)
    #expect(!row.sufficiency.isSufficient)
    for column in MetricColumn.all where column.name.hasSuffix("_episodes_per_day") {
      #expect(column.value(of: row) == nil)
    }
    #expect(row.metrics.episodes.recordedDays == 0)
  }

  /// Readings lost at random, a third of all: the interval stays the sensor's.
  @Test(arguments: [1.0, 5, 15])
  func lostReadingsDoNotLengthenTheInterval(interval: Double) throws {
    var random = SeededGenerator(seed: 11)
    let kept = Self.steps(0, 14 * 1440, interval).filter { _ in
      Int.random(in: 0..<10, using: &random) < 7
    }
    let series = try Self.series(kept)
    let share = Double(kept.count) * interval / (14 * 1440)
    let coverage = try #require(series.sensorCoverage(in: Self.range(days: 14)))
    #expect(abs(coverage.activePercentage.fraction - share) < 0.03)
  }

  @Test(arguments: [0.1, 0.3])
  func jitterDoesNotMatter(minutes: Double) throws {
    var random = SeededGenerator(seed: 12)
    let series = try Self.series(
      Self.steps(1, 3 * 1440, 5).map { $0 + .random(in: -minutes...minutes, using: &random) })
    #expect(try #require(series.sensorCoverage()?.activePercentage.percent) == 100)
  }

  @Test func twoPartsAreAsTheWhole() throws {
    let series = try Self.series(Self.steps(0, 1000, 5) + Self.steps(2000, 2880, 15))
    let first = try #require(series.sensorCoverage(in: Self.range(days: 1)))
    let second = try #require(series.sensorCoverage(in: Self.range(days: 1, from: 1)))
    let whole = try #require(series.sensorCoverage(in: Self.range(days: 2)))
    #expect(
      abs((first + second).activePercentage.fraction - whole.activePercentage.fraction) < 0.003)
  }

  @Test func oneReadingHasNoCoverageOfItsOwn() throws {
    let series = try Self.series([600])
    #expect(series.sensorCoverage() == nil)
    #expect(
      agree(series.sensorCoverage(in: Self.range(days: 1))?.activePercentage.fraction, 5 / 1440.0))
    #expect(GlucoseSeries().sensorCoverage() == nil)
    #expect(GlucoseSeries().sensorCoverage(in: Self.range(days: 1))?.activePercentage.percent == 0)
  }

  @Test func rowsOfDaysAndAskedPeriodsCountTheTimeFromTheFirstReadingToTheLast() throws {
    let series = try Self.series(Self.steps(720, 3 * 1440, 5))
    let byDay = series.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL)).map {
      $0.metrics.activePercent
    }
    #expect(byDay.map { $0.map { ($0 * 1000).rounded() / 1000 } } == [100, 100, 100])
    #expect(
      series.metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first?.metrics.activePercent == 100)
    let first = try #require(LocalDay("2024-01-10", in: .gmt))
    let asked = try #require(series.period(of: first...first.advanced(by: 4)))
    #expect(asked.dayCount == 3)
    let row = try #require(MetricRow(asked, bands: .consensus(in: .mgdL)))
    #expect(agree(row.metrics.activePercent, 100))
    #expect(agree(row.sufficiency.activePercentage?.percent, 100))
    #expect(row.lastDay == first.advanced(by: 4))
    #expect(series.period(of: first.advanced(by: 9)...first.advanced(by: 12)) == nil)
  }

  /// A sensor of 15 minutes whose first reading of a day is up to an interval after midnight.
  @Test(arguments: 0..<15) func theLastDayLacksNoReadingWhateverItsPhase(minute: Int) throws {
    for count in [2, 12, 96] {
      let series = try Self.series(
        Self.steps(Double(minute), Double(minute + 1440 + 15 * count), 15))
      let rows = series.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL))
      for row in rows { #expect(agree(row.metrics.activePercent, 100)) }
      // Without the first reading of the last day, one is missing if the day has others.
      guard count > 2 else { continue }
      let gap = series.removing([96..<97])
      let last = gap.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL)).last
      let part = try #require(last?.metrics.activePercent)
      #expect(part < 100)
      if minute == 0 { #expect(agree(part, 100 * Double(count - 1) / Double(count))) }
    }
  }

  @Test func theExpectedTimesOfDaysAddUpToThatOfTheRecord() throws {
    let minutes = Self.steps(700, 1000, 5) + Self.steps(1700, 4000, 15) + Self.steps(5000, 5100, 1)
    let series = try Self.series(minutes)
    let whole = try #require(series.sensorCoverage())
    let range = try #require(series.expectedRange)
    #expect(range.upperBound.timeIntervalSinceReferenceDate == Self.midnight + 60 * 5100)
    let days = series.periods(by: .day, in: .gmt)
    #expect(days.count == 4)
    let expected = days.compactMap(\.expectedRange).reduce(0) {
      $0 + $1.upperBound.timeIntervalSince($1.lowerBound)
    }
    #expect(agree(expected, range.upperBound.timeIntervalSince(range.lowerBound)))
    #expect(whole.activePercentage < Percentage(100))
  }

  /// A plain account of one sensor: a slot to each interval.
  @Test func gapsAreCountedInIntervals() throws {
    var random = SeededGenerator(seed: 8)
    for count in [20, 200, 201] {
      var minutes = [0.0]
      for _ in 1..<count {
        minutes.append(
          minutes[minutes.count - 1]
            + 5 * Double([1, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1))
      }
      let series = try Self.series(minutes)
      let expected = (minutes[count - 1] - minutes[0]) / 5 + 1
      #expect(
        agree(
          series.sensorCoverage()?.activePercentage.percent, 100 * Double(count) / expected,
          within: 1e-9))
    }
  }
}
