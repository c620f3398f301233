#if CommandLine
  import Foundation
  import Testing

  @Suite struct ImportCommand {
    private let mapped = """
      Sensor Glucose Report,,,
      Date,Time,Value,Unit
      14-Jun-2025,08:00:00,156,mg/dL
      14-Jun-2025,08:05:00,9999,mg/dL
      """

    /// Two files have a person of one name.
    @Test(arguments: ["csv", "fhir"]) func peopleOfOneNameAreNumbered(target: String) throws {
      let folder = try TemporaryFolder()
      let files = try (1...3).map { number in
        try folder.file(
          "\(number).csv",
          "id,time,gl (mg/dL)\nA,2025-05-01 08:00,\(100 * number)\n"
            + "A,2025-05-01 08:05,\(100 * number + 1)\n")
      }
      let run = try CommandRun(["import"] + files + ["--to", target, "--zone", "UTC"])
      #expect(run.code == 0, "\(run.errors)")
      if target == "csv" {
        let back = try CommandRun(["metrics", "-", "--zone", "UTC", "--json"], input: run.output)
        #expect(try back.rows.compactMap { $0["readings"] as? Double } == [2, 2, 2])
        #expect(back.errors.isEmpty)
      }
    }

    @Test func writesAPlainTable() throws {
      let run = try CommandRun(
        "import", "-", "--zone", "UTC", "--to", "csv",
        input: "when;gl\n14.06.2025 08:00;5,6\n14.06.2025 08:05;7,0\n".replacing(
          "when", with: "time")
      )
      #expect(run.code == 0)
      #expect(
        run.output
          == "id,time,gl (mmol/L),flags\n,2025-06-14T08:00:00Z,5.6,\n,2025-06-14T08:05:00Z,7,\n")
    }

    @Test func explainsWhatItFoundAndWhatItRejected() throws {
      let run = try CommandRun(
        "import", "-", "--zone", "UTC", "--explain", "--columns",
        "time=Date,clock=Time,glucose=3,unit=Unit", input: mapped)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.contains("Format: Table with named columns (stated by the caller)"))
      #expect(run.output.contains("Rows: 4, of which 1 accepted, 2 skipped, 1 rejected"))
      #expect(run.output.contains("Rejected: Line 4, column 3"))
      #expect(run.output.contains("9999"))
      #expect(run.output.contains("Person: 1 reading\n"))
    }

    @Test func readsTimesThatCountFromAStart() throws {
      let table = "id,elapsed,gl (mg/dL)\na,0,100\na,5,105\n"
      let refused = try CommandRun("import", "-", input: table)
      #expect(refused.code == 65)
      #expect(refused.errors.contains("--columns"))
      let run = try CommandRun(
        "import", "-", "--zone", "UTC", "--columns", "minutes=elapsed,glucose=3,person=id",
        input: table)
      #expect(
        run.output
          == "id,time,gl (mg/dL),flags\na,2000-01-01T00:00:00Z,100,\na,2000-01-01T00:05:00Z,105,\n",
        "\(run.errors)")
    }

    @Test(arguments: [
      "time", "time=Date,time=Date", "sugar=3", "glucose=Value", "time=Date,minutes=Value",
    ])
    func refusesAMappingThatIsNone(_ text: String) throws {
      let run = try CommandRun("import", "-", "--columns", text, input: mapped)
      #expect(run.code == 64)
    }

    @Test func namesAColumnThatIsMissing() throws {
      let run = try CommandRun("import", "-", "--columns", "time=Date,glucose=sugar", input: mapped)
      #expect(run.code == 65)
      #expect(run.errors.contains("sugar"))
    }

    @Test func writesNightscoutAndFHIRAndReadsThemBack() throws {
      let folder = try TemporaryFolder()
      let table = "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n2026-03-02T08:05:00Z,105\n"
      for (target, flags) in [("nightscout", []), ("fhir", ["--readings"])] {
        let path = folder.url.appending(path: target).path
        let run = try CommandRun(
          ["import", "-", "--zone", "UTC", "--to", target, "--out", path] + flags, input: table)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        let back = try CommandRun("import", path, "--zone", "UTC", "--to", "csv")
        #expect(
          back.output
            == "id,time,gl (mg/dL),flags\n,2026-03-02T08:00:00Z,100,\n,2026-03-02T08:05:00Z,105,\n",
          "\(back.errors)")
      }
    }

    @Test func listsWhatAFormatCannotContain() throws {
      let run = try CommandRun(
        "import", "-", "--zone", "UTC", "--columns", "time=t,glucose=g,carbs=c",
        input: "t,g,c\n2026-03-02T08:00:00Z,100,45\n")
      #expect(run.code == 0)
      #expect(run.errors.contains("cannot represent 1 event:"))
    }

    /// 10.0 mmol/L is in range in the file, and above range in Nightscout.
    @Test(arguments: [("nightscout", true), ("csv", false)])
    func statesThatReadingsAreConverted(target: String, isConverted: Bool) throws {
      let run = try CommandRun(
        ["import", "-", "--to", target], input: "time,gl (mmol/L)\n2026-03-02T08:00:00Z,10.0\n")
      #expect(run.code == 0)
      #expect(run.errors.contains("in mmol/L are written in mg/dL") == isConverted, "\(run.errors)")
    }

    @Test(arguments: [
      ["import", "-", "--readings"], ["import", "-", "--to", "csv", "--readings"],
      ["import", "-", "--to", "nightscout", "--unit", "mmol/L"],
      ["plot", "-", "--picture", "hours", "--day", "2026-03-02"],
      ["plot", "-", "--smoothing", "0"],
      ["plot", "-", "--picture", "profile", "--layout", "arises"],
      ["quality", "-", "--faults", "--by", "hour"], ["train", "-", "-o", "x", "--every", "2"],
      ["train", "-", "-o", "x", "--cohort", "2"], ["train", "-", "-o", "x", "--only", "a"],
    ])
    func refusesAnOptionWithoutAnEffect(arguments: [String]) throws {
      let run = try CommandRun(arguments, input: "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n")
      #expect(run.code == 64, "\(run.errors)")
    }

    @Test func everyCommandUnpacks() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "a.csv").path
      try Data("time,gl\n2026-03-02T08:00:00Z,100\n".utf8).write(to: URL(filePath: path))
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["gzip", path]
      try process.run()
      process.waitUntilExit()
      let run = try CommandRun("report", path + ".gz", "--zone", "UTC")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.contains("2026-03-02"))
    }
  }
#endif
