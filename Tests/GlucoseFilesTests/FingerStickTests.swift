import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct FingerStickTests {
  private func read(_ text: String, _ columns: ColumnMapping? = nil) throws -> GlucoseFile {
    try GlucoseFile(
      reading: Array(text.utf8), options: ReadOptions(zone: .gmt, columns: columns))
  }

  private static let table = """
    date,time,glucose,type,comments
    2014-10-01,19:14:00,9.1,cgm,
    2014-10-01,19:19:00,8.8,manual,
    2014-10-01,19:24:00,9.5,cgm,
    2014-10-01,19:29:00,5.5,elsewise,
    2014-10-01,19:31:00,4.5,insulin,
    """

  @Test func aTypeColumnDistinguishesMeterReadings() throws {
    let file = try read(Self.table)
    let subject = try #require(file.people.first)
    #expect(subject.recording.series.map(\.glucose.mmolL) == [9.1, 9.5, 5.5])
    #expect(subject.meter.map(\.glucose.mmolL) == [8.8])
    #expect(file.report.skipped[.otherMeasurement] == 1)
  }

  @Test func aTypeColumnCanBeMapped() throws {
    let mapping = ColumnMapping(
      time: "date", clock: "time", glucose: "glucose", note: "comments", type: "type")
    let subject = try #require(try read(Self.table, mapping).people.first)
    #expect(subject.recording.series.count == 3)
    #expect(subject.meter.map(\.glucose.mmolL) == [8.8])
  }

  @Test(arguments: ["smbg", "Finger Stick (mg/dL)", "CBG", "Blood Glucose"])
  func aMeterColumnBesideASensorColumn(header: String) throws {
    let file = try read(
      "time,cgm,\(header)\n2025-01-01T00:00:00Z,120,\n2025-01-01T00:05:00Z,121,131\n")
    let subject = try #require(file.people.first)
    #expect(subject.recording.series.values.elementsEqual([120, 121]))
    #expect(subject.meter.values.elementsEqual([131]))
  }

  /// The values of no device beside those of a sensor, in either order.
  @Test(arguments: [
    ("CGM (mg/dL)", "Glucose (mg/dL)"), ("sensor glucose", "glucose"),
    ("interstitial_glucose", "glucose"), ("cgm_value", "glucose_value"),
    ("Sensorglukose", "Glukose"), ("CGM", "BG"), ("sgv", "bg"), ("Gewebezucker", "Blutzucker"),
  ])
  func aColumnOfNoDeviceBesideASensors(sensor: String, other: String) throws {
    for (header, rows) in [
      ("\(sensor),\(other)", ["120,", "121,131", "122,"]),
      ("\(other),\(sensor)", [",120", "131,121", ",122"]),
    ] {
      let lines = rows.enumerated().map { "2025-01-01T0\($0):00:00Z,\($1)\n" }
      let file = try read("time,\(header)\n" + lines.joined())
      #expect(file.first.recording.series.values.elementsEqual([120, 121, 122]))
      #expect(file.first.meter.values.elementsEqual([131]))
    }
  }

  /// The same values again, in the other unit or words about them are no finger-sticks, and a column
  /// of words is no sensor's.
  @Test(arguments: [
    ("cgm,glucose", "120,120", "121,121"), ("cgm (mg/dL),glucose (mmol/L)", "120,6.7", "121,6.8"),
    ("cgm,glucose_level", "120,high", "121,normal"), ("glucose,cgm", "120,G7", "121,G7"),
  ])
  func aColumnThatIsNoMetersBesideASensors(header: String, one: String, two: String) throws {
    let file = try read(
      "time,\(header)\n2025-01-01T00:00:00Z,\(one)\n2025-01-01T00:05:00Z,\(two)\n")
    #expect(file.first.recording.series.values.elementsEqual([120, 121]))
    #expect(file.first.meter.isEmpty)
  }

  @Test func aValueOfNoDeviceBesideASensorsInJSON() throws {
    let file = try read(
      """
      [{"time": "2025-06-01T07:00:00Z", "cgm": 120, "glucose": null},
       {"time": "2025-06-01T07:05:00Z", "cgm": 121, "glucose": 131},
       {"time": "2025-06-01T07:10:00Z", "cgm": null, "glucose": 132},
       {"time": "2025-06-01T07:15:00Z", "cgm": 122, "glucose": 122}]
      """)
    #expect(addsUp(file.report) && file.report.rejected.isEmpty)
    #expect(file.first.recording.series.values.elementsEqual([120, 121, 122]))
    #expect(file.first.meter.values.elementsEqual([131, 132]))
  }

  @Test(arguments: [
    "meter glucose (mg/dL)", "SMBG", "Fingerstick", "YSI", "reference glucose mg/dL",
  ])
  func aMeterColumnAlone(header: String) throws {
    let file = try read("time,\(header)\n2025-01-01T00:00:00Z,120\n2025-01-01T08:05:00Z,131\n")
    #expect(file.first.meter.values.elementsEqual([120, 131]))
    #expect(file.first.recording.series.isEmpty)
  }

  /// Programs that write the records of Apple Health as a table name the type of each record.
  @Test func theTypeOfAppleHealthStatesNoDevice() throws {
    let file = try read(
      "type,sourceName,startDate,unit,value\n"
        + "HKQuantityTypeIdentifierBloodGlucose,G7,2025-01-01 00:00:00 +0100,mg/dL,120\n"
        + "HKQuantityTypeIdentifierBloodGlucose,G7,2025-01-01 00:05:00 +0100,mg/dL,121\n"
        + "HKQuantityTypeIdentifierHeartRate,Watch,2025-01-01 00:05:00 +0100,count/min,70\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 121])
    #expect(file.first.meter.isEmpty)
    #expect(file.report.skipped[.otherMeasurement] == 1)
  }

  private func glooko(every minutes: Int, count: Int) throws -> GlucoseFile {
    let start = Date(timeIntervalSince1970: 1_750_000_000)
    let rows = (0..<count).map { row in
      let time = start.addingTimeInterval(Double(row * minutes) * 60)
      return time.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
        .replacing("T", with: " ").prefix(16) + ",\(100 + row % 40)"
    }
    return try read(
      "Name:Sample Person,Date Range:2025-06-14 - 2025-06-15\nTimestamp,Glucose Value (mg/dl)\n"
        + rows.joined(separator: "\n") + "\n")
  }

  @Test func glookosFiveMinuteValuesAreSensorReadings() throws {
    let file = try glooko(every: 5, count: 200)
    let subject = try #require(file.people.first)
    #expect(subject.recording.series.count == 200)
    #expect(subject.meter.isEmpty)
    #expect(file.report.meterReadingsTreatedAsSensorCount == 200)
    #expect(file.report.description.contains("200 values of a meter column"))
  }

  @Test func glookosMeterValuesAreMeterReadings() throws {
    for (minutes, count) in [(240, 200), (5, 8)] {
      let file = try glooko(every: minutes, count: count)
      let subject = try #require(file.people.first)
      #expect(subject.recording.series.isEmpty)
      #expect(subject.meter.count == count)
      #expect(file.report.meterReadingsTreatedAsSensorCount == 0)
    }
  }

  /// In a sheet saved as text, the number of lines above the header is all that distinguishes them.
  @Test(arguments: [(5, 24, true), (240, 24, false), (5, 8, false)])
  func diasendsDenseValuesAreSensorReadings(
    minutes: Int, count: Int, isSensors: Bool
  ) throws {
    let rows = (0..<count).map { row in
      let time = row * minutes
      let clock = "\(time / 60 % 24):\(time % 60 / 10)\(time % 10)"
      return "\(1 + time / 1440)/01/2025 \(clock),5.\(row % 10)"
    }
    let file = try read(
      "Name,Sample\nBorn,1980\nSerial,A\n\nTime,mmol/L\n" + rows.joined(separator: "\n"))
    #expect(file.format == .diasend)
    #expect(file.first.recording.series.count == (isSensors ? count : 0))
    #expect(file.first.meter.count == (isSensors ? 0 : count))
  }
}
