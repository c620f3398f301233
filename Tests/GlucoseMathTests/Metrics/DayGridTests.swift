import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct DayGridTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo")

  /// Readings every five minutes over three local days about a change of clocks.
  private static func series(_ first: String, in zone: TimeZone) throws -> GlucoseSeries {
    let day = try #require(LocalDay(first, in: zone))
    let start = day.start.timeIntervalSinceReferenceDate
    let end = day.advanced(by: 3).start.timeIntervalSinceReferenceDate
    let times = Array(stride(from: start, to: end, by: 300))
    return try ValidatedReadings(
      times: times, values: times.indices.map { 100 + Double($0 % 50) }
    ).series
  }

  @Test(arguments: [("2025-03-29", 276), ("2025-10-25", 300), ("2025-06-01", 288)])
  func aRowHasTheCellsOfTheRealDay(first: String, cells: Int) throws {
    let zone = try #require(Self.oslo)
    let grid = try #require(Self.series(first, in: zone).dayGrid(in: zone))
    #expect(grid.rowCount == 3)
    #expect(grid.cells(ofRow: 1).count == cells)
    #expect(grid.valueCount == grid.cellCount)
    #expect(grid.time(ofCell: grid.cells(ofRow: 1).lowerBound) == grid.day(ofRow: 1).start)
    #expect(grid.time(ofCell: grid.cells(ofRow: 2).lowerBound) == grid.day(ofRow: 2).start)
  }

  @Test func iglusRowsFollowTheWallClock() throws {
    let zone = try #require(Self.oslo)
    let spring = try #require(
      Self.series("2025-03-29", in: zone).dayGrid(in: zone, convention: .iglu))
    let shortDay = spring.cells(ofRow: 1)
    #expect(shortDay.count == 288)
    // 02:00 to 02:55 are columns 24 to 35, one after the first, which is 00:05.
    #expect(
      shortDay.filter { spring[$0] == nil }.map { $0 - shortDay.lowerBound } == Array(23..<35))
    let autumn = try #require(
      Self.series("2025-10-25", in: zone).dayGrid(in: zone, convention: .iglu))
    #expect(autumn.cells(ofRow: 1).count == 288)
    #expect(autumn.cells(ofRow: 1).allSatisfy { autumn[$0] != nil })
  }

  @Test func clockTimesPairAcrossAChangeOfClocks() throws {
    let zone = try #require(Self.oslo)
    for first in ["2025-03-29", "2025-10-25"] {
      let day = try #require(LocalDay(first, in: zone))
      let end = day.advanced(by: 3).start.timeIntervalSinceReferenceDate
      let times = Array(stride(from: day.start.timeIntervalSinceReferenceDate, to: end, by: 300))
      // The value is the clock time, so that the same clock time always has the same value.
      let values = times.map { time in
        let date = Date(timeIntervalSinceReferenceDate: time)
        let local = time + Double(zone.secondsFromGMT(for: date))
        return 100 + (local / 300).truncatingRemainder(dividingBy: 288)
      }
      let series = try ValidatedReadings(times: times, values: values).series
      let grid = try #require(series.dayGrid(in: zone))
      #expect(grid.meanOfDailyDifferences() == .mgdL(0))
      #expect(agree(grid.standardDeviationMeasures().betweenDays?.mgdL, 0))
      let profile = grid.ambulatoryGlucoseProfile()
      #expect(profile.points.allSatisfy { $0.percentiles.first == $0.percentiles.last })
    }
  }

  @Test func aGapLongerThanTheMaximumStaysEmpty() throws {
    let start = MetricRecords.midnight
    for (gap, isFilled) in [(45.0, true), (45.1, false)] {
      let series = try ValidatedReadings(
        times: [start, start + 300, start + 300 + gap * 60, start + 600 + gap * 60],
        values: [100, 110, 150, 160]
      ).series
      let grid = try #require(series.dayGrid(in: .gmt, interval: .seconds(300)))
      #expect((grid[2] != nil) == isFilled)
      #expect(grid[1] == .mgdL(110))
    }
  }

  @Test(arguments: [(1.0, 1), (3, 3), (5, 5), (7, 1), (8, 4), (10, 5), (15, 5), (25, 5)])
  func theIntervalDividesThatOfTheSensor(minutes: Double, interval: Int) throws {
    let series = try MetricRecords.series(Array(repeating: 100, count: 50), everyMinutes: minutes)
    #expect(series.dayGrid(in: .gmt)?.intervalInMinutes == interval)
  }
}
