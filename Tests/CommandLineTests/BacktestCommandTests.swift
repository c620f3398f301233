#if CommandLine
  import Foundation
  import Testing

  @Suite struct BacktestCommandTests {
    static func recording(seed: Int, days: Int = 7) throws -> String {
      try CommandRun("simulate", "--days", String(days), "--seed", String(seed)).output
    }

    /// Three days, which several tests read.
    private static let threeDays = Result { try recording(seed: 4, days: 3) }

    /// Options with which a fit takes a tenth of the time, where a test does not depend on its prior.
    private static let quick = ["--zone", "UTC", "--without-pretrained"]

    @Test func writesAPageThatLoadsNothing() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("a<b>&.csv", try Self.threeDays.get())
      let page = folder.url.appending(path: "page.html").path
      let run = try CommandRun(["backtest", file, "--html", page] + Self.quick)
      #expect(run.code == 0)
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.components(separatedBy: "<svg").count == 12)
      #expect(!html.contains("a<b>&.csv"), "names are escaped")
      #expect(!html.contains("src=") && !html.contains("href="))
      // The same recording gives the same page.
      let again = folder.url.appending(path: "again.html").path
      _ = try CommandRun(["backtest", file, "--html", again] + Self.quick)
      #expect(try String(contentsOfFile: again, encoding: .utf8) == html)
    }

    @Test func aScreenHasThreePredictorsAndOneUnit() throws {
      let recording = try Self.threeDays.get()
      let run = try CommandRun(
        ["backtest", "-", "--zone", "UTC", "--unit", "mmol/L"], input: recording)
      #expect(run.code == 0 && run.errors.isEmpty, "no progress without a terminal: \(run.errors)")
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 100 }, "\(run.output)")
      #expect(run.output.contains("RMSE, mmol/L") && !run.output.contains("mg/dL"))
      #expect(lines.count { $0.hasPrefix("personal model") || $0.hasPrefix("last value") } == 2)
      #expect(run.output.contains("below 3.9 mmol/L") && run.output.contains("--full"))
      let full = try CommandRun(
        ["backtest", "-", "--unit", "mmol/L", "--full"] + Self.quick, input: recording)
      #expect(full.output.split(separator: "\n").count > 2 * lines.count)
      #expect(full.output.contains("CRPS, mmol/L") && !full.output.contains("mg/dL"))
      #expect(full.output.contains("linear extrapolation") && !run.output.contains("linear ex"))
    }

    /// A reading of 10.0 mmol/L is above 180 mg/dL, and not above 10.0 mmol/L.
    @Test(arguments: [
      ("mg/dL", [54.0, 70, 180, 250]), ("mmol/L", [54.04677, 70.260801, 180.1559, 250.416701]),
    ])
    func thresholdsOfAlarmsAreExactInTheUnitOfTheFile(unit: String, expected: [Double]) throws {
      let recording = try CommandRun(
        "simulate", "--days", "3", "--seed", "4", "--unit", unit
      ).output
      let run = try CommandRun(["backtest", "-", "--json"] + Self.quick, input: recording)
      let json = try run.object
      let alarms = try #require(
        (json["runs"] as? [[String: Any]])?.first?["alarms"] as? [[String: Any]])
      let found = Set(
        alarms.compactMap { ($0["crossing"] as? [String: Any])?["threshold"] as? Double })
      #expect(found.count == 4)
      for (threshold, expected) in zip(found.sorted(), expected) {
        #expect(abs(threshold - expected) < 1e-6)
      }
    }

    @Test func timesAheadMayBeRepeatedOrAList() throws {
      let recording = try Self.threeDays.get()
      func run(_ minutes: String...) throws -> CommandRun {
        try CommandRun(
          ["backtest", "-"] + Self.quick + minutes.flatMap { ["--minutes", $0] },
          input: recording)
      }
      let list = try run("30,60")
      #expect(list.code == 0 && list.output.contains("30 min  60 min"), "\(list.errors)")
      #expect(try run("60", "30").output == list.output)
      #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test(arguments: [
      ["--minutes", "0"], ["--minutes", "125"], ["--minutes", "31"], ["--minutes", "30,,60"],
      ["--minutes", "x"], ["--design", "random"], ["--protocol", "rolling"], ["--unit", "stone"],
      ["--json", "--full"], ["--design", "glucofm-bench", "--minutes", "30"],
      ["--models", "x", "--design", "leave-one-person-out"],
      ["--models", "x", "--without-pretrained"],
    ])
    func badOptionsAreMistakesOfUsage(options: [String]) throws {
      let run = try CommandRun(["backtest", "-"] + options)
      #expect(run.code == 64 && run.output.isEmpty && !run.errors.isEmpty)
    }

    @Test func timesAheadMustBeMultiplesOfTheCadence() throws {
      let rows = Readings.rows(900, from: 1_761_429_600, every: 900) { 110 + $0 % 7 }
      let run = try CommandRun(
        ["backtest", "-", "--zone", "UTC", "--minutes", "35"], input: Readings.header + rows)
      #expect(run.code == 1 && run.errors.contains("multiples of 15"), "\(run.errors)")
    }

    @Test(arguments: ["chronological", "rolling"])
    func machinesReadAllMeasures(design: String) throws {
      let run = try CommandRun(
        ["backtest", "-", "--json", "--design", design] + Self.quick,
        input: try Self.threeDays.get())
      let whole = try run.object
      #expect(whole["schema"] as? String == "swift-glucose/backtest")
      #expect(whole["version"] as? Int == 1 && whole["unit"] as? String == "mg/dL")
      let first = try #require((whole["runs"] as? [[String: Any]])?.first)
      #expect(first["design"] as? String == design)
      let scores = try #require(first["scores"] as? [[String: Any]])
      let own = try #require(
        scores.first {
          $0["predictor"] as? String == "personal-model" && $0["minutes"] as? Double == 30
            && $0["person"] == nil
        })
      let measures = [
        "rmse", "mae", "mard_percent", "bias", "interval_width", "lag_minutes", "crps",
      ]
      for measure in measures { #expect(own[measure] is Double, "\(measure)") }
      #expect((own["coverage"] as? [[String: Double]])?.count == 19)
      let person = try #require(scores.first { $0["person"] != nil }?["coverage"])
      #expect((person as? [[String: Double]])?.map { $0["nominal"] } == [0.5, 0.8, 0.9, 0.95])
      // Indentation would be half of the document.
      #expect(run.output.split(separator: "\n").count == 1)
      #expect((own["interval_scores"] as? [[String: Double]])?.count == 4)
      for grid in ["clarke", "parkes", "dts"] {
        let zones = try #require(own[grid] as? [String: Double])
        #expect(Set(zones.keys) == ["a", "b", "c", "d", "e"])
        #expect(abs(zones.values.reduce(0, +) - 1) < 1e-12)
      }
      #expect(!((first["alarms"] as? [[String: Any]])?.isEmpty ?? true))
      let updated = try #require(first["predictors"] as? [[String: Any]]).filter {
        $0["is_updated"] as? Bool == true
      }
      #expect(
        updated.compactMap { $0["id"] as? String } == [
          design == "rolling" ? "personal-model" : "personal-model-learning"
        ])
    }

    @Test func jsonHasTheNamesThatItsPageDescribes() throws {
      // Intervals over people take two.
      let people = try CommandRun("simulate", "--days", "3", "--people", "2", "--seed", "5").output
      let tested = try CommandRun(["backtest", "-", "--zone", "UTC", "--json"], input: people)
      try JSONSchemaPage().check(tested.output, is: "swift-glucose/backtest, version 1")
    }

    @Test func modelsOfAFileAreTestedInsteadOfFits() throws {
      let folder = try TemporaryFolder()
      let files = try (1...2).map { number in
        try folder.file(
          "study\(number).csv",
          try CommandRun(
            "simulate", "--days", "1", "--people", "2", "--seed", String(number)
          ).output)
      }
      let models = folder.url.appending(path: "models").path
      let trained = try CommandRun(["train", "--zone", "UTC", "-o", models] + files)
      #expect(trained.code == 0, "\(trained.errors)")
      func run(_ file: String, _ options: String...) throws -> CommandRun {
        try CommandRun(["backtest", file, "--zone", "UTC", "--models", models] + options)
      }
      let known = try run(files[1], "--json", "--design", "glucobench")
      try JSONSchemaPage().check(
        known.output, is: "swift-glucose/backtest, version 1", needsAll: false)
      let whole = try known.object
      let first = try #require((whole["runs"] as? [[String: Any]])?.first)
      #expect(first["trained_on"] as? [String] == ["study1", "study2"])
      #expect(first["trained_on_tested"] as? [String] == ["study2"])
      let paths = try #require(first["paths"] as? [[String: Any]])
      #expect(paths.contains { $0["predictor"] as? String == "model" })
      let other = try folder.file("other.csv", try Self.recording(seed: 7, days: 3))
      let unknown = try run(other)
      #expect(unknown.code == 0 && unknown.output.contains("trained on study1, study2. No tested"))
      let rows = Readings.rows(900, from: 1_761_429_600, every: 900) { 110 + $0 % 7 }
      let sparse = try folder.file("sparse.csv", Readings.header + rows)
      let refused = try run(sparse)
      #expect(refused.code == 1 && refused.output.isEmpty)
      #expect(
        refused.errors.contains("there is no pretrained model for a sensor that reads every 15"),
        "\(refused.errors)")
      let wrong = try CommandRun("backtest", other, "--zone", "UTC", "--models", other)
      #expect(
        wrong.code == 65 && wrong.errors.contains("other.csv is not a file of glucose train"),
        "\(wrong.errors)")
      let missing = try CommandRun("backtest", other, "--zone", "UTC", "--models", other + "x")
      #expect(missing.code == 66 && missing.errors.contains("cannot be read"))
    }

    @Test func compressedEventsAreReadAsTheyAre() throws {
      let folder = try TemporaryFolder()
      let recording = try Self.recording(seed: 9, days: 3)
      let line = try #require(recording.split(separator: "\n").dropFirst().first)
      let rows = (2..<12).map { date in
        "\(line.prefix { $0 != "," }),2026-03-\(date < 10 ? "0" : "")\(date)T12:00:00,meal,45,g"
      }
      let text = (["subject,time,kind,value,unit"] + rows).joined(separator: "\n")
      let plain = try folder.file("events.csv", text)
      let packed = folder.url.appending(path: "events.csv.gz")
      let bytes = Self.gzip(Array(text.utf8))
      try Data(bytes).write(to: packed)
      func run(_ path: String) throws -> CommandRun {
        try CommandRun(["predict", "-", "--zone", "UTC", "--events", path], input: recording)
      }
      let both = try (run(plain), run(packed.path))
      #expect(both.0.code == 0, "\(both.0.errors)")
      #expect(both.1.output == both.0.output, "\(both.1.errors)")
      // One that is cut off is not read as far as it goes.
      try Data(bytes.dropLast(9)).write(to: packed)
      let broken = try run(packed.path)
      #expect(broken.code == 65 && broken.errors.contains("events.csv.gz"), "\(broken.errors)")
    }

    @Test func eventsInARepeatedHourAreNamed() throws {
      let folder = try TemporaryFolder()
      let recording = try Self.recording(seed: 9)
      let line = try #require(recording.split(separator: "\n").dropFirst().first)
      let person = line.prefix { $0 != "," }
      func run(_ rows: String...) throws -> CommandRun {
        let table = (["subject,time,kind,value,unit"] + rows).joined(separator: "\n")
        let path = try folder.file("events.csv", table)
        return try CommandRun(
          ["predict", "-", "--zone", "Europe/Oslo", "--events", path], input: recording)
      }
      let twice = try run("\(person),2026-10-25T02:30:00,meal,45,g")
      #expect(twice.code == 0 && twice.errors.contains("1 row is in an hour that occurred twice"))
      let skipped = try run("\(person),2026-03-29T02:30:00,meal,45,g")
      #expect(skipped.code == 65 && skipped.errors.contains("clocks skip it"), "\(skipped.errors)")
    }

    /// The bytes as a gzip file of stored blocks (RFC 1951, section 3.2.4; RFC 1952).
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
      func little(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      }
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
      }
      let length = UInt32(bytes.count)
      return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(length, 2)
        + little(~length, 2) + bytes + little(~sum, 4) + little(length, 4)
    }

    @Test func aTableOfEventsIsTestedBesideNone() throws {
      let folder = try TemporaryFolder()
      let recording = try Self.recording(seed: 9, days: 3)
      // What is read of a table does not depend on the forecast, which half a day makes short.
      let short = recording.split(separator: "\n").prefix(146).joined(separator: "\n")
      let line = try #require(recording.split(separator: "\n").dropFirst().first)
      let id = line.prefix { $0 != "," }
      let rows = (2..<12).flatMap { date in
        let day = "2026-03-" + (date < 10 ? "0" : "") + "\(date)"
        return [
          "\(id),\(day)T12:00:00,meal,45,g,", "\(id),\(day)T12:05:00,bolus,4.5,U,",
          "\(id),\(day)T00:00:00,basal,0.8,U/h,",
        ]
      }
      let header = "subject,time,kind,value,unit,note"
      let events = try folder.file("events.csv", ([header] + rows).joined(separator: "\n"))
      func run(_ options: String..., command: String = "predict") throws -> CommandRun {
        try CommandRun(
          [command, "-"] + (command == "predict" ? ["--zone", "UTC"] : Self.quick) + options,
          input: command == "predict" ? short : recording)
      }
      let all = try run("--events", events, "--full", command: "backtest")
      #expect(all.code == 0)
      for name in [
        "personal model, events", "personal model, events, learning", "personal model, learning",
      ] {
        #expect(all.output.contains("\n\(name)  "), "\(name)")
      }
      #expect(all.errors.contains("left out 10 rows"))
      let still = try run(
        "--events", events, "--learning", "never", "--full", command: "backtest")
      #expect(still.output.contains("personal model, events") && !still.output.contains("learning"))
      // As a spreadsheet writes it: a byte-order mark, quotes, blanks, and a meal of which only the time is known.
      let saved = rows.map {
        "\""
          + $0.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\", \"")
          + "\""
      }
      let resaved = try folder.file(
        "resaved.csv",
        "\u{FEFF}"
          + ([header] + saved + [
            "\(id),2026-03-02T18:00:00,meal,,g,\"rice, a lot\"",
            "\(id),2026-03-02T19:00:00,temp basal,-20,%,",
          ])
          .joined(separator: "\r\n"))
      let same = try run("--events", resaved)
      #expect(same.code == 0 && same.errors.contains("left out 11 rows"))
      let unknown = try folder.file("unknown.csv", header + "\n\(id),2026-03-02T18:00:00,bolus,,U,")
      #expect(try run("--events", unknown).errors.contains("number for a value"))
      let broken = try folder.file("broken.csv", header + "\n\(id),noon,meal,45,g,")
      let refused = try run("--events", broken)
      #expect(refused.code == 65 && refused.errors.contains("line 2"))
      let strangers = try folder.file("other.csv", header + "\nnobody,2026-03-02 12:00,meal,45,g")
      #expect(try run("--events", strangers).errors.contains("no events for any person"))
    }

    @Test func leavingOneOutTakesTwo() throws {
      let run = try CommandRun(
        ["backtest", "-", "--zone", "UTC", "--design", "leave-one-person-out"],
        input: try Self.threeDays.get())
      #expect(run.code == 1)
      #expect(run.errors.contains("two or more"))
    }

    @Test func choicesAtTheEndOfAGridArePrinted() throws {
      // A line without noise is fitted best with the least penalty that is offered.
      let rows = Readings.rows(600, from: 1_761_429_600) { 120 + 30 * sin(Double($0) / 20) }
      let input = Readings.header + rows
      let full = try CommandRun(["backtest", "-", "--full"] + Self.quick, input: input)
      #expect(full.output.contains("at an end of their grid"), "\(full.errors)")
      let json = try CommandRun(["backtest", "-", "--json"] + Self.quick, input: input)
      let whole = try json.object
      let run = try #require((whole["runs"] as? [[String: Any]])?.first)
      let model = try #require(run["model"] as? [String: Any])
      let ends = try #require(model["grid_ends"] as? [[String: Any]])
      #expect(ends.contains { $0["hyperparameter"] as? String == "ridge" })
      try JSONSchemaPage().check(
        try CommandRun(
          ["backtest", "-", "--zone", "UTC", "--json", "--design", "best"], input: input
        ).output,
        is: "swift-glucose/backtest, version 1", needsAll: false)
    }
  }
#endif
