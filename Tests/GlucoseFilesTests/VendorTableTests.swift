import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The vendors' other tables, each with its sample and its difficult cases.
struct VendorTableTests {
  private func read(_ sample: Sample) throws -> GlucoseFile {
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    return file
  }

  @Test(arguments: Sample.careLink)
  func readsEachSectionOfCareLinkByItsOwnHeader(_ sample: Sample) throws {
    let expected = try Expectation.of(sample)
    let file = try read(sample)
    #expect(file.format == .careLink)
    let subject = try #require(file.people.first)
    let series = subject.recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    let unit = try #require(file.report.detected.unit?.value)
    #expect(unit == (sample.name.contains("eu") ? .mmolL : .mgdL))
    #expect(try abs(series.values.min()! - Glucose(#require(expected.minimum), unit).mgdL) < 1e-9)
    #expect(try abs(series.values.max()! - Glucose(#require(expected.maximum), unit).mgdL) < 1e-9)
    #expect(subject.meter.count == 1)
    let kinds = subject.recording.events.map(\.content)
    #expect(kinds.contains(.insulin(InsulinDose(units: 4.5, action: .rapidActing))))
    #expect(kinds.contains(.meal(Meal(carbs: 45))))
    #expect(kinds.contains(.meal(Meal(carbs: 20))))
    // A marker does not state the kind of insulin.
    #expect(kinds.contains(.insulin(InsulinDose(units: 2))))
    #expect(kinds.contains(.exercise(Exercise(duration: .seconds(1800)))))
    #expect(kinds.count == 5)
    #expect(file.report.skipped[.basalRate] == 1)
    #expect(file.report.skipped[.alert] == 1)
    #expect(file.report.skipped[.deviceRecord] == 1)
    #expect(file.report.skipped[.header] == 2)
  }

  @Test func careLinkWithoutItsSectionLinesIsNotAPlainTable() throws {
    let text = String(decoding: try Sample.fixture("carelink-us.csv"), as: UTF8.self)
    let lines = text.split(separator: "\r\n").filter { !$0.hasPrefix("-------") }
    let sensor = lines.lastIndex { $0.hasPrefix("Index,") } ?? 0
    let file = try readTable(
      lines[sensor...].joined(separator: "\n"), zone: zone("America/New_York"))
    #expect(file.format == .careLink)
    #expect(file.people.first?.recording.series.count == 17)
  }

  @Test func aSectionOfCareLinkWithoutAKnownHeaderIsRejectedRowByRow() throws {
    let file = try readTable(
      """
      Last Name,First Name
      -------,Pump,Sensor,1,-------
      Index,Datum,Tijd,Onbekend,Iets,Nog iets
      0,2025/06/14,08:00:00,5,6,7
      1,2025/06/14,08:05:00,5,6,7
      """)
    #expect(file.format == .careLink)
    #expect(file.report.rejected.map(\.line) == [3, 4, 5])
    #expect(file.report.rejected.allSatisfy { $0.reason == .unknownKind })
  }

  /// Headers translated like CareLink's; the columns adjacent to the sensor's current are found.
  @Test(arguments: [
    """
    Index;Datum;Zeit;Neue Zeit;BZ-Messwert (mg/dL);Basalrate (I.E./Std.);Bolustyp;Bolusmenge gewählt (I.E.);\
    Bolusmenge abgegeben (I.E.);KH-Verhältnis (g/I.E.);KH-Eingabe (Gramm);BZ-Eingabe (mg/dL);\
    Sensorkalibrierung BZ (mg/dL);Sensorglukose (mg/dL);ISIG-Wert;Ereignismarker
    """,
    """
    Índice;Fecha;Hora;Nueva hora;Lectura de GS (mg/dL);Índice basal (U/h);Tipo de bolo;Bolo seleccionado (U);\
    Bolo administrado (U);Ratio (g/U);Hidratos de carbono (gramos);Entrada de GS (mg/dL);\
    GS de calibración (mg/dL);Glucosa del sensor (mg/dL);Valor ISIG;Marcador de eventos
    """,
    """
    Indeks;Päivämäärä;Aika;Uusi aika;VS-lukema (mg/dL);Perusannos (U/h);Boluksen tyyppi;Valittu bolus (U);\
    Annettu bolus (U);Suhde (g/U);Hiilihydraatit (grammaa);VS-syöttö (mg/dL);\
    Anturin kalibrointi (mg/dL);Anturin glukoosi (mg/dL);ISIG-arvo;Tapahtuma
    """,
  ])
  func readsCareLinkInAnyLanguageOfItsHeader(_ header: String) throws {
    let file = try readTable(
      """
      -------;MiniMed;Pump;1;-------
      \(header)
      0,00000;14.06.2025;08:20:00;;;;;;;;45;;;;;
      1,00000;14.06.2025;08:20:00;;;;Normal;4,5;4,4;;;;;;;
      2,00000;14.06.2025;08:15:00;;118;;;;;;;;;;;
      3,00000;14.06.2025;08:10:00;;;0,75;;;;;;;;;;
      4,00000;14.06.2025;08:05:00;;;;;;;;;;;101;23,4;
      5,00000;14.06.2025;08:00:00;;;;;;;;;;99;;;Mahlzeit: 20,00gramm
      """)
    #expect(file.format == .careLink)
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.acceptedCount == 5)
    let subject = file.people[0]
    #expect(subject.recording.series.map(\.glucose.mgdL) == [101])
    #expect(subject.meter.map(\.glucose.mgdL) == [99, 118])
    #expect(
      Set(subject.recording.events.map(\.content)) == [
        .meal(Meal(carbs: 45)), .meal(Meal(carbs: 20)),
        .insulin(InsulinDose(units: 4.4, action: .rapidActing)),
      ])
  }

  /// In older files, the column after the sensor's current is not that of markers.
  @Test func aDailyTotalBesideTheSensorsCurrentIsNotAMarker() throws {
    let file = try readTable(
      """
      -------;Paradigm Veo;Pump;1;-------
      Index;Datum;Zeit;BZ-Messwert (mg/dl);Sensorglukose (mg/dl);ISIG-Wert;Tages-Gesamtinsulin (IE)
      0;13.06.17;00:00:00;;;;42,5
      1;13.06.17;08:00:00;;101;22,1;
      """)
    #expect(file.format == .careLink)
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [101])
    #expect(file.first.recording.events.isEmpty)
    #expect(file.report.skipped[.deviceRecord] == 1)
  }

  /// A total at midnight for the insulin of a day, which is also a section without the source.
  @Test(arguments: [";CLOSED_LOOP_AUTO_INSULIN", ""])
  func dailyTotalsOfAutomaticInsulinAreNotDoses(source: String) throws {
    let title = source.isEmpty ? "Aggregated Auto Insulin Data" : "-------"
    let header = "Index;Date;Time;Bolus Volume Delivered (U);Sensor Glucose (mg/dL);ISIG Value"
    let file = try readTable(
      """
      -------;MiniMed 780G;Pump;NG1;-------
      \(header);Bolus Source
      0,0;2026/07/29;11:54:31;8,0;;;CLOSED_LOOP_BG_CORRECTION_AND_FOOD_BOLUS
      1,0;2026/07/29;11:50:00;;117;25,7;
      -------;MiniMed 780G;Pump;NG1;-------;\(title)
      \(header);Bolus Source
      2,0;2026/07/29;00:00:00;27,895;;\(source)
      3,0;2026/07/29;00:05:00;;118;25,7;
      """)
    #expect(file.format == .careLink)
    #expect(
      file.first.recording.events.map(\.content)
        == [.insulin(InsulinDose(units: 8, action: .rapidActing))])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [118, 117])
    #expect(file.report.skipped[.derived] == 1)
    #expect(file.report.rejected.isEmpty)
  }

  @Test(arguments: [
    "BWZ Carb Ratio (U/Ex);BWZ Carb Input (exchanges)", "BWZ Carb Ratio (U/Ex);BWZ Carb Input",
    "KH-Verhältnis (I.E./BE);KH-Eingabe (BE)", "Ratio (U/rac);Hidratos de carbono (raciones)",
  ])
  func exchangesOfCareLinkAreNotGrams(header: String) throws {
    let times = header.hasPrefix("BWZ") ? "Index;Date;Time" : "Index;Datum;Zeit"
    let file = try readTable(
      """
      -------;MiniMed 640G;Pump;NG1;-------
      \(times);Bolus Volume Delivered (U);\(header);BWZ BG Input (mg/dL);\
      Sensor Glucose (mg/dL);ISIG Value
      0,0;2019/05/29;11:54:30;;1,5;4,0;;;
      1,0;2019/05/29;11:50:00;;;;;117;25,7
      """)
    #expect(file.first.recording.events.map(\.content) == [.meal(Meal())])
    #expect(file.first.recording.events.map(\.note) == ["4 exchanges"])
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [117])
    #expect(file.report.rejected.isEmpty)
  }

  @Test func aMarkerOfCareLinkWithoutANumberIsANote() throws {
    let header = "Index;Date;Time;Sensor Glucose (mmol/L);Event Marker;BWZ Carb Input (grams)"
    let file = try readTable(
      """
      -------;MiniMed;Sensor;1;-------
      \(header)
      0,00000;14.06.2025;08:10:00;5,6;Meal: large;
      1,00000;14.06.2025;08:05:00;;Insulin: 27,00;
      2,00000;14.06.2025;08:00:00;5,4;Other;12,5
      """)
    let subject = file.people[0]
    #expect(subject.recording.series.map(\.glucose) == [.mmolL(5.4), .mmolL(5.6)])
    #expect(
      subject.recording.events.map(\.content).filter { $0.category != .note }
        == [.meal(Meal(carbs: 12.5)), .insulin(InsulinDose(units: 27))])
    #expect(subject.recording.events.compactMap(\.note).sorted() == ["Meal: large", "Other"])
    #expect(file.report.acceptedCount == 3)
  }

  @Test func readsTheSiDiaryExportOfXDrip() throws {
    let file = try read(Sample(name: "xdrip-sidiary.csv", zone: "Europe/London"))
    #expect(file.format == .xDrip)
    let subject = try #require(file.people.first)
    #expect(subject.recording.series.count == 24)
    #expect(subject.meter.count == 1)
    let kinds = subject.recording.events.map(\.content)
    #expect(kinds.count { if case .meal = $0 { true } else { false } } == 1)
    #expect(kinds.count { if case .insulin = $0 { true } else { false } } == 2)
    #expect(file.report.detected.unit?.value == .mgdL)
    // The times step back within the repeated hour, so the sensor's times are unambiguous.
    let series = subject.recording.series
    #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $1 - $0 == 300 })
  }

  @Test func aRowOfXDripWithSeveralEntriesCountsOnce() throws {
    let file = try readTable(
      """
      DAY;TIME;UDT_CGMS;BG_LEVEL;CH_GR;BOLUS;REMARK
      14.06.2025;08:00;120;118;45;4.5;two||lines
      14.06.2025;08:05;121;5000;;;
      14.06.2025;08:10;122;;0;0;
      """)
    let subject = file.people[0]
    #expect(subject.recording.series.map(\.glucose.mgdL) == [120, 122])
    #expect(subject.meter.map(\.glucose.mgdL) == [118])
    #expect(subject.recording.events.count == 2)
    #expect(subject.recording.events[0].note == "two\nlines")
    #expect(file.report.acceptedCount == 2)
    #expect(file.report.rejected.map(\.line) == [3])
  }

  @Test func readsTheInstantsOfJuggluco() throws {
    let file = try read(Sample(name: "juggluco.tsv", zone: "Europe/London"))
    let expected = try Expectation.of(Sample(name: "juggluco.tsv", zone: ""))
    #expect(file.format == .juggluco)
    let series = try #require(file.people.first).recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    #expect(series.values.min() == expected.minimum)
    #expect(series.values.max() == expected.maximum)
    // The instants are exact, so no zone is needed.
    let bytes = try Sample.fixture("juggluco.tsv")
    #expect(
      try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil)).people == file.people)
  }

  @Test func readsJugglucoInMillimoles() throws {
    let file = try readTable(
      "Sensorid\tnr\tUnixTime\tYYYY-mm-dd-HH:MM:SS\tTZ\tMin\tmmol/L\n"
        + "E0\t0\t1761438600\t2025-10-26-01:30:00\t+01\t0\t5.6\n", zone: nil)
    #expect(file.people[0].recording.series.map(\.glucose) == [.mmolL(5.6)])
  }

  @Test func readsYourLoopsInUTC() throws {
    let sample = Sample(name: "yourloops-cbg.csv", zone: "Europe/Berlin")
    let (file, expected) = (try read(sample), try Expectation.of(sample))
    #expect(file.format == .yourLoops)
    let series = try #require(file.people.first).recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(series.values.max() == expected.maximum)
  }

  @Test func readsASheetOfTidepoolsWorkbook() throws {
    let file = try readTable(
      """
      Zulu Time,Local Time,Device Time,Tidepool Data Type,Value,Units
      2025-06-14 08:00:00,2025-06-14 10:00:00,2025-06-14T10:00:00,cbg,5.6,mmol/L
      2025-06-14 08:05:00,2025-06-14 10:05:00,2025-06-14T10:05:00,smbg,110,mg/dL
      2025-06-14 08:10:00,2025-06-14 10:10:00,2025-06-14T10:10:00,upload,,
      """, zone: nil)
    #expect(file.format == .tidepool)
    #expect(file.people[0].recording.series.map(\.glucose) == [.mmolL(5.6)])
    #expect(try file.people[0].recording.series[0].time == instant("2025-06-14T08:00:00Z"))
    #expect(file.people[0].meter.map(\.glucose) == [.mgdL(110)])
    #expect(file.report.skipped[.deviceRecord] == 1)
  }

  @Test func readsFormulationsAndStatesOfTidepoolsSheets() throws {
    let header = "Zulu Time,Tidepool Data Type,Id,Dose,Formulation,States\n"
    let rows = [
      "insulin,a,\"{\"\"total\"\":9}\",\"{\"\"simple\"\":{\"\"actingType\"\":\"\"long\"\"}}\",",
      "insulin,b,\"{\"\"total\"\":3}\",Humalog,",
      "insulin,c,\"{\"\"total\"\":2}\",,",
      "reportedState,d,,,\"[{\"\"state\"\":\"\"stress\"\"},{\"\"state\"\":\"\"alcohol\"\"}]\"",
      "reportedState,e,,,",
    ]
    let file = try readTable(
      header + rows.map { "2025-06-14 08:00:00,\($0)\n" }.joined(), zone: nil)
    let events = file.people[0].recording.events
    #expect(
      Dictionary(uniqueKeysWithValues: events.map { ($0.id.rawValue, $0.content.name) }).count == 5)
    let doses = events.compactMap { event in
      if case .insulin(let dose) = event.content { dose } else { nil }
    }
    #expect(Set(doses.map(\.action)) == [.longActing, .rapidActing, nil])
    #expect(events.contains { $0.id.rawValue == "tidepool-d-2" && $0.content.name == "alcohol" })
    #expect(file.report.skipped[.missingValue] == 1)
    let bare = try readTable(
      "Zulu Time,Tidepool Data Type,Id\n2025-06-14 08:00:00,upload,a\n"
        + "2025-06-14 08:00:00,reportedState,b\n", zone: nil)
    #expect(bare.report.reasons == [.unknownKind])
  }

  @Test func aRowIdentifierOfGlucoseDirectIsNotAPerson() throws {
    let sample = Sample(name: "glucosedirect.csv", zone: "Europe/Berlin")
    let file = try read(sample)
    #expect(file.format == .glucoseDirect)
    #expect(file.people.count == 1)
    let series = file.people[0].recording.series
    #expect(try series.count == Expectation.of(sample).readings)
    #expect(series[0].glucose == .mgdL(70))
    #expect(try series[0].time == instant("2025-10-26T00:30:00Z"))
  }

  @Test func readsGlookosSensorTable() throws {
    let sample = Sample(name: "glooko-cgm_data_1.csv", zone: "Europe/Berlin")
    let file = try read(sample)
    #expect(file.format == .glooko)
    let series = try #require(file.people.first).recording.series
    #expect(try series.count == Expectation.of(sample).readings)
    // The local time, not UTC.
    #expect(try series[0].time == instant("2025-06-14T06:00:00Z"))
    #expect(file.report.detected.unit?.value == .mgdL)
  }

  @Test func readsGlookosBolusesButNoBasalRate() throws {
    let title = "Name:Sample Person,Date Range:2025-06-14 - 2025-06-15\n"
    let bolus = try readTable(
      title + "Timestamp,Insulin Type,Blood Glucose Input (mg/dl),Carbs Input (g),Carbs Ratio,"
        + "Insulin Delivered (U),Initial Delivery (U),Extended Delivery (U),Serial Number\n"
        + "2025-06-14 08:00,Normal,0.0,45.0,10.0,4.5,4.5,0.0,A0\n"
        + "2025-06-14 09:00,Normal,180,0.0,10.0,1.5,1.5,0.0,A0\n")
    #expect(bolus.format == .glooko)
    let kinds = bolus.people[0].recording.events.map(\.content)
    #expect(kinds.count == 3)
    #expect(kinds.contains(.insulin(InsulinDose(units: 4.5, action: .rapidActing))))
    #expect(kinds.contains(.meal(Meal(carbs: 45))))
    #expect(kinds.last == .insulin(InsulinDose(units: 1.5, action: .rapidActing)))
    let basal = try readTable(
      title + "Timestamp,Insulin Type,Duration (minutes),Percentage (%),Rate,"
        + "Insulin Delivered (U),Serial Number\n2025-06-14 08:00,Scheduled,60,,0.8,0.8,A0\n")
    #expect(basal.report.skipped[.basalRate] == 1)
    #expect(basal.people.isEmpty)
  }

  @Test func readsMyLifeByTheUnitOfEachRow() throws {
    let sample = Sample(name: "mylife.csv", zone: "Europe/Berlin")
    let file = try read(sample)
    #expect(file.format == .myLife)
    let events = try #require(file.people.first).recording.events
    #expect(
      events.map(\.content) == [
        .meal(Meal(carbs: 42)), .insulin(InsulinDose(units: 4.4, action: .rapidActing)),
      ])
    #expect(try events[0].time == instant("2025-06-14T06:05:00Z"))
    #expect(file.report.skipped[.deviceRecord] == 1)
  }

  @Test(arguments: [("BE", Meal()), ("KE", Meal()), ("g KH", Meal(carbs: 4))])
  func exchangesOfMyLifeAreNotGrams(unit: String, meal: Meal) throws {
    let file = try readTable(
      """
      Tag;Datum;Uhrzeit;Ereignis;Wert;Einheit;Information;Notiz
      Mi;07.05.25;08:05;Bolus;3,5;U;;
      Mi;07.05.25;08:05;Kohlenhydrate;4,0;\(unit);;
      """)
    let event = try #require(file.first.recording.events.first { $0.content.category == .meal })
    #expect(event.content == .meal(meal))
    #expect(event.note == (meal.carbs == nil ? "4 \(unit)" : nil))
    #expect(file.report.acceptedCount == 2)
  }

  @Test func myLifeInAnotherLanguageIsRecognizedByItsRows() throws {
    let file = try readTable(
      """
      Day;Date;Time;Event;Value;Unit;Information;Note
      Sat;14.06.25;08:00;Basal rate;0.8;U/h;;
      Sat;14.06.25;08.05;CGM;5.6;mmol/L;;
      Sat;14.06.25;08:06;Blood glucose;101;mg/dL;;
      Sat;14.06.25;08:07;Remark;;;;felt odd
      """)
    #expect(file.format == .myLife)
    #expect(file.report.skipped[.basalRate] == 1)
    #expect(file.people[0].recording.series.map(\.glucose) == [.mmolL(5.6)])
    #expect(file.people[0].meter.map(\.glucose) == [.mgdL(101)])
    #expect(file.people[0].recording.events.map(\.note) == ["felt odd"])
  }

  @Test func readsNightscoutWithoutAHeader() throws {
    let sample = Sample(name: "nightscout-entries.csv", zone: "Europe/Berlin")
    let file = try read(sample)
    #expect(file.format == .nightscout)
    #expect(file.report.rowCount == 24)
    #expect(file.report.acceptedCount + (file.report.skipped[.errorCode] ?? 0) == 24)
    let series = try #require(file.people.first).recording.series
    #expect(try series.timeRange?.upperBound == instant("2025-10-26T02:15:00Z"))
    #expect(series.values.max() == 138)
  }

  @Test func nightscoutsErrorCodesAndTitlesAreNotReadings() throws {
    let file = try readTable(
      """
      # CGM ENTRIES
      "2025-10-26T02:15:00.000Z",1761444900000,138,"Flat","xDrip"
      "2025-10-26T02:10:00.000Z",1761444600000.5,9,"NONE","xDrip"
      ,1761444300000,12,"NONE","xDrip"
      # TREATMENTS
      "2025-10-26T02:05:00.000Z","Meal Bolus",4,45,
      """, zone: nil)
    #expect(file.report.skipped == [.comment: 2, .errorCode: 2])
    #expect(file.report.acceptedCount == 1)
    #expect(file.report.rejected.map(\.line) == [6])
  }

  /// Each program that writes for SiDiary has some of its columns.
  @Test func aTableForSiDiaryMayHaveOnlyFingerSticks() throws {
    let file = try readTable(
      """
      DAY;TIME;BG_LEVEL;CH_GR;BOLUS;BASAL;REMARK
      14.03.2026;07:10;131;;;12;
      14.03.2026;12:05;118;45;4.5;;lunch
      14.03.2026;19:20;;30;;;
      14.03.2026;22:00;142;;;;
      """)
    #expect(file.format == .xDrip)
    #expect(file.first.meter.map(\.glucose) == [.mgdL(131), .mgdL(118), .mgdL(142)])
    #expect(file.first.recording.series.isEmpty)
    let events = file.first.recording.events.map(\.content)
    #expect(events.contains(.insulin(InsulinDose(units: 12, action: .longActing))))
    #expect(events.contains(.insulin(InsulinDose(units: 4.5))))
    #expect(events.contains(.meal(Meal(carbs: 45))) && events.contains(.meal(Meal(carbs: 30))))
    #expect(file.report.rejected.isEmpty)
  }

  @Test func aTableForSiDiaryMayStateItsUnit() throws {
    let file = try readTable(
      "DAY;TIME;BG_LEVEL_MMOL\n14.03.2026;07:10;7.3\n14.03.2026;12:05;5.6\n")
    #expect(file.report.detected.unit?.value == .mmolL)
    #expect(file.first.meter.map(\.glucose) == [.mmolL(7.3), .mmolL(5.6)])
  }

  @Test func readsTheTreatmentsBelowTheEntriesOfNightscout() throws {
    let file = try readTable(
      """
      # CGM ENTRIES
      Date,Time,Glucose (mg/dL),Type,Device,Trend,ID
      "4/17/2026","7:59:42 PM","129","sgv","","","D6B6"
      "4/17/2026","7:54:43 PM","135","sgv","","","5D46"
      "4/17/2026","7:52:00 PM","140","mbg","","","5D47"
      "4/17/2026","7:49:41 PM","146","sgv","","","4EA9"

      # TREATMENTS (Insulin, Carbs, Exercise)
      Date,Time,Event Type,Insulin (U),Carbs (g),Notes,ID
      "4/17/2026","7:55:36 PM","Temp Basal","","","","69d5"
      "4/17/2026","7:20:22 PM","SMB","0.1","","","69d6"
      "4/17/2026","3:00:00 PM","Carb Correction","","24","","69d7"
      """)
    #expect(file.format == .nightscout)
    #expect(file.people.count == 1)
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [146, 135, 129])
    #expect(file.first.meter.map(\.glucose.mgdL) == [140])
    let events = file.first.recording.events
    #expect(
      events.map(\.content) == [.meal(Meal(carbs: 24)), .insulin(InsulinDose(units: 0.1))])
    #expect(try events.first?.time == instant("2026-04-17T15:00:00Z"))
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.skipped[.missingValue] == 1)
    #expect(file.report.skipped[.header] == 2)
  }

  /// The column named `time` is of meals, and empty in the rows of readings.
  @Test func readsNutrisense() throws {
    let end = ",,,,,"
    let file = try readTable(
      """
      Nutrisense,Anna Test,,,,,,,,,,
      class,value,time,length,photo_url,description,occurred_at,body,updated_at,started_at,ended_at,created_by
      GlucoseMeasurement,87,,,,,7/30/21 6:00\(end)
      GlucoseMeasurement,86,,,,,7/30/21 5:45\(end)
      Meal,,7/30/21 5:30,,,Toast,7/30/21 5:30\(end)
      StepCountMeasurement,3600,,,,,7/29/21 23:59\(end)
      RunningDistanceMeasurement,1.4,,,,,7/29/21 23:59\(end)
      GlucoseMeasurement,103,,,,,7/29/21 23:45\(end)
      """, zone: TimeZone(identifier: "UTC"))
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [103, 86, 87])
    #expect(
      try file.first.recording.series.map(\.time) == [
        instant("2021-07-29T23:45:00Z"), instant("2021-07-30T05:45:00Z"),
        instant("2021-07-30T06:00:00Z"),
      ])
    #expect(file.report.skipped[.otherMeasurement] == 3)
    #expect(file.report.rejected.isEmpty)
  }

  @Test func scansOfLevelsAreNotTheSensorsReadings() throws {
    let file = try readTable(
      """
      Levels,Anna Test,,
      Time (UTC),Time (Local),Glucose Reading (mg/dL),Type of Reading
      2025-06-20T19:10:00.000Z,2025-06-20T12:10:00,106,timeseries
      2025-06-20T19:25:00.000Z,2025-06-20T12:25:00,108,timeseries
      2025-06-20T19:32:00.000Z,2025-06-20T12:32:00,111,directRead
      2025-06-20T19:40:00.000Z,2025-06-20T12:40:00,113,timeseries
      """, zone: TimeZone(identifier: "America/Los_Angeles"))
    #expect(file.first.recording.series.map(\.glucose.mgdL) == [106, 108, 113])
    #expect(file.first.scans.map(\.glucose.mgdL) == [111])
    #expect(file.report.unreadColumns.isEmpty)
  }

  /// The rows of a Tidepool account in one table, one of its types in each.
  @Test func otherTypesOfTidepoolAreSkippedInATable() throws {
    let others = ["wizard", "cgmSettings", "physicalActivity", "reportedState", "basal"]
    let rows = others.map { "\($0),2025-06-20T19:11:00.000Z,mmol/L,3.5\n" }.joined()
    let file = try readTable(
      "type,time,units,value\ncbg,2025-06-20T19:10:00.000Z,mmol/L,5.5\n\(rows)"
        + "smbg,2025-06-20T19:12:00.000Z,mmol/L,6.1\ncbg,2025-06-20T19:15:00.000Z,mmol/L,5.7\n")
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(5.5), .mmolL(5.7)])
    #expect(file.first.meter.map(\.glucose) == [.mmolL(6.1)])
    #expect(file.report.skipped[.otherMeasurement] == 5)
    #expect(file.report.rejected.isEmpty)
  }
}
