#if CommandLine && Logbook
  import Foundation
  import Testing

  @Suite struct LogKeeping {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "log.sqlite").path
    }

    /// Runs a log command on the logbook, on whose clock it is Oslo's time.
    func log(_ arguments: String..., input: String = "") throws -> CommandRun {
      try CommandRun(["log"] + arguments + ["--log", path, "--zone", "Europe/Oslo"], input: input)
    }

    func bare(_ arguments: String...) throws -> CommandRun {
      try CommandRun(["log"] + arguments + ["--log", path])
    }

    func importReadings(source: String = "arm") throws {
      let text = """
        time,gl (mg/dL)
        2026-03-02T08:00:00Z,100
        2026-03-02T08:05:00Z,110
        2026-03-02T08:10:00Z,120
        """
      let file = try folder.file("a.csv", text)
      #expect(try bare("import", file, "--source", source).code == 0)
    }

    @Test func takeAndShowDecimalsAsALocaleWritesThem() throws {
      let added = try log("add", "insulin", "--units", "1,5", "--locale", "nb_NO")
      #expect(added.code == 0, "\(added.errors)")
      #expect(try log("list").output.contains("1.5 U"))
      #expect(try log("list", "--locale", "de").output.contains("1,5 U"))
      let point = try log("add", "insulin", "--units", "1.5", "--locale", "nb_NO")
      #expect(point.code == 65)
      #expect(point.errors.contains("units: write decimals with \",\""))
      let comma = try log("add", "insulin", "--units", "1,5")
      #expect(comma.code == 65)
      #expect(comma.errors.contains("--locale"))
      #expect(try log("add", "insulin", "--units", "1", "--locale", "?").code == 64)
    }

    @Test func mistakesHaveASentence() throws {
      let first = try log("add", "meal", "--carbs", "40", "--at", "2026-03-02 08:00")
      #expect(first.code == 0 && first.errors.contains("created the logbook"))
      let negative = try log("add", "meal", "--carbs", "-5")
      #expect(negative.code == 65 && negative.errors.contains("carbs:"))
      let none = try log("end", "stress")
      #expect(none.code == 65 && none.errors.contains("no condition stress is ongoing"))
      #expect(try log("begin", "illness").code == 0)
      #expect(try log("end", "stress").errors.contains("ongoing: illness"))
      let empty = try log("edit", "", "--carbs", "1")
      #expect(empty.code == 65 && empty.errors.contains("identifier of an event is empty"))
      #expect(try log("undo").code == 0 && log("redo").code == 0)
      #expect(try log("redo").errors.contains("there is nothing to redo"))
      for arguments in [["edit", "x"], ["add", "note"], ["begin", "work"], ["end", "illness"]] {
        let id = first.output.trimmingCharacters(in: .newlines)
        let command = arguments.map { $0 == "x" ? id : $0 } + ["--at", ""]
        let untimed = try CommandRun(["log"] + command + ["--log", path])
        #expect(untimed.code == 65 && untimed.errors.contains("at: a value is required."))
      }
      let plan = try log("begin", "travel", "--at", "+2h")
      #expect(plan.code == 0 && plan.errors.contains("at: 20"))
    }

    @Test func aNewFileInWhichNothingWasStoredIsRemoved() throws {
      let text = try folder.file("text.csv", "no table")
      let notADatabase = try folder.file("text.sqlite", "no database")
      for arguments in [["import", text], ["import", text, text], ["recover", notADatabase]] {
        let run = try CommandRun(["log"] + arguments + ["--log", path])
        #expect(run.code != 0 && !run.errors.contains("created the logbook"), "\(run.errors)")
        for suffix in ["", "-wal", "-shm"] {
          #expect(!FileManager.default.fileExists(atPath: path + suffix))
        }
      }
      let table = try folder.file("a.csv", "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n")
      let one = try bare("import", text, table)
      #expect(one.code != 0 && one.errors.contains("created the logbook"))
      #expect(one.errors.contains("left out: "))
      #expect(try bare("sources").output.contains("1 reading"))
      #expect(try bare("import", text).code != 0)
      #expect(try bare("sources").output.contains("1 reading"))
    }

    @Test func restoreReplacesTheContentByThatOfABackup() throws {
      #expect(try log("add", "meal", "--carbs", "40", "--at", "2026-03-02 08:00").code == 0)
      let backup = folder.url.appending(path: "backup.sqlite").path
      try FileManager.default.copyItem(atPath: path, toPath: backup)
      #expect(try log("add", "meal", "--carbs", "50", "--at", "2026-03-02 09:00").code == 0)
      let refused = try bare("restore", backup)
      #expect(refused.code == 65 && refused.errors.contains("--yes"))
      #expect(try log("list").output.contains("50 g carbs"))
      #expect(try bare("restore", backup, "--yes").code == 0)
      #expect(try !log("list").output.contains("50 g carbs"))
      #expect(try bare("check").output.contains("1 event"))
      #expect(try bare("restore", "missing.sqlite", "--yes").code != 0)
    }

    @Test func restoreCreatesALostFileAndNamesTheWayForADamagedOne() throws {
      #expect(try log("add", "meal", "--carbs", "40", "--at", "2026-03-02 08:00").code == 0)
      let backup = folder.url.appending(path: "backup.sqlite").path
      try FileManager.default.copyItem(atPath: path, toPath: backup)
      // Short of pages, and without the header of SQLite.
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      for damaged in [content.prefix(9_000), Data(repeating: 7, count: 9_000)] {
        for file in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: path + file)
        }
        try damaged.write(to: URL(fileURLWithPath: path))
        let refused = try bare("restore", backup, "--yes")
        #expect(refused.code == 65)
        #expect(refused.errors.contains("(-wal and -shm) aside, and restore again: "))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == damaged)
      }
      try FileManager.default.moveItem(atPath: path, toPath: path + ".damaged")
      let none = try bare("check")
      #expect(none.code == 66 && none.errors.contains("`restore` create one."))
      let missing = try bare("restore", "missing.sqlite")
      #expect(missing.code != 0 && !FileManager.default.fileExists(atPath: path))
      let restored = try bare("restore", backup)
      #expect(restored.code == 0, "\(restored.errors)")
      #expect(restored.errors.contains("created the logbook"))
      #expect(try log("list").output.contains("40 g carbs"))
    }

    @Test func recoverAddsWhatADamagedFileHas() throws {
      for hour in 1...3 {
        let time = "2026-03-02 0\(hour):00"
        #expect(try log("add", "meal", "--carbs", "40", "--at", time).code == 0)
      }
      let damaged = folder.url.appending(path: "damaged.sqlite")
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      try data.write(to: damaged)
      #expect(try bare("erase", "--yes").code == 0)
      let none = "\(damaged.path): 0 new readings, 0 known; "
      #expect(try log("recover", damaged.path).output == none + "3 new events, 0 known\n")
      #expect(try bare("check").output.contains("3 events"))
      // A meal of the table, and not of its indexes.
      let meal = try #require(data.range(of: Data("\"carbs\":40".utf8)))
      data.replaceSubrange(meal.lowerBound..<meal.lowerBound + 7, with: Data("!!!!!!!".utf8))
      try data.write(to: damaged)
      #expect(try bare("erase", "--yes").code == 0)
      let lines = try log("recover", damaged.path).output.split(separator: "\n")
      #expect(lines == ["\(none)2 new events, 0 known", "missing: 1 event"])
      #expect(try log("recover", "missing.sqlite").code != 0)
    }

    @Test func beginAndEndACondition() throws {
      let begun = try log("begin", "illness", "--at", "2026-03-02 08:00", "--note", "fever")
      let id = begun.output.trimmingCharacters(in: .newlines)
      #expect(try log("list").output.contains("illness, ongoing"))
      let again = try log("begin", "illness", "--at", "2026-03-03 08:00")
      #expect(again.code == 65)
      #expect(again.errors.contains(id))
      #expect(try log("end", "illness", "--at", "2026-03-01 08:00").code == 65)
      #expect(try log("end", "illness", "--at", "2026-03-04 08:00").output == begun.output)
      #expect(try log("list").output.contains("illness, until 2026-03-04 08:00"))
      #expect(try log("end", "illness").code == 65)
      let stress = try log("begin", "stress", "--at", "2026-03-05 08:00").output
      #expect(try log("end", String(stress.prefix(8)), "--at", "2026-03-05 09:00").code == 0)
      #expect(try log("begin", "").code == 65)
      let travel = try log("begin", "travel").output.prefix(8)
      #expect(try log("begin", "illness").code == 0)
      let renamed = try log("edit", String(travel), "--name", "illness")
      #expect(renamed.code == 65 && renamed.errors.contains("already ongoing"))
    }

    @Test func chooseAmongConditionsThatAreOngoingAfterAMerge() throws {
      let id = try log("begin", "illness").output.trimmingCharacters(in: .newlines)
      let other =
        #"{"id":"other","time":0,"zone":"GMT","details":{"condition":{"kind":"illness"}}}"#
      let lists = #""sources":[],"events":[\#(other)],"favorites":[],"days":[]"#
      let archive = try folder.file(
        "other.json", #"{"format":"swift-glucose logbook","version":1,\#(lists)}"#)
      #expect(try bare("import", archive).code == 0)
      let both = try log("end", "illness")
      #expect(both.code == 65 && both.errors.contains("other, \(id)."), "\(both.errors)")
      #expect(try log("end", "oth").output == "other\n")
      #expect(try log("end", "illness").output == id + "\n")
    }

    @Test func aConditionGoesOnWithoutItsEnd() throws {
      let id = try log("begin", "illness", "--at", "2026-03-02 08:00").output.prefix(8)
      _ = try log("end", "illness", "--at", "2026-03-02 09:00")
      let edited = try log("edit", String(id), "--until", "")
      #expect(edited.output.contains("is:  2026-03-02 08:00 condition illness, ongoing"))
    }

    @Test func refuseBlankNames() throws {
      for arguments in [["begin", " "], ["add", "condition", "--name", " "]] {
        let run = try CommandRun(["log"] + arguments + ["--log", path])
        #expect(run.code == 65 && run.errors.contains("a value is required"))
      }
      let id = try log("add", "meal", "--carbs", "5").output.trimmingCharacters(in: .newlines)
      #expect(try log("favorites", "add", id, "--name", "").code == 64)
      #expect(try log("favorites", "add", id, "--name", "Soup").code == 0)
      #expect(try log("favorites", "rename", "Soup", "").code == 65)
      let file = try folder.file("a.csv", "time,gl (mg/dL)\n2026-03-02T08:00:00Z,100\n")
      #expect(try bare("import", file, "--source", "").code == 64)
    }

    @Test func anExerciseThatEndsHasItsDuration() throws {
      _ = try log(
        "add", "exercise", "--minutes", "20", "--kind", "anaerobic", "--at", "2026-03-02 07:00")
      #expect(try log("list").output.contains("20 min, anaerobic"))
      let begun = try log("begin", "exercise", "--at", "2026-03-02 08:00").output
      #expect(try log("end", "exercise", "--at", "2026-03-02 08:45").output == begun)
      let listed = try log("list").output
      #expect(listed.contains("exercise  45 min"), "\(listed)")
    }

    @Test func starADayAndAttachANote() throws {
      let run = try log("day", "2026-03-02", "--star", "--note", "The long\nhike")
      #expect(run.output == "2026-03-02  ★  The long\u{FFFD}hike\n")
      _ = try log("day", "2026-03-01", "--note", "rain")
      let all = try log("day").output
      #expect(all == "2026-03-01  ·  rain\n2026-03-02  ★  The long\u{FFFD}hike\n")
      #expect(try log("day", "2026-03-02", "--no-star").output.contains("·  The long"))
      #expect(try log("day", "2026-03-02", "--note", "").output == "2026-03-02  ·\n")
      #expect(try log("day").output == "2026-03-01  ·  rain\n")
      #expect(try log("day", "--json").output.contains("\"note\" : \"rain\""))
      #expect(try log("undo").output == "day mark added: 2026-03-02\n")
      #expect(try log("day", "--star").code == 64)
      #expect(try log("day", "2026-02-30", "--star").code == 64)
    }

    /// Runs a command on readings of a range of time, by default two days that hold them all.
    func readings(
      _ command: String, from: String = "2026-03-02", to: String = "2026-03-03", _ more: String...
    ) throws -> CommandRun {
      let arguments = ["log", "readings", command, "--from", from, "--to", to] + more
      return try CommandRun(arguments + ["--log", path, "--zone", "Europe/Oslo"])
    }

    @Test func excludeReadingsAndIncludeThemAgain() throws {
      try importReadings()
      let excluded = try readings("exclude", from: "2026-03-02 09:05", to: "2026-03-02 09:10")
      #expect(excluded.output == "1 reading of arm excluded\n", "\(excluded.errors)")
      let list = try log("sources").output
      let times = "2026-03-02 09:00 to 2026-03-02 09:10"
      #expect(list == "arm: 3 readings of a sensor, \(times), 1 excluded\n")
      let report = try CommandRun("report", path, "--zone", "UTC")
      #expect(report.output.contains("2026-03-02         2"), "\(report.output)\(report.errors)")
      let included = try readings("include")
      #expect(included.output == "1 reading of arm included\n")
      let removed = try readings("remove")
      #expect(removed.output == "3 readings of arm removed\n")
      let undone = try log("undo")
      #expect(undone.output == "readings of arm from \(times)\n")
      let again = try log("sources").output
      #expect(again.hasPrefix("arm: 3 readings"))
    }

    @Test func askWhichReadingsWhereThereAreSeveralSources() throws {
      try importReadings()
      try importReadings(source: "leg")
      let unsaid = try readings("exclude")
      #expect(unsaid.code == 65)
      #expect(unsaid.errors.contains("--source: arm, leg"))
      let wrong = try readings("exclude", "--source", "x")
      #expect(wrong.errors.contains("no source is named x; choose one of arm, leg"))
      let leg = try readings("exclude", "--source", "leg")
      #expect(leg.output == "3 readings of leg excluded\n")
      let turned = try readings("exclude", from: "2026-03-03", to: "2026-03-02")
      #expect(turned.code == 65)
    }

    @Test func checkAndErase() throws {
      try importReadings()
      _ = try log("add", "insulin", "--units", "4")
      #expect(try bare("check").output == "sound: 3 readings, 1 event\n")
      let refused = try bare("erase")
      #expect(refused.code == 65)
      #expect(refused.errors.contains("--yes"))
      #expect(try bare("check").output == "sound: 3 readings, 1 event\n")
      #expect(try bare("erase", "--yes").code == 0)
      #expect(try bare("check").output == "sound: 0 readings, 0 events\n")
      #expect(try log("undo").code == 65)
    }

    @Test func findDamage() throws {
      try importReadings()
      var data = try Data(contentsOf: URL(filePath: path))
      for index in 4096..<8192 { data[index] = 0xAA }
      try data.write(to: URL(filePath: path))
      let run = try bare("check")
      #expect(run.code == 65)
      #expect(run.errors.contains("damaged"))
      #expect(try Data(contentsOf: URL(filePath: path)) == data)
    }

    @Test func sayWhatUndoTakesBack() throws {
      _ = try log("add", "meal", "--name", "Soup", "--carbs", "40", "--at", "2026-07-02 18:30")
      #expect(try log("undo").output == "removed: 2026-07-02 18:30 meal Soup, 40 g carbs\n")
      #expect(try log("undo", "--redo").output == "added: 2026-07-02 18:30 meal Soup, 40 g carbs\n")
    }

    @Test func logAFavoriteWithAChange() throws {
      let id = try log("add", "meal", "--name", "Porridge", "--carbs", "45").output
      _ = try log("favorites", "add", String(id.dropLast()))
      let used = try log(
        "favorites", "use", "Porridge", "--at", "2026-03-05 07:30", "--carbs", "52,5",
        "--locale", "nb_NO")
      #expect(used.code == 0, "\(used.errors)")
      #expect(try log("list").output.contains("2026-03-05 07:30  meal      Porridge, 52.5 g carbs"))
      #expect(try log("favorites").output.contains("1×  2026-03-05 07:30"))
    }

    @Test func showNoTextThatSteersATerminal() throws {
      _ = try log("add", "meal", "--name", "\u{1B}[2J", "--note", "a\nb", "--carbs", "1")
      let list = try log("list").output
      #expect(!list.contains("\u{1B}") && list.split(separator: "\n").count == 2)
    }
  }
#endif
