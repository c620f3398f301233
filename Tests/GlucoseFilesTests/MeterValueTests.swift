import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The values of a meter, and those of an unknown device, are not those of a sensor.
struct MeterValueTests {
  private func rows(_ count: Int, every minutes: Int, end: String = "") -> String {
    let start = Date(timeIntervalSinceReferenceDate: 768_000_000)
    return (0..<count).map { index in
      let time = start.addingTimeInterval(Double(index * minutes) * 60)
      return "\(time.formatted(.iso8601)),\(100 + index)\(end)\n"
    }.joined()
  }

  @Test(arguments: ["glucose (mg/dL)", "Blood sugar (mg/dL)", "bg (mg/dL)"])
  func valuesOfAnUnstatedDeviceHoursApartAreNotASensors(_ column: String) throws {
    let sparse = try readTable("time,\(column)\n" + rows(30, every: 420))
    #expect(sparse.first.recording.series.isEmpty)
    #expect(sparse.first.meter.count == 30)
    #expect(sparse.report.readingsOfUnknownOriginCount == 30)
    #expect(sparse.report.warnings.count == 1)
    let dense = try readTable("time,\(column)\n" + rows(30, every: 15))
    #expect(dense.first.recording.series.count == 30)
    #expect(dense.report.readingsOfUnknownOriginCount == 0)
  }

  @Test(arguments: ["Sensor glucose", "cgm", "gl", "sgv", "interstitial glucose"])
  func aSensorMayBeStatedByTheNameOfTheColumn(_ column: String) throws {
    let file = try readTable("time,\(column) (mg/dL)\n" + rows(30, every: 420))
    #expect(file.first.recording.series.count == 30)
  }

  @Test func aMappedColumnIsWhatTheCallerStates() throws {
    let file = try readTable(
      "time,glucose (mg/dL)\n" + rows(30, every: 420),
      columns: ColumnMapping(time: "time", glucose: "glucose (mg/dL)"))
    #expect(file.first.recording.series.count == 30)
  }

  @Test func aSeriesOfAFewMinutesThatIsTypedBloodGlucoseIsASensors() throws {
    let header = "time,value,unit,type\n"
    let dense = try readTable(header + rows(30, every: 5, end: ",mg/dL,blood_glucose"))
    #expect(dense.first.recording.series.count == 30)
    #expect(dense.report.meterReadingsTreatedAsSensorCount == 30)
    let sparse = try readTable(header + rows(30, every: 420, end: ",mg/dL,blood_glucose"))
    #expect(sparse.first.meter.count == 30)
    // Beside a sensor, the values of a meter are compared with it, however dense.
    let both = try readTable(
      header + rows(30, every: 5, end: ",mg/dL,blood_glucose")
        + rows(30, every: 5, end: ",mg/dL,cgm"))
    #expect(both.first.recording.series.count == 30)
    #expect(both.first.meter.count == 30)
  }

  @Test func theReadingsOfAMeterBesideASensorAreKept() throws {
    let file = try readTable(
      """
      time,Sensor Glucose (mg/dL),BG Reading (mg/dL)
      2025-05-01 08:00,120,
      2025-05-01 08:05,121,130

      """)
    #expect(file.first.recording.series.values == [120, 121])
    #expect(file.first.meter.values == [130])
  }

  @Test(arguments: [
    "#,Date and Time,Readings [mg/dL],Meal Marker,Data Source,Notes",
    "#,Date and Time,BGValue[mg/dL],Meal Marker,Data Source,Notes",
    "#,Datum und Zeit,Messungen [mg/dL],Mahlzeit-Markierung,Datenquelle,Notizen",
  ])
  func contourIsAMeter(_ header: String) throws {
    let time = header.contains("Datum") ? "25.05.25 14:05" : "05/25/25 14:05"
    let file = try readTable("\(header)\n1,\(time),112,No Mark,Meter,after a walk\n")
    #expect(file.format == .contour)
    #expect(file.first.recording.series.isEmpty)
    #expect(file.first.meter.map(\.glucose) == [.mgdL(112)])
    #expect(
      file.first.meter.first?.time == Date(timeIntervalSinceReferenceDate: 769_874_700))
    #expect(file.first.recording.events.map(\.note) == ["after a walk"])
  }

  @Test(arguments: ["", "com.samsung.health.blood_glucose."])
  func theTimesOfSamsungHealthAreInUTC(_ prefix: String) throws {
    let names = ["start_time", "glucose", "time_offset", "update_time"].map { prefix + $0 }
    let file = try readTable(
      """
      com.samsung.shealth.blood_glucose,6231002,3
      \(names.joined(separator: ","))
      2025-05-04 08:00:00.000,5.5,UTC+0900,2025-05-04 08:00:00.000

      """, zone: TimeZone(identifier: "Europe/Oslo"))
    #expect(file.format == .samsungHealth)
    #expect(file.report.detected.unit?.value == .mmolL)
    #expect(file.first.meter.map(\.glucose) == [.mmolL(5.5)])
    #expect(file.first.meter.first?.time == Date(timeIntervalSinceReferenceDate: 768_038_400))
  }

  @Test func rowsOfSamsungHealthMayEndInAComma() throws {
    let file = try readTable(
      """
      com.samsung.shealth.blood_glucose,6231002,3
      start_time,time_offset,glucose,datauuid
      2025-05-04 08:00:00.000,UTC+0200,5.5,a,
      2025-05-04 12:00:00.000,UTC+0200,6.1,b
      2025-05-04 13:00:00.000,UTC+0200,6,1,b
      2025-05-04 14:00:00.000,UTC+0200,6,1,b,

      """)
    #expect(file.first.meter.map(\.glucose) == [.mmolL(5.5), .mmolL(6.1)])
    #expect(file.report.rejected.map(\.line) == [5, 6])
  }
}
