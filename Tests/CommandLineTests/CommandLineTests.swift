#if CommandLine
  import Foundation
  import Testing

  /// Two days of two people in mmol/L, on the clock of their own zone.
  private let twoPeople = """
    id,time,gl (mmol/L)
    A,2026-03-02T08:00:00,3.9
    A,2026-03-02T08:05:00,10.0
    A,2026-03-03T08:00:00,2.9
    B,2026-03-02T08:00:00,7.0
    """

  @Suite struct ReportCommand {
    @Test func printsATableForEachPersonAndRejectedRows() throws {
      let run = try CommandRun(
        "report", "-", "--zone", "Europe/Oslo", input: twoPeople + "\nB,2026-03-02T08:05:00,much")
      #expect(run.code == 0)
      #expect(run.output.contains("A: 2026-03-02 to 2026-03-03, days with readings: 2, mmol/L"))
      #expect(run.output.contains("B: 2026-03-02 to 2026-03-02"))
      #expect(run.errors.contains("Line 6"))
      #expect(run.errors.contains("much"))
    }

    @Test func classifiesInTheUnitOfTheFile() throws {
      let run = try CommandRun(
        "report", "-", "--zone", "UTC", "--unit", "mg/dL", "--subject", "A", "--json",
        input: twoPeople)
      let report = try run.object
      let people = try #require(report["people"] as? [[String: Any]])
      let days = try #require(people.first?["days"] as? [[String: Any]])
      let statistics = try #require(days.first?["statistics"] as? [String: Any])
      let ranges = try #require(statistics["time_in_ranges"] as? [String: Double])
      // 3.9 and 10.0 mmol/L are in target, although 10.0 is 180.16 mg/dL.
      #expect(ranges["target"] == 1)
      #expect(people.count == 1)
    }

    /// Of three days, the second has no readings: all outputs count it.
    @Test func hasOneCoverageInEveryOutput() throws {
      let folder = try TemporaryFolder()
      let rows = (0..<864).filter { $0 / 288 != 1 }.map { index in
        let instant = Date(timeIntervalSince1970: 1_772_409_600 + Double(index) * 300)
        return "\(instant.ISO8601Format()),120\n"
      }
      let file = try folder.file("person.csv", "time,gl (mg/dL)\n" + rows.joined())
      let text = try CommandRun("report", file, "--zone", "UTC")
      let all = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("all ") })
      #expect(all.contains(" 67 % "), "\(all)")
      let json = try CommandRun("report", file, "--zone", "UTC", "--json")
      let whole = try json.object
      let person = try #require((whole["people"] as? [[String: Any]])?.first)
      let coverage = try #require(person["coverage"] as? Double)
      #expect(abs(coverage - 2.0 / 3) < 0.001)
      let path = folder.url.appending(path: "page.html").path
      #expect(try CommandRun("report", file, "--zone", "UTC", "--html", path).code == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("67 %"))
    }

    /// Enough days do not suffice if more than 30 % of the readings are missing.
    @Test func ofAPartOfEachDayNeedsReadings() throws {
      let lines = try CommandRun("simulate", "--days", "16").output.split(separator: "\n")
      let mornings = lines.filter { !$0.contains("T1") && !$0.contains("T2") }
      let text = try CommandRun(
        ["report", "-", "--zone", "UTC"], input: mornings.joined(separator: "\n") + "\n"
      ).output
      #expect(text.contains("days with readings: 16"))
      #expect(text.contains("(above 70 %: needs 70 % of readings)"), "\(text)")
      #expect(text.contains("(below 4 %: needs 70 % of readings)"))
      #expect(text.contains(" % (needs 70 % of readings), median"))
    }

    /// Fourteen days are a standard report, of which every target is decided.
    @Test func ofAFortnightDecidesEveryTarget() throws {
      let rows = (0..<14 * 288).map { index in
        let instant = Date(timeIntervalSince1970: 1_772_409_600 + Double(index) * 300)
        return "\(instant.ISO8601Format()),\(110 + index % 7)\n"
      }
      let input = "time,gl (mg/dL)\n" + rows.joined()
      let text = try CommandRun("report", "-", "--zone", "UTC", input: input).output
      #expect(text.components(separatedBy: ": met)").count == 7, "\(text)")
      #expect(!text.contains("needs") && !text.contains("not met"))
      #expect(
        text.hasSuffix(
          "more precise from this number of days: below range 21, CV 28, very low 30\n"))
      let json = try CommandRun("metrics", "-", "--zone", "UTC", "--json", input: input).output
      #expect(json.contains("\"meets_adults_targets\" : 1"))
    }

    @Test func ofTwoReadingsMeetsNoTarget() throws {
      let rows = "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n2026-03-02T08:05:00Z,110\n"
      let text = try CommandRun("report", "-", "--zone", "UTC", input: rows).output
      #expect(text.contains("in range 100.0 % (above 70 %: needs 14 days)"), "\(text)")
      #expect(!text.contains(": met)"))
      #expect(text.contains("glucose management indicator 5.8 % (needs 14 days), median"))
      let json = try CommandRun("report", "-", "--zone", "UTC", "--json", input: rows).output
      #expect(json.contains("\"limit_percent\"") && !json.contains("is_met"))
    }

    @Test func namesWhatItFailedAtAsAClause() throws {
      let empty = try CommandRun("episodes", "-", input: "id,time,gl\n")
      #expect(empty.errors.hasPrefix("glucose: "))
      let dates = "time,gl (mg/dL)\n03/04/2026 00:00,100\n04/05/2026 00:00,110\n"
      let run = try CommandRun("report", "-", "--zone", "UTC", input: dates)
      #expect(run.errors.hasPrefix("glucose: standard input: the order of"), "\(run.errors)")
      // The date is named once.
      #expect(run.errors.split(separator: "03/04/2026").count == 2, "\(run.errors)")
      #expect(run.errors.contains("Choose one with --date-order dmy or mdy"))
    }

    @Test func hasTheTagsAndTheRoundingOfThePage() throws {
      let rows = (0..<288).filter { $0 != 100 }.map { index in
        let instant = Date(timeIntervalSince1970: 1_772_409_600 + Double(index) * 300)
        return "\(instant.ISO8601Format()),\(index < 9 ? 60 : 190)\n"
      }
      let run = try CommandRun(
        "report", "-", "--zone", "UTC", input: "time,gl (mg/dL)\n" + rows.joined())
      let line = try #require(
        run.output.split(separator: "\n").first { $0.hasPrefix("2026-03-02 ") })
      #expect(line.hasSuffix(" high low") && line.contains(" >99 % "), "\(line)")
    }

    @Test func showsAnHourThatClocksRepeatAsPartOfItsDay() throws {
      let rows = Readings.rows(300, from: 1_761_429_600) { _ in 100 }
      let run = try CommandRun(
        "report", "-", "--zone", "Europe/Oslo", input: Readings.header + rows)
      #expect(run.output.contains("2025-10-26       300     100 %"))
    }
  }

  @Suite struct WrongInput {
    @Test func ofNoKnownFormatEndsWithTheCodeOfWrongData() throws {
      let run = try CommandRun("report", "-", input: "dear diary\ntoday I slept well\n")
      #expect(run.code == 65)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("the format of the file is not known"))
    }

    @Test func thatIsMissingEndsWithItsOwnCode() throws {
      let run = try CommandRun("report", "/no/such/file.csv")
      #expect(run.code == 66)
      #expect(run.errors.contains("/no/such/file.csv cannot be opened"))
    }

    @Test func thatIsAmbiguousNamesTheOptionThatDecides() throws {
      let text = """
        id,time,gl
        A,04-05-2025 10:00,100
        A,04-05-2025 10:05,101
        """
      let run = try CommandRun("report", "-", "--zone", "UTC", input: text)
      #expect(run.code == 65)
      #expect(run.errors.contains("--date-order"))
      let decided = try CommandRun(
        "report", "-", "--zone", "UTC", "--date-order", "dmy", input: text)
      #expect(decided.output.contains("2025-05-04"))
    }

    @Test(arguments: [
      ["report", "-", "--zone", "Europe/Atlantis"], ["plot", "-", "--day", "yesterday"],
      ["simulate", "--days", "0"], ["predict", "-", "--coverage", "2"],
      ["predict", "-", "--night", "--json"], ["dance"],
    ])
    func ofUsageEndsWithItsCode(arguments: [String]) throws {
      let run =
        switch arguments.count {
        case 1: try CommandRun(arguments[0])
        case 3: try CommandRun(arguments[0], arguments[1], arguments[2])
        default: try CommandRun(arguments[0], arguments[1], arguments[2], arguments[3])
        }
      #expect(run.code == 64)
      #expect(!run.errors.isEmpty)
    }

    @Test func ofSeveralPeopleAsksForOneWhereOneIsNeeded() throws {
      let run = try CommandRun("predict", "-", "--zone", "UTC", input: twoPeople)
      #expect(run.code == 65)
      #expect(run.errors.contains("--subject"))
    }
  }

  @Suite struct SimulatedPerson {
    @Test func isTheSameForTheSameSeedAndReadBackByEveryCommand() throws {
      let folder = try TemporaryFolder()
      let simulated = try CommandRun("simulate", "--days", "14", "--seed", "3")
      #expect(simulated.output == (try CommandRun("simulate", "--seed", "3")).output)
      // Four days are enough to be read back.
      let lines = simulated.output.split(separator: "\n").prefix(1_100)
      let file = try folder.file("person.csv", lines.joined(separator: "\n"))

      let predicted = try CommandRun("predict", file, "--zone", "UTC")
      #expect([0, 1].contains(predicted.code))
      #expect(predicted.code == 1 || predicted.output.contains("30 min"))

      let plotted = try CommandRun("plot", file, "--zone", "UTC", "--day", "2026-03-05")
      #expect(plotted.output.hasPrefix("<svg"))

      let tested = try CommandRun(
        "backtest", file, "--zone", "UTC", "--json", "--without-pretrained")
      let whole = try tested.object
      let runs = try #require(whole["runs"] as? [[String: Any]])
      #expect(runs.first?["cadence_minutes"] as? Int == 5)
    }

    @Test func isRefusedAForecastAfterAGapWithTheReason() throws {
      let simulated = try CommandRun("simulate", "--days", "7")
      let run = try CommandRun(
        "predict", "-", "--zone", "UTC", "--now", "2026-03-20T12:00:00Z", input: simulated.output)
      #expect(run.code == 1)
      #expect(run.errors.contains("no forecast"))
      #expect(run.errors.contains("old"))
    }

    @Test func fillsTheDemoFolder() throws {
      let folder = try TemporaryFolder()
      let run = try CommandRun("demo", folder.url.path, "--days", "3")
      #expect(run.code == 0 && run.errors.isEmpty)
      #expect(run.output.contains("2026-03-02 to 2026-03-04"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(
        names.sorted() == [
          "backtest.html", "bifocal.svg", "calendar.svg", "day.svg", "errors.svg", "forecast.json",
          "hours.svg",
          "profile.svg", "readings.csv", "report.html", "report.json", "report.txt", "today.svg",
        ])
      // A screen, in one unit, and more on request.
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((24...40).contains(lines.count), "\(lines.count) lines")
      #expect(lines.filter { $0.hasPrefix("Files in") == false }.allSatisfy { $0.count <= 100 })
      #expect(run.output.contains("mmol/L") && !run.output.contains("mg/dL"))
      for name in names { #expect(run.output.contains(name)) }
      // What is tested is what forecasts.
      #expect(run.output.contains("Forecast by ") && run.output.contains("Back-test, best:"))
      #expect(run.output.contains("best model") && !run.output.contains("personal model"))
      let full = try CommandRun("demo", folder.url.path, "--days", "3", "--full", "--unit", "mg/dL")
      #expect(full.output.split(separator: "\n").count > 2 * lines.count)
      #expect(full.output.contains("RMSE, mg/dL") && !full.output.contains("mmol/L"))
      #expect(try CommandRun("demo", folder.url.path, "--quiet", "--full").code == 64)
    }

    @Test func replacesNoFileThatIsNotOfADemo() throws {
      let folder = try TemporaryFolder()
      let mine = try folder.file("readings.csv", "mine")
      let run = try CommandRun("demo", folder.url.path, "--days", "3")
      #expect(run.code == 73 && run.errors.contains("contains readings.csv"), "\(run.errors)")
      #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
    }

    @Test func printsNothingOfAQuietDemo() throws {
      let folder = try TemporaryFolder()
      let run = try CommandRun("demo", folder.url.path, "--days", "3", "--quiet")
      #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
      #expect(try CommandRun("demo", folder.url.path, "--days", "2").code == 64)
    }
  }
#endif
