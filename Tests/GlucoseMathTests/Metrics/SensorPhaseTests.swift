import Foundation
import GlucoseTestSupport
import Testing

import GlucoseCohort
@testable import GlucoseMath

/// Numbers on the clinical grid do not depend on how the sensor's clock lies to the wall clock.
@Suite struct SensorPhaseTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  private static func low(at minutes: [Double], of glucose: Double = 60) throws -> GlucoseSeries {
    let before = stride(from: minutes[0] - 100, to: minutes[0] - 1, by: 5)
    let last = minutes[minutes.count - 1]
    let after = stride(from: last + 5, to: last + 100, by: 5)
    let rows =
      before.map { ($0, 100.0) } + minutes.map { ($0, glucose) } + after.map { ($0, 100.0) }
    return try ValidatedReadings(
      times: rows.map { MetricRecords.midnight + $0.0 * 60 }, values: rows.map(\.1)
    ).series
  }

  @Test func threeReadingsBetweenRoundMinutesAreAnEpisode() throws {
    let series = try Self.low(at: [602.5, 607.5, 612.5])
    let low = try #require(series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))[
      .low]
    #expect(low.map(\.minutes) == [15])
    #expect(low.first?.mean == .mgdL(60))
    #expect(
      low.first?.start == Date(timeIntervalSinceReferenceDate: MetricRecords.midnight + 602.5 * 60))
    #expect(
      try #require(series.dayGrid(in: .gmt, convention: .iglu))
        .episodeLevels(bands: .consensus(in: .mgdL))[.low].isEmpty)
  }

  @Test(arguments: [0, 1, 30, 149, 150, 151, 299, 0.25])
  func secondsOfJitterDoNotMatter(shift: Double) throws {
    let jitter = [31, 29, 33, 24, 36, 30].map { $0 / 60.0 }
    let minutes = [602.0, 607, 612].enumerated().map { $1 + jitter[$0] + shift / 60 }
    let low = try #require(
      Self.low(at: minutes).dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))[.low]
    #expect(low.map(\.minutes) == [15])
    let two = try #require(
      Self.low(at: Array(minutes.prefix(2))).dayGrid(in: .gmt)?.episodeLevels(
        bands: .consensus(in: .mgdL)))[.low]
    #expect(two.isEmpty)
  }

  /// Sixteen days of two sensors with phases of their own, jitter, lost readings and gaps.
  private static func record(_ interval: Double, shift: Double) throws -> GlucoseSeries {
    var random = SeededGenerator(seed: 21)
    let wave = try MetricRecords.wave(days: 16, everyMinutes: interval)
    var times: [Double] = []
    var values: [Double] = []
    for (index, reading) in wave.enumerated() {
      let hour = Double(index) * interval / 60
      let jitter = Double(Int.random(in: -6...6, using: &random))
      let isLost = Int.random(in: 0..<20, using: &random) == 0
      guard !isLost, !(100..<107).contains(hour), !(200..<201).contains(hour) else { continue }
      // The second sensor's clock is other.
      let phase = hour > 107 ? 131.0 * interval / 5 : 0
      times.append(reading.time.timeIntervalSinceReferenceDate + 7 + phase + jitter + shift)
      values.append(reading.glucose.mgdL - 40)
    }
    return try ValidatedReadings(times: times, values: values).series
  }

  @Test(arguments: [5.0, 15], [1, 30, 60, 131, 149.5, 150, 200, 290, 299])
  func numbersDoNotDependOnTheSensorsClock(interval: Double, shift: Double) throws {
    let plain = try Self.record(interval, shift: 0)
    let moved = try Self.record(interval, shift: shift)
    let before = try #require(plain.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    let after = try #require(moved.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    for path in EpisodeLevel.allCases {
      let (first, second) = (before.episodes[path], after.episodes[path])
      #expect(first.map(\.minutes) == second.map(\.minutes))
      #expect(first.map(\.mean) == second.map(\.mean))
      #expect(first.map { $0.start.addingTimeInterval(shift) } == second.map(\.start))
    }
    #expect(!before.episodes[.low].isEmpty && !before.episodes[.high].isEmpty)
    #expect(agree(before.glycemicVariabilityPercentage, after.glycemicVariabilityPercentage))
    #expect(agree(before.meanAbsoluteGlucoseChange, after.meanAbsoluteGlucoseChange))
    #expect(agree(before.rateOfChange?.standardDeviation, after.rateOfChange?.standardDeviation))
    #expect(agree(before.mage?.mgdL, after.mage?.mgdL))
    for hours in [1, 2, 4, 6, 24] {
      #expect(
        agree(
          before.continuousOverallNetGlycemicAction[hours]?.mgdL,
          after.continuousOverallNetGlycemicAction[hours]?.mgdL))
    }
    #expect(before.episodes.recordedDays == after.episodes.recordedDays)
    #expect(
      agree(
        before.activePercent,
        after.activePercent, within: 1e-9))
    // Days begin at midnight, so that pairs of days differ by the readings that change their day.
    #expect(
      agree(before.meanOfDailyDifferences?.mgdL, after.meanOfDailyDifferences?.mgdL, within: 0.002))
  }

  /// Of a sensor that keeps its interval every cell is a reading, whatever its clock and the days.
  @Test(arguments: ["2025-03-28", "2025-10-24"], [0.0, 17, 150, 299])
  func everyCellHoldsItsReading(first: String, phase: Double) throws {
    let start = try #require(LocalDay(first, in: Self.oslo)).start
      .timeIntervalSinceReferenceDate
    var random = SeededGenerator(seed: 5)
    let times = (0..<4 * 288).map {
      start + phase + Double($0) * 300 + Double(Int.random(in: -9...9, using: &random))
    }
    let values = times.indices.map { 100 + Double($0 * 37 % 101) }
    let series = try ValidatedReadings(times: times, values: values).series
    let grid = try #require(series.dayGrid(in: Self.oslo))
    let held = (0..<grid.cellCount).compactMap { grid[$0]?.mgdL }
    #expect(Array(held) == values)
    for cell in stride(from: 3, to: grid.cellCount - 3, by: 31) {
      let time = try #require(grid.time(ofCell: cell))
      #expect(grid.day(ofRow: grid.row(ofCell: cell)).contains(time))
    }
  }

  /// 299.5 seconds between readings lose half an hour and more in a fortnight.
  @Test(arguments: [299.5, 300.4])
  func aSlowClockCostsAFewCellsOnly(interval: Double) throws {
    let times = (0..<14 * 288).map { MetricRecords.midnight + 40 + Double($0) * interval }
    let values = times.indices.map { 100 + Double($0 * 37 % 101) }
    let grid = try #require(
      ValidatedReadings(times: times, values: values).series.dayGrid(in: .gmt))
    let held = Set((0..<grid.cellCount).compactMap { grid[$0]?.mgdL }.enumerated().map(\.element))
    #expect(abs(grid.valueCount - Int(Double(times.count) * interval / 300)) <= 2)
    // Interpolated values are no whole numbers.
    let between = (0..<grid.cellCount).count {
      grid[$0].map { $0.mgdL.rounded() != $0.mgdL } ?? false
    }
    #expect(between <= 10 && held.count >= 101)
  }

  /// The first sensor is a little early from its second reading on. The phase of the next is near
  /// the earliest that counts as one of the same cells, and no reading of it is lost.
  @Test(arguments: [-110.0, -95, -85, -80, -78, -76, -72, -65, -50])
  func anotherSensorLosesNoReading(phase: Double) throws {
    let first = (0..<60).map { Double($0) * 300 - ($0 == 0 ? 0 : 6) }
    let second = (84..<372).map { Double($0) * 300 + phase }
    let times = (first + second).map { MetricRecords.midnight + 3600 + $0 }
    let series = try ValidatedReadings(
      times: times, values: times.indices.map { 100 + Double($0 * 37 % 101) }
    ).series
    let grid = try #require(series.dayGrid(in: .gmt))
    #expect(grid.valueCount == series.count)
    #expect((0..<grid.cellCount).compactMap { grid[$0]?.mgdL } == Array(series.values))
  }

  @Test func aReadingAloneIsNoRecordedTimeAndNoEpisode() throws {
    let series = try ValidatedReadings(
      times: [0, 900, 1800, 9000, 18_000, 18_900].map { MetricRecords.midnight + $0 },
      values: [100, 101, 102, 60, 103, 104]
    ).series
    let grid = try #require(series.dayGrid(in: .gmt))
    #expect(grid.intervalInMinutes == 5 && grid.valueCount == 12)
    #expect(agree(grid.recordedDays, 11 * 5 / 1440.0))
    #expect(grid.episodeLevels(bands: .consensus(in: .mgdL))[.low].isEmpty)
    let iglu = try #require(series.dayGrid(in: .gmt, convention: .iglu))
    #expect(iglu.episodeLevels(bands: .consensus(in: .mgdL))[.low].count == 1)
    #expect(agree(iglu.recordedDays, 5 * 15 / 1440.0))
  }

  @Test func aPartOfARecordHasTheCellsOfThePart() throws {
    let whole = try Self.record(5, shift: 40)
    let part = whole[positions: 700..<1500]
    let copy = try ValidatedReadings(times: Array(part.times), values: Array(part.values)).series
    #expect(
      part.metrics(in: .gmt, bands: .consensus(in: .mgdL))
        == copy.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
  }
}
