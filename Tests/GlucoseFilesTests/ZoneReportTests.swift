import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct ZoneReportTests {
  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  private func read(_ text: String, _ options: ReadOptions) throws -> GlucoseFile {
    try GlucoseFile(reading: Array(text.utf8), options: options)
  }

  /// Returns readings in local time through a day, every `minutes` minutes from one hour to
  /// another.
  private func day(_ date: String, every minutes: Int, hours: Range<Int>) -> String {
    var text = "time,glucose (mg/dL)\n"
    for minute in stride(from: hours.lowerBound * 60, to: hours.upperBound * 60, by: minutes) {
      let (hour, rest) = (minute / 60, minute % 60)
      text += "\(date)T\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00,120\n"
    }
    return text
  }

  @Test func theReportStatesTheZoneOfLocalTimes() throws {
    let oslo = try zone("Europe/Oslo")
    let local = try read(day("2025-05-04", every: 5, hours: 0..<1), ReadOptions(zone: oslo))
    #expect(local.report.detected.zone?.value == oslo)
    #expect(local.report.detected.zone?.source == .caller)
    #expect(local.report.description.contains("Zone: Europe/Oslo (stated by the caller)"))
    let exact = try read(
      "time,glucose (mg/dL)\n2025-05-04T00:00:00Z,120\n", ReadOptions(zone: oslo))
    #expect(exact.report.detected.zone == nil)
    #expect(exact.report.description.contains("Zone: not needed"))
  }

  @Test func universalTimeIsNamedAsSuch() throws {
    let file = try read(
      day("2025-05-04", every: 5, hours: 0..<1), ReadOptions(zone: zone("UTC")))
    #expect(file.report.description.contains("Zone: UTC (stated by the caller)"))
  }

  @Test(arguments: [5, 15]) func aFullSkippedHourIsAWarningAboutTheZone(minutes: Int) throws {
    let text = day("2025-03-30", every: minutes, hours: 0..<6)
    let wrong = try read(text, ReadOptions(zone: zone("Europe/Oslo")))
    let doubt = try #require(wrong.report.timeZoneWarning)
    #expect(doubt.count == 60 / minutes)
    #expect(doubt.example == "2025-03-30T02:00:00")
    #expect(wrong.report.rejected.count == 60 / minutes)
    #expect(wrong.report.warnings.contains { $0.contains("The zone may be wrong") })
    let right = try read(text, ReadOptions(zone: zone("America/New_York")))
    #expect(right.report.timeZoneWarning == nil)
    #expect(right.report.rejected.count == 0)
  }

  @Test func aReadingOrTwoInASkippedHourIsNotAWarning() throws {
    let text =
      day("2025-03-30", every: 5, hours: 0..<2)
      + "2025-03-30T02:00:00,120\n2025-03-30T02:05:00,120\n"
    let file = try read(text, ReadOptions(zone: zone("Europe/Oslo")))
    #expect(file.report.rejected.count == 2)
    #expect(file.report.timeZoneWarning == nil)
  }

  private static let ohio = """
    <?xml version="1.0"?><patient id="559" weight="99" insulin_type="Novalog"><glucose_level>
    <event ts="14-03-2027 01:55:00" value="100"/><event ts="14-03-2027 02:00:00" value="101"/>
    <event ts="14-03-2027 02:30:00" value="102"/><event ts="14-03-2027 03:00:00" value="103"/>
    <event ts="01-07-2027 12:00:00" value="104"/>
    </glucose_level><bolus><event ts_begin="01-07-2027 12:00:00" type="normal" dose="2"/></bolus>
    </patient>
    """

  @Test(arguments: [("America/New_York", -5), ("Europe/Oslo", 1), ("GMT", 0)])
  func shiftedDatesAreReadOnAClockWithoutTransitions(name: String, hours: Int) throws {
    let file = try read(Self.ohio, ReadOptions(zone: zone(name)))
    #expect(file.report.rejected.isEmpty)
    let series = try #require(file.people.first).recording.series
    #expect(
      zip(series.times, series.times.dropFirst()).prefix(3).map { $1 - $0 } == [300, 1800, 1800])
    let used = try #require(file.report.detected.zone).value
    #expect(used.secondsFromGMT(for: series[4].time) == hours * 3600)
    #expect(used.nextDaylightSavingTimeTransition(after: series[0].time) == nil)
    // In the zone of the report, times are as written, in summer too.
    let noon = LocalDay(containing: series[4].time, in: used).time(hour: 12, minute: 0)
    #expect(series[4].time == noon)
    #expect(file.people[0].recording.events[0].zone == used)
    #expect(file.report.description.contains("shifted"))
  }

  @Test func shiftedDatesNeedNoZone() throws {
    let file = try read(Self.ohio, ReadOptions(zone: nil))
    #expect(file.report.acceptedCount == 6)
    #expect(file.report.detected.zone?.value == .gmt)
  }

  @Test func futureRowsAreReportedAndKept() throws {
    let now = Date(timeIntervalSince1970: 1_746_352_800)  // 2025-05-04T10:00:00Z
    let text = """
      time,glucose (mg/dL)
      2025-05-04T10:59:00Z,100
      2025-05-04T11:01:00Z,101
      2025-05-05T09:59:00,102
      2025-05-05T10:01:00,103
      2035-01-01T00:00:00,104
      """
    let file = try read(text, ReadOptions(zone: .gmt, now: now))
    let future = try #require(file.report.futureRecords)
    #expect(future.count == 3)
    #expect(future.line == 3)
    #expect(future.example == now.addingTimeInterval(3660).formatted(.iso8601))
    #expect(file.people[0].recording.series.count == 5)
    #expect(file.report.warnings.contains { $0.hasPrefix("Readings and events in the future: 3") })
    #expect(try read(text, ReadOptions(zone: .gmt)).report.futureRecords == nil)
  }
}
