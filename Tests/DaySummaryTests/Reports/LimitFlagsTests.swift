// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

/// A report and a range bar of a day keep the flags of the device's limits at their extremes.
struct LimitFlagsTests {
  private static let low = ReadingFlags.belowDeviceLimit
  private static let high = ReadingFlags.aboveDeviceLimit

  @Test(
    arguments: [
      ([(2.2, low), (6, []), (22.2, high)], low, high),
      ([(2.2, low), (2.2, []), (22.2, []), (22.2, high)], low, high),
      ([(2.2, []), (6, []), (22.2, [])], [], []),
      // The lowest of readings that are all "High" is beyond the limit, too.
      ([(22.2, high), (22.2, high)], high, high), ([(2.2, low), (2.2, low)], low, low),
      ([(22.2, high), (22.2, [])], [], high), ([(22.2, []), (22.2, high)], [], high),
      // The limit of another device is no extreme.
      ([(2.2, []), (3, low), (20, high), (22.2, [])], [], []),
      ([(2.2, [low, .ambiguousLocalTime]), (6, .ambiguousLocalTime)], low, []),
    ] as [([(Double, ReadingFlags)], ReadingFlags, ReadingFlags)])
  func flagsAreThoseOfTheExtremes(
    readings: [(Double, ReadingFlags)], minimum: ReadingFlags, maximum: ReadingFlags
  ) throws {
    let day = try Samples.plainDay()
    let series = try GlucoseSeries(
      readings.enumerated().map { index, reading in
        Reading(
          time: day.start.addingTimeInterval(Double(index) * 300), glucose: .mmolL(reading.0),
          flags: reading.1)
      })
    let report = series.recording.report(of: day, bands: .consensus(in: .mmolL))
    #expect(report.minimumFlags == minimum && report.maximumFlags == maximum)
    let window = series.recording.surroundingDays(around: day.advanced(by: -1))
    let bar = try #require(series.recording.moving(window, to: day).bars.first)
    #expect(bar.minimumFlags == minimum && bar.maximumFlags == maximum)
    let decoded = try JSONDecoder().decode(DayReport.self, from: JSONEncoder().encode(report))
    #expect(decoded == report)
  }

  @Test func aDayWithoutReadingsHasNoFlags() throws {
    let report = Recording(series: GlucoseSeries()).report(
      of: try Samples.plainDay(), bands: .consensus(in: .mmolL))
    #expect(report.minimumFlags == [] && report.maximumFlags == [])
  }

  /// The form of a version without flags.
  @Test func earlierFormsHaveNoFlags() throws {
    let day = try Samples.plainDay()
    let series = try Samples.series(day.interval, .mmolL(6))
    let window = SurroundingDays(around: day, in: series)
    #expect(try decoded(window) == window)
    let report = series.recording.report(of: day, bands: .consensus(in: .mmolL))
    #expect(try decoded(report) == report)
  }

  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    let earlier = text.replacing(/"(minimum|maximum)Flags":0,?/, with: "")
    #expect(earlier != text && !earlier.contains("Flags"))
    return try JSONDecoder().decode(
      Value.self, from: Data(earlier.replacing(",}", with: "}").utf8))
  }
}
