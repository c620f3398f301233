#if CommandLine
  import Foundation
  import GlucoseTestSupport
  import Testing

  @Suite struct PredictCommandTests {
    @Test(arguments: [("12:00", 1), ("02:00", 1), ("22:00", 0)])
    func aNightIsAheadFromNineToTwo(clock: String, code: Int32) throws {
      let recording = try BacktestCommandTests.recording(seed: 3, days: 3)
      let run = try CommandRun(
        ["predict", "-", "--zone", "UTC", "--night", "--now", "2026-03-04 \(clock)"],
        input: recording)
      #expect(run.code == code, "\(run.errors)")
      #expect(code == 0 || run.errors.contains("is not from 21:00 to 02:00"))
    }

    /// An amount in an unknown unit is none, and a decimal comma is no unit.
    @Test func eventsInOtherUnitsAreLeftOut() throws {
      let folder = try TemporaryFolder()
      let recording = try BacktestCommandTests.recording(seed: 3, days: 3)
      let person = try #require(recording.split(separator: "\n").last).prefix { $0 != "," }
      func run(_ rows: String..., in recording: String) throws -> CommandRun {
        let times = ["02T10:00:00", "03T11:00:00", "03T18:00:00", "04T11:00:00"]
        let table = zip(times, ["meal,10,g"] + rows).map { "\(person),2026-03-\($0),\($1)\n" }
        let path = try folder.file(
          "events.csv", "subject,time,kind,value,unit\n" + table.joined())
        return try CommandRun(
          ["predict", "-", "--zone", "UTC", "--json", "--events", path], input: recording)
      }
      let plain = try run("meal,20,g", "meal,30,g", "meal,50,g", in: recording)
      #expect(plain.code == 0 && plain.errors.isEmpty, "\(plain.errors)")
      let named = try run("meal,20,G", "meal,30,grams", "meal,50,Grams", in: recording)
      #expect(named.output == plain.output && named.errors.isEmpty, "\(named.errors)")
      // Half a day is too short for a model of its own, which takes most of the time.
      let short = recording.split(separator: "\n").prefix(146).joined(separator: "\n")
      for row in ["bolus,500,mU", "meal,12,5,g"] {
        #expect(try run(row, in: short).errors.contains("left out 1 row"), "\(row)")
      }
    }

    @Test func aForecastHasTheProbabilitiesOfCrossings() throws {
      let run = try CommandRun(
        "predict", "-", "--zone", "UTC", input: try BacktestCommandTests.recording(seed: 7))
      // Where the last hour has a gap, there is no forecast.
      #expect(
        run.code == 1
          || run.output.contains(
            "Probability of a reading within 30 min, thresholds in mg/dL: below 70")
      )
    }

    @Test func theNightAheadHasTheProbabilitiesOfLowsByHour() throws {
      let recording = try CommandRun("simulate", "--days", "10", "--seed", "5").output
      let run = try CommandRun("predict", "-", "--zone", "UTC", "--night", input: recording)
      #expect(run.code == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 10 && lines[0].hasPrefix("Probability of a reading in the night from"))
      #expect(lines[1].contains("below 70") && lines[1].contains("below 54"))
      #expect(lines[2...8].allSatisfy { $0.split(separator: "%").count == 2 })
      let short = try CommandRun(
        "predict", "-", "--zone", "UTC", "--night",
        input: "id,time,gl (mg/dL)\nA,2026-03-02T22:00:00Z,120\nA,2026-03-02T22:05:00Z,121")
      #expect(short.code == 1 && short.errors.contains("no forecast: the readings cover"))
    }

    @Test func aReportAtBedtimeHasTheNightAhead() throws {
      let folder = try TemporaryFolder()
      let recording = try CommandRun("simulate", "--days", "10", "--seed", "5").output
      let page = folder.url.appending(path: "report.html").path
      func report(_ options: String...) throws -> String {
        let run = try CommandRun(["report", "-", "--zone", "UTC"] + options, input: recording)
        #expect(run.code == 0, "\(run.errors)")
        return run.output
      }
      let bedtime = "2026-03-12T00:05:00Z"
      let predicted = try CommandRun(
        "predict", "-", "--zone", "UTC", "--night", "--now", bedtime, input: recording
      ).output.split(separator: "\n")
      let night = try #require(predicted.dropLast().last).split(separator: " ")
      let line = try #require(
        try report("--now", bedtime).split(separator: "\n").last { $0.hasPrefix("night ahead") })
      #expect(line.hasPrefix("night ahead, 00:05 to 07:05: "))
      #expect(
        line.contains("below 70 mg/dL: \(night[1]) %, below 54 mg/dL: \(night[3]) %"), "\(line)")
      let whole = try JSONSerialization.jsonObject(
        with: Data(try report("--now", bedtime, "--json").utf8))
      let person = try #require(((whole as? [String: Any])?["people"] as? [[String: Any]])?.first)
      let ahead = try #require(person["night_ahead"] as? [String: Any])
      let hours = try #require(ahead["hours"] as? [[String: Any]])
      #expect(ahead["start"] as? String == bedtime && hours.count == 7)
      #expect(hours.last?["until"] as? String == "2026-03-12T07:05:00Z")
      let share = try #require(hours.last?["probability_below_70"] as? Double)
      #expect(abs(100 * share - (Double(night[1]) ?? 0)) <= 0.05)
      _ = try report("--now", bedtime, "--html", page)
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains("id=\"night-ahead\""))
      // The last reading is too old, the record continues, or it is no bedtime.
      for other in ["2026-03-12T00:15:00Z", "2026-03-11T23:00:00Z", "2026-03-12T02:00:00Z"] {
        #expect(!(try report("--now", other)).contains("night ahead"), "\(other)")
      }
    }

    /// The consensus has other thresholds in mmol/L: 3.9 mmol/L are 70.26 mg/dL.
    @Test(arguments: [("mg/dL", [54, 70, 180, 250]), ("mmol/L", [54.05, 70.26, 180.16, 250.42])])
    func theThresholdsOfAForecastAreExactInTheUnitOfTheFile(
      _ unit: String, _ expected: [Double]
    ) throws {
      let recording = try CommandRun(
        "simulate", "--days", "10", "--seed", "5", "--unit", unit
      ).output
      let run = try CommandRun("predict", "-", "--zone", "UTC", "--json", input: recording)
      #expect(run.code == 0, "\(run.errors)")
      let whole = try run.object
      let crossings = try #require(whole["crossings"] as? [[String: Any]])
      let thresholds = crossings.compactMap {
        ($0["crossing"] as? [String: Any])?["threshold"] as? Double
      }
      #expect(thresholds.sorted().map { ($0 * 100).rounded() / 100 } == expected)
    }

    @Test func aLastReadingWithAWrongDateIsNamedWithThePresentToPass() throws {
      let times = (0..<100).map { 1_772_409_600 + Double($0) * 300 } + [1_893_456_000]
      let rows = times.enumerated().map { row, time in
        "A,\(Date(timeIntervalSince1970: time).ISO8601Format()),\(120 + row % 7)"
      }
      let recording = "id,time,gl (mg/dL)\n" + rows.joined(separator: "\n")
      let run = try CommandRun("predict", "-", "--zone", "UTC", input: recording)
      #expect(run.code == 1 && run.errors.contains("until 2030-01-01T00:00:00Z"), "\(run.errors)")
      let instant = "2026-03-02T08:15:00Z"
      #expect(run.errors.contains("minutes. If the last reading has a wrong date"))
      #expect(run.errors.contains("--now \(instant)."), "\(run.errors)")
      let present = try CommandRun(
        "predict", "-", "--zone", "UTC", "--now", instant, input: recording)
      #expect(present.code == 0, "\(present.errors)")
      let two = try CommandRun(
        "predict", "-", "--zone", "UTC",
        input: recording + "\nA,2030-01-01T00:05:00Z,120")
      #expect(two.code == 1 && two.errors.contains("until 2030-01-01T00:00:00Z"), "\(two.errors)")
      #expect(two.errors.contains("If the readings from then on have wrong dates"))
      #expect(two.errors.contains("--now \(instant)."), "\(two.errors)")
    }

    @Test func theTypeOfDiabetesChangesAForecastFromTheFirstHours() throws {
      let recording = Readings.header + Readings.rows(25) { 140 - 3 * $0 }
      func forecast(_ options: String...) throws -> String {
        let run = try CommandRun(["predict", "-", "--zone", "UTC"] + options, input: recording)
        #expect(run.code == 0, "\(run.errors)")
        return run.output
      }
      #expect(try forecast("--type", "type-1") != forecast("--type", "none"))
      #expect(try forecast("--type", "type-2") == forecast())
      let wrong = try CommandRun("predict", "-", "--type", "3", input: recording)
      #expect(wrong.code == 64 && wrong.errors.contains("3 is not one of type-1, type-2, none"))
    }

    @Test func aForecastLooksAsFarAheadAsAsked() throws {
      let recording = try BacktestCommandTests.recording(seed: 5)
      let hour = try CommandRun(
        "predict", "-", "--zone", "UTC", "--minutes", "60", input: recording)
      #expect(hour.code == 0 && hour.output.contains(" 60 min "), "\(hour.errors)")
      #expect(hour.output.contains("within 60 min"))
      for minutes in ["7", "0", "125"] {
        let run = try CommandRun(
          "predict", "-", "--zone", "UTC", "--minutes", minutes, input: recording)
        #expect(run.code == 64 && run.errors.contains("multiple of 5"))
      }
    }

    @Test func aForecastReadsEventsFromAFileOfTheirOwn() throws {
      let rows = Readings.rows(600) { 120 + Int(30 * sin(Double($0) / 20)) }
      let recording = Readings.header + rows
      let folder = try TemporaryFolder()
      func events(of person: String) throws -> String {
        try folder.file(
          "events-\(person).csv",
          "subject,time,kind,value,unit\n\(person),2026-03-02T12:00:00Z,meal,40,g\n")
      }
      let own = try CommandRun(
        "predict", "-", "--zone", "UTC", "--events", try events(of: "A"), input: recording)
      #expect(own.code == 0, "\(own.errors)")
      let other = try CommandRun(
        "predict", "-", "--zone", "UTC", "--events", try events(of: "B"), input: recording)
      #expect(other.code == 65 && other.errors.contains("no events for any person"))
      let missing = try CommandRun(
        "predict", "-", "--zone", "UTC", "--events", "none.csv", input: recording)
      #expect(missing.code != 0 && missing.errors.contains("none.csv"))
    }

    @Test func aForecastNamesItsModelAndTheEvidence() throws {
      let recording = try BacktestCommandTests.recording(seed: 5)
      let alone = try CommandRun("predict", "-", "--zone", "UTC", "--json", input: recording).object
      let only = try #require(alone["selection"] as? [String: Any])
      #expect(
        only["reason"] as? String == "no-events" && only["chosen"] as? String == "personalized")
      #expect((only["trials"] as? [Any])?.count == 1)
      let meals = (2...8).flatMap { day in
        [7, 12, 18].map { "Virtual 1,2026-03-0\(day)T\($0 < 10 ? "0" : "")\($0):00:00,meal,50,g\n" }
      }
      let folder = try TemporaryFolder()
      let events = try folder.file(
        "events.csv", "subject,time,kind,value,unit\n" + meals.joined())
      let arguments = ["predict", "-", "--zone", "UTC", "--events", events]
      let text = try CommandRun(arguments, input: recording)
      #expect(text.code == 0, "\(text.errors)")
      let run = try CommandRun(arguments + ["--json"], input: recording)
      try JSONSchemaPage().check(run.output, is: "swift-glucose/forecast, version 1")
      let whole = try run.object
      let selection = try #require(whole["selection"] as? [String: Any])
      let trials = try #require(selection["trials"] as? [[String: Any]])
      let chosen = try #require(trials.first { $0["is_chosen"] as? Bool == true })
      let model = try #require(whole["model"] as? [String: Any])
      #expect(model["id"] as? String == chosen["candidate"] as? String)
      #expect(selection["chosen"] as? String == chosen["candidate"] as? String)
      #expect(trials.count == 2 && trials.allSatisfy { $0["rmse"] is Double })
      #expect((selection["origin_count"] as? Int ?? 0) > 100)
      // The text names the same.
      #expect(text.output.contains("Forecast by \(try #require(chosen["name"] as? String)):"))
      #expect(text.output.contains("RMSE in"))
      let rmse = try #require(chosen["rmse"] as? Double)
      #expect(text.output.contains(String(format: "%.2f", rmse)))
    }

    @Test func oneOriginIsNoPlural() throws {
      let few = try PackageFiles.text("Tests/GlucoseFilesTests/Fixtures/glucometerutils.csv")
      let run = try CommandRun("predict", "-", "--zone", "Europe/Berlin", input: few)
      #expect(run.output.contains("at 1 origin of the last"), "\(run.output)\(run.errors)")
    }

    /// Half past six in the evening in Oslo in March is half past five in UTC.
    @Test func acceptsTheCurrentTimeInAnyForm() throws {
      let recording = try BacktestCommandTests.recording(seed: 8, days: 1)
      func run(_ now: String) throws -> CommandRun {
        try CommandRun(
          ["predict", "-", "--zone", "Europe/Oslo", "--now", now], input: recording)
      }
      let reference = try run("2026-03-10T17:30:00Z")
      #expect(reference.code != 64)
      for now in [
        "2026-03-10T17:30Z", "2026-03-10T18:30:00+01:00", "2026-03-10T18:30+0100",
        "2026-03-10 18:30", "2026-03-10T18:30:00",
      ] {
        let run = try run(now)
        #expect(run.code == reference.code)
        #expect(run.output == reference.output && run.errors == reference.errors)
      }
    }

    @Test(arguments: [
      "yesterday", "2026-03-10", "2026-03-10T25:00Z", "2026-03-10T18:30+25:00", "18:30",
      "2026-03-10 18:30:61",
    ])
    func whatIsNoInstantIsAMistakeOfUsage(now: String) throws {
      let run = try CommandRun(["predict", "-", "--zone", "Europe/Oslo", "--now", now])
      #expect(run.code == 64)
      #expect(run.errors.contains("not an instant"))
    }

    @Test(arguments: [
      ("2026-03-29 02:30", "clocks skip it"), ("2026-10-25 02:30", "occurs twice. Use 2026-10-25"),
    ])
    func aCurrentTimeThatIsNoneOrTwoIsNamed(now: String, reason: String) throws {
      let run = try CommandRun(["predict", "-", "--zone", "Europe/Oslo", "--now", now])
      #expect(run.code == 64)
      #expect(run.errors.contains(reason))
    }

    /// The dates of the format are shifted, so that its clock is without summer time.
    @Test func aLocalTimeIsOnTheClockOfTheFile() throws {
      let events = (0..<96).map { row in
        let (hour, minute) = (row / 12, row % 12 * 5)
        let clock = "0\(hour):\(minute < 10 ? "0" : "")\(minute):00"
        return #"<event ts="01-07-2026 \#(clock)" value="\#(100 + row)"/>"#
      }
      let input =
        "<patient id=\"7\" insulin_type=\"x\"><glucose_level>\(events.joined())"
        + "</glucose_level></patient>"
      let run = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--now", "2026-07-01 06:00"], input: input)
      #expect(run.output.contains("\n2026-07-01 06:00:00     now    172\n"), "\(run.errors)")
      let offset = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--now", "2026-07-01T06:00+01:00"], input: input)
      #expect(run.output == offset.output)
      // So are the times of a table of events: this one does not exist in Oslo.
      let folder = try TemporaryFolder()
      let table = try folder.file(
        "events.csv", "subject,time,kind,value,unit\n7,2026-03-29T02:30:00,meal,45,g\n")
      let logged = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--events", table], input: input)
      #expect(logged.code == 0, "\(logged.errors)")
    }

    @Test func aCurrentTimeBeforeAllReadingsIsNamed() throws {
      let run = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--now", "2020-01-01 00:00"],
        input: "time,gl (mg/dL)\n2026-03-10T17:30:00Z,120\n2026-03-10T17:35:00Z,121\n")
      #expect(run.code != 0 && run.code != 64)
      #expect(
        run.errors.contains(
          "the first reading, at 2026-03-10T18:30:00+01:00, is after --now, "
            + "2020-01-01T00:00:00+01:00."))
    }

    @Test func aForecastAfterAnOlderReadingStatesItsAge() throws {
      let start = Date(timeIntervalSince1970: 1_772_438_400)
      let times = (0..<24).map { start.addingTimeInterval(Double($0) * 300).ISO8601Format() }
      let input = "time,gl (mg/dL)\n" + times.map { "\($0),120\n" }.joined()
      func forecast(_ now: String) throws -> String {
        try CommandRun(["predict", "-", "--zone", "UTC", "--now", now], input: input).output
      }
      let current = try forecast("2026-03-02T09:55:30Z")
      #expect(current.contains("    now ") && !current.contains("min old"), "\(current)")
      let later = try forecast("2026-03-02T10:05:00Z")
      #expect(!later.contains("    now ") && later.contains("  0 min "), "\(later)")
      #expect(later.contains("The last reading is 10 min old; times ahead and probabilities are"))
    }
  }
#endif
