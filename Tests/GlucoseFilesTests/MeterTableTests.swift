import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The exports of meters and of diaries, whose values are not a sensor's unless they say so.
struct MeterTableTests {
  private func read(_ name: String) throws -> (file: GlucoseFile, expected: Expectation) {
    let sample = try #require(Sample.further.map(\.sample).first { $0.name == name })
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    return (file, try Expectation.of(sample))
  }

  private func units(_ events: [DiaryEvent]) -> Double {
    events.reduce(0) { sum, event in
      if case .insulin(let dose) = event.content { sum + dose.units } else { sum }
    }
  }

  @Test func aReportOfAccuChekIsAMeters() throws {
    let (file, expected) = try read("accu-chek.csv")
    let person = try file.person
    #expect(person.recording.series.isEmpty)
    #expect(person.meter.count == expected.meter)
    #expect(file.report.skipped[.otherMeasurement] == expected.control)
    #expect(person.meter.flags.count { $0 == .aboveDeviceLimit } == 1)
    #expect(person.meter.values.max() == 600)
    #expect(person.meter.values.min() == 10)
    #expect(try person.meter.timeRange?.lowerBound == instant("2025-06-01T05:45:00Z"))
  }

  @Test(arguments: [
    "Datum;Uhrzeit;Ergebnis;Einheit;Temperatur;Bereich;Sonstiges;Vor Mahlzeit;Nach Mahlzeit;Kontrolle",
    "Data;Ora;Risultato;Unità;Temperatura;Intervallo;Altro;Prima;Dopo;Controllo",
  ])
  func aReportOfAccuChekIsReadInAnyLanguage(_ header: String) throws {
    let file = try readTable(
      "Seriennummer;Datum;Zeit;;;;;;;\nU1;08.12.2025;17:04;;;;;;;\n\(header)\n"
        + "01.06.2025;07:45;6,2;mmol/L;;;;x;;\n02.06.2025;13:00;5,7;mmol/L;;;;;;x\n")
    #expect(file.format == .accuChek)
    #expect(try file.person.meter.map(\.glucose) == [.mmolL(6.2)])
    #expect(try file.person.recording.series.isEmpty)
  }

  @Test func diabetesMStatesSensorUnitAndZoneInEachRow() throws {
    let (file, expected) = try read("diabetes-m.csv")
    let person = try file.person
    #expect(person.meter.count == expected.meter)
    #expect(person.recording.series.count == expected.readings)
    #expect(try person.recording.series.timeRange?.upperBound == instant(#require(expected.last)))
    let least = try #require(person.recording.series.values.min())
    #expect(try abs(least - Glucose.mmolL(#require(expected.minimum)).mgdL) < 1e-9)
    #expect(units(person.recording.events) == expected.insulin)
    let kinds = person.recording.events.map(\.content)
    #expect(kinds.contains(.meal(Meal(carbs: 45, protein: 12))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 4, action: .rapidActing))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 7, action: .longActing))))
    #expect(kinds.count == 5)
    #expect(file.report.skipped[.missingValue] == 2)
    #expect(person.recording.events.contains { $0.note == "porridge, milk" })
  }

  @Test func diabetesMWithoutAStatedSensorIsAMeters() throws {
    let rows = (0..<30).map { "2025-06-\($0 < 9 ? "0" : "")\($0 + 1) 07:30,\(100 + $0),30,2.5,0\n" }
    let file = try readTable(
      "DateTimeFormatted,glucose,carbs,carb_bolus,correction_bolus\n" + rows.joined()
        + "2025-07-01 12:00,0.0,0.0,0,1.5\n")
    #expect(file.format == .diabetesM)
    #expect(file.first.recording.series.isEmpty && file.first.meter.count == 30)
    #expect(file.kinds.last == .insulin(InsulinDose(units: 1.5, action: .rapidActing)))
  }

  @Test func contoursDosesAndExchangesAreRead() throws {
    let (file, expected) = try read("contour-de.csv")
    let person = try file.person
    #expect(person.recording.series.isEmpty)
    #expect(person.meter.count == expected.meter)
    #expect(units(person.recording.events) == expected.insulin)
    let kinds = person.recording.events.map(\.content)
    #expect(kinds.contains(.meal(Meal())))
    #expect(kinds.contains(.insulin(InsulinDose(units: 5, action: .rapidActing))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 12.5, action: .longActing))))
    #expect(person.recording.events.map(\.note).contains("2 be; Brot"))
    #expect(person.recording.events.map(\.note).contains("Metformin"))
  }

  @Test func contourIsReadInAnyLanguageAndWithAPointAfterTheYear() throws {
    let file = try readTable(
      "#,Datum i vrijeme,Očitanja [mmol/L],Oznaka,Izvor,Bilješke,Aktivnost,Obrok[g],Lijek,Mjesto\n"
        + "1,18.6.25. 7:20,6.2,,,,,30,,\n2,19.6.25. 17:20,8.2,,,,,,,\n")
    #expect(file.format == .contour)
    #expect(try file.person.meter.count == 2)
    #expect(try file.person.meter.first?.time == instant("2025-06-18T07:20:00Z"))
    #expect(file.kinds == [.meal(Meal(carbs: 30))])
  }

  @Test func glucometerutilsNamesTheMethodOfEachValue() throws {
    let (file, expected) = try read("glucometerutils.csv")
    let person = try file.person
    #expect(person.recording.series.count == expected.readings)
    #expect(person.meter.count == expected.meter)
    #expect(person.scans.count == 1)
    #expect(person.recording.events.isEmpty)
    #expect(file.report.skipped[.otherMeasurement] == 2)
    #expect(try person.recording.series.timeRange?.upperBound == instant(#require(expected.last)))
  }

  @Test func glurooIsRead() throws {
    let rows = (0..<12).map { "2025-06-01T07:\($0 < 2 ? "0" : "")\($0 * 5):00Z,\(100 + $0),,,\n" }
    let file = try readTable(
      "date,bgl,msg_type,food_g,dose_units\n" + rows.joined()
        + "2025-06-01T07:58:00Z,,ANNOUNCE_MEAL,30,\n2025-06-01T07:59:00Z,,DOSE_INSULIN,,2.5\n",
      zone: nil)
    #expect(file.format == .gluroo)
    #expect(file.first.recording.series.count == 12)
    #expect(file.kinds == [.meal(Meal(carbs: 30)), .insulin(InsulinDose(units: 2.5))])
  }

  @Test func glimpStatesTheKindOfEachValue() throws {
    let (file, expected) = try read("glimp.csv")
    let person = try file.person
    #expect(person.recording.series.count == expected.readings)
    #expect(person.recording.series.values.max() == expected.maximum)
    #expect(person.meter.count == expected.meter)
    #expect(file.kinds == [.insulin(InsulinDose(units: 4.5, action: .rapidActing))])
    #expect(person.recording.events.map(\.note) == ["lunch"])
  }

  /// A list of a meter's readings, as OneTouch Reveal shows it: the type names no device.
  @Test func rowsTypedGlucoseAreNotASensorsIfTheyAreFarApart() throws {
    let rows = (1...14).map { "6/\($0)/2025,7:45 AM,Glucose,\(100 + $0) mg/dL,\n" }.joined()
    let file = try readTable(
      "Date,Time,Type,Value,Comments\n" + rows + "6/15/2025,8:00 AM,BG Pattern,,High before lunch\n"
        + "6/15/2025,8:00 AM,Carbs,45 g,\n")
    #expect(try file.person.recording.series.isEmpty)
    #expect(try file.person.meter.count == 14)
    #expect(file.report.readingsOfUnknownOriginCount == 14)
    #expect(file.report.rejected.isEmpty)
  }
}

/// The formats that a program lists.
struct RecognizedFormatTests {
  /// Every sample is in a format of the list.
  @Test func theListHasTheFormatsOfAllSamples() throws {
    let list = FileFormat.recognized
    #expect(
      list.contains(.libreView) && list.contains(.freeStyleLibre) && list.last == .plainDocuments)
    for sample in Sample.all + Sample.documents {
      let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
      #expect(list.contains(file.format))
    }
  }

  /// The articles have a row for each format.
  @Test func theArticlesHaveEveryFormat() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/GlucoseFiles/GlucoseFiles.docc")
    let text = try ["ReadableFormats.md", "Documents.md"].map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }.joined()
    for format in FileFormat.recognized {
      #expect(text.contains("\n| \(format)"), "\(format) has no row in an article")
    }
  }
}
