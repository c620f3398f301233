import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct OpenMHealthDocumentsTests {
  private func body(
    _ value: String, _ minute: Int, unit: String = "mg/dL", more: String = ""
  ) -> String {
    "{\"blood_glucose\":{\"unit\":\"\(unit)\",\"value\":\(value)},\"effective_time_frame\":"
      + "{\"date_time\":\"2024-05-02T10:\(minute):00-07:00\"}\(more)}"
  }

  private func point(_ body: String, user: String = "a", more: String = "") -> String {
    "{\"header\":{\"user_id\":\"\(user)\"\(more)},\"body\":\(body)}"
  }

  @Test(arguments: ["", " ", "\n    "])
  func readsAListOfAPersonsSensor(blank: String) throws {
    let frames = (10..<16).map { "\"start_date_time\":\"2023-07-25T16:\($0):14Z\"" }
    let values = ["104", "110.5", "\"Low\"", "\"High\"", "null", "\"97\""]
    let rows = zip(frames, values).map { frame, value in
      "{\"effective_time_frame\":{\"time_interval\":{\(frame)}},\"event_type\":\"EGV\","
        + "\"blood_glucose\":{\"unit\":\"mg/dL\",\"value\":\(value)}}"
    }
    let list = "\(blank)[\(rows.joined(separator: "," + blank))]"
    let text =
      "{\"header\":\(blank){\"patient_id\":\"1001\"},\(blank)\"body\":\(blank){\"cgm\":\(list)}}"
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(file.format == .openMHealth)
    let series = try file.person.recording.series
    #expect(series.map(\.glucose.mgdL) == [104, 110.5, 40, 400, 97])
    #expect(series.map(\.flags) == [[], [], .belowDeviceLimit, .aboveDeviceLimit, []])
    #expect(try series.first?.time == instant("2023-07-25T16:10:14Z"))
    #expect(file.report.skipped == [.missingValue: 1])
    #expect(addsUp(file.report))
  }

  @Test func readsDataPointsOfSeveralPeople() throws {
    let points = [
      point(body("6.5", 10, unit: "mmol/L")), point(body("7.5", 15, unit: "mmol/L"), user: "b"),
      point("{\"heart_rate\":{\"value\":60}}"),
      point(body("6.0", 20, unit: "mmol/L", more: ",\"descriptive_statistic\":\"average\"")),
    ]
    for text in ["[\(points.joined(separator: ","))]", points.joined(separator: "\n")] {
      let file = try GlucoseFile.of(text, zone: nil)
      #expect(file.people.map(\.id) == ["a", "b"])
      #expect(file.people.map { $0.recording.series.map(\.glucose.mmolL) } == [[6.5], [7.5]])
      #expect(try file.people[0].recording.series.first?.time == instant("2024-05-02T17:10:00Z"))
      #expect(file.report.skipped == [.otherMeasurement: 1, .derived: 1])
    }
  }

  private func listFile(_ header: String, _ points: String, headerFirst: Bool = true) -> String {
    let (header, body) = ("\"header\":\(header)", "\"body\":{\"cgm\":[\(points)]}")
    return "{\(headerFirst ? header : body),\(headerFirst ? body : header)}"
  }

  @Test(
    arguments: [#"{"patient_id":"1001"}"#, #"{"user_id":1001}"#, #"{"user_id":"\u00311001"}"#],
    [true, false])
  func theHeaderOfAListNamesThePerson(header: String, isFirst: Bool) throws {
    let text = listFile(header, "\(body("104", 10)),\(body("105", 15))", headerFirst: isFirst)
    let file = try GlucoseFile.of(text, zone: nil)
    #expect(file.people.map(\.id) == [header.contains("u0031") ? "11001" : "1001"])
    #expect(try file.person.recording.series.count == 2)
  }

  @Test func pointsOfOthersInAListKeepTheirPeople() throws {
    let points = [body("104", 10), point(body("105", 15), user: "b"), body("106", 20)]
    let list = points.joined(separator: ",")
    for (text, id) in [(listFile("{\"user_id\":\"a\"}", list), "a"), ("[\(list)]", nil)] {
      let file = try GlucoseFile.of(text, zone: nil)
      #expect(file.people.map(\.id) == [id, "b"])
      #expect(file.people.map(\.recording.series.count) == [2, 1])
    }
  }

  @Test func pointsOfThePersonOfTheHeaderMayStateThePerson() throws {
    let points = [
      point(body("103", 30), user: "b"), body("104", 10), point(body("105", 15)),
      point(body("106", 20), user: "c"), point(body("107", 25)),
    ]
    for points in [points, points.reversed()] {
      let list = listFile("{\"user_id\":\"a\"}", points.joined(separator: ","))
      let people = try GlucoseFile.of(list, zone: nil).people
      #expect(Set(people.map(\.id)) == ["a", "b", "c"])
      for person in people {
        #expect(person.recording.series.count == (person.id == "a" ? 3 : 1))
      }
    }
  }

  @Test func filesOfDifferentPeopleAreNotMixed() throws {
    let texts = ["1001", "1002"].enumerated().map { index, id in
      listFile("{\"patient_id\":\"\(id)\"}", body("\(104 + index)", 10 + index))
    }
    let archive = storedZip(texts.enumerated().map { ("\($0).json", $1) })
    let bundle = try FileBundle(reading: archive, options: ReadOptions(zone: nil))
    #expect(bundle.people.map(\.id) == ["1001", "1002"])
  }

  @Test func specimensOfBloodAndReportsOfThePersonAreOfAMeter() throws {
    let texts = [
      body("120", 10, more: ",\"specimen_source\":\"interstitial fluid\""),
      body("130", 15, more: ",\"specimen_source\":\"capillary blood\""),
      body("140", 20, more: ",\"blood_specimen_type\":\"plasma\""),
      point(body("150", 25), more: ",\"modality\":\"self-reported\""),
      point(body("160", 30), more: ",\"acquisition_provenance\":{\"modality\":\"self-reported\"}"),
    ]
    for (index, text) in texts.enumerated() {
      let person = try GlucoseFile.of(text, zone: nil).person
      #expect(person.recording.series.count == (index == 0 ? 1 : 0))
      #expect(person.meter.count == (index == 0 ? 0 : 1))
    }
  }

  @Test(arguments: [
    ("120", "", RejectedRow.Reason.missingUnit), ("120", "g/L", .unknownUnit),
    ("-3", "mg/dL", .notPositive), ("true", "mg/dL", .unreadableNumber),
  ])
  func rejectsWhatIsNotAConcentration(
    _ value: String, _ unit: String, _ reason: RejectedRow.Reason
  ) throws {
    let file = try GlucoseFile.of(body(value, 10, unit: unit), zone: nil)
    #expect(file.report.rejected.map(\.reason) == [reason])
  }

  @Test func everyTruncationIsReadOrRefused() {
    let text = "{\"body\":{\"cgm\":[\(body("104", 10)),\(body("105", 15))]},\"header\":{}}"
    for end in 0..<text.utf8.count {
      let cut = Array(text.utf8.prefix(end))
      guard let file = try? GlucoseFile(reading: cut, options: ReadOptions(zone: nil)) else {
        continue
      }
      #expect(addsUp(file.report))
      #expect(file.people.flatMap(\.recording.series).allSatisfy { $0.glucose.mgdL >= 104 })
    }
  }
}
