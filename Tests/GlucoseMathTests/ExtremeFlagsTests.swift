import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// A minimum of 40 from "Low", and a maximum of 400 from "High", are bounds.
@Suite struct ExtremeFlagsTests {
  private let bands = RangeBands.consensus(in: .mgdL)

  /// Readings five minutes apart, of which some are at a limit of the device.
  private func series(
    _ values: [Double], low: Set<Int> = [], high: Set<Int> = [], from start: Double = 0,
    step: Double = 300
  ) throws -> GlucoseSeries {
    var readings = readings(values, from: start, step: step)
    for index in low { readings[index].flags = .belowDeviceLimit }
    for index in high { readings[index].flags = .aboveDeviceLimit }
    return try GlucoseSeries(readings)
  }

  struct Case: Sendable {
    let values: [Double]
    var low: Set<Int> = []
    var high: Set<Int> = []
    let minimum, maximum: ReadingFlags
  }

  @Test(arguments: [
    Case(values: [40, 100, 400], minimum: [], maximum: []),
    Case(
      values: [40, 100, 400], low: [0], high: [2], minimum: .belowDeviceLimit,
      maximum: .aboveDeviceLimit),
    // One of two at the limit was "Low".
    Case(values: [40, 40, 100], low: [1], minimum: .belowDeviceLimit, maximum: []),
    Case(values: [400, 100, 400], high: [0], minimum: [], maximum: .aboveDeviceLimit),
    // A device with a lower limit measured a lower value.
    Case(values: [20, 40, 100], low: [1], minimum: [], maximum: []),
    // All readings were "High" or "Low": both extremes are bounds.
    Case(
      values: [400, 400], high: [0, 1], minimum: .aboveDeviceLimit, maximum: .aboveDeviceLimit),
    Case(values: [40, 40], low: [0, 1], minimum: .belowDeviceLimit, maximum: .belowDeviceLimit),
    Case(values: [400, 400], high: [1], minimum: [], maximum: .aboveDeviceLimit),
    // Flags are read by sixteen; the last are fewer.
    Case(
      values: [Double](repeating: 100, count: 40) + [40], low: [40], minimum: .belowDeviceLimit,
      maximum: []),
    Case(
      values: [40] + [Double](repeating: 100, count: 40), low: [0], minimum: .belowDeviceLimit,
      maximum: []),
  ])
  func extremesHaveTheFlagsOfTheirReadings(_ test: Case) throws {
    let series = try series(test.values, low: test.low, high: test.high)
    let aggregate = GlucoseAggregate(day: series, bands: bands)
    let all = [
      series.statistics(bands: bands),
      series.statistics(bands: bands, weightedByTimeUpTo: .seconds(900)),
      series.dailyStatistics(in: .gmt, bands: bands).first?.statistics,
      aggregate.statistics,
      (GlucoseAggregate(bands: bands) + aggregate).statistics,
      try HostileJSON.stored(aggregate).statistics,
    ]
    for statistics in all {
      let statistics = try #require(statistics)
      #expect(statistics.minimumFlags == test.minimum && statistics.maximumFlags == test.maximum)
    }
  }

  @Test func otherFlagsAreNoLimits() throws {
    var readings = readings([40, 100, 400])
    for index in readings.indices { readings[index].flags = .ambiguousLocalTime }
    let statistics = try #require(try GlucoseSeries(readings).statistics(bands: bands))
    #expect(statistics.minimumFlags == [] && statistics.maximumFlags == [])
    readings[0].flags = [.ambiguousLocalTime, .belowDeviceLimit]
    let low = try #require(try GlucoseSeries(readings).statistics(bands: bands))
    #expect(low.minimumFlags == .belowDeviceLimit && low.maximumFlags == [])
  }

  /// A part of a series has the flags of its own readings.
  @Test func eachDayHasItsOwnFlags() throws {
    let series = try series((0..<96).map { $0 % 32 == 5 ? 40 : 100 }, low: [37], step: 2700)
    let days = series.dailyStatistics(in: .gmt, bands: bands)
    #expect(days.map(\.statistics.minimum) == [.mgdL(40), .mgdL(40), .mgdL(40)])
    #expect(days.map(\.statistics.minimumFlags) == [[], .belowDeviceLimit, []])
    let part = series[positions: 32..<64].statistics(bands: bands)
    #expect(part?.minimumFlags == .belowDeviceLimit)
  }
}
