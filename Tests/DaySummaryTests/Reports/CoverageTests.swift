import DaySummary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct CoverageTests {
  static let days = [Samples.plainDay, Samples.shortDay, Samples.longDay]

  @Test(arguments: [0, 1, 2], [1.0, 5, 15])
  func fullDayHasACoverageOfOne(index: Int, minutes: Double) throws {
    let day = try Self.days[index]()
    let series = try Samples.series(day.interval, every: minutes)
    #expect(series.coverage(of: day).fraction == 1)
  }

  @Test(arguments: [0, 1, 2])
  func coverageIsRelativeToTheLengthOfTheDay(index: Int) throws {
    let day = try Self.days[index]()
    let series = try Samples.series(day.start..<day.start.addingTimeInterval(6 * 3600))
    #expect(abs(series.coverage(of: day).fraction - 6 / day.hours) < 1e-12)
  }

  @Test func gapCountsForOneIntervalOnly() throws {
    let day = try Samples.plainDay()
    let series = try Samples.series(from: day.start, [(0, 6), (5, 6), (10, 6), (130, 6), (135, 6)])
    #expect(abs(series.coverage(of: day).fraction - 25.0 / 1440) < 1e-12)
  }

  @Test func frequentReadingsCountUntilTheNext() throws {
    let day = try Samples.plainDay()
    let series = try Samples.series(from: day.start, [(0, 6), (5, 6), (6, 6), (10, 6), (15, 6)])
    #expect(abs(series.coverage(of: day).fraction - 20.0 / 1440) < 1e-12)
  }

  @Test func readingBeforeMidnightCoversTimeOfTheDay() throws {
    let day = try Samples.plainDay()
    let series = try Samples.series(
      day.start.addingTimeInterval(-7200 + 120)..<day.end.addingTimeInterval(7200))
    #expect(series.coverage(of: day).fraction == 1)
    let report = series.recording.report(of: day, bands: .consensus(in: .mgdL))
    #expect(report.coverage.fraction == 1)
  }

  @Test func fewFingerSticksDoNotCoverTheDay() throws {
    let day = try Samples.plainDay()
    let series = try Samples.series(from: day.start, [(420, 6), (720, 6), (1080, 6), (1320, 6)])
    #expect(abs(series.coverage(of: day).fraction - 60.0 / 1440) < 1e-12)
    let one = try Samples.series(from: day.start, [(420, 6)])
    #expect(abs(one.coverage(of: day).fraction - 5.0 / 1440) < 1e-12)
    #expect(GlucoseSeries().coverage(of: day).fraction == 0)
  }

  @Test func coverageIsNeverAboveOne() throws {
    let day = try Samples.shortDay()
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let times = (0..<400).map { _ in
        day.start.addingTimeInterval(.random(in: -3600...90_000, using: &generator))
      }
      let series = try GlucoseSeries(times.map { Reading(time: $0, glucose: .mmolL(6)) })
      let coverage = series.coverage(of: day)
      #expect((Percentage.zero...Percentage(100)).contains(coverage))
    }
  }
}
