import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Dates, clocks, and time zones.
extension PlainTableTests {
  @Test func aDateMayFollowTheDayOfTheWeek() throws {
    let file = try readTable(
      "date;time;glucose (mg/dL)\nSaturday, 14 June 2025;09:05;120\n2025-06-14;09:10;121\n"
        + "14 Juny 2025;09:15;122\n14 June 2025;25:15;123\n")
    #expect(try file.first.recording.series.first?.time == instant("2025-06-14T09:05:00Z"))
    #expect(file.first.recording.series.count == 2)
    #expect(file.report.rejected.map(\.column) == [1, 2])
  }

  /// No spreadsheet writes an offset into a date's cell; another column may state it.
  @Test func datesWithOffsetsAreNotExchanged() throws {
    let file = try readTable(
      "time,glucose\n2024-05-09T10:00:00+02:00,120\n14/05/2024 10:00,121\n14/05/2024 10:05,122\n")
    #expect(file.first.recording.series.count == 3)
    let error = #expect(throws: ReadError.self) {
      try readTable(
        "time,utc_offset,glucose\n2024-05-09 10:00,+02:00,120\n14/05/2024 10:00,+02:00,121\n")
    }
    #expect(error?.reason == .swappedDayAndMonth(example: "2024-05-09 10:00"))
  }

  /// The dates that a spreadsheet of another country converted, and those that it left as text.
  @Test func datesWithExchangedDaysAndMonthsAreRefused() throws {
    let rows = "2025-12-05 23:55,120\n13-05-2025 00:00,121\n13-05-2025 00:05,122\n"
    let error = #expect(throws: ReadError.self) { try readTable("time,glucose\n" + rows) }
    #expect(error?.reason == .swappedDayAndMonth(example: "2025-12-05 23:55"))
    #expect(error?.line == 2)
    // A day above 12 with the year first, or one up to 12 with the year last, shows another reason.
    for other in ["2025-05-13 00:10", "12-05-2025 00:10", "2025-05-05 00:00"] {
      let isSame = other.hasSuffix("05 00:00")
      let text = isSame ? rows.replacing("2025-12-05 23:55", with: other) : rows + "\(other),123\n"
      #expect(try readTable("time,glucose\n" + text).report.rejected.isEmpty)
    }
  }

  @Test func readsADateAndAClockInTwoColumns() throws {
    let file = try readTable("Date,Time,Glucose mmol/L\n25/12/2025,08:05,5.6\n")
    let reading = file.people[0].recording.series[0]
    #expect(try reading.time == instant("2025-12-25T08:05:00Z"))
    #expect(reading.glucose == .mmolL(5.6))
    #expect(file.people[0].id == nil)
  }

  @Test func aFileOfLocalTimesNeedsAZone() throws {
    let error = #expect(throws: ReadError.self) {
      try readTable("time,gl\n2025-01-01 00:00,90\n", zone: nil)
    }
    #expect(error?.reason == .zoneNeeded(example: "2025-01-01 00:00"))
    #expect(error?.line == 2)
    let exact = try readTable("time,gl\n2025-01-01T01:00:00+01:00,90\n1735689900,91\n", zone: nil)
    #expect(
      try exact.people[0].recording.series.map(\.time)
        == [instant("2025-01-01T00:00:00Z"), instant("2025-01-01T00:05:00Z")])
  }

  @Test func rejectsTimesThatClocksSkipped() throws {
    let file = try readTable(
      "time,gl\n2025-03-30 01:55,90\n2025-03-30 02:30,91\n2025-03-30 03:00,92\n",
      zone: zone("Europe/Berlin"))
    #expect(
      file.report.rejected == [
        RejectedRow(reason: .skippedHour, line: 3, column: 1, text: "2025-03-30 02:30")
      ])
    let series = file.people[0].recording.series
    #expect(series.count == 2)
    #expect(series[1].time.timeIntervalSince(series[0].time) == 300)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2025-03-30", 276), ("Europe/Berlin", "2025-10-26", 300),
    ("Australia/Lord_Howe", "2025-04-06", 294), ("Asia/Kathmandu", "2025-04-06", 288),
    ("America/St_Johns", "2025-11-02", 300),
  ])
  func aDayOfAnyLengthIsReadCompletely(_ name: String, _ date: String, count: Int) throws {
    let zone = try zone(name)
    let day = try #require(LocalDay(date, in: zone))
    var text = "time,gl\n"
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day().time(
      includingFractionalSeconds: false)
    var instants: [Date] = []
    var time = day.start.addingTimeInterval(-1800)
    while time < day.end.addingTimeInterval(1800) {
      instants.append(time)
      text += "\(time.formatted(style)),100\n"
      time += 300
    }
    let file = try readTable(text, zone: zone)
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.ambiguousTimeLines.isEmpty)
    let series = file.people[0].recording.series
    #expect(series.map(\.time) == instants)
    #expect(series[day.interval].count == count)
    // In reverse order, the recording is the same.
    let lines = text.split(separator: "\n")
    let reversed = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
    #expect(try readTable(reversed, zone: zone).people[0].recording.series == series)
  }

  @Test func anIsolatedReadingInTheRepeatedHourIsFlaggedAndListed() throws {
    let file = try readTable("time,gl\n2025-10-26 02:30,90\n", zone: zone("Europe/Berlin"))
    let reading = file.people[0].recording.series[0]
    #expect(reading.flags == .ambiguousLocalTime)
    #expect(try reading.time == instant("2025-10-26T00:30:00Z"))
    #expect(file.report.ambiguousTimeLines == [2])
  }

  @Test func midnightBesideAClockIsOnlyADate() throws {
    let file = try readTable(
      "date,time,gl (mg/dL)\n2025-06-14 00:00:00,08:05:00,100\n2025-06-14 08:10:00,08:10,101\n"
        + "2025-06-14 08:15:00,2025-06-14 08:15:00,102\n2025-06-14 08:20:00,,103\n"
        + "2025-06-14 08:25:00,09:30:00,104\n")
    #expect(file.report.rejected.map(\.reason) == [.unreadableTime])
    #expect(file.report.rejected.map(\.line) == [6])
    let minutes = try #require(file.people.first).recording.series.times.map { time in
      Int(((time / 86_400 - (time / 86_400).rounded(.down)) * 1440).rounded())
    }
    #expect(minutes == [485, 490, 495, 500])
  }
}
