#if CommandLine
  import Foundation
  import Testing

  @Suite struct ImportInput {
    @Test(arguments: [["import"], ["import", "--explain"], ["metrics", "--csv"]])
    func nothingAcceptedIsNoSuccess(arguments: [String]) throws {
      let run = try CommandRun(
        arguments + ["-", "--zone", "UTC"], input: "time,glucose (mg/dL)\nfoo,120\nbar,121\n")
      #expect(run.code == 65)
      #expect(run.errors.contains("no reading or event was accepted"))
    }

    @Test func anEmptyBundleIsRefused() throws {
      let run = try CommandRun(
        "import", "-", input: #"{"resourceType":"Bundle","type":"searchset","total":0}"#)
      #expect(run.code == 65)
      #expect(run.errors.contains("the file contains no records"))
    }

    @Test func aFolderIsReadAsTheFilesInIt() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("a.csv", "time,glucose (mg/dL)\n2025-05-04T09:00:00Z,120\n")
      _ = try folder.file(".hidden", "neither a table nor a document")
      let run = try CommandRun("import", folder.url.path)
      #expect(run.code == 0)
      #expect(!run.output.isEmpty)
      #expect(run.output == (try CommandRun("import", file).output))
    }

    @Test func aFolderIsExplainedFileByFile() throws {
      let folder = try TemporaryFolder()
      for name in ["a.csv", "b.csv"] {
        _ = try folder.file(name, "time,glucose (mg/dL)\n2025-05-04T09:00:00Z,120\n")
      }
      let run = try CommandRun("import", folder.url.path, "--explain")
      #expect(run.code == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count { $0.hasSuffix("a.csv") || $0.hasSuffix("b.csv") } == 2)
      #expect(lines.count { $0 == "  Person: 1 reading" } == 2)
    }

    @Test func anExplanationThatCannotBeWrittenIsAnError() throws {
      let input = "time,glucose (mg/dL)\n2025-05-04T09:00:00Z,120\n"
      #expect(try CommandRun(["import", "-", "--explain"], input: input, blocks: 0).code == 73)
    }

    /// No file can be written, neither the standard output nor the standard error.
    @Test func anErrorThatCannotBePrintedHasItsCode() throws {
      #expect(try CommandRun(["report", "/no/such/file.csv"], blocks: 0).code == 66)
    }

    @Test func anErrorCodeIsNamedInTheSingular() throws {
      let rows = [120, 9, 121].enumerated().map { row, value in
        #"{"type":"sgv","date":\#(1_746_349_200_000 + row * 300_000),"sgv":\#(value)}"#
      }
      let run = try CommandRun("import", "-", input: "[" + rows.joined(separator: ",") + "]")
      #expect(run.errors.contains("skipped 1 error code instead of a reading: 9"), "\(run.errors)")
    }

    /// A reader of a pipe would wait for a writer.
    @Test func pipesInAFolderAreLeftOut() throws {
      let folder = try TemporaryFolder()
      _ = try folder.file("a.csv", "time,glucose (mg/dL)\n2025-05-04T09:00:00Z,120\n")
      #expect(mkfifo(folder.url.appending(path: "b.csv").path, 0o600) == 0)
      let run = try CommandRun("metrics", folder.url.path, "--csv")
      #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 2)
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "c.csv").path, withDestinationPath: "nothing")
      #expect(try CommandRun("metrics", folder.url.path).errors.contains("c.csv cannot be opened"))
    }

    @Test func numbersAreWrittenAsTheyWereRead() throws {
      let values = stride(from: 22, through: 222, by: 1).map { Double($0) / 10 }
      let rows = values.enumerated().map { row, value in
        let (hour, minute) = (row * 5 / 60, row * 5 % 60)
        return
          "2025-05-04T\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute):00Z,\(value)"
      }
      let input = "time,glucose (mmol/L)\n" + rows.joined(separator: "\n") + "\n"
      let run = try CommandRun("import", "-", "--to", "csv", "--zone", "UTC", input: input)
      let written = run.output.split(separator: "\n").dropFirst().compactMap {
        Double($0.split(separator: ",")[1])
      }
      #expect(written == values)
      // What was made mg/dL and read again is what it was.
      let other = try CommandRun(
        "import", "-", "--to", "csv", "--unit", "mg/dL", "--zone", "UTC", input: input)
      let back = try CommandRun(
        "import", "-", "--to", "csv", "--unit", "mmol/L", "--zone", "UTC", input: other.output)
      #expect(back.output == run.output)
      #expect(!other.output.contains("00000") && !other.output.contains("99999"))
    }

    @Test func noPercentageHasDigitsOfRounding() throws {
      // 99 of 10,000 readings lie below 54 mg/dL: 0.99 %, and 100 × 0.0099 is more.
      let start = Date(timeIntervalSince1970: 1_735_689_600)
      let rows = (0..<10_000).map { row in
        let time = start.addingTimeInterval(Double(row) * 300)
        return "\(time.formatted(.iso8601)),\(row < 99 ? 50 : 120)"
      }
      let run = try CommandRun(
        "metrics", "-", "--csv", "--zone", "UTC",
        input: "time,glucose (mg/dL)\n" + rows.joined(separator: "\n") + "\n")
      let lines = run.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(lines[0].firstIndex(of: "very_low_percent"))
      #expect(lines[1][column] == "0.99")
    }

    @Test func reportsTheFutureAndADoubtfulZone() throws {
      let rows = (0..<72).map { row in
        "2025-03-30T0\(row / 12):\(row % 12 < 2 ? "0" : "")\(row % 12 * 5):00,120"
      }
      let run = try CommandRun(
        "import", "-", "--to", "csv", "--zone", "Europe/Oslo",
        input: "time,glucose (mg/dL)\n" + rows.joined(separator: "\n")
          + "\n2035-01-01T00:00:00,120\n")
      #expect(run.code == 0)
      #expect(run.errors.contains("The zone may be wrong: 12 sensor readings"))
      #expect(run.errors.contains("Readings and events in the future: 1, the first on line 74"))
    }

    @Test func shiftedDatesKeepTheirClockInSummer() throws {
      let input = """
        <patient id="1" insulin_type="x"><glucose_level>
        <event ts="14-03-2027 02:30:00" value="100"/><event ts="01-07-2027 12:00:00" value="104"/>
        </glucose_level></patient>
        """
      let run = try CommandRun(
        "import", "-", "--to", "csv", "--zone", "America/New_York", input: input)
      #expect(run.output.contains("1,2027-03-14T02:30:00-05:00,100"))
      #expect(run.output.contains("1,2027-07-01T12:00:00-05:00,104"))
    }
  }
#endif
