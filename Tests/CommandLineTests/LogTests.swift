#if CommandLine && Logbook
  import Foundation
  import Testing

  @Suite struct LogCommands {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "log.sqlite").path
    }

    @discardableResult
    func log(_ arguments: String..., input: String = "") throws -> CommandRun {
      try CommandRun(["log"] + arguments + ["--log", path, "--zone", "Europe/Oslo"], input: input)
    }

    func line(_ arguments: String...) throws -> String {
      let run = try CommandRun(["log"] + arguments + ["--log", path, "--zone", "Europe/Oslo"])
      #expect(run.code == 0, "\(run.errors)")
      return run.output.trimmingCharacters(in: .newlines)
    }

    func events() throws -> [[String: Any]] {
      let run = try log("list", "--json")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    @Test func addEditRemoveAndUndoAnEvent() throws {
      let id = try line(
        "add", "meal", "--name", "Soup", "--carbs", "40", "--at", "2026-07-02 18:30")
      #expect(try events().first?["time"] as? String == "2026-07-02T16:30:00Z")
      _ = try line("edit", String(id.prefix(8)), "--carbs", "52.5", "--note", "hot")
      let edited = try #require(try events().first)
      #expect(edited["carbsInGrams"] as? Double == 52.5)
      #expect(edited["name"] as? String == "Soup")
      #expect(edited["note"] as? String == "hot")
      let listed = try log("list").output
      #expect(listed.contains("2026-07-02 18:30  meal      Soup, 52.5 g carbs  hot"))
      _ = try line("remove", id)
      #expect(try events().isEmpty)
      _ = try line("undo")
      #expect(try events().count == 1)
      _ = try line("undo", "--redo")
      #expect(try events().isEmpty)
    }

    @Test func listADayOrACategory() throws {
      _ = try line("add", "insulin", "--units", "4.5", "--at", "2026-03-02T22:30:00Z")
      _ = try line("add", "exercise", "--minutes", "45", "--at", "2026-03-02T23:30:00Z")
      #expect(try log("list", "--to", "2026-03-02").output.contains("4.5 U"))
      #expect(try log("list", "--from", "2026-03-03").output.contains("45 min"))
      let doses = try log("list", "--category", "insulin").output
      #expect(doses.contains("4.5 U") && !doses.contains("45 min"))
    }

    @Test func beginAConditionOnceAndEndIt() throws {
      let id = try line("add", "condition", "--name", "illness", "--at", "2026-03-02 08:00")
      #expect(try log("list").output.contains("ongoing"))
      let again = try log("add", "condition", "--name", "illness", "--at", "2026-03-03 08:00")
      #expect(again.code == 65)
      #expect(again.errors.contains(id))
      #expect(try log("edit", id, "--until", "2026-03-01 08:00").code == 65)
      _ = try line("edit", id, "--until", "2026-03-04 08:00")
      #expect(try log("list").output.contains("until 2026-03-04 08:00"))
    }

    @Test func logFromAFavorite() throws {
      let id = try line("add", "meal", "--name", "Porridge", "--carbs", "45")
      let favorite = try line("favorites", "add", id)
      _ = try line("favorites", "add", id, "--name", "Small porridge")
      _ = try line("favorites", "use", "Porridge", "--at", "2026-03-05 07:30")
      _ = try line("favorites", "move", "Small porridge", "1")
      _ = try line("favorites", "rename", "Porridge", "Breakfast")
      let list = try line("favorites").split(separator: "\n")
      #expect(list.dropFirst().map { $0.prefix(5) } == ["Small", "Break"])
      #expect(list.last?.contains("1×  2026-03-05 07:30  \(favorite)") == true)
      #expect(try events().count == 2)
      _ = try line("favorites", "remove", "Breakfast")
      #expect(try events().count == 2)
    }

    @Test func importAFileOnceAndReportIt() throws {
      let text = "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n2026-03-02T08:05:00Z,110\n"
      let file = try folder.file("a.csv", text)
      #expect(try log("import", file).output.contains("2 new readings, 0 known"))
      let overlap = try log("import", "-", input: text + "2026-03-02T08:10:00Z,120\n")
      #expect(overlap.output.contains("1 new reading, 2 known"))
      let report = try CommandRun("report", path, "--zone", "UTC")
      #expect(report.output.contains("2026-03-02         3"), "\(report.output)\(report.errors)")
      let plot = try CommandRun("plot", path, "--zone", "UTC")
      #expect(plot.output.hasPrefix("<svg"))
      let predict = try CommandRun("predict", path, "--zone", "UTC")
      #expect(predict.code == 1)
    }

    @Test func areASecondSensorAndAFileOfEvents() throws {
      let row = "2026-03-02T08:00:00Z,100\n"
      let file = try folder.file("a.csv", "time,gl (mg/dL)\n" + row)
      try log("import", file)
      _ = try line("add", "meal", "--carbs", "40", "--at", "2026-03-02 07:00")
      let quality = try CommandRun("quality", file, "--second-sensor", path)
      #expect(quality.code == 0, "\(quality.errors)")
      // One reading is too little for a forecast, whose events were read.
      let predict = try CommandRun("predict", file, "--events", path)
      #expect(predict.code == 1, "\(predict.errors)")
      let other = try folder.file("b.csv", "time,gl (mg/dL)\n\(row)2026-03-02T08:05:00Z,much\n")
      let noted = try CommandRun("quality", file, "--second-sensor", other)
      #expect(noted.code == 0 && noted.errors.contains("rejected. Line 3"), "\(noted.errors)")
    }

    @Test func importAFolderAndReportRowsThatAreLeftOut() throws {
      let head = "time,gl (mg/dL)\n"
      let exports = try TemporaryFolder()
      _ = try exports.file("a.csv", head + "2026-03-02T08:00:00Z,100\n")
      _ = try exports.file("b.csv", head + "2026-03-02T08:05:00Z,110\n")
      let run = try log("import", exports.url.path)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.components(separatedBy: "1 new reading, 0 known").count == 3)
      let input = head + "2026-03-02T08:10:00Z,much\n2026-03-02T08:15:00Z,120\n"
      let typed = try log("import", "-", input: input)
      #expect(typed.code == 0 && typed.errors.contains("rejected. Line 2"), "\(typed.errors)")
    }

    /// 10.0 mmol/L is in range, and above 180 mg/dL.
    @Test(arguments: [("mmol/L", "10.0", "100"), ("mg/dL", "180", "100"), ("mg/dL", "181", "0")])
    func haveTheBandsOfTheUnitOfTheirReadings(unit: String, value: String, inRange: String) throws {
      let rows = ["2026-03-02T08:00:00Z", "2026-03-02T08:05:00Z"].map { "\($0),\(value)\n" }
      _ = try log("import", "-", input: "time,gl (\(unit))\n" + rows.joined())
      let table = try CommandRun("metrics", path, "--zone", "UTC", "--csv").output
        .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let row = Dictionary(uniqueKeysWithValues: zip(table[0], table[1]))
      #expect(row["bands_unit"].map(String.init) == unit)
      #expect(row["in_range_percent"].map(String.init) == inRange)
    }

    @Test func exportAndImportTheSame() throws {
      _ = try line("add", "meal", "--name", "Grød", "--carbs", "1.5")
      let first = try CommandRun(["log", "export", "--log", path])
      #expect(first.output.contains("Grød"))
      let file = folder.url.appending(path: "archive.json").path
      #expect(try CommandRun(["log", "export", "--log", path, "-o", file]).code == 0)
      let other = folder.url.appending(path: "other.sqlite").path
      #expect(try CommandRun(["log", "import", file, "--log", other]).code == 0)
      #expect(try CommandRun(["log", "export", "--log", other]).output == first.output)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }

    @Test(arguments: [false, true])
    func importAnotherLogbookBesideWhatIsThere(asArchive: Bool) throws {
      _ = try line("add", "meal", "--name", "Theirs", "--carbs", "1.5")
      _ = try line("day", "2026-03-02", "--star")
      var file = path
      if asArchive {
        file = folder.url.appending(path: "archive.json").path
        #expect(try CommandRun(["log", "export", "--log", path, "-o", file]).code == 0)
      }
      let mine = folder.url.appending(path: "mine.sqlite").path
      #expect(try CommandRun(["log", "add", "insulin", "--units", "4", "--log", mine]).code == 0)
      let first = try CommandRun(["log", "import", file, "--log", mine])
      #expect(first.output.contains("0 new readings, 0 known; 1 new event, 0 known"))
      #expect(first.output.contains("1 new day mark, 0 known"))
      let second = try CommandRun(["log", "import", file, "--log", mine])
      #expect(second.output.contains("0 new events, 1 known"))
      let list = try CommandRun(["log", "list", "--log", mine]).output
      #expect(list.contains("Theirs") && list.contains("4 U"))
    }

    @Test func importNoOtherDatabase() throws {
      let file = try folder.file("other.sqlite", "SQLite format 3\0 but nothing of the kind")
      let run = try CommandRun(["log", "import", file, "--log", path])
      #expect(run.code == 65)
      #expect(run.errors.contains("neither a logbook nor a database of xDrip"))
    }

    @Test(arguments: [
      ["add", "meal", "--carbs", "1,5"], ["add", "meal", "--units", "3"], ["add", "insulin"],
      ["add", "exercise", "--minutes", "-5"],
      ["add", "temporary-basal", "--amount", "1", "--minutes", "99999999999999999999999999"],
      ["add", "meal", "--carbs", "1", "--kind", "aerobic"],
      ["add", "meal", "--name", "x", "--at", "noon"],
      ["add", "condition"],
    ])
    func refuseWrongEventsAndMakeNoLogbook(arguments: [String]) throws {
      let run = try CommandRun(["log"] + arguments + ["--log", path])
      #expect([64, 65].contains(run.code))
      #expect(run.output.isEmpty)
      #expect(!run.errors.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func sayWhichLogbookAndEventAreMissing() throws {
      #expect(try log("list").code == 66)
      #expect(try CommandRun(["log", "list"], environment: ["GLUCOSE_LOG": ""]).code == 64)
      _ = try line("add", "insulin", "--units", "4")
      let run = try log("remove", "nothing")
      #expect(run.code == 65)
      #expect(run.errors.contains("no event has the identifier nothing."))
      let named = try CommandRun(["log", "list"], environment: ["GLUCOSE_LOG": path])
      #expect(named.output.contains("4 U"))
    }

    @Test func leaveAFileAloneThatIsNoLogbook() throws {
      let file = try folder.file("other.sqlite", "SQLite format 3\0 but nothing of the kind")
      let run = try CommandRun("report", file)
      #expect(run.code == 65)
      #expect(try CommandRun(["log", "list", "--log", file]).code == 65)
      #expect(
        try String(contentsOfFile: file, encoding: .utf8)
          == "SQLite format 3\0 but nothing of the kind")
    }
  }
#endif
