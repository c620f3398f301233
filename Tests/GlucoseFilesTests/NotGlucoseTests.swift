import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// A quantity that the file names and that is not glucose is never a reading, nor is a number that was
/// not measured.
struct NotGlucoseTests {
  /// The entries of a user of AAPS: the name of the column of concentrations is only a unit, and a
  /// target is in it, too.
  @Test func aValueUnderAUnitIsReadOnlyIfItsTypeStatesGlucose() throws {
    let file = try readTable(
      """
      Timestamp;UTC Offset;Action;Event type;Source;Note;mg/dl;g;U
      2025-06-01T07:00:00Z;2;CAREPORTAL;Finger Stick BG Value;CarePortal;;112;;
      2025-06-01T08:00:00Z;2;TT;;TTDialog;;80;;
      2025-06-01T09:00:00Z;2;TT;Temporary Target;TTDialog;;90;;
      2025-06-01T10:00:00Z;2;BOLUS;Meal Bolus;TreatmentDialog;;;30;4

      """)
    #expect(file.first.recording.series.isEmpty)
    #expect(file.first.meter.map(\.glucose) == [.mgdL(112)])
    #expect(file.report.skipped[.otherMeasurement] == 2)
    #expect(file.report.skipped[.deviceRecord] == 1)
  }

  private func values(_ file: GlucoseFile) -> [Double] {
    file.people.flatMap { $0.recording.series.values + $0.meter.values + $0.scans.values }
  }

  @Test(
    arguments: ["value", "result", "Result value"], ["test", "Test name", "lab_test", "LBTEST"])
  func theRowsOfALaboratoryAreReadByTheNameOfTheTest(value: String, test: String) throws {
    let file = try readTable(
      """
      date,\(test),\(value),unit
      2025-05-01 08:00,LDL,120,mg/dL
      2025-05-02 08:00,Glucose,98,mg/dL
      2025-05-03 08:00,Potassium,4.2,mmol/L
      2025-05-04 08:00,Glucose in urine,100,mg/dL
      2025-05-05 08:00,Average glucose,154,mg/dL

      """)
    #expect(values(file) == [98])
    #expect(file.report.rejected.map(\.reason) == [.unknownKind, .unknownKind])
    #expect(file.report.rejected.map(\.text) == ["LDL", "Potassium"])
    #expect(file.report.skipped[.otherMeasurement] == 1)
    #expect(file.report.skipped[.derived] == 1)
  }

  @Test(arguments: [
    "Harnglukose", "Glucosa en orina", "Glucose, pleural fluid", "Synovial fluid glucose",
    "Glucosamine",
    "Glucose SD", "glucose standard deviation", "Glucose max", "Avg glucose", "Glucose average 14d",
    "Mittlere Glukose", "Glucose moyenne", "Glucosa media", "Ketones",
  ])
  func otherFluidsAndStatisticsOfAListAreSkipped(test: String) throws {
    let file = try readTable(
      """
      Date,Test,Result,Unit
      2025-05-01 08:00,"\(test)",98,mg/dL
      2025-05-02 08:00,"Glucose, 5 minutes after a meal",120,mg/dL
      2025-05-03 08:00,Interstitial fluid glucose,99,mg/dL

      """)
    #expect(values(file).sorted() == [99, 120])
    #expect(file.report.acceptedCount == 2)
  }

  /// A table of Glooko, and a row of mylife, with the unit of glucose.
  @Test func theNameDecidesBesideAUnit() throws {
    for (column, count) in [
      ("Ketones (mmol/l)", 0), ("HDL Cholesterol (mg/dL)", 0), ("Glukose (mg/dl)", 2),
    ] {
      let file = try? readTable(
        "Name:A,Date Range:2025-05-01 - 2025-05-02\nTimestamp,\(column),Serial Number\n"
          + "2025-05-01 08:00,81,A\n2025-05-01 09:00,82,A\n")
      #expect(file.map { values($0).count } ?? 0 == count, "\(column)")
    }
  }

  /// The lists of an object that are not read are counted.
  @Test func listsOfOtherNamesAreSkipped() throws {
    func rows(_ values: [Int]) -> String {
      values.enumerated().map {
        "{\"time\":\"2025-05-01T0\($0.offset):00:00Z\",\"glucose\":\($0.element),\"unit\":\"mg/dL\"}"
      }.joined(separator: ",")
    }
    let text =
      "{\"cgm\":[\(rows([100, 101, 102]))],\"fingersticks\":[\(rows([200, 201]))],\"numbers\":[1,2]}"
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(values(file) == [100, 101, 102])
    #expect(file.report.rowCount == 5 && file.report.skipped == [.otherMeasurement: 2])
  }

  @Test func aRowWithATimeIsNoComment() throws {
    let file = try readTable(
      "id,time,gl (mg/dL)\n#1,2025-05-01 08:00,100\n# a remark, with a comma\n2,2025-05-01 08:00,120\n"
    )
    #expect(file.people.map(\.id) == ["#1", "2"])
    #expect(file.report.skipped[.comment] == 1)
  }

  @Test func observationsAreReadByTheirCode() throws {
    let file = try readTable(
      """
      DATE,PATIENT,CATEGORY,CODE,DESCRIPTION,VALUE,UNITS,TYPE
      2025-05-01T08:00:00Z,p,laboratory,2093-3,Total Cholesterol,190,mg/dL,numeric
      2025-05-02T08:00:00Z,p,laboratory,2339-0,Glucose,98,mg/dL,numeric
      2025-05-03T08:00:00Z,p,laboratory,6298-4,Potassium,4.2,mmol/L,numeric

      """)
    #expect(values(file) == [98])
    #expect(file.report.rejected.map(\.text) == ["2093-3", "6298-4"])
  }

  @Test func aFieldOfADatabaseIsReadByItsName() throws {
    let file = try readTable(
      """
      _time,_value,_field,_measurement
      2025-05-01T08:00:00Z,98,value,glucose
      2025-05-01T08:00:00Z,3,trend,glucose
      2025-05-01T08:05:00Z,99,glucose,vitals
      2025-05-01T08:05:00Z,70,heart_rate,vitals
      2025-05-01T08:10:00Z,71,value,vitals

      """, unit: .mgdL)
    #expect(values(file) == [98, 99])
    #expect(file.report.rejected.map(\.text) == ["trend", "vitals"])
    #expect(file.report.skipped[.otherMeasurement] == 1)
  }

  @Test(
    arguments: [
      "metric", "measure", "field", "code", "kind", "label", "item", "item_type", "analyte",
      "parameter", "observation", "observation_type", "quantity", "component", "Messgröße",
      "Bezeichnung", "paramètre", "показатель", "項目",
    ], ["", ",mg/dL"])
  func aColumnThatNamesTheQuantityDecides(_ column: String, unit: String) throws {
    let file = try readTable(
      "time,\(column),value\(unit.isEmpty ? "" : ",unit")\n"
        + "2025-05-01 08:00,LDL,120\(unit)\n2025-05-01 08:05,glucose,121\(unit)\n"
        + "2025-05-01 08:10,glucose,122\(unit)\n", unit: unit.isEmpty ? .mgdL : nil)
    #expect(values(file) == [121, 122])
    #expect(file.report.rejected.map(\.text) == ["LDL"])
  }

  @Test(
    arguments: ["glucose", "value"],
    [
      ("predicted", RowSkipReason.derived), ("forecast", .derived), ("target", .deviceRecord),
      ("setting", .deviceRecord), ("Temp Target", .deviceRecord), ("alert", .alert),
      ("Low glucose alert", .alert),
    ])
  func numbersThatWereNotMeasuredAreNotReadings(
    column: String, type: (word: String, reason: RowSkipReason)
  ) throws {
    let file = try readTable(
      "time,\(column) (mg/dL),type\n2025-05-01 08:00,120,cgm\n"
        + "2025-05-01 08:05,60,\(type.word)\n")
    #expect(values(file) == [120])
    #expect(file.report.skipped[type.reason] == 1)
  }

  @Test func numbersInMmolLBelowAHeaderInMgdLAreNoLows() throws {
    func table(_ values: [String]) throws -> GlucoseFile {
      try readTable(
        "time,glucose mg/dL\n"
          + values.enumerated().map { "2025-05-01 08:\($0 + 10),\($1)\n" }.joined())
    }
    let others = (100..<130).map { "\($0)" }
    let file = try table(others + ["12.5", "14", "13.1", "11.4"])
    #expect(values(file) == (100..<130).map(Double.init))
    #expect(file.report.rejected.map(\.text) == ["12.5", "14", "13.1", "11.4"])
    // Whole numbers alone may be severe lows.
    #expect(try values(table(others + ["14", "30"])).count == 32)
    // Numbers that a program converted are in mg/dL.
    let converted = (100..<130).map { "\(Double($0) + 0.1)" }
    #expect(try values(table(converted + ["34.2"])).count == 31)
  }

  @Test func concentrationsInGramsPerLiterAreNotInMmolL() throws {
    let rows = (25...41).map { "2025-05-01 08:\($0),\(Double($0) / 10)\n" }.joined()
    let error = #expect(throws: ReadError.self) { try readTable("time,gl\n" + rows) }
    #expect(error?.reason == .unitUnknown(values: 2.5...4.1))
    #expect(try readTable("time,gl\n" + rows, unit: .mmolL).report.acceptedCount == 17)
    // One or two readings may be low.
    #expect(try readTable("time,gl\n2025-05-01 08:00,3.1\n").report.acceptedCount == 1)
  }
}
