import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct MySugrTableTests {
  private func sample(_ name: String) throws -> GlucoseFile {
    let sample = try #require(Sample.further.map(\.sample).first { $0.name == name })
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report))
    #expect(file.format == .mySugr)
    #expect(file.report.rejected.isEmpty)
    return file
  }

  /// Returns a file with headers in no language but in the common order of columns.
  private func read(
    _ rows: [[Int: String]], unit: String = "mg/dL", carbs: String = "x (Grams, Factor 1)"
  ) throws -> GlucoseFile {
    var header = (0..<25).map { "c\($0)" }
    header[3] = "c (\(unit))"
    header[11] = carbs
    header[13] = "c (min)"
    header[14] = "c (1: a, 2: b, 3: c)"
    let lines = rows.map { row in (0..<25).map { "\"\(row[$0] ?? "")\"" }.joined(separator: ",") }
    let file = try readTable(
      ([header.map { "\"\($0)\"" }.joined(separator: ",")] + lines).joined(separator: "\n"))
    #expect(file.format == .mySugr)
    return file
  }

  @Test(arguments: [
    ("GMT-07:00", "2023-08-08T04:33:00Z"), ("", "2023-08-07T21:33:00Z"),
    ("MEZ", "2023-08-07T20:33:00Z"), ("Ortszeit", "2023-08-07T21:33:00Z"),
  ])
  func theZoneOfARowDeterminesItsInstant(cell: String, time: String) throws {
    let header =
      ((0..<25).map { index in
        switch index {
        case 3: "c (mg/dL)"
        case 13: "c (min)"
        case 14: "c (1: a, 2: b, 3: c)"
        default: "c\(index)"
        }
      } + ["Timezone", "Latitude", "Longitude"]).map { "\"\($0)\"" }.joined(separator: ",")
    var row = Array(repeating: "", count: 28)
    (row[0], row[1], row[3], row[25]) = ("Aug 7, 2023", "9:33:00 PM", "142", cell)
    let file = try readTable(
      header + "\n" + row.map { "\"\($0)\"" }.joined(separator: ",") + "\n")
    #expect(file.format == .mySugr)
    #expect(try file.first.meter.map(\.time) == [instant(time)])
  }

  @Test func readsTheUSExport() throws {
    let file = try sample("mysugr-us.csv")
    let subject = file.first
    // Finger-sticks and no sensor readings.
    #expect(subject.recording.series.isEmpty)
    #expect(subject.meter.map(\.glucose) == [.mgdL(98), .mgdL(142)])
    #expect(try subject.meter.last?.time == instant("2017-08-07T21:33:00Z"))
    let events = subject.recording.events
    let kinds = Set(events.map(\.content))
    // The amounts for the meal and the correction are parts of the bolus.
    #expect(kinds.contains(.insulin(InsulinDose(units: 5.5, action: .rapidActing))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 18, action: .longActing))))
    #expect(kinds.contains(.meal(Meal(name: "Noodles, sauce", carbs: 45))))
    #expect(
      kinds.contains(
        .exercise(Exercise(name: "Cycling", duration: .seconds(1800), intensity: .moderate))))
    #expect(events.filter { $0.note == "after a walk" }.count == 2)
    #expect(events.contains { $0.note == "Sick,Bedtime" })
    #expect(
      kinds.contains(
        .entry(DiaryEntry(.weight, amount: 171, unit: DiaryEntry.Unit(rawValue: "lb")))))
    #expect(kinds.contains(.entry(DiaryEntry(.hemoglobinA1c, amount: 6.9, unit: .percent))))
    #expect(events.count == 7)
    #expect(file.report.skipped == [.header: 1, .basalRate: 1])
  }

  /// A text in place of a number is kept as it is, and the glucose beside it is read.
  @Test func readsResultsBesideGlucose() throws {
    let file = try read([
      [0: "1.5.2025", 1: "08:00", 3: "101", 19: "120/80", 22: "0.6", 23: "fish", 24: "Metformin"],
      [0: "1.5.2025", 1: "09:00", 16: "400"],
    ])
    #expect(file.first.meter.count == 1)
    #expect(
      Set(file.first.recording.events.map(\.content)) == [
        .entry(DiaryEntry(DiaryEvent.Category(rawValue: "bloodPressure"), name: "120/80")),
        .entry(DiaryEntry(.ketones, amount: 0.6)),
        .entry(DiaryEntry(.medication, name: "Metformin")),
      ])
    #expect(file.report.skipped == [.header: 1, .otherMeasurement: 1])
  }

  @Test func readsExchangesAsGrams() throws {
    let file = try sample("mysugr-de.csv")
    let kinds = file.first.recording.events.map(\.content)
    #expect(kinds.contains(.meal(Meal(name: "Nudeln", carbs: 42))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 3.25, action: .rapidActing))))
    #expect(file.report.detected.dateOrder?.value == .dayFirst)
    #expect(file.report.detected.decimalSeparator?.value == .comma)
  }

  @Test(arguments: [
    ("x (Grams, Factor 1)", 20.0), ("x (Gramm, Faktor 12)", 20), ("x (BE, Faktor 12)", 240),
    ("x (exchanges, factor 15)", 300), ("x (KE, Faktor 10)", 200), ("x (граммы, 1)", 20),
  ])
  func countsCarbohydrateInGrams(header: String, grams: Double) throws {
    let file = try read([[0: "07.08.2017", 1: "10:00", 11: "20"]], carbs: header)
    #expect(file.first.recording.events.map(\.content) == [.meal(Meal(carbs: grams))])
  }

  @Test func carbohydrateInAnUnknownUnitIsKeptAsANote() throws {
    let file = try read([[0: "07.08.2017", 1: "10:00", 11: "2.5"]], carbs: "x (servings)")
    let event = file.first.recording.events.first
    #expect(event?.content == .meal(Meal()))
    #expect(event?.note == "2.5 servings")
  }

  @Test func aBolusIsTheDeliveredAmountOrTheSumOfItsParts() throws {
    let file = try read([
      [0: "07.08.2017", 1: "10:00", 7: "4", 8: "-0.5"],
      [0: "07.08.2017", 1: "11:00", 4: "3", 6: "1"],
      [0: "07.08.2017", 1: "12:00", 4: "2", 7: "9"], [0: "07.08.2017", 1: "13:00", 8: "-1"],
      [0: "07.08.2017", 1: "14:00", 4: "20000"],
    ])
    #expect(
      file.first.recording.events.map(\.content)
        == [3.5, 4, 2].map { .insulin(InsulinDose(units: $0, action: .rapidActing)) })
    #expect(file.report.rejected.map(\.line) == [5, 6])
  }

  @Test func sumsAndProductsOfDecimalsAreDecimals() throws {
    let file = try read(
      [
        [0: "07.08.2017", 1: "10:00", 4: "0.1", 6: "0.2"],
        [0: "07.08.2017", 1: "11:00", 7: "0.1", 8: "0.2"],
        [0: "07.08.2017", 1: "12:00", 11: "0.7"], [0: "07.08.2017", 1: "13:00", 13: "1.1"],
      ], carbs: "x (Exchanges, Factor 10.1)")
    #expect(
      file.first.recording.events.map(\.content) == [
        .insulin(InsulinDose(units: 0.3, action: .rapidActing)),
        .insulin(InsulinDose(units: 0.3, action: .rapidActing)), .meal(Meal(carbs: 7.07)),
        .exercise(Exercise(duration: .seconds(66))),
      ])
  }

  @Test func readsASensorsColumnWhoseUnitIsInCyrillic() throws {
    var header = (0..<25).map { "c\($0)" }
    (header[3], header[13]) = ("c (ммоль/л)", "c (min)")
    (header[14], header[19]) = ("c (1: a, 2: b, 3: c)", "CGM (ммоль/л)")
    var cells = [String](repeating: "", count: 25)
    (cells[0], cells[1], cells[19]) = ("07.08.2017", "10:00", "5.6")
    let file = try readTable(
      [header, cells].map { $0.map { "\"\($0)\"" }.joined(separator: ",") }
        .joined(separator: "\n"))
    #expect(file.format == .mySugr)
    #expect(file.first.recording.series.map(\.glucose) == [.mmolL(5.6)])
  }

  @Test func readsTheUnitInCyrillic() throws {
    let file = try read(
      [[0: "7 авг. 2017 г.", 1: "10:00", 3: "5.6"]], unit: "ммоль/л")
    #expect(file.first.meter.map(\.glucose) == [.mmolL(5.6)])
    #expect(file.report.detected.unit?.value == .mmolL)
  }
}
