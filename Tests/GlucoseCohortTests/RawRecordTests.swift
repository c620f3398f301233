import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct RawRecordTests {
  private static let times = [0.0, 300, 300, 600, 900].map { MetricRecords.midnight + $0 }
  private static let values = [100.0, 110, 130, .nan, 120]

  @Test func rowsWithoutValueAndRepeatedInstantsAreCounted() throws {
    let record = try RawRecord(times: Self.times, values: Self.values)
    #expect(record.duplicateCount == 1)
    #expect(Array(record.series.values) == [100, 130, 120])
  }

  @Test func igluUsesEveryRowAndTheClinicTheLast() throws {
    let record = try RawRecord(times: Self.times, values: Self.values)
    let iglu = try #require(
      record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu))
    let clinical = try #require(
      record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .clinical))
    #expect(iglu.statistics.mean == .mgdL(115))
    #expect(agree(clinical.statistics.mean.mgdL, 350 / 3.0))
    #expect(clinical == record.series.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
  }

  @Test func flagsArriveInTheRow() throws {
    let record = try RawRecord(
      times: Self.times, values: Self.values,
      flags: [[], .aboveDeviceLimit, [], .belowDeviceLimit, []])
    let iglu = try #require(
      record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu))
    #expect(iglu.aboveDeviceLimitCount == 1 && iglu.belowDeviceLimitCount == 0)
    let clinical = try #require(record.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    #expect(clinical.aboveDeviceLimitCount == 0 && clinical.belowDeviceLimitCount == 0)
  }

  @Test func aSeriesAndWhatItDroppedAreTheRowsAgain() throws {
    let record = try RawRecord(times: Self.times, values: Self.values)
    let rows = zip(Self.times, Self.values).filter { !$1.isNaN }
    let intake = try ValidatedReadings(times: rows.map(\.0), values: rows.map(\.1))
    let again = try RawRecord(intake.series, leavingOut: intake.duplicates)
    #expect(
      again.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu)
        == record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu))
    #expect(try RawRecord(intake.series, leavingOut: []).duplicateCount == 0)
    let elsewhere = Reading(time: intake.series[0].time + 1, glucose: .mgdL(90))
    let beside = try RawRecord(intake.series, leavingOut: [elsewhere])
    #expect(beside.parallelCount == 1 && beside.duplicateCount == 0)
    #expect(beside.series == intake.series && beside.series(.iglu).count == 4)
    #expect(throws: InvalidReading.self) {
      try RawRecord(
        intake.series, leavingOut: [Reading(time: intake.series[0].time, glucose: .mgdL(-1))])
    }
  }

  @Test func rowsOfDaysCountWhatRepeatsOnThem() throws {
    let wave = try MetricRecords.wave(days: 3)
    let first = wave[300]
    let record = try RawRecord(
      wave, leavingOut: [Reading(time: first.time, glucose: .mgdL(first.glucose.mgdL + 30))])
    let rows = record.metricRows(
      by: .day, in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu)
    let plain = wave.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu)
    #expect(rows.map(\.metrics.statistics.count) == [288, 289, 288])
    #expect(rows[0] == plain[0] && rows[2] == plain[2])
    #expect(rows[1].metrics.statistics.mean > plain[1].metrics.statistics.mean)
    #expect(rows[1].metrics.mage == plain[1].metrics.mage)
    #expect(
      record.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL), convention: .clinical)
        == wave.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL)))
  }

  /// Two feeds of a sensor, 40 seconds apart, of which the second repeats an instant.
  @Test func igluUsesBothFeedsAndTheClinicOne() throws {
    let wave = try MetricRecords.wave(days: 3)
    let other = wave.map { Reading(time: $0.time + 40, glucose: .mgdL($0.glucose.mgdL + 7)) }
    let rows = wave.flatMap { [$0] } + other + other.prefix(1)
    let record = try RawRecord(
      times: rows.map(\.time.timeIntervalSinceReferenceDate), values: rows.map(\.glucose.mgdL))
    #expect(record.series == wave && record.parallelCount == wave.count)
    #expect(record.duplicateCount == 1)
    let intake = try ValidatedReadings(rows)
    #expect(RawRecord(intake) == record)
    let merged = MergedFeeds([intake.series])
    #expect(
      try RawRecord(merged.feeds[0], leavingOut: intake.duplicates + merged.leftOut) == record)
    let all = try RawRecord(intake.series, leavingOut: intake.duplicates)
    #expect(all.parallelCount == 0 && record.series(.iglu) == all.series)
    for convention in [MetricConvention.clinical, .iglu] {
      let expected = convention == .iglu ? all : RawRecord(wave)
      for part in [nil, ClockWindow.overnight] {
        for period in [ReportingPeriod.day, .entireRecord] {
          func rows(_ record: RawRecord) -> [MetricRow] {
            record.metricRows(
              by: period, in: .gmt, bands: .consensus(in: .mgdL), convention: convention,
              during: part)
          }
          #expect(rows(record) == rows(expected) && !rows(record).isEmpty)
        }
      }
      #expect(
        record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention)
          == expected.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
    }
  }

  @Test func aBadRowIsNamedByItsPlace() {
    #expect {
      try RawRecord(times: [0, 1, 2], values: [100, .nan, -1])
    } throws: {
      let error = $0 as? InvalidReading
      return error?.index == 2 && error?.reason == .valueNotPositive(-1)
    }
    #expect {
      try RawRecord(times: [.infinity], values: [100])
    } throws: {
      ($0 as? InvalidReading)?.reason == .timeNotFinite
    }
  }
}
