import Foundation
import GlucoseTestSupport
import Testing

import GlucoseCohort
@testable import GlucoseMath

/// What is summed eight cells at a time equals plain loops over the cells, over gaps and over days
/// on which clocks change.
@Suite struct PlainLoopTests {
  private static let conventions = [MetricConvention.clinical, .iglu]

  /// Six days around a change of clocks, every tenth reading or so missing, and once a few hours.
  private func grid(_ convention: MetricConvention, month: Int) throws -> DayGrid {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let start = try #require(
      LocalDay(year: 2025, month: month, day: month == 3 ? 27 : 23, in: zone))
    var random = SeededGenerator(seed: UInt64(month))
    var times: [Double] = []
    var values: [Double] = []
    for index in 0..<(6 * 288) {
      guard Int.random(in: 0..<10, using: &random) > 0, !(700..<760).contains(index) else {
        continue
      }
      times.append(start.start.timeIntervalSinceReferenceDate + Double(index) * 300)
      values.append(Double.random(in: 40...300, using: &random))
    }
    let series = try ValidatedReadings(times: times, values: values).series
    return try #require(series.dayGrid(in: zone, convention: convention))
  }

  private func agree(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return ours == nil && theirs == nil }
    return abs(ours - theirs) <= 1e-12 * abs(theirs)
  }

  @Test(arguments: conventions, [3, 10])
  func areasBeyondThresholds(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    for edge in [10, 70, 180.5, 400] {
      var (above, below, count) = (0.0, 0.0, 0.0)
      for index in 1..<grid.cellCount {
        guard let first = grid[index - 1], let second = grid[index] else { continue }
        let (start, end) = (first.mgdL - edge, second.mgdL - edge)
        count += 1
        if start * end >= 0 {
          above += max(0, start + end) / 2
          below += max(0, -start - end) / 2
        } else {
          let (high, low) = (max(start, end), -min(start, end))
          above += high * high / (high + low) / 2
          below += low * low / (high + low) / 2
        }
      }
      let area = try #require(grid.areas(aboveAndBelow: .mgdL(edge)))
      #expect(agree(area.above, above / 12))
      #expect(agree(area.below, below / 12))
      #expect(agree(area.hours, count / 12))
    }
  }

  @Test(arguments: conventions, [3, 10])
  func lengthOfTheTrace(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    let changes = (1..<grid.cellCount).compactMap { index -> Double? in
      guard let first = grid[index - 1], let second = grid[index] else { return nil }
      return second.mgdL - first.mgdL
    }
    let length = changes.reduce(0) { $0 + (25 + $1 * $1).squareRoot() }
    #expect(
      agree(grid.glycemicVariabilityPercentage(), 100 * (length / (5 * Double(changes.count)) - 1)))
  }

  @Test(arguments: conventions, [3, 10])
  func meanTrapezoidsOfDays(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    let days = (0..<grid.rowCount).compactMap { row -> Double? in
      let cells = grid.cells(ofRow: row)
      let areas = zip(cells, cells.dropFirst()).compactMap { first, second -> Double? in
        guard let first = grid[first], let second = grid[second] else { return nil }
        return (first.mgdL + second.mgdL) / 2
      }
      return areas.isEmpty ? nil : areas.reduce(0, +) / Double(areas.count)
    }
    #expect(
      agree(
        grid.hourlyAreaUnderCurve()?.mgdL, days.reduce(0, +) / Double(days.count)))
  }

  @Test(arguments: conventions, [3, 10])
  func timeRecordedInAWindow(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    let levels = grid.episodeLevels(bands: .consensus(in: .mgdL))
    for (first, last) in [(0, 360), (1320, 375), (7, 1433)] {
      let window = ClockWindow(fromMinute: first, toMinute: last)
      let cells = (0..<grid.cellCount).count { cell in
        grid[cell] != nil && !grid.isAlone(cell)
          && window.contains(grid.seconds(ofCell: cell), grid.table)
      }
      let found = grid.levels(levels, beginningIn: window).recordedDays
      #expect(agree(found, Double(cells) * 300 / window.seconds))
    }
  }

  /// Stretches of a value, in turns with others, and a cell missing now and then.
  @Test(arguments: [2, 3, 11, 12, 13, 24])
  func deviationsWithinRuns(length: Int) throws {
    var random = SeededGenerator(seed: 12)
    var values = (0..<3000).map { _ in Double.random(in: 40...300, using: &random) }
    for start in [300, 620, 1200] { for index in start..<(start + 100) { values[index] = 110.3 } }
    let times = values.indices.filter { $0 % 401 != 7 }.map { Double($0) * 300 }
    let series = try ValidatedReadings(times: times, values: times.map { values[Int($0 / 300)] })
      .series
    let grid = try #require(series.dayGrid(in: .gmt))
    let cells = (0..<grid.cellCount).map { grid[$0]?.mgdL ?? .nan }
    let deviations = (0...(cells.count - length)).compactMap { start -> Double? in
      let run = cells[start..<(start + length)].filter { !$0.isNaN }
      guard run.count > 1, 2 * run.count >= length else { return nil }
      let mean = run.reduce(0, +) / Double(run.count)
      let squares = run.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / Double(run.count - 1)).squareRoot()
    }
    let found = try #require(grid.meanDeviationWithin(length))
    let expected = deviations.reduce(0, +) / Double(deviations.count)
    #expect(abs(found - expected) <= 1e-11 * expected)
  }

  @Test(arguments: conventions, [3, 10])
  func differencesFromDayToDay(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    for lag in [1, 2] {
      let differences = (lag..<grid.rowCount).flatMap { row in
        zip(grid.clockRow(row), grid.clockRow(row - lag)).map { abs($0 - $1) }
      }.filter { !$0.isNaN }
      #expect(
        agree(
          grid.meanOfDailyDifferences(lag: lag)?.mgdL,
          differences.reduce(0, +) / Double(differences.count)))
    }
  }

  @Test(arguments: conventions, [3, 10])
  func everyCellIsOfItsRow(convention: MetricConvention, month: Int) throws {
    let grid = try grid(convention, month: month)
    for row in 0..<grid.rowCount {
      for cell in grid.cells(ofRow: row) { #expect(grid.row(ofCell: cell) == row) }
    }
  }

  @Test func readingsFarFromTheMean() throws {
    var random = SeededGenerator(seed: 5)
    for count in [1, 2, 7, 8, 9, 1001] {
      let values = (0..<count).map { _ in Double.random(in: 40...300, using: &random) }
      let series = try ValidatedReadings(times: values.indices.map(Double.init), values: values)
        .series
      let mean = values.reduce(0, +) / Double(count)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let far = values.map { abs($0 - mean) }
        .filter { $0 > (squares / Double(count - 1)).squareRoot() }
      #expect(
        agree(series.naiveMAGE()?.mgdL, far.isEmpty ? nil : far.reduce(0, +) / Double(far.count)))
    }
  }
}
