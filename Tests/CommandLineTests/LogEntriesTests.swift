#if CommandLine && Logbook
  import Foundation
  import Testing

  @Suite struct LogEntries {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "log.sqlite").path
    }

    @discardableResult
    func log(_ arguments: [String]) throws -> CommandRun {
      try CommandRun(["log"] + arguments + ["--log", path, "--zone", "Europe/Oslo"])
    }

    @discardableResult
    func lines(_ arguments: String...) throws -> [String] {
      let run = try log(arguments)
      #expect(run.code == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map(String.init)
    }

    func events(_ arguments: String...) throws -> [[String: Any]] {
      let run = try log(["list", "--json"] + arguments)
      return try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    @Test func aTypedTimeInTheFutureIsAPlanWithAWord() throws {
      let plan = try log(["add", "meal", "--name", "Cake", "--at", "3000-03-02 18:30"])
      #expect(plan.code == 0)
      #expect(plan.errors.contains("at: 3000-03-02 18:30: the time is in the future.\n"))
      let past = try log(["add", "meal", "--name", "Soup", "--at", "2001-03-02 18:30"])
      #expect(past.code == 0 && past.errors == "")
      let id = String(plan.output.prefix(8))
      #expect(try log(["edit", id, "--note", "home"]).errors == "")
    }

    @Test func takeInstants() throws {
      let instants = [
        ("2026-03-02 18:30", "2026-03-02T17:30:00Z"), ("2026-03-02T18:30", "2026-03-02T17:30:00Z"),
        ("2026-03-02T18:30Z", "2026-03-02T18:30:00Z"), ("2026-03-02", "2026-03-01T23:00:00Z"),
        ("2026-03-02T18:30:15+05:30", "2026-03-02T13:00:15Z"),
        // An offset chooses one of the two hours of the repeated one.
        ("2026-10-25T02:30+02:00", "2026-10-25T00:30:00Z"),
        ("2026-10-25T02:30+01:00", "2026-10-25T01:30:00Z"),
        ("2026-10-25 03:00", "2026-10-25T02:00:00Z"), ("2026-03-29 03:00", "2026-03-29T01:00:00Z"),
      ]
      for (text, _) in instants { try lines("add", "note", "--note", text, "--at", text) }
      let events = try events()
      #expect(events.count == instants.count)
      for (text, expected) in instants {
        let event = events.first { $0["note"] as? String == text }
        #expect(event?["time"] as? String == expected, "\(text)")
      }
    }

    @Test(arguments: [("now", 0.0), ("-10m", -600), ("-2h", -7200), ("+1d", 86_400), ("-90s", -90)])
    func takeInstantsRelativeToNow(text: String, seconds: Double) throws {
      let start = Date().addingTimeInterval(seconds - 1)
      try lines("add", "note", "--note", "x", "--at", text)
      let time = try #require(try events().first?["time"] as? String)
      let instant = try Date(time, strategy: .iso8601)
      #expect((start...Date().addingTimeInterval(seconds)).contains(instant))
    }

    @Test(arguments: ["12:05", "12:05 pm", "12:05:30"])
    func takeATimeOfDayOfToday(text: String) throws {
      try lines("add", "note", "--note", "x", "--at", text)
      let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
      let today = Date().formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
      #expect(try lines("list").last?.hasPrefix("\(today) 12:05  note") == true)
    }

    @Test(arguments: [
      ("2026-03-29 02:30", "skip"), ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"),
      ("2026-10-25 02:30", "2026-10-25T02:30:00+01:00"), ("noon", "not a valid time"),
      ("25:00", "not a valid time"), ("-10", "not a valid time"), ("-m", "not a valid time"),
      ("2026-02-30 10:00", "not a valid time"),
    ])
    func refuseInstantsThatAreNoneOrTwo(text: String, reason: String) throws {
      let run = try log(["add", "note", "--note", "x", "--at", text])
      #expect(run.code == 65)
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func logEntriesOfAllCategories() throws {
      let entries = [
        (["fingerstick", "--amount", "5.6", "--unit", "mmol/L"], "fingerstick     5.6 mmol/L"),
        (["fingerstick", "--amount", "100", "--unit", "mgdl"], "fingerstick     100 mg/dL"),
        (
          ["hemoglobin-a1c", "--amount", "48", "--unit", "mmol/mol"], "hemoglobinA1c   48 mmol/mol"
        ),
        (["weight", "--amount", "80", "--unit", "KG"], "weight          80 kg"),
        (
          ["medication", "--name", "Metformin", "--amount", "2", "--unit", "tablets"],
          "medication      Metformin, 2 tablets"
        ),
        (["ketones", "--amount", "0.6"], "ketones         0.6 mmol/L"),
        (["weight", "--amount", "71.5"], "weight          71.5 kg"),
        (["alcohol", "--name", "Wine", "--amount", "19"], "alcohol         Wine, 19 g"),
        (
          ["medication", "--name", "Metformin", "--amount", "500"],
          "medication      Metformin, 500 mg"
        ),
        (["sensor-change", "--name", "Dexcom G7"], "sensorChange    Dexcom G7"),
        (["site-change"], "siteChange"),
        (
          ["temporary-basal", "--amount", "40", "--unit", "%", "--minutes", "90"],
          "temporaryBasal  40 %, 90 min"
        ),
      ]
      for (arguments, _) in entries {
        #expect(try log(["add"] + arguments + ["--at", "2026-03-02 08:00"]).code == 0)
      }
      try lines("add", "temporary-basal", "--amount", "1", "--minutes", "5")
      let listed = try lines("list")
      for (_, line) in entries {
        #expect(listed.contains { $0.hasPrefix("2026-03-02 08:00  " + line) }, "\(listed)")
      }
      for category in ["fingerstick", "hemoglobin-a1c", "temporary-basal"] {
        let count = entries.count { $0.0[0] == category }
        #expect(try events("--category", category, "--to", "2026-03-03").count == count)
      }
    }

    @Test(arguments: [
      ["fingerstick", "--amount", "100", "--unit", "mg"], ["ketones"], ["note"], ["alcohol"],
      ["weight", "--carbs", "5"],
      ["temporary-basal", "--amount", "40", "--unit", "%"], ["weight", "--amount", "heavy"],
      ["fingerstick", "--amount", "0", "--unit", "mg/dL"], ["medication", "--name", " "],
      ["weight", "--amount", "0"],
      ["site-change", "--amount", "1"], ["meal", "--carbs", "5", "--units", "0"],
      ["meal", "--carbs", "5", "--action", "rapid"],
    ])
    func refuseEntriesThatLackSomething(arguments: [String]) throws {
      let run = try log(["add"] + arguments)
      #expect(run.code == 65)
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
      (["fingerstick", "--amount", "5.6"], "unit: a value is required, mg/dL or mmol/L."),
      (["hemoglobin-a1c", "--amount", "6.5"], "unit: a value is required, % or mmol/mol."),
      (
        ["hemoglobin-a1c", "--amount", "6.5", "--unit", "mmol/L"],
        "unit: mmol/L is not % or mmol/mol."
      ),
      (["ketones", "--amount", "80", "--unit", "stone"], "unit: stone is not mmol/L."),
      (["ketones", "--amount", "10", "--unit", "mg/dL"], "unit: mg/dL is not mmol/L."),
      (["weight", "--amount", "176", "--unit", "lb"], "unit: lb is not kg."),
      (
        ["temporary-basal", "--amount", "1", "--unit", "U", "--minutes", "30"],
        "unit: U is not U/h or %."
      ),
      (
        ["hemoglobin-a1c", "--amount", "25", "--unit", "%"],
        "amount: the value must be at most 20."
      ),
      (["hemoglobin-a1c", "--amount", "9", "--unit", "mmol/mol"], "must be at least 9.3."),
      (["medication", "--amount", "5"], "name: a value is required, such as Metformin."),
      (
        ["temporary-basal", "--amount", "1", "--minutes", "99999999999"],
        "minutes: the value must be at most 52596000."
      ),
    ])
    func refuseAnEntryWithAReason(arguments: [String], sentence: String) throws {
      let run = try log(["add"] + arguments)
      #expect(run.code == 65)
      #expect(run.errors.hasSuffix(sentence + "\n"), "\(run.errors)")
      #expect(!run.errors.contains("unusual"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func logAMealWithItsBolusInOneStep() throws {
      let ids = try lines("add", "meal", "--carbs", "45", "--units", "4.5", "--action", "rapid")
      #expect(ids.count == 2)
      let both = try events()
      #expect(both.compactMap { $0["category"] as? String }.sorted() == ["insulin", "meal"])
      #expect(both.first?["time"] as? String == both.last?["time"] as? String)
      #expect(try lines("undo").count == 2)
      #expect(try events().isEmpty)
    }

    @Test func searchInNotesAndNames() throws {
      try lines("add", "note", "--note", "New shoes, crème brûlée")
      try lines("add", "meal", "--name", "Soup", "--carbs", "5", "--note", "hot")
      #expect(try events("--search", "CREME").count == 1)
      #expect(try events("--search", "soup").count == 1)
      #expect(try events("--search", "soup", "--category", "note").isEmpty)
      #expect(try events("--search", "cold").isEmpty)
    }

    @Test func anEmptyTextRemovesTheValueOfAField() throws {
      let exercise = [
        "--name", "Run", "--intensity", "medium", "--kind", "aerobic", "--note", "uphill",
      ]
      let run = try log(["add", "exercise", "--minutes", "45"] + exercise)
      let id = run.output.trimmingCharacters(in: .newlines)
      let edit = try log(["edit", id, "--name", "", "--intensity", "", "--kind", "", "--note", ""])
      #expect(edit.code == 0, "\(edit.errors)")
      let event = try #require(try events().first)
      #expect(["name", "intensity", "kind", "note"].allSatisfy { event[$0] == nil }, "\(event)")
      let dose = try lines("add", "insulin", "--units", "4", "--action", "rapid")[0]
      #expect(try log(["edit", dose, "--action", ""]).code == 0)
      #expect(try events("--category", "insulin").first?["action"] == nil)
      #expect(try log(["begin", "illness", "--note", ""]).code == 0)
      #expect(try events("--category", "condition").first?["note"] == nil)
    }

    @Test func sayWhatWasEditedAndRemoved() throws {
      let id = try lines(
        "add", "meal", "--name", "Soup", "--carbs", "5", "--at", "2026-03-02 08:00")[0]
      #expect(
        try lines("edit", id, "--carbs", "7") == [
          "was: 2026-03-02 08:00 meal Soup, 5 g carbs",
          "is:  2026-03-02 08:00 meal Soup, 7 g carbs",
        ])
      #expect(
        try lines("edit", id, "--carbs", "7") == [
          "unchanged: 2026-03-02 08:00 meal Soup, 7 g carbs"
        ])
      #expect(
        try lines("remove", id, String(id.prefix(8))) == [
          "removed: 2026-03-02 08:00 meal Soup, 7 g carbs"
        ])
      #expect(try events().isEmpty)
    }

    /// Each key that is described occurs, because the record has every kind of event and another
    /// person has a meter alone.
    @Test func haveAReportInJSONAsDescribed() throws {
      let simulated = try CommandRun("simulate", "--days", "22", "--seed", "3").output
      try lines("import", try folder.file("person.csv", simulated))
      try lines(
        "add", "meal", "--carbs", "45", "--protein", "10", "--fat", "12", "--at", "2026-03-05 08:00"
      )
      try lines("add", "meal", "--name", "Soup", "--at", "2026-03-05 12:00")
      try lines("add", "insulin", "--units", "4.5", "--action", "rapid", "--at", "2026-03-05 08:00")
      try lines("add", "exercise", "--minutes", "30", "--at", "2026-03-05 17:00")
      try lines(
        "add", "condition", "--name", "illness", "--at", "2026-03-05 18:00", "--until",
        "2026-03-05 20:00")
      let meter = try folder.file(
        "meter.csv", "time,fingerstick (mg/dL)\n2026-03-02 07:00,102\n2026-03-02 12:00,65\n")
      // The record ends at 23:55 UTC, at bedtime.
      let run = try CommandRun(
        "report", path, meter, "--zone", "Europe/Oslo", "--now", "2026-03-24T00:00:00Z", "--json")
      #expect(run.code == 0, "\(run.errors)")
      try JSONSchemaPage().check(run.output, is: "swift-glucose/report, version 1")
      let report = try run.object
      let person = try #require((report["people"] as? [[String: Any]])?.first)
      let days = try #require(person["days"] as? [[String: Any]])
      let day = try #require(days.first { $0["date"] as? String == "2026-03-05" })
      #expect(day["carbs_grams"] as? Double == 45 && day["exercise_minutes"] as? Double == 30)
      #expect(day["meals_without_carbs"] as? Int == 1)
      let conditions = try #require(day["conditions"] as? [[String: Any]])
      #expect(conditions.first?["minutes"] as? Double == 120)
      #expect((day["tags"] as? [String])?.contains("condition:illness") == true)
      let measures = (person["targets"] as? [[String: Any]])?.compactMap {
        $0["measure"] as? String
      }
      #expect(measures?.contains("in_range") == true)
      let sufficiency = try #require(person["sufficiency"] as? [String: Any])
      #expect(sufficiency["required_days"] as? Int == 14)
      let comparisons = (person["targets"] as? [[String: Any]])?.map {
        $0["comparison"] as? String
      }
      #expect(Set(comparisons ?? []) == ["above", "below", "at_most"])
    }
  }
#endif
