import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct CohortTests {
  private static let zones = ["Europe/Oslo", "America/Sao_Paulo", "GMT"].map {
    TimeZone(identifier: $0) ?? .gmt
  }

  private static func cohort(_ count: Int) throws -> Cohort { Cohort(try (0..<count).map(member)) }

  private static func member(_ person: Int) throws -> Cohort.Member {
    let series = try MetricRecords.wave(
      days: Double(person % 5) + 0.3, everyMinutes: person % 3 == 1 ? 15 : 5, seed: UInt64(person))
    let bands: RangeBands = person % 2 == 0 ? .consensus(in: .mgdL) : .pregnancy(in: .mgdL)
    return Cohort.Member(series, in: zones[person % 3], bands: bands)
  }

  @Test(arguments: ReportingPeriod.allCases)
  func rowsAreThoseOfEachMemberInOrder(period: ReportingPeriod) async throws {
    let cohort = try Self.cohort(40)
    let rows = try await cohort.metricRows(by: period)
    #expect(rows.count == 40)
    for (member, rows) in zip(cohort.members, rows) {
      #expect(
        rows == member.record.series.metricRows(by: period, in: member.zone, bands: member.bands))
    }
  }

  /// With the interval of the first member, fifteen minutes, rows in the convention of iglu differ from
  /// those of a table of their own.
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func aMemberAloneHasTheRowsOfTheCohort(convention: MetricConvention) async throws {
    let cohort = Cohort(try [1, 0, 2, 4].map(Self.member))
    let first = try #require(cohort.members.first)
    let rows = try await cohort.metricRows(by: .day, convention: convention)
    for (member, rows) in zip(cohort.members, rows) {
      #expect(rows == member.metricRows(by: .day, convention: convention, inTableOf: first))
    }
    let other = cohort.members[1]
    let alone = other.metricRows(by: .day, convention: convention, inTableOf: other)
    #expect((alone == rows[1]) == (convention == .clinical))
    let rest = Cohort(Array(cohort.members[1...]))
    let rowsOfRest = try await rest.metricRows(by: .day, convention: convention, inTableOf: first)
    #expect(rowsOfRest == Array(rows[1...]))
  }

  @Test func aMemberWithoutReadingsHasNoRows() async throws {
    var cohort = try Self.cohort(2)
    cohort.members.insert(
      Cohort.Member(GlucoseSeries(), in: .gmt, bands: .consensus(in: .mgdL)), at: 1)
    #expect(try await cohort.metricRows().map(\.count) == [1, 0, 1])
    #expect(try await Cohort([]).metricRows().isEmpty)
  }

  /// R iglu takes the interval of the first person of a table for wear time and deviations of all.
  @Test func inIgluTheFirstMemberSetsTheIntervals() async throws {
    let cohort = try Self.cohort(2)
    let member = cohort.members[1]
    let rows = member.record.metricRows(in: member.zone, bands: member.bands, convention: .iglu)
    let alone = try #require(rows.first)
    let together = try #require(try await cohort.metricRows(convention: .iglu)[1].first)
    #expect(alone.metrics.activePercent == 100)
    #expect(agree(together.metrics.activePercent, 33.4, within: 0.01))
    #expect(together.metrics.standardDeviationMeasures != alone.metrics.standardDeviationMeasures)
    #expect(together.metrics.mage == alone.metrics.mage)
    let clinical = try await cohort.metricRows()[1].first
    #expect(clinical?.metrics.activePercent == 100)
  }

  @Test func valuesAreInTheOrderOfMembers() async throws {
    let cohort = try Self.cohort(100)
    let counts = try await cohort.map { $0.record.series.count }
    #expect(counts == cohort.members.map(\.record.series.count))
  }

  @Test func aCancelledTaskGetsNoRows() async throws {
    let cohort = try Self.cohort(20)
    let task = Task {
      // Waits until it is canceled.
      while !Task.isCancelled { await Task.yield() }
      return try await cohort.metricRows()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
