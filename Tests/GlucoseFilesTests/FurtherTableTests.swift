import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The tables of the samples that make_tables.py writes, and the difficult cases of each.
struct FurtherTableTests {
  private func read(_ name: String) throws -> GlucoseFile {
    let sample = try #require(Sample.further.map(\.sample).first { $0.name == name })
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    return file
  }

  @Test(arguments: Sample.further.map(\.sample.name))
  func recognizesEachFormatAndRejectsNoRow(_ name: String) throws {
    let format = try #require(Sample.further.first { $0.sample.name == name }?.format)
    #expect(try read(name).format == format)
  }

  /// No format except its own recognizes a sample, in any order; except the plain table, which is
  /// tried last.
  @Test(arguments: Sample.all)
  func noOtherFormatRecognizesASample(_ sample: Sample) throws {
    let text = try DecodedText(sample.bytes())
    let heads = CellDelimiter.allCases.map { TablePreview(text, delimiter: $0) }
    let claims = TableFormats.all.filter { $0 != PlainTable.self }.compactMap { type in
      heads.lazy.compactMap { type.init(recognizing: $0)?.format }.first
    }
    #expect(Set(claims).count <= 1)
    let declared = VendorTable.all.filter { table in
      heads.contains { head in
        head.names.enumerated().contains { table.recognize($1, $0, head) != nil }
      }
    }
    #expect(declared.count <= 1)
  }

  // MARK: Abbott Lingo

  @Test func lingosOffsetsDistinguishTheOccurrencesOfARepeatedHour() throws {
    let series = try read("lingo.csv").first.recording.series
    #expect(series.count == 24)
    #expect(try series.timeRange?.lowerBound == instant("2025-11-02T05:00:00Z"))
    #expect(try series.timeRange?.upperBound == instant("2025-11-02T06:55:00Z"))
    #expect(series.allSatisfy { $0.flags.isEmpty })
    let unit = try read("lingo.csv").report.detected.unit
    #expect(unit?.value == .mgdL)
    let mmol = try readTable(
      "Time of Glucose Reading [T=(local time) +/- (time zone offset)], Measurement(mmol/L)\n"
        + "2025-11-02T01:00+01:00,5.6\n", zone: nil)
    #expect(mmol.format == .lingo)
    #expect(mmol.first.recording.series.first?.glucose == .mmolL(5.6))
  }

  // MARK: Clarity

  @Test func clarityMayLackOneOfItsColumns() throws {
    let file = try read("dexcom-clarity-13-columns.csv")
    let recording = file.first.recording
    #expect(recording.series.count == 12)
    #expect(
      recording.events.map(\.content).contains(
        .insulin(InsulinDose(units: 4.5, action: .rapidActing))))
    #expect(recording.events.contains { $0.note == "felt odd" })
    // Without the row's number, the person's text, or the device, the result is the same.
    let whole = try Sample.clarity[0].bytes()
    var cursor = try TableCursor(DecodedText(whole).bytes, from: 3, delimiter: .comma)
    var rows: [[String]] = []
    while cursor.advance() { rows.append((0..<cursor.cellCount).map { cursor.text($0) ?? "" }) }
    let expected = try GlucoseFile(reading: whole, options: Sample.clarity[0].options).first
    for missing in [0, 4, 5] {
      let text = rows.map { row in
        row.enumerated().filter { $0.offset != missing }.map { "\"\($0.element)\"" }
          .joined(separator: ",")
      }.joined(separator: "\n")
      let file = try GlucoseFile(reading: Array(text.utf8), options: Sample.clarity[0].options)
      #expect(addsUp(file.report))
      #expect(file.format == .clarity)
      #expect(file.first.recording.series == expected.recording.series)
      #expect(file.first.meter == expected.meter)
      #expect(file.first.recording.events.count >= expected.recording.events.count - 1)
      #expect(file.report.ambiguousTimeLines.isEmpty)
    }
  }

  // MARK: LibreView and the desktop software

  @Test func aTitleAsWideAsTheTableIsNotAHeader() throws {
    let file = try read("libreview-padded.csv")
    #expect(file.first.recording.series.count == 16)
    #expect(
      file.report.detected.unit
        == DetectedValue(.mgdL, .header("Historic Glucose mg/dL")))
    #expect(file.report.skipped == [.preamble: 1, .header: 1])
  }

  @Test func readsTheDesktopSoftwareInSpanish() throws {
    let file = try read("freestyle-libre-es.txt")
    let subject = file.first
    #expect(subject.recording.series.count == 16)
    #expect(subject.scans.map(\.glucose) == [.mgdL(131)])
    #expect(subject.meter.map(\.glucose) == [.mgdL(127)])
    #expect(
      Set(subject.recording.events.map(\.content)).isSuperset(of: [
        .insulin(InsulinDose(units: 3.5, action: .rapidActing)),
        .insulin(InsulinDose(units: 14, action: .longActing)), .meal(Meal(carbs: 40)),
      ]))
    #expect(subject.recording.events.contains { $0.note == "paseo" })
    #expect(subject.recording.events.count == 4)
    // The title, the identity card, and the change of the reader's clock.
    #expect(file.report.skipped == [.preamble: 2, .header: 1, .deviceRecord: 1])
    #expect(try subject.recording.series.first?.time == instant("2018-06-19T06:16:00Z"))
  }

  @Test(arguments: [("gramos", Meal(carbs: 4), nil), ("raciones", Meal(), "4,0 servings")])
  func servingsOfTheDesktopSoftwareAreNotGrams(
    unit: String, meal: Meal, note: String?
  ) throws {
    let file = try readTable(
      "Persona;;;;;;;;;\nID;Hora;Tipo de registro;Histórico glucosa (mg/dL);Glucosa leída (mg/dL);"
        + "Insulina de acción rápida sin valor numérico;Insulina de acción rápida (unidades);"
        + "Alimentos sin valor numérico;Carbohidratos (\(unit));Notas\n"
        + "1;2018/06/19 03:16;0;101;;;;;;\n2;2018/06/19 03:31;0;102;;;;;;\n"
        + "3;2018/06/19 03:40;5;;;;;;4,0;\n")
    #expect(file.format == .freeStyleLibre)
    #expect(file.first.recording.events.map(\.content) == [.meal(meal)])
    #expect(file.first.recording.events.map(\.note) == [note])
  }

  @Test func readsTheShortTableOfTheProfessionalSensor() throws {
    let file = try readTable(
      "Person,,,\n#,,,\nID,Time,Record Type,Historic Glucose (mmol/L)\n"
        + "1,2018/06/19 03:16,0,5.6\n2,2018/06/19 03:31,0,5.8\n")
    #expect(file.format == .freeStyleLibre)
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(5.6), .mmolL(5.8)])
  }

  // MARK: Dexcom Studio

  @Test func readsTheFourTablesOfDexcomStudioSideBySide() throws {
    let file = try read("dexcom-studio.csv")
    let subject = file.first
    #expect(subject.recording.series.count == 12)
    #expect(subject.recording.series.count { $0.flags.contains(.belowDeviceLimit) } == 1)
    #expect(try subject.recording.series.first?.time == instant("2014-02-01T13:00:12Z"))
    #expect(subject.meter.map(\.glucose) == [.mgdL(131), .mgdL(118)])
    #expect(try subject.meter.last?.time == instant("2014-02-01T13:40:10Z"))
    let events = subject.recording.events
    #expect(events.count == 4)
    let kinds = Set(events.map(\.content))
    #expect(kinds.contains(.meal(Meal(carbs: 45))))
    // The file does not state the kind of insulin.
    #expect(kinds.contains(.insulin(InsulinDose(units: 4.5))))
    #expect(kinds.contains(.exercise(Exercise(duration: .seconds(1800), intensity: .moderate))))
    #expect(events.contains { $0.note == "HealthStress: Health Stress" })
    #expect(file.report.acceptedCount == 12)
  }

  @Test func aRowOfDexcomStudioWithAnInvalidTimeIsRejected() throws {
    let header =
      "PatientInfoField\tPatientInfoValue\tGlucoseInternalTime\tGlucoseDisplayTime\tGlucoseValue\t"
      + "MeterInternalTime\tMeterDisplayTime\tMeterValue\n"
    let file = try readTable(
      header + "FirstName\tA\t\t\t\t\t\t\n"
        + "\t\tx\t2014-02-01 08:00:00\t100\tx\tyesterday\t110\n"
        + "\t\tx\t2014-02-01 08:05:00\t101\tx\t2014-02-01 08:04:00\t111\n")
    #expect(file.report.skipped[.preamble] == 1)
    #expect(file.report.rejected.map(\.reason) == [.unreadableTime])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [101])
    #expect(file.first.meter.map(\.glucose.mgdL) == [111])
  }

  // MARK: CGMacros

  @Test func readsTheSensorOfCGMacrosThatHasMoreValues() throws {
    let file = try read("cgmacros.csv")
    // Abbott's has 38 values, Dexcom's 30.
    #expect(file.first.recording.series.count == 38)
    #expect(file.report.skipped == [.header: 1, .otherSensor: 2])
    #expect("\(file.report.detected.format.evidence)".contains("Libre GL is read"))
    let meals = file.first.recording.events
    #expect(
      meals.map(\.content) == [.meal(Meal(name: "Breakfast", carbs: 66, protein: 22, fat: 10.5))])
    #expect(meals.first?.note == "100 % eaten")
    let even = try readTable(
      "Timestamp,Libre GL,Dexcom GL,Meal Type,Carbs\n2020-05-01 10:00:00,100,110,,\n"
        + "2020-05-01 10:01:00,101,111,Lunch,\n2020-05-01 10:02:00,,,Snack,12\n")
    #expect(even.first.recording.series.map(\.glucose.mgdL) == [110, 111])
    #expect(even.first.recording.events.map(\.content).contains(.meal(Meal(name: "Lunch"))))
  }

  // MARK: Bars

  @Test func readsARegistryTableWithBarsAndMidnightsWithoutAClock() throws {
    let file = try read("registry-cgm.txt")
    #expect(file.report.detected.delimiter?.value == .bar)
    #expect(file.people.map(\.id) == ["101", "263"])
    for subject in file.people {
      #expect(subject.recording.series.count == 23)
      #expect(subject.meter.count == 1)
      #expect(
        try subject.recording.series.contains { try $0.time == instant("2016-05-01T00:00:00Z") })
    }
  }

  @Test func readsATableWithBarsAndARule() throws {
    let file = try readTable(
      """
      | time             | glucose (mg/dL) |
      |:-----------------|----------------:|
      | 2025-05-04 09:00 | 100             |
      | 2025-05-04 09:05 | 104             |
      """)
    #expect(file.report.detected.delimiter?.value == .bar)
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [100, 104])
    #expect(file.report.skipped == [.header: 1, .preamble: 1])
  }

  @Test func aDateWithoutAClockIsNotMidnightInOtherTables() throws {
    let file = try readTable("time,glucose (mg/dL)\n2025-05-04,100\n2025-05-04 00:05,101\n")
    #expect(file.report.rejected.map(\.reason) == [.unreadableTime])
  }

  // MARK: Digits

  @Test func readsArabicAndPersianDigits() throws {
    let file = try readTable(
      "time,glucose\n٢٠٢٥-٠٥-٠٤ ٠٩:٠٠,١٢٠\n۲۰۲۵-۰۵-۰۴ ۰۹:۰۵,۱۲۱٫۵\n2025-05-04 09:10,122\n")
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [120, 121.5, 122])
    #expect(try file.first.recording.series.first?.time == instant("2025-05-04T09:00:00Z"))
    let bad = try readTable("time,glucose\n2025-05-04 09:00,١٢x\n2025-05-04 09:05,100\n")
    #expect(bad.report.rejected.map(\.reason) == [.unreadableNumber])
  }
}
