import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Glooko's tables in other languages, which are recognized by the units in their headers.
struct GlookoTableTests {
  private static let title = "Name:Beispiel,Datumsbereich:14.06.2025 - 15.06.2025\n"

  private func read(_ table: String, title: String = title) throws -> GlucoseFile {
    let file = try readTable(title + table)
    #expect(file.format == .glooko)
    return file
  }

  @Test func readsBolusesInGerman() throws {
    let sample = Sample(name: "glooko-bolus-de.csv", zone: "Europe/Berlin")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(
      Set(file.first.recording.events.map(\.content)) == [
        .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
        .insulin(InsulinDose(units: 1.55, action: .rapidActing)),
      ])
    // The input to the bolus calculator is not a measurement.
    #expect(file.first.meter.isEmpty)
  }

  /// The word for units is also taken from the header of insulin.
  @Test(arguments: ["eenh.", "yks."])
  func readsBolusesInAnyUnitOfTheHeaderOfInsulin(unit: String) throws {
    let file = try read(
      "Tijdstempel,Insulinetype,Invoer bloedglucose (mmol/l),Invoer koolhydraatverbruik (g),"
        + "Koolhydraatratio,Toegediende insuline (\(unit)),Eerste toediening (\(unit)),"
        + "Uitgebreide toediening (\(unit)),Serienummer\n"
        + "14.06.2025 12:00,Normaal,\"7,4\",45,10,\"4,5\",\"4,5\",0,A\n")
    #expect(
      Set(file.first.recording.events.map(\.content)) == [
        .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
      ])
    #expect(file.first.meter.isEmpty)
  }

  @Test(arguments: [
    (
      "Tijdstempel,Insulinetype,Duur (minuten),Percentage (%),Hoeveelheid,"
        + "Toegediende insuline (eenh.),Serienummer\n"
        + "14.06.2025 00:00,Gepland,60,,\"0,8\",\"0,8\",A", RowSkipReason.basalRate
    ),
    (
      "Zeitstempel,Bolus gesamt (U),Insulin gesamt (U),Basal gesamt (U),Seriennummer\n"
        + "14.06.2025 00:00,20,40,20,A", .derived
    ),
    (
      "Zeitstempel,Insulin-Typ,Dauer (Minuten),Prozentsatz (%),Rate,Abgegebenes Insulin (E),SN\n"
        + "14.06.2025 00:00,Plan,60,,0.8,0.8,A", .basalRate
    ),
    (
      "Horodatage,Type,Durée (minutes),Pourcentage (%),Débit,Insuline administrée (U),Série\n"
        + "14/06/2025 00:00,Plan,60,,0.8,0.8,A", .basalRate
    ),
    ("Zeitstempel,Alarm/Ereignis,Seriennummer\n14.06.2025 00:00,Reservoir,A", .alert),
  ])
  func skipsTablesWithoutDosesOrReadings(table: String, reason: RowSkipReason) throws {
    let file = try read(table)
    #expect(file.report.skipped[reason] == 1)
    #expect(file.people.isEmpty)
  }

  @Test func distinguishesASensorFromAMeterByStructure() throws {
    let sensor = try read("Zeitstempel,CGM-Glukosewert (mg/dl),SN\n14.06.2025 08:00,120,A")
    #expect(sensor.first.recording.series.map(\.glucose.mgdL) == [120])
    let meter = try read(
      "Zeitstempel,Glukosewert (mg/dl),Manuelles Lesen,SN\n14.06.2025 08:00,121,,A")
    #expect(meter.first.meter.map(\.glucose.mgdL) == [121])
    #expect(meter.first.recording.series.isEmpty)
  }

  /// Without a serial number, the table of a meter has as many columns as that of a sensor.
  @Test func aMeterWithoutASerialNumberIsNotASensor() throws {
    let file = try read(
      "Zeitstempel,Glukosewert (mg/dl),Manuelles Lesen\n14.06.2025 08:00,121,M\n"
        + "14.06.2025 12:00,150,M")
    #expect(file.first.meter.map(\.glucose.mgdL) == [121, 150])
    #expect(file.first.recording.series.isEmpty)
  }

  @Test(arguments: [
    "Timestamp,Name,Intensity,Duration (minutes),Calories Burned\n14.06.2025 18:00,Walk,Medium,30,120\n"
      + "14.06.2025 19:00,Run,High,7.5,\n14.06.2025 20:00,Yoga,,,\n",
    "Zeitstempel,Name,Intensität,Dauer (Minuten),Verbrannte Kalorien\n"
      + "14.06.2025 18:00,Walk,Mittel,30,120\n14.06.2025 19:00,Run,Hoch,\"7,5\",\n"
      + "14.06.2025 20:00,Yoga,,,\n",
  ])
  func readsExercise(table: String) throws {
    let file = try read(table)
    #expect(
      file.first.recording.events.map(\.content) == [
        .exercise(Exercise(name: "Walk", duration: .seconds(1800), intensity: .moderate)),
        .exercise(Exercise(name: "Run", duration: .seconds(450), intensity: .vigorous)),
      ])
    #expect(file.report.skipped[.missingValue] == 1)
    #expect(file.report.rejected.isEmpty)
  }

  @Test func readsFoodByItsGrams() throws {
    let file = try read(
      "Zeitstempel,Name,KH (g),Fett (g),Eiweiß (g)\n14.06.2025 08:00,Brot,\"30,5\",2,4\n")
    #expect(
      file.first.recording.events.map(\.content) == [.meal(Meal(carbs: 30.5, protein: 4, fat: 2))])
    #expect(file.first.recording.events.map(\.note) == ["Brot"])
  }

  /// In these tables, the column of values has no unit, and the values are not glucose.
  @Test func readsDosesAndNotesEnteredByHand() throws {
    let doses = try read(
      "Timestamp,Name,Value,Insulin Type\n14.06.2025 08:00,NovoRapid,4.5,Rapid Acting\n"
        + "14.06.2025 12:00,NovoRapid,6,Rapid Acting\n14.06.2025 22:00,Lantus,18,Long Acting\n")
    #expect(doses.first.recording.series.isEmpty)
    #expect(
      doses.first.recording.events.map(\.content) == [
        .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
        .insulin(InsulinDose(units: 6, action: .rapidActing)),
        .insulin(InsulinDose(units: 18, action: .longActing)),
      ])
    #expect(doses.first.recording.events.map(\.note) == ["NovoRapid", "NovoRapid", "Lantus"])
    let notes = try read("Timestamp,Value\n14.06.2025 08:00,lunch\n14.06.2025 09:00,5.5\n")
    #expect(notes.first.recording.series.isEmpty)
    #expect(notes.first.recording.events.map(\.note) == ["lunch", "5.5"])
  }

  @Test func anUnknownTableIsNotReadAsGlucose() throws {
    for header in ["Timestamp,Value,Source", "Timestamp,Reading"] {
      let error = #expect(throws: ReadError.self) {
        try readTable(Self.title + header + "\n14.06.2025 08:00,5.5,x\n14.06.2025 09:00,6,x\n")
      }
      #expect(error?.reason == .unknownFormat)
    }
  }

  @Test func readsTheCodesOfValuesOutOfRange() throws {
    let file = try read(
      "Zeitstempel,CGM-Glukosewert (mg/dl),SN\n14.06.2025 08:00,1,A\n14.06.2025 08:05,2001,A\n"
        + "14.06.2025 08:10,100,A")
    let series = file.first.recording.series
    #expect(series.map(\.glucose.mgdL) == [40, 400, 100])
    #expect(series.map(\.flags) == [.belowDeviceLimit, .aboveDeviceLimit, []])
  }

  @Test func aSpreadsheetMayMakeTheTitleAsWideAsTheTable() throws {
    let file = try read(
      "Zeitstempel,CGM-Glukosewert (mg/dl),SN\n14.06.2025 08:00,120,A",
      title: "Name:Beispiel,Datumsbereich:14.06.2025 - 15.06.2025,\n")
    #expect(file.first.recording.series.count == 1)
  }
}
