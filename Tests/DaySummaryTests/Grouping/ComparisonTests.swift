// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Diary
import Foundation
import GlucoseMath
import Testing

struct ComparisonTests {
  private func history(_ days: [(offset: Int, hours: Double, mmolL: Double)]) throws -> Recording {
    let first = try Samples.plainDay()
    let readings = try days.flatMap { offset, hours, value in
      let start = first.advanced(by: offset).start
      return Array(
        try Samples.series(start..<start.addingTimeInterval(hours * 3600), .mmolL(value)))
    }
    return Recording(series: try GlucoseSeries(readings))
  }

  @Test func differencesAreThePeriodLessTheReference() throws {
    let day = try Samples.plainDay()
    let history = try history([(0, 24, 8), (1, 24, 12), (2, 24, 6), (3, 12, 6)])
    let change = try history.comparison(
      of: day.advanced(by: 2)...day.advanced(by: 3), with: day...day.advanced(by: 1),
      bands: .consensus(in: .mmolL))
    #expect(abs(try #require(change.meanDifference(in: .mmolL)) + 4) < 1e-9)
    #expect(abs(try #require(change.difference { $0.shares.target }) - 0.5) < 1e-12)
    #expect(abs(change.period.coverage - 0.75) < 1e-9)
    #expect(change.period.daysWithReadings == 2 && change.period.dayCount == 2)
    #expect(!change.isEnough(for: .timeInRange))
    #expect(change.period.sufficiency.map(\.number) == Sufficiency.Number.allCases)
  }

  static let records: [(days: Int, hours: Double, enough: Set<Sufficiency.Number>)] = [
    (
      14, 18, [.mean, .timeInRange, .timeAboveRange, .ambulatoryProfile, .averageDailyRiskRange]
    ),
    (13, 24, []), (14, 15, []), (30, 24, Set(Sufficiency.Number.allCases)),
  ]

  /// Each number has needs of its own; a comparison needs them of both periods.
  @Test(arguments: records.indices)
  func everyNumberNeedsItsDaysAndReadings(index: Int) throws {
    let (days, hours, enough) = Self.records[index]
    let day = try Samples.plainDay()
    let history = try history((0..<days).map { ($0, hours, 7) } + [(60, 24, 7)])
    let period = day...day.advanced(by: days - 1)
    let alike = try history.comparison(of: period, with: period)
    let thin = try history.comparison(
      of: period, with: day.advanced(by: 60)...day.advanced(by: 60))
    for number in Sufficiency.Number.allCases {
      #expect(alike.isEnough(for: number) == enough.contains(number), "\(number)")
      #expect(!thin.isEnough(for: number))
    }
  }

  @Test func differenceFromNothingIsUndefined() throws {
    let day = try Samples.plainDay()
    let change = try history([(0, 24, 8)])
      .comparison(of: day...day, with: day.advanced(by: 5)...day.advanced(by: 6))
    #expect(change.meanDifference(in: .mgdL) == nil)
    #expect(change.reference.statistics == nil && change.reference.coverage == 0)
  }
}
