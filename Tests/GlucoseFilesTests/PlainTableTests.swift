import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct PlainTableTests {
  @Test(arguments: [
    "subject,time,glucose_mgdl", "Patient ID,Timestamp,Glucose (mg/dL)", "id,datetime,sgv",
    "\"id\",\"time\",\"gl\"", "ID , Time , GL", "\u{FEFF}id,date,glucose",
    "PtID,device_timestamp,CGM", "id,dateString,sensor_glucose",
  ])
  func recognizesTheCommonNamesOfColumns(_ header: String) throws {
    let file = try readTable(header + "\nA,2025-01-01 00:00:00,120\n")
    #expect(file.people.map(\.id) == ["A"])
    #expect(file.people[0].recording.series[0].glucose == .mgdL(120))
  }

  @Test(arguments: [
    "date,mg/dl,trend", "date,mg_dl,trend", "Start,Finish,Blood Glucose (mg/dL)",
  ])
  func aColumnMayBeNamedByItsUnit(_ header: String) throws {
    let glucose = header.hasPrefix("Start") ? "2025-01-01 00:00,120" : "120,"
    let file = try readTable("\(header)\n2025-01-01 00:00,\(glucose)\n")
    #expect(file.first.recording.series.map(\.glucose) == [.mgdL(120)])
    #expect(file.report.detected.unit?.value == .mgdL)
  }

  @Test(arguments: ["date,ketones,mmol/L", "time,mmol/L,bolus"])
  func aColumnNamedByItsUnitIsNotReadBesideAnotherQuantity(_ header: String) {
    let error = #expect(throws: ReadError.self) {
      try readTable("\(header)\n2025-01-01 00:00,1.2,0.6\n")
    }
    #expect(error?.reason == .unknownFormat)
  }

  @Test func columnsWithUnknownNamesAreReported() throws {
    let file = try readTable(
      """
      , Patient ID ,Time,Glucose (mg/dL),Carbs (g),"Bolus, units",
      1,A,2025-01-01 00:00,120,40,2.5,
      time,glucose mmol/L,Carbs (g),heart rate
      2025-01-01 00:05,6.7,0,70

      """)
    #expect(file.report.unreadColumns == ["Carbs (g)", "Bolus, units", "heart rate"])
    #expect(
      file.report.lines(rejectedLimit: 0).contains(
        "Columns that were not read: \"Carbs (g)\", \"Bolus, units\", "
          + "\"heart rate\""))
    let whole = try readTable("id,time,gl,unit,flags\nA,2025-01-01 00:00,120,mg/dL,low\n")
    #expect(whole.report.unreadColumns.isEmpty)
    let sensors = (1...300).map { ",sensor \($0)" }.joined()
    let wide = try readTable(
      "time,glucose (mg/dL)\(sensors)\n2025-01-01 00:00,120\n"
        + "time,glucose (mg/dL),carbs\n2025-01-01 00:05,121,5\n")
    #expect(wide.report.unreadColumns == (1...100).map { "sensor \($0)" })
  }

  /// The comma divides the header into as many cells as the delimiter does.
  @Test(arguments: [
    ("Glucose, mg/dL;Time", "120;2025-01-01 00:00"),
    ("\"Glucose, mg/dL\"|\"Time\"", "\"120\"|\"2025-01-01 00:00\""),
    ("Glucose, mg/dL\tTime", "120\t2025-01-01 00:00"),
    ("\"Glucose, mg/dL\";\"Time\"", "\"120\";\"Wednesday, 1 January 2025 00:00\""),
    ("Glucose, mg/dL|Time", "120,0|01.01.2025 00:00"),
  ])
  func aCommaInTheHeaderAloneIsNoDelimiter(_ header: String, _ row: String) throws {
    let mapping = ColumnMapping(time: 2, glucose: 1)
    for columns in [nil, mapping] {
      let file = try readTable("\(header)\n\(row)\n", columns: columns)
      #expect(file.first.recording.series.map(\.glucose.mgdL) == [120])
      #expect(file.report.detected.unit?.value == .mgdL)
    }
  }

  /// Its rows are like the header of a Diasend export, the name of a time and a unit.
  @Test(arguments: ["2025-01-01 00:0", "17356896", "01.01.2025 00:0"])
  func theUnitMayBeTheSecondColumn(time: String) throws {
    let rows = (0..<3).map { "\(time)\($0)\(time.count == 8 ? "0" : ""),mg/dL,12\($0)\n" }.joined()
    let file = try readTable("time,unit,glucose\n" + rows)
    #expect(file.format == .plain)
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 121, 122])
  }

  /// The Arabic decimal sign is no separator of thousands, whichever digits are beside it.
  @Test func anArabicDecimalSignIsReadBesideAnyDigits() throws {
    let cells = ["5٫6", "٥٫٦", "۵٫۶", "5.6", "5٬600", "5،6", "5٫6٫1"]
    let rows = cells.enumerated().map { "2025-01-01 00:0\($0);\($1)\n" }.joined()
    let file = try readTable("time;glucose (mmol/L)\n" + rows)
    #expect(file.first.recording.series.map { $0.glucose.mmolL } == Array(repeating: 5.6, count: 4))
    #expect(file.report.rejected.map(\.text) == ["5٬600", "5،6", "5٫6٫1"])
  }

  /// Tables that begin like the desktop software's, with a number, a time, and one digit.
  @Test func aDigitAfterATimeDoesNotIndicateAnAbbottExport() throws {
    let rows = (0..<50).map { "2,2025-01-01 \(10 + $0 / 12):\(10 + $0 % 12 * 4),5.\($0 % 9 + 1)" }
    for whole in [0, 20, 49] {
      var cells = rows
      cells[whole] = String(cells[whole].dropLast(2))
      for (header, unit) in [("id,time,gl,unit", ",mmol/L"), ("id,time,gl mmol/L", "")] {
        let file = try readTable(
          ([header] + cells.map { $0 + unit }).joined(separator: "\n") + "\n")
        #expect(file.format == .plain)
        #expect(file.people.map(\.id) == ["2"])
        #expect(file.first.recording.series.count == 50)
        #expect(file.report.rejected.isEmpty)
      }
    }
  }

  @Test(arguments: ["id,time,event,gl", "id,time,event,gl (mg/dL)", "id,time,carbs,gl (mg/dL)"])
  func aCountBesideTheGlucoseIsNotARecordType(_ header: String) throws {
    let file = try readTable(
      header + "\n1,2025-01-01 00:00,0,120\n1,2025-01-01 00:05,1,121\n"
        + "2,2025-01-01 00:00,0,122\n2,2025-01-01 00:05,5,123\n")
    #expect(file.format == .plain)
    #expect(file.people.map(\.id) == ["1", "2"])
    #expect(file.people.flatMap(\.recording.series).map(\.glucose.mgdL) == [120, 121, 122, 123])
  }

  /// In a column named after glucose, a meal is the occasion of the reading.
  @Test(arguments: ["glucose", "gl", "value", "concentration"])
  func aMealBesideAValueExcludesItOnlyWhereTheColumnIsVague(_ name: String) throws {
    let file = try readTable(
      "time,\(name) (mg/dL),type\n2025-01-01 00:00,120,Meal\n2025-01-01 00:05,130,Exercise\n"
        + "2025-01-01 00:10,140,cgm\n2025-01-01 00:15,,Meal\n2025-01-01 00:20,60,Insulin\n")
    let isNamed = name.hasPrefix("gl")
    #expect(
      file.first.recording.series.map(\.glucose.mgdL) == (isNamed ? [120, 130, 140] : [140]))
    #expect(file.report.skipped[.otherMeasurement] == (isNamed ? 2 : 4))
  }

  /// Under a name that other quantities have as well, a word that is not known rejects its row,
  /// whatever the unit.
  @Test(arguments: ["value", "value (mg/dL)", "glucose"])
  func aQuantityOfAnotherNameIsNotGlucose(name: String) throws {
    let words = ["glucose", "medication", "Blutzucker", "pulse", "", "systolic", "NA", "Sensor"]
    let rows = words.enumerated().map { "2025-05-04T10:0\($0)Z,\($1),\(120 + $0)\n" }
    let file = try readTable("timestamp,type,\(name)\n" + rows.joined(), unit: .mgdL)
    let isVague = name.hasPrefix("value")
    #expect(file.report.rejected.map(\.line) == (isVague ? [3, 5, 7] : []))
    #expect(file.report.rejected.allSatisfy { $0.reason == .unknownKind && $0.column == 2 })
    #expect(
      file.first.recording.series.map(\.glucose.mgdL)
        == (isVague ? [120, 122, 124, 126, 127] : (120..<128).map(Double.init)))
  }

  @Test func aUnitBesideAnUnknownWordDoesNotAcceptItsRow() throws {
    let file = try readTable(
      "timestamp,type,value,unit\n2025-05-04T10:00Z,Wert,120,mg/dL\n"
        + "2025-05-04T10:05Z,pulse,70,bpm\n2025-05-04T10:10Z,LDL,72,mg/dL\n"
        + "2025-05-04T10:15Z,-,124,mg/dL\n2025-05-04T10:20Z,null,126,mg/dL\n")
    #expect(file.report.rejected.map(\.line) == [3, 4])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 124, 126])
  }

  @Test(arguments: [
    ("Dexcom G6", ReadingOrigin.sensor), ("Medtronic Guardian 4", .sensor),
    ("Historic Glucose", .sensor), ("Blood glucose (CGM)", .sensor), ("Glucose level 2", .glucose),
    ("Glycémie mesurée", .glucose), ("Libre scan", .scan), ("Flash glucose", .scan),
    ("Finger prick test", .meter), ("Libre strip", .meter), ("Contour Next meter", .meter),
    ("Blood glucose value", .meter), ("insulin sensor site", .occasion),
    ("Heart rate (sensor)", .occasion), ("Step count", .occasion), ("Basal insulin", .occasion),
    ("manual", .meter), ("Meal", .occasion), ("insulin", .other),
    ("Glucose before insulin", .occasion),
    ("Glucose parameter", .glucose), ("Glucometer 2", .meter),
  ])
  func wordsWithinATypeDetermineIt(text: String, origin: ReadingOrigin) {
    #expect(ReadingOrigin(text) == origin)
    #expect(ReadingOrigin("medication") == nil)
  }

  /// An empty column at the end of the header does not take the decimals of a number.
  @Test func aDecimalCommaDoesNotFillAColumnWithoutAName() throws {
    let file = try readTable(
      "time,glucose (mmol/L),\n2025-05-04 10:00,5,6\n2025-05-04 10:05,6.1,\n"
        + "2025-05-04 10:10,7,\n2025-05-04 10:15,\"7.4\",x\n2025-05-04 10:20,6,4\n")
    #expect(file.report.rejected.map(\.line) == [2, 6])
    #expect(
      file.report.rejected.map(\.reason)
        == Array(
          repeating: .extraCells(found: 3, expected: 2), count: 2))
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(6.1), .mmolL(7), .mmolL(7.4)])
  }

  /// Arrows of a trend, from 1 to 7, are not decimals of whole numbers in mg/dL.
  @Test(arguments: [
    ("glucose (mg/dL)", ["92,4", "100,4", "64,7", "45,1"], [92, 100, 64, 45]),
    ("glucose", ["92,4", "100,4", "64,7", "71,1"], [92, 100, 64, 71]),
    ("glucose (mmol/L)", ["5.6,4", "7,12", "6,", "10,x"], [5.6, 7, 6, 10]),
  ])
  func aColumnWithoutANameMayHaveItsOwnNumbers(
    name: String, cells: [String], values: [Double]
  ) throws {
    let rows = cells.enumerated().map { "2025-05-04 10:0\($0),\($1)\n" }
    let isMmol = name.contains("mmol")
    let file = try readTable("time,\(name),\n" + rows.joined(), unit: isMmol ? nil : .mgdL)
    #expect(
      file.first.recording.series.map(\.glucose)
        == values.map { isMmol ? .mmolL($0) : .mgdL($0) })
  }

  /// A number with two separators is rejected, and does not determine the decimal one.
  @Test(arguments: [
    (",", ["\"1,012.0\"", "118.5", "119.0"]), (";", ["1.012,5", "118,5", "119,0"]),
  ])
  func aNumberWithThousandsDoesNotRejectTheOthers(delimiter: String, cells: [String]) throws {
    let rows = cells.enumerated().map { "2025-05-04 10:0\($0)\(delimiter)\($1)\n" }
    let file = try readTable("time\(delimiter)glucose\n" + rows.joined())
    #expect(file.report.rejected.map(\.line) == [2])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [118.5, 119])
  }

  @Test func aLimitMayHaveAUnit() throws {
    let file = try readTable(
      "time,glucose\n2025-05-04 10:00,<40 mg/dL\n2025-05-04 10:05,> 400 mg/dL\n"
        + "2025-05-04 10:10,120 mg/dL\n2025-05-04 10:15,<2.2 mmol/L\n2025-05-04 10:20,<4O\n")
    let series = file.first.recording.series
    #expect(series.map(\.flags.isEmpty) == [false, false, true, false])
    #expect(series.map(\.glucose) == [.mgdL(40), .mgdL(400), .mgdL(120), .mmolL(2.2)])
    #expect(file.report.rejected.map(\.line) == [6])
  }

  @Test func aComparatorMayBeApartFromItsNumber() throws {
    let file = try readTable(
      "time,glucose\n2025-05-04 10:00,< 40\n2025-05-04 10:05,>=400\n2025-05-04 10:10,120\n"
        + "2025-05-04 10:15,<\n2025-05-04 10:20,< x\n")
    let series = file.first.recording.series
    #expect(series.map(\.glucose.mgdL) == [40, 400, 120])
    #expect(series.map(\.flags) == [.belowDeviceLimit, .aboveDeviceLimit, []])
    #expect(file.report.rejected.map(\.line) == [5, 6])
  }

  @Test func aCellOfAUnitNamesOneUnitOrIsRejected() throws {
    let file = try readTable(
      "time,gl,unit\n2025-01-01 00:00,5.1,ммоль/л\n2025-01-01 00:05,92,(mg/dL)\n"
        + "2025-01-01 00:10,93,mg/dL or mmol/L\n2025-01-01 00:15,94,MG / DL\n"
        + "2025-01-01 00:20,95,мг/дл\n")
    #expect(
      file.first.recording.series.map(\.glucose)
        == [.mmolL(5.1), .mgdL(92), .mgdL(94), .mgdL(95)])
    #expect(file.report.rejected.map(\.line) == [4])
    #expect(GlucoseUnit(named: "ммоль/л") == .mmolL)
    #expect(GlucoseUnit(named: "mg/dL or mmol/L") == nil)
  }

  @Test func readsUnitsInCellsAndInAColumn() throws {
    let inCells = try readTable("time,gl\n2025-01-01 00:00,4.3mmol/L\n2025-01-01 00:05,90 mg/dL\n")
    #expect(inCells.people[0].recording.series.map(\.glucose) == [.mmolL(4.3), .mgdL(90)])
    let inColumn = try readTable(
      "time,gl,unit\n2025-01-01 00:00,4.3,mmol/L\n2025-01-01 00:05,90,mg/dL\n")
    #expect(inColumn.people[0].recording.series.map(\.glucose) == [.mmolL(4.3), .mgdL(90)])
  }

  @Test func readsGlucosiosCells() throws {
    let file = try readTable(
      "Concentration,Measured,Date,Time\n4.3mmol/L,Before breakfast,14/06/2025,08:05\n")
    #expect(file.people[0].recording.series.map(\.glucose) == [.mmolL(4.3)])
  }

  @Test func lowAndHighAreReadingsAtTheLimitWithAFlag() throws {
    let file = try readTable(
      "time,gl\n2025-01-01 00:00,LOW\n2025-01-01 00:05,HI\n2025-01-01 00:10,<54\n2025-01-01 00:15,90"
    )
    let series = file.people[0].recording.series
    #expect(series.map(\.glucose.mgdL) == [40, 400, 54, 90])
    #expect(series.map(\.flags) == [.belowDeviceLimit, .aboveDeviceLimit, .belowDeviceLimit, []])
  }

  @Test(arguments: ["NA", "", "NaN", "null", "--", "\"\""])
  func recognizesMissingValues(_ cell: String) throws {
    let file = try readTable("id,time,gl\nA,2025-01-01 00:00,\(cell)\nA,2025-01-01 00:05,90\n")
    #expect(file.report.skipped[.missingValue] == 1)
    #expect(file.report.acceptedCount == 1)
  }

  @Test func skipsCommentsAndBlankLinesAndReadsRaggedRows() throws {
    let file = try readTable(
      "made by hand\n\nid,time,gl,note\n# pause\nA,2025-01-01 00:00,90\n,,,\n\nA,2025-01-01 00:05,91\n"
    )
    #expect(file.report.skipped == [.preamble: 1, .blankLine: 3, .header: 1, .comment: 1])
    #expect(file.report.acceptedCount == 2)
    #expect(file.report.rowCount == 8)
  }

  @Test func aRowOfAnUnknownUnitIsRejectedAndTheOthersAreRead() throws {
    let file = try readTable(
      """
      time,value,unit
      2025-06-14 08:00,112,mg/dL
      2025-06-14 08:05,5.6,mmol/L
      2025-06-14 08:10,99,stone
      """)
    #expect(file.people[0].recording.series.map(\.glucose) == [.mgdL(112), .mmolL(5.6)])
    #expect(file.report.rejected.map(\.reason) == [.unknownUnit])
    #expect(file.report.rejected.map(\.text) == ["stone"])
  }

  @Test func keepsTheLastOfReadingsAtOneInstantAndCountsTheOthers() throws {
    let file = try readTable(
      "time,gl\n2025-01-01 00:05,91\n2025-01-01 00:00,90\n2025-01-01 00:00,95\n")
    #expect(file.people[0].recording.series.map(\.glucose.mgdL) == [95, 91])
    #expect(file.people[0].duplicateReadingCount == 1)
    #expect(file.report.acceptedCount == 3)
  }

  @Test func aHeaderAloneIsAFileWithoutReadings() throws {
    let file = try readTable("id,time,gl")
    #expect(file.people.isEmpty)
    #expect(file.report.skipped == [.header: 1])
  }

  @Test func reportsTheFirstLineOfAnUnknownFormat() {
    let error = #expect(throws: ReadError.self) { try readTable("\n\ncolour;size\nred;5\n") }
    #expect(error?.reason == .unknownFormat)
    #expect(error?.line == 3)
    #expect(error?.text == "colour;size")
    #expect(error?.description.contains("line 3") == true)
  }

  @Test func identifiersOfRowsAreNotPeople() throws {
    func table(_ count: Int, minutes: Int) -> String {
      (0..<count).reduce("id,time,gl\n") { text, row in
        let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(row * minutes * 60))
        return text + "\(row + 1),\(time.ISO8601Format()),\(100 + row)\n"
      }
    }
    let rows = try readTable(table(12, minutes: 5))
    #expect(rows.people.map(\.id) == [nil])
    #expect(rows.people[0].recording.series.count == 12)
    // Twelve people measured once, on different days, remain twelve people, as do a few.
    #expect(try readTable(table(12, minutes: 1440)).people.count == 12)
    #expect(try readTable(table(11, minutes: 5)).people.count == 11)
  }

  @Test func aTableMayAlternateBetweenPeople() throws {
    var text = "id,time,gl\n"
    for minute in 0..<60 {
      for id in ["A", "\"B, the \"\"second\"\"\"", "C"] {
        text += "\(id),2025-01-01 00:\(minute < 10 ? "0" : "")\(minute),\(100 + minute)\n"
      }
    }
    let file = try readTable(text)
    #expect(file.people.map(\.id) == ["A", "B, the \"second\"", "C"])
    #expect(file.people.allSatisfy { $0.recording.series.count == 60 })
  }
}
