import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The tables of closed-loop trials in the registries of the Jaeb Center.
struct RegistryTableTests {
  private func read(_ text: String) throws -> GlucoseFile {
    let file = try GlucoseFile(
      reading: Array(text.utf8),
      options: ReadOptions(zone: TimeZone(identifier: "America/New_York")))
    #expect(addsUp(file.report))
    return file
  }

  /// A pump's table has a 0 for a value out of range, and another column for the side.
  @Test func anIndicatorDistinguishesHighAndLow() throws {
    let file = try read(
      "PtID|DeviceDtTm|CGMValue|HighLowIndicator\n7|5/4/2025 11:50:00 PM|120|0\n"
        + "7|5/4/2025 11:55:00 PM|0|2\n7|5/5/2025|0|1\n7|5/5/2025 12:05:00 AM|0|0\n"
        + "7|5/5/2025 12:10:00 AM|0|\n7|5/5/2025 12:15:00 AM|121|0\n")
    let series = file.first.recording.series
    #expect(series.map(\.glucose.mgdL) == [120, 40, 400, 121])
    #expect(series.map(\.flags) == [[], .belowDeviceLimit, .aboveDeviceLimit, []])
    #expect(file.report.rejected.map(\.reason) == [.notPositive, .notPositive])
    #expect(file.report.unreadColumns.isEmpty)
    let beside = try read(
      "PtID|DeviceDtTm|CGMValue|BGM|HighLowIndicator\n7|2025-05-04 10:00:00|0||2\n"
        + "7|2025-05-04 10:05:00|120|118|0\n7|2025-05-04 10:10:00|0||1\n")
    #expect(beside.first.recording.series.map(\.glucose.mgdL) == [40, 120, 400])
    #expect(beside.first.meter.map(\.glucose.mgdL) == [118])
  }

  @Test(arguments: ["DataDtTm_adjusted", "DataDtTm_adj"])
  func aCorrectedTimeReplacesTheTime(name: String) throws {
    let file = try read(
      "PtID|DataDtTm|\(name)|CGM\n7|2025-05-04 10:00:00||120\n"
        + "7|2025-05-04 22:05:00|2025-05-04 10:05:00|121\n7|2025-05-04 10:10:00||122\n"
        + "7|2025-05-04 12:00:00|2025-05-05|123\n")
    let series = file.first.recording.series
    #expect(series.map(\.glucose.mgdL) == [120, 121, 122, 123])
    #expect(
      try series.map(\.time) == [
        instant("2025-05-04T14:00:00Z"), instant("2025-05-04T14:05:00Z"),
        instant("2025-05-04T14:10:00Z"), instant("2025-05-05T04:00:00Z"),
      ])
    #expect(file.report.rejected.isEmpty)
  }

  /// Most rows of a program that records in UTC have no local time.
  @Test func aRowWithoutALocalTimeIsInUTC() throws {
    let file = try read(
      "PtID|DeviceDtTm|UTCDtTm|RecordType|CGMVal|Units\n7||2025-05-04 10:00:00|CGM|6|mmol/L\n"
        + "7|2025-05-04 06:05:00|2025-05-04 10:05:00|CGM|6.1|mmol/L\n"
        + "7||2025-05-05|CGM|6.2|mmol/L\n7|||CGM|6.3|mmol/L\n")
    let series = file.first.recording.series
    #expect(series.map(\.glucose.mmolL) == [6, 6.1, 6.2])
    #expect(
      try series.map(\.time) == [
        instant("2025-05-04T10:00:00Z"), instant("2025-05-04T10:05:00Z"),
        instant("2025-05-05T00:00:00Z"),
      ])
    #expect(file.report.rejected.map(\.reason) == [.missingTime])
  }

  /// R and pandas write a mark into an empty cell.
  @Test(arguments: ["NA", "NaN", "-"])
  func aTimeThatIsMarkedAsMissingIsNone(mark: String) throws {
    let adjusted = try read(
      "PtID|DataDtTm|DataDtTm_adjusted|CGM\n7|2025-05-04 10:00:00|\(mark)|120\n"
        + "7|2025-05-04 22:05:00|2025-05-04 10:05:00|121\n7|\(mark)|\(mark)|\n")
    #expect(
      try adjusted.first.recording.series.map(\.time) == [
        instant("2025-05-04T14:00:00Z"), instant("2025-05-04T14:05:00Z"),
      ])
    #expect(adjusted.report.skipped[.missingValue] == 1)
    let utc = try read(
      "PtID|DeviceDtTm|UTCDtTm|CGMVal|BGM\n7|\(mark)|2025-05-04 10:00:00|120|\n"
        + "7|2025-05-04 06:05:00|\(mark)|121|\n7|\(mark)|2025-05-04 10:10:00||99\n")
    #expect(
      try utc.first.recording.series.map(\.time) == [
        instant("2025-05-04T10:00:00Z"), instant("2025-05-04T10:05:00Z"),
      ])
    #expect(try utc.first.meter.map(\.time) == [instant("2025-05-04T10:10:00Z")])
    #expect(adjusted.report.rejected.isEmpty && utc.report.rejected.isEmpty)
  }

  @Test func aRejectionNamesTheTimeThatWasRead() throws {
    let file = try read(
      "PtID|DataDtTm|DataDtTm_adjusted|CGM\n7|2025-03-09 01:00:00||120\n"
        + "7|2025-03-09 12:05:00|2025-03-09 02:05:00|121\n")
    #expect(file.report.rejected.map(\.reason) == [.skippedHour])
    #expect(file.report.rejected.first?.column == 3)
    #expect(file.report.rejected.first?.text == "2025-03-09 02:05:00")
  }

  @Test(arguments: ["DeviceDtTmDaysFromEnroll", "DeviceDtDaysFromEnroll", "DeviceDaysFromEnroll"])
  func daysSinceEnrollmentCountFromTheYear2000(days: String) throws {
    for (header, value) in [("GlucoseValue", "120"), ("Value", "121")] {
      let file = try read(
        "RecID|PtID|\(days)|DeviceTm|RecordType|\(header)\n1|7|-1|23:55:00|CGM|\(value)\n"
          + "2|7|0|00:00:00|CGM|130\n3|7|0|00:01:00|Calibration|140\n4|8|3|10:00:00|CGM|150\n")
      #expect(file.people.map(\.id) == ["7", "8"])
      #expect(file.first.recording.series.map(\.glucose.mgdL) == [Double(value), 130])
      #expect(file.first.meter.map(\.glucose.mgdL) == [140])
      let zone = try #require(file.report.detected.zone)
      #expect(try zone.value.secondsFromGMT(for: instant("2000-07-01T00:00:00Z")) == -5 * 3600)
      let day = LocalDay(
        containing: try #require(file.first.recording.series.last?.time), in: zone.value)
      #expect(day == LocalDay(year: 2000, month: 1, day: 1, in: zone.value))
    }
  }

  /// The names are those of the closed-loop trials' data dictionary (DCLP3).
  @Test(arguments: [
    ("No", "Yes"), ("", "1"), ("0", "true"), ("0.0", "1.0"), ("N", "Y"), ("F", "T"),
  ])
  func aCalibrationIsAMetersValue(no: String, yes: String) throws {
    let file = try read(
      "RecID|PtID|DataDtTm|DataDtTm_adjusted|CGM|IsCalibration\n"
        + "1|7|2025-05-04 10:00:00||120|\(no)\n2|7|2025-05-04 10:02:00||131|\(yes)\n"
        + "3|7|2025-05-04 10:05:00||122|\(no)\n4|7|2025-05-04 10:10:00||123|\(no)\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 122, 123])
    #expect(file.first.meter.map(\.glucose.mgdL) == [131])
    #expect(file.report.unreadColumns == ["RecID"])
  }

  /// The revised column counts, and where it is empty the original one.
  @Test(arguments: [("0", "1"), ("0.0", "1.0"), ("0,0", "1,0"), ("N", "Y"), ("False", "True")])
  func aTestWithControlSolutionIsNoReading(no: String, yes: String) throws {
    let file = try read(
      "RecID|PtID|DataDtTm|BG|Carbs|IsQCTest|SystemDefinedEvents|IsQCtestJaeb|DataDtTm_adjusted\n"
        + "1|7|2025-05-04 08:00:00|120||\(no)||\(no)|\n"
        + "2|7|2025-05-04 10:00:00|111||\(yes)|Control|\(yes)|\n"
        + "3|7|2025-05-04 13:00:00|135||\(yes)||\(no)|\n"
        + "4|7|2025-05-04 19:00:00|142||\(no)|||\n5|7|2025-05-04 20:00:00|300||\(yes)|||\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 135, 142])
    #expect(file.report.skipped[.otherMeasurement] == 2)
    #expect(file.report.rejected.isEmpty)
  }

  /// One of two dates and clocks may be that of an insertion, and an exact time is better.
  @Test func aDateAndAClockThatAreAbbreviatedAreTheLastChoice() throws {
    let exact = try read(
      "PtID|BirthDt|BirthTm|UTC time|Glucose\n7|1990-01-02|08:00:00|2025-05-04T10:00:00Z|120\n"
        + "7|1990-01-02|08:00:00|2025-05-04T10:05:00Z|121\n")
    #expect(
      try exact.first.recording.series.first?.time == instant("2025-05-04T10:00:00Z"))
    #expect(throws: ReadError.self) {
      try read(
        "PtID|InsertDt|InsertTm|ReadingDt|ReadingTm|SensorGLU\n"
          + "7|2025-05-01|08:00:00|2025-05-04|10:00:00|120\n")
    }
  }

  /// A time column that is empty is not the time, wherever the first glucose is.
  @Test func anEmptyTimeIsNotChosenAboveLateReadings() throws {
    let meals = (0..<45).map { "|2025-05-04 0\($0 / 60):\($0 < 10 ? "0" : "")\($0):00||12" }
    let file = try read(
      (["time|occurred_at|glucose (mg/dL)|carbs"] + meals
        + ["|2025-05-04 02:00:00|120|", "|2025-05-04 02:05:00|121|"]).joined(separator: "\n"))
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 121])
  }

  /// A class may be that of the value, or, as in exports of Nutrisense, its quantity.
  @Test func aClassOfAValueIsNoQuantity() throws {
    let file = try read(
      "time|value|class|unit\n2025-05-04 10:00:00|65|hypo|mg/dL\n"
        + "2025-05-04 10:05:00|120|normal|mg/dL\n2025-05-04 10:10:00|200|hyper|mg/dL\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [65, 120, 200])
    // Without a unit, the values may be of another quantity.
    let pulse = try read(
      "time|value|class\n2025-05-04 10:00:00|72|pulse\n2025-05-04 10:05:00|65|pulse\n")
    #expect(pulse.people.isEmpty && pulse.report.rejected.count == 2)
  }

  @Test func aColumnNamedMeterIsRead() throws {
    let file = try read(
      "RecID|DexcomIndex|PtID|DataDtTm|EventSubType|Meter|DataDtTm_adj\n"
        + "1|5|7|2025-05-04 08:00:00||120|\n2|9|7|2025-05-04 20:00:00||131|\n")
    #expect(file.first.meter.map(\.glucose.mgdL) == [120, 131])
    #expect(throws: ReadError.self) {
      try read("PtID|DataDtTm|Meter\n7|2025-05-04 08:00:00|Accu-Chek Guide\n")
    }
  }

  /// The names are those that loaders of the trial CTR3 read.
  @Test(arguments: [
    "DeidentID|DisplayTime|CGM|DisplayTimeAdjusted", "DeidentID|LocalDtTm|CGM|LocalDtTmAdjusted",
  ])
  func aCorrectedTimeMayHaveNoUnderscore(header: String) throws {
    let file = try read(
      "\(header)\n7|2025-05-04 10:00:00|120|\n7|2025-05-04 22:05:00|121|2025-05-04 10:05:00\n"
        + "7|2025-05-04 10:10:00|122|\n")
    #expect(
      try file.first.recording.series.map(\.time) == [
        instant("2025-05-04T14:00:00Z"), instant("2025-05-04T14:05:00Z"),
        instant("2025-05-04T14:10:00Z"),
      ])
    #expect(file.people.map(\.id) == ["7"])
  }

  /// The tables of DirecNet have midnight beside the clock.
  @Test(arguments: [
    ("NavReadDt,NavReadTm,Gl", "13:05:00"), ("ReadingDt,ReadingTm,SensorGLU", "01:05 PM"),
  ])
  func aDateAndAClockMayBeAbbreviated(names: String, clock: String) throws {
    let file = try read(
      "RecID,PtID,\(names)\n1,7,2025-05-04 00:00:00,\(clock),120\n"
        + "2,7,2025-05-04 00:00:00,\(clock.replacing("05", with: "10")),121\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 121])
    #expect(
      try file.first.recording.series.map(\.time) == [
        instant("2025-05-04T17:05:00Z"), instant("2025-05-04T17:10:00Z"),
      ])
  }
}
