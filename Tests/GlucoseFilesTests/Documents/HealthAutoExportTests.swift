import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct HealthAutoExportTests {
  private static let glucose = """
    {"name":"blood_glucose","units":"mg/dL","data":[
    {"date":"2024-02-06 14:30:00 -0500","qty":120,"source":"G6"},
    {"date":"2024-02-06 14:35:00 -0500","qty":121.5,"mealTime":"Unspecified","source":"G6"},
    {"date":"2024-02-06 14:36:00 -0500","qty":131,"mealTime":"Before Meal","source":"Meter"},
    {"date":"2024-02-06 14:40:00 -0500","source":"G6"},
    {"date":"today","qty":122,"source":"G6"}]}
    """
  private static let others = """
    {"name":"heart_rate","units":"count/min","data":[
    {"date":"2024-02-06 14:30:00 -0500","Avg":70,"Min":60,"Max":80}]},
    {"units":"IU","data":[
    {"date":"2024-02-06 15:00:00 -0500","qty":4.5,"reason":"Bolus"},
    {"date":"2024-02-06 15:05:00 -0500","qty":0.05,"reason":"Basal"}],"name":"insulin_delivery"},
    {"name":"carbohydrates","units":"g","data":[{"date":"2024-02-06 15:01:00 -0500","qty":45}]}
    """
  private static let workout = """
    {"id":"A","name":"Running","start":"2024-02-06 17:00:00 -0500",\
    "end":"2024-02-06 17:30:30 -0500","duration":1830}
    """

  @Test(arguments: [
    "{\"data\":{\"metrics\":[\(others),\(glucose)],\"workouts\":[\(workout)]}}",
    "{\"data\":{\"workouts\":[\(workout)],\"metrics\":[\(glucose),\(others)],\"symptoms\":[]}}",
  ])
  func readsTheRecordsOfEachMetric(_ text: String) throws {
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(file.format == .healthAutoExport)
    let person = try file.person
    #expect(person.recording.series.map(\.glucose.mgdL) == [120, 121.5])
    #expect(try person.recording.series.first?.time == instant("2024-02-06T19:30:00Z"))
    #expect(person.meter.map(\.glucose.mgdL) == [131])
    #expect(
      person.recording.events.map(\.content) == [
        .insulin(InsulinDose(units: 4.5, action: .rapidActing)), .meal(Meal(carbs: 45)),
        .exercise(Exercise(name: "Running", duration: .seconds(1830))),
      ])
    #expect(file.report.skipped == [.missingValue: 1, .otherMeasurement: 1, .basalRate: 1])
    #expect(file.report.reasons == [.unreadableTime])
    #expect(file.report.rejected.first?.text == "today")
    #expect(addsUp(file.report))
    let renamed = text.replacing("\"carbohydrates\"", with: "\"dietary_carbohydrates\"")
    #expect(try GlucoseFile.of(renamed, zone: nil).kinds == file.kinds)
  }

  @Test func readsALongListAndItsUnit() throws {
    let rows = (0..<1440).map { row in
      let clock = "\(row / 600)\(row / 60 % 10):\(row % 60 / 10)\(row % 10)"
      return "{\"qty\":5.\(row % 10),\"date\":\"2024-02-06 \(clock):00 +0100\",\"source\":\"G6\"}"
    }
    let list = rows.joined(separator: ",\n")
    let metric = "{\"data\":[\(list)],\"name\":\"blood_glucose\",\"units\":\"mmol/L\"}"
    let file = try GlucoseFile.of("{\"data\":{\"metrics\":[\(metric)]}}", zone: nil)
    #expect(file.format == .healthAutoExport)
    #expect(try file.person.recording.series.count == 1440)
    #expect(try file.person.recording.series.first?.glucose == .mmolL(5))
    // A workout may have a reading of the heart for each second.
    let heart = Array(repeating: "{\"qty\":120}", count: 6000).joined(separator: ",")
    let long = Self.workout.replacing("{\"id\"", with: "{\"heartRateData\":[\(heart)],\"id\"")
    let both = try GlucoseFile.of(
      "{\"data\":{\"workouts\":[\(long)],\"metrics\":[\(metric)]}}", zone: nil)
    #expect(both.format == .healthAutoExport && both.report.acceptedCount == 1441)
    // A workout is only in its own list.
    let events = "{\"data\":{\"events\":[\(Self.workout)]}}"
    #expect(throws: ReadError.self) { try GlucoseFile.of(events, zone: nil) }
    // A list of metrics of another program.
    let foreign = "{\"metrics\":[{\"id\":1,\"value\":120,\"date\":\"2024-02-06\"}]}"
    #expect(throws: ReadError.self) { try GlucoseFile.of(foreign, zone: nil) }
    let local = Self.workout.replacing(" -0500", with: "")
    let apart = try GlucoseFile.of("{\"data\":{\"workouts\":[\(local)]}}")
    #expect(apart.report.reasons == [.unreadableTime])
    // A record in a unit of another quantity.
    let other = try GlucoseFile.of(
      "{\"data\":{\"metrics\":[\(Self.glucose.replacing("mg/dL", with: "g/L"))]}}", zone: nil)
    #expect(other.people.isEmpty)
    #expect(other.report.reasons.contains(.unknownUnit))
  }
}
