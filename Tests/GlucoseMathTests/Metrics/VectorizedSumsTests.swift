import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

/// Sums computed several values at a time equal those computed one at a time.
@Suite struct VectorizedSumsTests {
  /// `count` values of which about one in `missing` is missing.
  private static func cells(
    _ count: Int, seed: UInt64, whole: Bool = false, missing: Int = 10
  ) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let value = Double.random(in: 40...400, using: &random)
      if Int.random(in: 0..<missing, using: &random) == 0 { return .nan }
      return whole ? value.rounded() : value
    }
  }

  @Test(arguments: [1, 2, 3, 8, 33, 90, 129, 1500])
  func columnsAreSorted(rowCount: Int) {
    let values = Self.cells(rowCount * 11, seed: UInt64(rowCount))
    let rows = (0..<rowCount).map { values[$0 * 11..<($0 + 1) * 11] }
    let probabilities = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
    var columns = SortedColumns(rowCount: rowCount)
    for (first, width) in [(0, 8), (8, 3)] {
      columns.fill(rows, from: first, width)
      for column in 0..<width {
        let sorted = rows.map { $0[$0.startIndex + first + column] }.filter { !$0.isNaN }.sorted()
        #expect(columns.counts[column] == sorted.count)
        #expect(
          columns.quantiles(probabilities, of: column)
            == (sorted.isEmpty ? [] : probabilities.map { .mgdL(sorted.quantile($0)) }))
      }
    }
  }

  @Test(arguments: [(0, 1), (1, 1), (7, 3), (100, 12), (1001, 288), (4099, 1)], [10, 1000, .max])
  func differencesAddUp(_ shape: (count: Int, lag: Int), missing: Int) {
    let (count, lag) = shape
    let cells = Self.cells(count, seed: 3, missing: missing)
    let sums = LaggedDifferences(GridCells(cells), lag: lag, with: [.magnitude, .extremes])
    let differences = stride(from: lag, to: count, by: 1).map { cells[$0] - cells[$0 - lag] }
      .filter { !$0.isNaN }
    #expect(sums.count == Double(differences.count))
    #expect(agree(sums.magnitude, differences.reduce(0) { $0 + abs($1) }))
    #expect(agree(sums.standardDeviation, Moments(differences[...]).standardDeviation))
    #expect(sums.minimum == differences.min() ?? .infinity)
    #expect(sums.maximum == differences.max() ?? -.infinity)
    let edges: [Double] = [-90, -20, -1, 0, 33, 200]
    #expect(
      LaggedDifferences.counts(GridCells(cells), lag: lag, above: edges)
        == edges.map { edge in differences.count { $0 > edge } })
  }

  @Test(arguments: [0, 1, 8, 255, 256, 257, 3001], [10, 1000, .max])
  func momentsOmitMissingNumbers(count: Int, missing: Int) {
    let numbers = Self.cells(count, seed: 6, missing: missing)
    var expected = Moments()
    for number in numbers where !number.isNaN { expected.add(number) }
    let found = Moments(numbers[...])
    #expect(found.count == expected.count)
    #expect(agree(found.mean, expected.mean))
    #expect(agree(found.standardDeviation, expected.standardDeviation))
  }

  @Test func equalDifferencesHaveNoSpread() {
    let cells = (0..<100).map { 40 + 0.1 * Double($0 / 10) }
    #expect(
      LaggedDifferences(GridCells(cells.map { _ in 110.3 }), lag: 7).standardDeviation == 0)
    #expect(LaggedDifferences(GridCells(cells), lag: 200).standardDeviation == nil)
  }

  @Test(arguments: [1, 5, 8, 96, 101])
  func columnsHaveTheMomentsOfTheirValues(columnCount: Int) {
    let values = Self.cells(columnCount * 9, seed: 4)
    var columns = ColumnMoments(count: columnCount)
    for row in 0..<9 {
      columns.add(values[row * columnCount..<(row + 1) * columnCount], minus: Double(row))
    }
    var means = Moments()
    var deviations = Moments()
    for column in 0..<columnCount {
      let moments = Moments((0..<9).map { values[$0 * columnCount + column] - Double($0) }[...])
      if let mean = moments.mean { means.add(mean) }
      if let deviation = moments.standardDeviation { deviations.add(deviation) }
    }
    #expect(agree(columns.means.mean, means.mean))
    #expect(agree(columns.means.standardDeviation, means.standardDeviation))
    #expect(agree(columns.standardDeviations.mean, deviations.mean))
  }

  /// Whole numbers add up exactly, so that the sign of every difference is known.
  @Test(arguments: [(5, 32), (1, 7), (32, 5), (12, 12)])
  func movingMeansDifferBySignsThatAreExact(short: Int, long: Int) {
    var cells = Self.cells(1500, seed: 9, whole: true)
    for index in 400..<600 { cells[index] = 110 }
    for index in 700..<760 { cells[index] = .nan }
    let run = 100..<1400
    func sum(_ position: Int, _ length: Int) -> (sum: Double, count: Double) {
      let end = max(position + 1, min(length, run.count))
      let window = cells[(run.lowerBound + max(0, end - length))..<(run.lowerBound + end)]
        .filter { !$0.isNaN }
      return (window.reduce(0, +), Double(window.count))
    }
    forEachMovingDifference(cells[run], short: short, long: long) { _ in
      false
    } _: { position, difference in
      let (a, b) = (sum(position, short), sum(position, long))
      if a.count == 0 || b.count == 0 {
        #expect(difference.isNaN)
      } else {
        let exact = a.sum * b.count - b.sum * a.count
        #expect((exact > 0) == (difference > 0) && (exact < 0) == (difference < 0))
      }
    }
  }

  /// Of these, a fifth of five times the number is not always the number.
  @Test func movingMeansOfEqualCellsAreEqual() {
    for step in 0..<200 {
      let cells = [Double](repeating: 40 + Double(step) * 1.7 / 3, count: 600)
      var zeroCount = 0
      forEachMovingDifference(cells[...], short: 5, long: 29) { _ in
        true
      } _: { _, difference in
        if difference == 0 { zeroCount += 1 }
      }
      #expect(zeroCount == cells.count, "\(cells[0])")
    }
  }

  @Test(arguments: [0.0, 0.4, 40, 400])
  func theMedianGapInMinutesIsThatOfSortedGaps(jitter: Double) throws {
    var random = SeededGenerator(seed: 8)
    for count in [2, 3, 9, 10, 200, 201] {
      var times = [0.0]
      for _ in 1..<count {
        times.append(
          times[times.count - 1] + 300 * Double([1, 1, 1, 2, 3].randomElement(using: &random) ?? 1)
            + Double.random(in: 0...1, using: &random) * jitter)
      }
      let series = try ValidatedReadings(times: times, values: times.map { _ in 100 }).series
      let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
      let median = gaps.quantile(0.5) / 60
      #expect(series.medianGapInMinutes == max(1, Int(median.rounded(.toNearestOrEven))))
    }
  }

  /// Tables of the distribution: Abramowitz & Stegun 26.10, and R's `qt` for the last digits.
  @Test(arguments: [
    (0.975, 1.0, 12.706_204_736_174_69), (0.975, 10, 2.228_138_851_986_27),
    (0.995, 5, 4.032_142_983_557_53), (0.75, 1, 1), (0.025, 10, -2.228_138_851_986_27),
    (0.5, 3, 0), (0.975, 1e6, 1.959_966_356_6),
  ])
  func quantilesOfStudentsDistribution(probability: Double, degrees: Double, expected: Double) {
    let found = StudentT.quantile(probability, degreesOfFreedom: degrees)
    #expect(abs(found - expected) <= 1e-9 * max(1, abs(expected)))
  }
}
