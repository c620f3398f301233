import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct ColumnMappingTests {
  @Test func readsAFileInAnUnknownFormat() throws {
    let sample = Sample.mapped
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    #expect(file.format == .mapped)
    let series = try #require(file.people.first).recording.series
    #expect(try series.count == Expectation.of(sample).readings)
    #expect(try series[0].time == instant("2025-06-14T12:00:00Z"))
    #expect(series[0].glucose == .mgdL(156))
    #expect(file.report.detected.format.source == .caller)
  }

  @Test func findsColumnsByNumberWithAndWithoutAHeader() throws {
    let mapping = ColumnMapping(time: 2, glucose: 3, person: 1)
    let rows = "A;14.06.2025 08:00;5,6\nB;15.06.2025 08:00;6,1\n"
    let bare = try readTable(rows, columns: mapping)
    #expect(bare.people.map(\.id) == ["A", "B"])
    #expect(bare.report.skipped.isEmpty)
    let headed = try readTable("made by hand\nwho;when;what\n" + rows, columns: mapping)
    #expect(headed.people == bare.people)
    #expect(headed.report.skipped == [.preamble: 1, .header: 1])
    let titled = try readTable("made by hand\n" + rows, columns: mapping)
    #expect(titled.people == bare.people)
  }

  @Test func theStoredFormHasTextsAndNumbers() throws {
    let stored = #"{"clock":"3","glucose":4,"note":"Remarks","time":"Date"}"#
    let mapping = ColumnMapping(time: "Date", clock: "3", glucose: 4, note: "Remarks")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(mapping), as: UTF8.self) == stored)
    let decode = { (text: String) in
      try JSONDecoder().decode(ColumnMapping.self, from: Data(text.utf8))
    }
    #expect(try decode(stored) == mapping)
    // A header of digits is not the number of a column.
    #expect(try decode(stored).clock == .named("3"))
    #expect(throws: DecodingError.self) { try decode(#"{"glucose":4}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"time":1.5}"#) }
  }

  @Test(arguments: [
    (ColumnMapping.ElapsedUnit.seconds, ["0", "300", "-60"]), (.minutes, ["0", "5.0", "-1.0"]),
    (.hours, ["0", "0,08333", "-0,016667"]), (.days, ["0", "3.472e-3", "-0.000694"]),
  ])
  func readsTimesThatCountFromAStart(unit: ColumnMapping.ElapsedUnit, numbers: [String]) throws {
    let rows = zip(numbers, [100, 110, 90]).map { "A;\($0);\($1)\n" }.joined()
    for (header, mapping) in [
      ("id;since;mg/dL\n", ColumnMapping(time: "since", glucose: 3, person: "id", timeUnit: unit)),
      ("", ColumnMapping(time: 2, glucose: 3, person: 1, timeUnit: unit)),
    ] {
      let file = try readTable(header + rows, zone: zone("Europe/Oslo"), columns: mapping)
      let series = file.first.recording.series
      #expect(series.map(\.glucose.mgdL) == [90, 100, 110])
      // Midnight on a clock without daylight saving time.
      let start = try instant("1999-12-31T23:00:00Z")
      #expect(series.map { $0.time.timeIntervalSince(start) } == [-60, 0, 300])
    }
  }

  /// "1,500" is a number with thousands or one with a decimal comma.
  @Test func aNumberFromAStartThatMayHaveThousandsIsRejected() throws {
    let mapping = ColumnMapping(time: "since", glucose: 2, timeUnit: .seconds)
    let rows = "0,100\n900,101\n\"1,200\",102\n\"-1,500\",103\n\"0,125\",104\n\"12,5\",105\n"
    let file = try readTable("since,mg/dL\n" + rows, columns: mapping)
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [100, 104, 105, 101])
    #expect(file.report.rejected.map(\.line) == [4, 5])
    #expect(file.report.rejected.allSatisfy { $0.reason == .unreadableTime })
    let decimal = try readTable("since;mg/dL\n0;100\n1,500;101\n", columns: mapping)
    let times = try #require(decimal.first.recording.series.timeRange)
    #expect(times.upperBound.timeIntervalSince(times.lowerBound) == 1.5)
  }

  @Test func daysFromAStartMayHaveAClock() throws {
    let mapping = ColumnMapping(
      time: "DaysFromEnroll", clock: "Tm", glucose: "Glucose", timeUnit: .days)
    let file = try readTable(
      "DaysFromEnroll,Tm,Glucose (mg/dL)\n-1,23:55:00,99\n0,10:00:00 AM,101\n88,02:30,103\n"
        + "0.5,10:00,104\nx,10:05,105\n1,,106\n",
      zone: zone("Europe/Oslo"), columns: mapping)
    let times = try ["1999-12-31T22:55:00Z", "2000-01-01T09:00:00Z", "2000-03-29T01:30:00Z"]
      .map(instant)
    #expect(file.first.recording.series.map(\.time) == times)
    #expect(file.report.rejected.map(\.line) == [5, 6, 7])
    #expect(file.report.rejected.allSatisfy { $0.reason == .unreadableTime })
  }

  @Test func readsMeterMealsInsulinAndNotesOfOneRow() throws {
    let mapping = ColumnMapping(
      time: "t", glucose: "cgm", meter: "bg", carbs: "c", insulin: "i", note: "n")
    let file = try readTable(
      "t,cgm,bg,c,i,n\n2025-06-14 08:00,120,118,45,4.5,\"a, b\"\n2025-06-14 08:05,121,,0,0,\n",
      columns: mapping)
    let subject = file.people[0]
    #expect(subject.recording.series.count == 2)
    #expect(subject.meter.count == 1)
    #expect(subject.recording.events.count == 2)
    #expect(subject.recording.events.allSatisfy { $0.note == "a, b" })
    #expect(file.report.acceptedCount == 2)
  }

  @Test func anImpossibleAmountIsRejectedWithItsReason() throws {
    let file = try readTable(
      "t,c,i\n2025-06-14 08:00,1e9,\n2025-06-14 08:05,,10000\n2025-06-14 08:10,-1,\n"
        + "2025-06-14 08:15,99999,9999\n2025-06-14 08:20,x,\n",
      columns: ColumnMapping(time: "t", carbs: "c", insulin: "i"))
    #expect(
      file.report.rejected.map(\.reason)
        == [.implausible, .implausible, .notPositive, .unreadableNumber])
    #expect(file.report.rejected.map(\.text) == ["1e9", "10000", "-1", "x"])
    #expect(file.first.recording.events.count == 2)
  }

  @Test func reportsAMissingColumn() {
    let error = #expect(throws: ReadError.self) {
      try readTable(
        "when,what\n2025-06-14 08:00,120\n", columns: ColumnMapping(time: "when", glucose: "sugar"))
    }
    #expect(error?.reason == .noSuchColumn("sugar"))
    #expect(error?.description.contains("when | what") == true)
    #expect(throws: ReadError.self) {
      try readTable(
        "when,what\n2025-06-14 08:00,120\n", columns: ColumnMapping(time: 1, glucose: 0))
    }
  }

  @Test func takesPrecedenceOverTheDetectionOfFormats() throws {
    let file = try readTable(
      "time,gl,other\n2025-06-14 08:00,120,99\n2025-06-14 08:05,121,98\n",
      columns: ColumnMapping(time: "time", glucose: "other"))
    #expect(file.people[0].recording.series.map(\.glucose.mgdL) == [99, 98])
  }
}
