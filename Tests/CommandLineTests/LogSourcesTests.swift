#if CommandLine && Logbook
  import Foundation
  import Testing

  struct LogSourcesTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "log.sqlite").path
    }

    func log(_ arguments: String...) throws -> CommandRun {
      try CommandRun(["log"] + arguments + ["--log", path])
    }

    func importReadings(_ values: [Int], as source: String) throws {
      let lines = values.enumerated().map {
        "2026-03-02T08:\($0 < 2 ? "0" : "")\(5 * $0):00Z,\($1)"
      }
      let file = try folder.file(
        "a.csv", (["time,gl (mg/dL)"] + lines).joined(separator: "\n") + "\n")
      let run = try log("import", file, "--source", source)
      #expect(run.code == 0, "\(run.errors)")
    }

    func sources() throws -> String { try log("sources", "--zone", "UTC").output }

    @Test func renameMergeAndRemoveASourceAndTakeItBack() throws {
      try importReadings([100, 110, 120], as: "arm")
      try importReadings([100, 111, 120, 130], as: "leg")
      let times = "2026-03-02 08:00 to 2026-03-02 08:1"
      let both = "arm: 3 readings of a sensor, \(times)0\nleg: 4 readings of a sensor, \(times)5\n"
      #expect(try sources() == both)
      #expect(try log("sources", "rename", "arm", "left arm").output == "arm is now left arm\n")
      #expect(try sources().hasPrefix("left arm: 3 readings"))
      let taken = try log("sources", "rename", "leg", "left arm")
      #expect(taken.code == 65 && taken.errors.contains("left arm exists"))
      #expect(try log("undo").output == "source changed: arm\n")
      let merged = try log("sources", "merge", "leg", "arm")
      #expect(merged.output == "arm: 1 reading of leg, 2 known, 1 conflicting\n")
      #expect(try sources() == "arm: 4 readings of a sensor, \(times)5, 1 conflicting\n")
      #expect(try log("undo").code == 0)
      #expect(try sources() == both)
      #expect(try log("sources", "remove", "leg").output == "4 readings of leg removed\n")
      #expect(try log("undo").code == 0)
      #expect(try sources() == both)
      let unknown = try log("sources", "remove", "x")
      #expect(unknown.code == 65)
      #expect(unknown.errors.contains("no source is named x; choose one of arm, leg"))
      #expect(try log("sources", "merge", "arm", "arm").code == 65)
    }

    // Darwin decomposes the arguments of a process.
    #if !canImport(Darwin)
      @Test func mergeSourcesWhoseNamesLookAlike() throws {
        try importReadings([100], as: "caf\u{E9}")
        try importReadings([101, 110], as: "cafe\u{301}")
        let merged = try log("sources", "merge", "caf\u{E9}", "cafe\u{301}")
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(try sources().hasPrefix("cafe\u{301}: 2 readings of a sensor"))
        #expect(try log("sources", "merge", "cafe\u{301}", "cafe\u{301}").code == 65)
      }
    #endif

    @Test func takeAnImportBack() throws {
      try importReadings([100, 110], as: "arm")
      let before = try log("export").output
      try importReadings([101, 110, 120], as: "arm")
      try importReadings([100], as: "leg")
      #expect(try sources().contains("leg") && sources().contains("1 conflicting"))
      #expect(try log("undo").output.hasSuffix("source removed: leg\n"))
      #expect(try log("undo").code == 0)
      #expect(try log("export").output == before)
      #expect(try log("redo").code == 0)
      #expect(try log("undo").code == 0)
      #expect(try log("undo").code == 0)
      #expect(try sources() == "no readings\n")
      // The import of an archive into an emptied logbook is a step, too.
      let archive = try folder.file("everything.json", before)
      #expect(
        try log("import", archive).output.hasSuffix(
          "2 new readings, 0 known; 0 new events, 0 known\n"))
      #expect(try log("export").output == before)
      #expect(try log("undo").code == 0)
      #expect(try sources() == "no readings\n")
    }

    @Test func refuseASeparatorOfThousands() throws {
      for (carbs, locale) in [("1,000", "en_US"), ("1.000", "nb_NO")] {
        let run = try log("add", "meal", "--carbs", carbs, "--locale", locale)
        #expect(run.code == 65 && run.errors.contains("thousands without a separator"))
      }
    }

    /// What only reads creates no file beside the logbook and changes no byte of it.
    @Test func readWithoutWritePermission() throws {
      try importReadings([100, 110], as: "arm")
      let before = try Data(contentsOf: URL(filePath: path))
      let manager = FileManager.default
      try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
      defer {
        try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
      }
      for command in [
        ["list"], ["check"], ["sources"], ["favorites"], ["day", "2026-03-02"], ["export"],
      ] {
        let run = try CommandRun(["log"] + command + ["--log", path])
        #expect(run.code == 0, "\(command): \(run.errors)")
      }
      let report = try CommandRun("report", path, "--zone", "UTC")
      #expect(report.code == 0, "\(report.errors)")
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }
#endif
