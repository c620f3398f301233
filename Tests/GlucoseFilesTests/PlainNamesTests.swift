import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The names of the columns of a plain table.
struct PlainNamesTests {
  @Test(arguments: [
    ("DateTime", "BG Value (mg/dl)"), ("Datum/Uhrzeit", "Glukosewert [mg/dl]"),
    ("Recorded At", "Blood Glucose Level"), ("EventDateTime", "Readings (mg/dL)"),
    ("date_time", "egv"), ("Reading Time", "Reading (mg/dL)"), ("ts", "value_mgdl"),
    ("Uhrzeit", "Blutzucker"),
    ("Heure", "Glycémie (mg/dL)"), ("Fecha y hora", "Glucosa (mg/dL)"), ("Tid", "Blodsukker"),
    ("Timestamp (YYYY-MM-DDThh:mm:ss)", "Glucose Value (mg/dL)"), ("Date (MM/DD/YYYY)", "CGM"),
    ("Tijdstempel (JJJJ-MM-DDTuu:mm:ss)", "Glucosewaarde (mg/dL)"), ("timestamp_local", "sg"),
    ("DisplayTime", "GlucoseValue"), ("LocalDateTime", "SensorGlucose"),
    ("MeasuredAt", "bloodGlucose"),
    ("时间", "血糖值 (mg/dL)"), ("血糖时间", "血糖值(mg/dL)"), ("Дата и время", "Глюкоза (мг/дл)"),
    ("bg_ts", "value"),
  ])
  func recognizesATimeAndGlucose(time: String, glucose: String) throws {
    let file = try readTable("\(time),\(glucose)\n2025-05-14 10:00,120\n2025-05-14 10:05,131\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 131])
    #expect(try file.first.recording.series[0].time == instant("2025-05-14T10:00:00Z"))
  }

  @Test(arguments: [
    ("Event Date", "Event Time", "Glucose"), ("start_date", "start_time", "Glucose"),
    ("ReadingDate", "ReadingTime", "Glucose"), ("Päivämäärä", "Kellonaika", "Glukoosi"),
    ("Data", "Godzina", "Glukoza"), ("Datum", "Čas", "Glukóza"), ("Tarih", "Saat", "Glikoz"),
    ("날짜", "시간", "혈당"),
  ])
  func recognizesADateAndAClock(date: String, clock: String, glucose: String) throws {
    for value in ["10:00", "10:00 AM"] {
      let file = try readTable("\(date),\(clock),\(glucose) (mg/dL)\n2025-05-14,\(value),120\n")
      #expect(try file.first.recording.series.map(\.time) == [instant("2025-05-14T10:00:00Z")])
    }
  }

  /// A measurement may be of any quantity, and a column of that name may also be one of words.
  @Test func aMeasurementMayBeGlucose() throws {
    let file = try readTable(
      "Patient_ID,Measurement_date,Measurement_time,Measurement\nP1,2025-05-14,10:00:00,120\n"
        + "P1,2025-05-14,10:15:00,131\nP2,2025-05-14,10:00:00,98\n")
    #expect(file.people.map(\.id) == ["P1", "P2"])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 131])
    #expect(file.report.ambiguousColumn == "Measurement")
    let named = try readTable(
      "time,measurement,value\n2025-05-14 10:00,glucose,120\n2025-05-14 10:00,pulse,70\n")
    #expect(named.first.recording.series.map(\.glucose.mgdL) == [120])
    let reading = try readTable(
      "time,measurement,reading,unit\n2025-05-14 10:00,glucose,121,mg/dL\n")
    #expect(reading.first.recording.series.map(\.glucose.mgdL) == [121])
    let quantities = try readTable(
      "time,name,measurement\n2025-05-14 10:00,glucose,120\n2025-05-14 10:01,pulse,70\n")
    #expect(quantities.first.recording.series.map(\.glucose.mgdL) == [120])
    #expect(quantities.report.reasons == [.unknownKind])
  }

  @Test func aTimeWithADateNeedsNoOtherDate() throws {
    let file = try readTable(
      "Event Date,Event Time,Glucose\n2025-05-14,2025-05-14 10:00,120\n")
    #expect(try file.first.recording.series.map(\.time) == [instant("2025-05-14T10:00:00Z")])
  }

  @Test func aUnitMayLackItsVolume() throws {
    let file = try readTable("time,Glucose mmol\n2025-05-14 10:00,7\n2025-05-14 10:05,8\n")
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(7), .mmolL(8)])
  }

  /// A name with a word for UTC states the zone; a local time beside it has precedence.
  @Test(arguments: [
    ("timestamp_utc", true), ("UTC time", true), ("Time (UTC)", true), ("GMT Timestamp", true),
    ("Zulu Time", true), ("UTCDtTm", true), ("timestampUTC", true),
    ("time_in_utc", true), ("time", false), ("time_local", false),
  ])
  func aNameMayStateTheZone(name: String, isUTC: Bool) throws {
    let row = "2025-05-14 10:00,120\n2025-05-14 10:05,131\n"
    let file = try readTable("\(name),glucose\n\(row)", zone: zone("Europe/Oslo"))
    let time = try instant(isUTC ? "2025-05-14T10:00:00Z" : "2025-05-14T08:00:00Z")
    #expect(file.first.recording.series[0].time == time)
    #expect((file.report.detected.zone == nil) == isUTC)
  }

  /// The offset of a local time does not apply to a time in UTC.
  @Test func aTimeInUTCHasNoOtherOffset() throws {
    let file = try readTable("timestamp_utc,utc_offset,glucose\n2025-05-14 10:00,+02:00,120\n")
    #expect(try file.first.recording.series[0].time == instant("2025-05-14T10:00:00Z"))
  }

  @Test(arguments: [
    "patient_nr", "SubjectID", "patientID", "Participant", "PT", "subj", "USUBJID", "Patient Name",
    "participantNumber", "pid", "study_id", "Proband", "userName", "id", "record_id", "MRN",
    "pat_id", "id_patient", "patient_study_id", "screening_id", "member_id", "ClientID",
  ])
  func peopleAreNotMixed(_ name: String) throws {
    let file = try readTable(
      "\(name),time,glucose\nA,2025-05-14 10:00,120\nA,2025-05-14 10:05,121\n"
        + "B,2025-05-14 10:00,130\nB,2025-05-14 10:05,131\n")
    #expect(file.people.map(\.id) == ["A", "B"])
    #expect(
      file.people.map { $0.recording.series.map(\.glucose.mgdL) } == [[120, 121], [130, 131]])
  }

  /// A spreadsheet may name the person in the first row of a block only.
  @Test func rowsWithoutAPersonAreRejectedBesideOthers() throws {
    let rows = ["A,2025-05-14 10:00,120", ",2025-05-14 10:05,121", "B,2025-05-14 10:00,130"]
    let file = try readTable("subject,time,glucose\n" + rows.joined(separator: "\n") + "\n")
    #expect(file.people.map(\.id) == ["A", "B"])
    #expect(file.people.map(\.recording.series.count) == [1, 1])
    #expect(file.report.reasons == [.missingPerson])
    #expect(file.report.rejected.map(\.line) == [3])
    let unnamed = try readTable(
      "subject,time,glucose\n,2025-05-14 10:00,120\n,2025-05-14 10:05,121\n")
    #expect(unnamed.people.map(\.id) == [nil] && unnamed.report.rejected.isEmpty)
  }

  /// Numbers of rows under the name of a record are no people.
  @Test func recordsMayBeNumbered() throws {
    let rows = (0..<20).map { "\($0),2025-05-14 10:\($0 + 10),\(120 + $0)\n" }.joined()
    let file = try readTable("record_id,time,glucose\n\(rows)")
    #expect(file.people.map(\.recording.series.count) == [20])
  }

  /// The number of a row beside the person is not a person.
  @Test func aPersonHasPrecedenceOverANumber() throws {
    let file = try readTable(
      "id,subject,time,glucose\n1,A,2025-05-14 10:00,120\n2,A,2025-05-14 10:05,121\n"
        + "3,B,2025-05-14 10:00,130\n4,B,2025-05-14 10:05,131\n")
    #expect(file.people.map(\.id) == ["A", "B"])
    for name in ["ptt", "patience", "subjective", "person_height", "index", "record_id"] {
      #expect(!PlainNames.isPerson(name))
    }
  }

  /// Doses in a column of values would be read as glucose in mmol/L.
  @Test(arguments: ["time,insulin,value", "time,value,dose type", "time,Medication,Reading"])
  func aListOfDosesIsNotGlucose(_ header: String) {
    let rows = header.hasSuffix("type") ? "10:00,4.5,x\n2025-05-14 11:00,6,x\n" : "10:00,x,4.5\n"
    let error = #expect(throws: ReadError.self) {
      try readTable("\(header)\n2025-05-14 \(rows)")
    }
    #expect(error?.reason == .unknownFormat)
  }

  /// Without a unit, a reading may be a heart rate.
  @Test func aReadingIsGlucoseOnlyWithAUnit() throws {
    let rows = "2025-05-14 10:00,72,mg/dL\n2025-05-14 10:05,110,mg/dL\n"
    #expect(try readTable("time,reading,unit\n\(rows)").first.recording.series.count == 2)
    let error = #expect(throws: ReadError.self) { try readTable("time,reading,place\n\(rows)") }
    #expect(error?.reason == .unknownFormat)
  }

  @Test(arguments: ["blood sugar", "Blutzucker", "blood glucose"])
  func bloodGlucoseBesideASensorIsOfAMeter(_ name: String) throws {
    let file = try readTable(
      "time,sensor glucose,\(name)\n2025-05-14 10:00,122,\n2025-05-14 10:05,130,128\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [122, 130])
    #expect(file.first.meter.map(\.glucose.mgdL) == [128])
  }

  @Test func aParameterStatesTheQuantityOfAValue() throws {
    let file = try readTable(
      "time,parameter,value\n2025-05-14 10:00,Ketone,1.5\n2025-05-14 10:05,Glucose,7.5\n"
        + "2025-05-14 10:10,Potassium,4.1\n2025-05-14 10:15,Glucose,8\n")
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(7.5), .mmolL(8)])
    #expect(file.report.skipped[.otherMeasurement] == 1)
    #expect(file.report.rejected.map(\.line) == [4])
  }

  /// The columns of laboratory results in the standard of clinical trials.
  @Test func readsResultsOfClinicalTrials() throws {
    let file = try readTable(
      "STUDYID,DOMAIN,USUBJID,LBTESTCD,LBCAT,LBORRES,LBORRESU,LBDTC\n"
        + "S,LB,101,GLUC,CGM,120,mg/dL,2025-05-14T10:00:00\n"
        + "S,LB,101,HBA1C,HBA1C,7.1,%,2025-05-14T10:00:00\n"
        + "S,LB,102,GLUC,CGM,130,mg/dL,2025-05-14T10:00:00\n")
    #expect(file.people.map(\.id) == ["101", "102"])
    #expect(file.people.map { $0.recording.series.map(\.glucose.mgdL) } == [[120], [130]])
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.skipped[.otherMeasurement] == 1)
  }

  /// A table that SAS wrote counts the seconds of a local time from 1960, not from 1970 in UTC.
  @Test func aNumberAsTheTimeOfAClinicalTrialIsOfSAS() throws {
    let file = try GlucoseFile(
      reading: Array(
        "USUBJID,LBCAT,LBORRES,LBORRESU,LBDTC\n1,CGM,120,mg/dL,1893456000.0\n"
          .utf8), options: ReadOptions(zone: TimeZone(identifier: "Europe/Berlin")))
    #expect(
      try file.first.recording.series.map(\.time) == [instant("2019-12-31T23:00:00Z")])
    // A partial date is not seconds.
    let partial = try readTable(
      "USUBJID,LBCAT,LBORRES,LBORRESU,LBDTC\n1,CGM,120,mg/dL,2025\n1,CGM,121,mg/dL,20250504\n")
    #expect(partial.report.reasons == [.unreadableTime, .unreadableTime])
  }
}
