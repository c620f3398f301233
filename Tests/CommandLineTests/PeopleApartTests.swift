#if CommandLine
  import Foundation
  import Testing

  /// Lines of three days of readings every five minutes from a day on.
  private func rows(_ id: String, from day: String = "2026-03-02", days: Int = 3) throws -> String {
    let start = try Date(day + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
    return Readings.rows(days * 288, of: id, from: start) { Int(120 + 30 * sin(Double($0) / 20)) }
  }

  private let header = Readings.header

  @Suite struct PeopleApart {
    private static let commands = ["metrics", "report", "episodes", "nights", "profile", "quality"]

    /// Two days of a device whose clock was reset are too many for a mistake of a line, and decades
    /// from the others.
    @Test(arguments: commands) func aPersonWhoseReadingsAreDecadesApartIsLeftOut(
      command: String
    ) throws {
      let folder = try TemporaryFolder()
      let bad = try rows("B", from: "1970-01-01", days: 2) + rows("B")
      let all = try folder.file("all.csv", header + rows("A") + bad + rows("C"))
      let rest = try folder.file("rest.csv", header + rows("A") + rows("C"))
      // Which people are used does not depend on the form of the output.
      for json in command == "metrics" ? [true, false] : [false] {
        let options = ["--zone", "UTC"] + (json ? ["--json"] : [])
        let run = try CommandRun([command, all] + options)
        let expected = try CommandRun([command, rest] + options)
        #expect(expected.code == 0 && run.code == 65, "\(expected.errors)")
        #expect(run.output == expected.output.replacing(rest, with: all))
        #expect(run.errors.contains("glucose: \(all), B: 1440 readings are spread over 56 years"))
        #expect(run.errors.hasSuffix("glucose: left out: \(all), B.\n"), "\(run.errors)")
      }
      guard command == "report" else { return }
      let alone = try CommandRun(command, all, "--zone", "UTC", "--subject", "B")
      #expect(alone.code == 65 && alone.output.isEmpty)
      let good = try CommandRun(command, all, "--zone", "UTC", "--subject", "A")
      #expect(good.code == 0 && good.errors.isEmpty, "\(good.errors)")
    }

    @Test(arguments: commands + ["import"]) func aFileThatCannotBeReadIsLeftOut(
      command: String
    ) throws {
      let folder = try TemporaryFolder()
      let good = try folder.file("A.csv", header + rows("A"))
      let other = try folder.file("C.csv", header + rows("C"))
      let bad = try folder.file("B.csv", "neither\na table\n")
      let missing = folder.url.appending(path: "D.csv").path
      let both = try CommandRun(command, good, other, "--zone", "UTC")
      for (files, code) in [([good, bad, other, missing], 65), ([missing, good, other, bad], 66)] {
        let run = try CommandRun([command] + files + ["--zone", "UTC"])
        #expect(run.code == Int32(code) && run.output == both.output)
        #expect(run.errors.contains("glucose: \(bad): "))
        #expect(run.errors.contains("glucose: \(missing) cannot be opened"))
        #expect(run.errors.contains("glucose: left out: \(code == 65 ? bad : missing); "))
      }
      // Without any that can be used, there is nothing but the reasons.
      let none = try CommandRun(command, bad, missing, "--zone", "UTC")
      #expect(none.code == 65 && none.output.isEmpty)
      #expect(none.errors.split(separator: "\n").count == 2, "\(none.errors)")
    }

    /// A wrong date in a file is a line that is not read, in every command.
    @Test(arguments: commands + ["import"]) func aWrongDateIsARejectedLine(command: String) throws {
      let folder = try TemporaryFolder()
      let text = try header + rows("A") + rows("B") + "B,1970-01-01T00:00:00Z,100\n" + rows("C")
      let file = try folder.file("all.csv", text)
      let run = try CommandRun(command, file, "--zone", "UTC")
      #expect(run.code == 0)
      #expect(
        run.errors.contains(
          "Line 1730, column 2: more than ten years from all other times of the person: "
            + "\"1970-01-01T00:00:00Z\"."), "\(run.errors)")
      for id in ["A", "B", "C"] where command != "episodes" { #expect(run.output.contains(id)) }
      #expect(!run.output.contains("1970"))
    }

    @Test func aCommandOfTwoRecordingsNeedsBoth() throws {
      let folder = try TemporaryFolder()
      let good = try folder.file("A.csv", header + rows("A"))
      let bad = try folder.file("B.csv", "neither\na table\n")
      for command in ["compare", "agreement"] {
        let run = try CommandRun(command, good, bad, "--zone", "UTC")
        #expect(run.code == 65 && run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      }
    }

    #if Logbook
      @Test func aFileThatCannotBeStoredStopsNoOther() throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("A.csv", header + rows("A"))
        let bad = try folder.file("B.csv", "neither\na table\n")
        let other = try folder.file("C.csv", header + rows("C", from: "2026-04-02"))
        let log = folder.url.appending(path: "log.sqlite").path
        let run = try CommandRun("log", "import", good, bad, other, "--log", log, "--zone", "UTC")
        #expect(run.code == 65 && run.errors.hasSuffix("glucose: left out: \(bad).\n"))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("864 new readings") })
      }
    #endif
  }
#endif
