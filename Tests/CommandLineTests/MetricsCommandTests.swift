#if CommandLine
  import Foundation
  import GlucoseMath
  import GlucoseCohort
  import Testing

  /// Sixteen days of readings every 15 minutes from Monday 2026-03-02, `shift` mg/dL higher by day.
  private func recording(id: String = "A", shift: (Int) -> Int = { _ in 0 }) -> String {
    Readings.header
      + Readings.rows(16 * 96, of: id, every: 900) { 110 + $0 % 7 * 10 + shift($0 / 96) }
  }

  private func fields(_ csv: String) -> [[Substring]] {
    csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  /// The numbers of a table in JSON to their last digit, which `JSONSerialization` loses.
  private struct NumbersOfTable: Decodable {
    struct Field: Decodable {
      let number: Double?
      init(from decoder: any Decoder) throws {
        number = try? decoder.singleValueContainer().decode(Double.self)
      }
    }
    let rows: [[String: Field]]
  }

  @Suite struct MetricsCommand {
    @Test(arguments: [("day", 16), ("week", 3), ("record", 1)])
    func hasARowToEachPeriod(period: String, count: Int) throws {
      let run = try CommandRun(
        "metrics", "-", "--zone", "UTC", "--csv", "--by", period, input: recording())
      let lines = fields(run.output)
      #expect(run.code == 0)
      #expect(lines.count == count + 1)
      #expect(
        lines[0].map(String.init)
          == ["file", "id", "period_start", "period_end", "zone", "part", "bands_unit"]
          + MetricColumn.all.map(\.name))
      #expect(lines.allSatisfy { $0.count == lines[0].count })
      let last = try #require(lines.last)
      let end = ["day": "2026-03-17", "week": "2026-03-22", "record": "2026-03-17"][period]
      #expect(last[3] == end ?? "")
    }

    @Test(arguments: ["clinical", "iglu"])
    func aFolderIsReadAsItsFilesAndABadFileStopsNoOther(convention: String) throws {
      let folder = try TemporaryFolder()
      let ids = ["A", "B", "C", "D", "E"]
      let paths = try ids.map { try folder.file("\($0).csv", recording(id: $0)) }
      let options = ["--zone", "UTC", "--csv", "--convention", convention]
      let all = try CommandRun(["metrics"] + paths + options)
      #expect(all.code == 0)
      let whole = try CommandRun(["metrics", folder.url.path] + options)
      #expect(whole.code == 0)
      #expect(whole.output == all.output)
      #expect(fields(whole.output).dropFirst().map { $0[1] } == ids.map { Substring($0) })

      let bad = try folder.file("BB.csv", "neither\na table\n")
      let rest = try CommandRun(["metrics", folder.url.path] + options)
      #expect(rest.code == 65)
      #expect(rest.output == all.output)
      #expect(rest.errors.contains("glucose: \(bad): "))
      #expect(rest.errors.hasSuffix("glucose: left out: \(bad).\n"))

      let missing = try CommandRun(["metrics", paths[0], folder.url.path + "/Z.csv"] + options)
      #expect(missing.code == 66)
      #expect(fields(missing.output).count == 2)
      let none = try CommandRun(["metrics", bad, folder.url.path + "/Z.csv"] + options)
      #expect(none.code == 65)
      #expect(none.output.isEmpty)
    }

    @Test func namesTheValuesThatAreNotASensors() throws {
      let run = try CommandRun(
        "metrics", "-", "--zone", "UTC",
        input: "time,glucose (mg/dL),type\n2026-03-02 08:00,120,manual\n"
          + "2026-03-02 12:00,130,manual\n2026-03-02 12:05,131,scan\n")
      #expect(run.code != 0)
      #expect(
        run.errors.contains("no readings of a sensor; 1 scan and 2 meter readings not included."),
        "\(run.errors)")
    }

    @Test func aFolderWithoutFilesIsAnError() throws {
      let folder = try TemporaryFolder()
      let run = try CommandRun("metrics", folder.url.path)
      #expect(run.code == 66)
      #expect(run.errors.contains("is a folder without files"))
    }

    @Test func givesTheNumbersOfTheLibraryWithEveryDigit() throws {
      let times = (0..<16 * 96).map { 1_772_409_600 - 978_307_200 + Double($0) * 900 }
      let values = (0..<16 * 96).map { Double(110 + $0 % 7 * 10) }
      let series = try ValidatedReadings(times: times, values: values).series
      for convention in [MetricConvention.clinical, .iglu] {
        let run = try CommandRun(
          "metrics", "-", "--zone", "UTC", "--json", "--convention",
          convention == .iglu ? "iglu" : "clinical", input: recording())
        let table = try JSONDecoder().decode(NumbersOfTable.self, from: Data(run.output.utf8))
        let fields = try #require(table.rows.first)
        let row = try #require(
          series.metricRows(in: .gmt, bands: .consensus(in: .mgdL), convention: convention).first)
        for column in MetricColumn.all where column.unit != "A–E" {
          #expect(fields[column.name]?.number == column.value(of: row), "\(column.name)")
        }
      }
    }

    @Test func theNamesOfJSONAreThoseOfTheHeaderOfCSV() throws {
      let csv = try CommandRun(
        "metrics", "-", "--zone", "UTC", "--csv", "--split", "day-night", input: recording())
      let json = try CommandRun(
        "metrics", "-", "--zone", "UTC", "--json", "--split", "day-night", input: recording())
      let names = try #require(fields(csv.output).first).map(String.init)
      for row in try json.rows { #expect(Set(row.keys) == Set(names)) }
    }

    @Test func jsonNamesTheChoicesOfItsNumbers() throws {
      let run = try CommandRun(
        "metrics", "-", "--zone", "Europe/Oslo", "--json", "--bands", "older", "--night",
        "22:30-6", "--convention", "iglu", input: recording())
      let table = try run.object
      #expect(table["schema"] as? String == "swift-glucose/metrics")
      #expect(table["version"] as? Int == 1)
      #expect(table["convention"] as? String == "R iglu 4.3.0")
      #expect(table["bands"] as? String == "older")
      #expect(table["zone"] as? String == "Europe/Oslo")
      #expect(table["unit"] as? String == "mg/dL")
      #expect(table["night"] as? String == "22:30-06:00")
      let edges = try #require((table["edges"] as? [[String: Any]])?.first)
      #expect(edges["low"] as? Double == 70)
      #expect(edges["very_low"] as? Double == 54)
    }

    @Test func dayAndNightHaveRowsOfTheirOwn() throws {
      let run = try CommandRun(
        "metrics", "-", "--zone", "UTC", "--json", "--split", "day-night", "--night", "22-6",
        input: recording())
      let rows = try run.rows
      #expect(rows.map { $0["part"] as? String } == ["all", "day", "night"])
      // Readings every 15 minutes for 16 days: 96 a day, of which 32 at night.
      #expect(rows.map { $0["readings"] as? Int } == [1536, 1024, 512])
      let wrong = try CommandRun("metrics", "-", "--night", "7", input: recording())
      #expect(wrong.code == 64)
      #expect(wrong.errors.contains("22:30-06:30"))
    }

    /// Two people with readings in mg/dL and in two files are one table, whatever the number of cores.
    @Test func hasARowToEachPersonOfEachFileInOrder() throws {
      let folder = try TemporaryFolder()
      let names = ["first.csv", "second.csv"].map { folder.url.appending(path: $0).path }
      let both =
        recording(id: "A")
        + recording(id: "B", shift: { $0 }).split(separator: "\n")
        .dropFirst().joined(separator: "\n") + "\n"
      try Data(both.utf8).write(to: URL(filePath: names[0]))
      try Data(recording(id: "C").utf8).write(to: URL(filePath: names[1]))
      let run = try CommandRun(
        ["metrics", names[0], names[1], "--zone", "UTC", "--csv", "--by", "week"])
      let lines = fields(run.output).dropFirst()
      #expect(lines.map { $0[1] } == ["A", "A", "A", "B", "B", "B", "C", "C", "C"])
      #expect(lines.map { String($0[0]) } == (0..<9).map { names[$0 / 6] })
      let single = try CommandRun(
        ["metrics", names[0], "--zone", "UTC", "--csv", "--by", "week", "--subject", "B"])
      #expect(
        fields(single.output).dropFirst().map { $0[2...] }
          == lines.dropFirst(3).prefix(3)
          .map { $0[2...] })
    }

    /// R takes both of two readings of an instant for the mean, the clinic the last.
    @Test func repeatedInstantsCountAsTheConventionHasIt() throws {
      let text = """
        id,time,gl (mg/dL)
        A,2026-03-02T00:00:00Z,100
        A,2026-03-02T00:05:00Z,110
        A,2026-03-02T00:05:00Z,130
        A,2026-03-02T00:10:00Z,120

        """
      for (convention, mean) in [("clinical", 350 / 3.0), ("iglu", 115)] {
        let run = try CommandRun(
          "metrics", "-", "--zone", "UTC", "--json", "--convention", convention, input: text)
        #expect(try run.rows.first?["mean_mgdl"] as? Double == mean)
      }
    }

    @Test func showsATableInTheUnitAskedFor() throws {
      let run = try CommandRun(
        "metrics", "-", "--zone", "UTC", "--unit", "mmol/L", input: recording())
      #expect(run.output.contains("7.8"))
      // The percentage of the expected readings is not the coverage of the days of a report.
      #expect(run.output.contains("  active  ") && !run.output.contains("coverage"))
      #expect(run.output.contains("mmol/L"))
    }

    @Test func showsNoTextThatSteersATerminal() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("\u{1B}[2J.csv", recording(id: "\u{1B}[2J"))
      let table = try CommandRun("metrics", file, "--zone", "UTC")
      #expect(table.code == 0 && !table.output.contains("\u{1B}"))
      let comparison = try CommandRun("compare", file, file, "--zone", "UTC")
      #expect(comparison.code == 0 && !comparison.output.contains("\u{1B}"))
    }

    @Test func documentsEveryColumnInItsHelp() throws {
      let help = try CommandRun("metrics", "--help").output
      for column in MetricColumn.all { #expect(help.contains(column.name)) }
    }

    @Test func refusesTwoKindsOfOutput() throws {
      #expect(try CommandRun("metrics", "-", "--csv", "--json").code == 64)
    }
  }

  @Suite struct CompareCommand {
    @Test func showsTheDifferenceOfTwoFilesAndWhatItMayRestOn() throws {
      let folder = try TemporaryFolder()
      let before = try folder.file("before.csv", recording())
      let after = try folder.file("after.csv", recording { 10 + $0 % 2 })
      let run = try CommandRun("compare", before, after, "--zone", "UTC", "--json")
      #expect(run.code == 0)
      let object = try run.object
      let differences = try #require(object["differences"] as? [String: Any])
      let difference = try #require(differences["mean_mgdl"] as? Double)
      #expect(abs(difference - 10.5) < 1e-9)
      #expect(object["unit"] as? String == "mg/dL" && object["version"] as? Int == 1)
      let intervals = try #require(object["confidence_intervals"] as? [String: Any])
      #expect(
        Set(intervals.keys) == ["mean_mgdl", "in_range_percent", "gmi_percent", "cv_percent"])
      let mean = try #require(intervals["mean_mgdl"] as? [String: Double])
      let (lower, upper) = (try #require(mean["lower"]), try #require(mean["upper"]))
      #expect(lower < difference && difference < upper)
      #expect(abs((mean["estimate"] ?? 0) - difference) < 1e-9)
      #expect(object["is_sufficient"] as? Bool == true)
      for key in object.keys { #expect(key == key.lowercased()) }
      let side = try #require(object["reference"] as? [String: Any])
      #expect(Set(side.keys) == ["period_start", "period_end", "zone", "bands_unit", "metrics"])
    }

    @Test func eachFileHasTheEdgesOfItsUnit() throws {
      let folder = try TemporaryFolder()
      let files = try folder.filesAtTheUpperEdge()
      for pair in [files, files.reversed()] {
        let run = try CommandRun(["compare"] + pair + ["--zone", "UTC", "--json"])
        let object = try run.object
        let differences = try #require(object["differences"] as? [String: Any])
        #expect(differences["in_range_percent"] as? Double == 0)
        let sides = try ["reference", "current"].map {
          try #require(object[$0] as? [String: Any])["bands_unit"] as? String
        }
        #expect(Set(sides) == ["mg/dL", "mmol/L"])
      }
    }

    @Test func comparesTwoPeriodsOfOneFile() throws {
      let input = recording { $0 < 8 ? 0 : 20 }
      let run = try CommandRun(
        "compare", "-", "--zone", "UTC", "--first", "2026-03-02/2026-03-09", "--second",
        "2026-03-10/2026-03-17", input: input)
      #expect(run.code == 0)
      let line = run.output.split(separator: "\n").first { $0.hasPrefix("mean_mgdl ") }
      let words = try #require(line).split(separator: " ")
      #expect(words.count > 4 && abs((Double(words[4]) ?? 0) - 20) < 0.2)
      #expect(run.output.contains("Not enough data in both (required: 14 days and 70 % "))
      let other = try CommandRun(
        [
          "compare", "-", "--zone", "UTC", "--unit", "mmol/L", "--first", "2026-03-02/2026-03-09",
          "--second", "2026-03-10/2026-03-17",
        ], input: input
      ).output
      #expect(!other.contains("mgdl") && other.contains("\nmean ") && other.contains("mmol/L"))
    }

    @Test func statesThatAPeriodIsComparedWithItself() throws {
      let period = ["--first", "2026-03-02/2026-03-09", "--second", "2026-03-02/2026-03-09"]
      let text = try CommandRun(["compare", "-", "--zone", "UTC"] + period, input: recording())
      #expect(text.code == 0)
      #expect(text.output.contains("A period is compared with itself"))
      let line = text.output.split(separator: "\n").first { $0.hasPrefix("mean_mgdl ") }
      #expect(try #require(line).split(separator: " ").count == 5)
      let object = try json(["compare", "-", "--zone", "UTC", "--json"] + period)
      #expect(object["overlap"] as? String == "complete")
      #expect(object["shared_reading_count"] as? Int == 8 * 96)
      #expect(object["confidence_intervals"] == nil)
    }

    @Test func statesThatPeriodsOverlap() throws {
      let period = ["--first", "2026-03-02/2026-03-09", "--second", "2026-03-09/2026-03-16"]
      let text = try CommandRun(["compare", "-", "--zone", "UTC"] + period, input: recording())
      #expect(text.output.contains("The periods overlap"))
      #expect(
        try json(["compare", "-", "--zone", "UTC", "--json"] + period)["overlap"] as? String
          == "partial")
      let apart = ["--first", "2026-03-02/2026-03-08", "--second", "2026-03-09/2026-03-16"]
      let object = try json(["compare", "-", "--zone", "UTC", "--json"] + apart)
      #expect(object["overlap"] as? String == "disjoint")
      #expect(object["shared_reading_count"] as? Int == 0)
      #expect(object["confidence_intervals"] is [String: Any])
    }

    private func json(_ arguments: [String]) throws -> [String: Any] {
      try CommandRun(arguments, input: recording()).object
    }

    @Test func needsTwoRecordingsOrTwoPeriods() throws {
      let run = try CommandRun("compare", "-", "--zone", "UTC", input: recording())
      #expect(run.code == 65)
      #expect(run.errors.contains("--first and --second"))
      let wrong = try CommandRun("compare", "-", "--first", "March", input: recording())
      #expect(wrong.code == 64)
    }
  }
#endif
