import GlucoseMath
import Testing

@testable import Prediction

struct SensorCadenceTests {
  @Test(arguments: [
    (60.0, SensorCadence.fiveMinutes), (299, .fiveMinutes), (303, .fiveMinutes),
    (450, .fiveMinutes), (451, .fifteenMinutes), (900, .fifteenMinutes), (960, .fifteenMinutes),
    (1350, .fifteenMinutes),
  ])
  func isThatOfTheMedianGap(gap: Double, expected: SensorCadence) throws {
    let series = try Synthetic.series([100, 101, 102, 103], step: gap)
    #expect(SensorCadence(of: series) == expected)
  }

  @Test func isNoneForSparseOrSingleReadings() throws {
    #expect(SensorCadence(of: try Synthetic.series([100, 100, 100], step: 1800)) == nil)
    #expect(SensorCadence(of: try Synthetic.series([100])) == nil)
    #expect(SensorCadence(of: GlucoseSeries()) == nil)
  }

  /// The step of a hundred readings, the steps and numbers of those from two days later, and the
  /// cadence at the end.
  private typealias Ending = (before: Double, after: [(Double, Int)], minutes: Int)

  private static let endings: [Ending] = [
    (300, [(900, 4)], 15), (300, [(900, 3)], 5), (300, [(300, 24)], 5), (300, [(3600, 30)], 5),
    // Six gaps of five minutes and two of 15 in the last hour, and three of each.
    (300, [(300, 12), (900, 2)], 5), (300, [(300, 12), (900, 3)], 15),
    // A reading ten minutes after another, and one that was lost.
    (300, [(900, 4), (600, 1), (900, 3)], 15), (300, [(900, 2), (1800, 1), (900, 1)], 15),
    // A reading with a wrong date in the future.
    (300, [(900, 4), (1e9, 1)], 15),
    (900, [(300, 12)], 5), (900, [(60, 60)], 5),
    (900, [(900, 8), (300, 3)], 15), (900, [(900, 8), (300, 4)], 5),
    // Six scans between two readings.
    (900, [(900, 8), (60, 6), (540, 1), (900, 1)], 15),
    (3600, [(300, 12)], 5), (3600, [(900, 4)], 15),
  ]

  @Test(arguments: endings.indices)
  func atTheEndItIsThatOfTheLastHour(number: Int) throws {
    let ending = Self.endings[number]
    var times = (0..<100).map { Synthetic.start + ending.before * Double($0) }
    times.append((times.last ?? 0) + 2 * 86_400)
    for (step, count) in ending.after {
      for _ in 0..<count { times.append((times.last ?? 0) + step) }
    }
    let series = try ValidatedReadings(times: times, values: times.map { _ in 120 }).series
    #expect(SensorCadence(atEndOf: series)?.rawValue == ending.minutes)
  }
}
