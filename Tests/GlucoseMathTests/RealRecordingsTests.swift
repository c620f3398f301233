import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// What holds for any recording, on real ones.
@Suite(.enabled(if: Datasets.has("hall") && Datasets.has("uom"), Datasets.skipped))
struct RealRecordingsTests {
  @Test(arguments: ["hall", "uom"])
  func daysAndStatisticsCoverEveryReading(name: String) throws {
    let subjects = try Datasets.subjects(name)
    #expect(subjects.count == ["hall": 57, "uom": 17][name])
    for subject in subjects {
      let series = subject.series
      let statistics = try #require(series.statistics(bands: .consensus(in: .mgdL)))
      let daily = series.dailyStatistics(in: .gmt, bands: .consensus(in: .mgdL))
      #expect(daily.map(\.statistics.count).reduce(0, +) == series.count)
      let mean = daily.reduce(0) { $0 + $1.statistics.mean.mgdL * Double($1.statistics.count) }
      #expect(agree(mean / Double(series.count), statistics.mean.mgdL, digits: 11))
      #expect(daily.map(\.statistics.minimum).min() == statistics.minimum)
      #expect(daily.map(\.statistics.maximum).max() == statistics.maximum)
      #expect(series.quantiles([0, 1]) == [statistics.minimum, statistics.maximum])
      let cadence = try #require(series.cadence)
      #expect((.seconds(240)...Duration.seconds(960)).contains(cadence))
    }
  }

  @Test func timesOfASetAreThoseOfItsText() throws {
    let first = try #require(try Datasets.subjects("hall").first)
    #expect(first.name == "1636-69-001")
    #expect(first.series.first?.time == (try Date("2014-02-03T03:42:12Z", strategy: .iso8601)))
    #expect(first.series.first?.glucose == .mgdL(93))
  }
}
