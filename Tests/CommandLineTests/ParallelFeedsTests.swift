#if CommandLine
  import Foundation
  import Testing

  @Suite struct ParallelFeedsCommandTests {
    /// Three days of readings every five minutes, some seconds and mg/dL from those of the sensor.
    private func rows(delay: Double = 0, offset: Double = 0) -> String {
      Readings.rows(864, from: 1_772_409_600 + delay) {
        Int(120 + 60 * sin(Double($0) / 20) + offset)
      }
    }

    private let header = Readings.header

    @Test(arguments: ["metrics", "report", "episodes", "nights", "profile", "quality"])
    func oneFeedIsUsedWithANote(command: String) throws {
      let folder = try TemporaryFolder()
      let one = try folder.file("one.csv", header + rows())
      let both = try folder.file("both.csv", header + rows() + rows(delay: 10, offset: 3))
      // Which feed is used does not depend on the form of the output.
      for json in command == "metrics" ? [true, false] : [false] {
        let options = ["--zone", "UTC"] + (json ? ["--json"] : [])
        let run = try CommandRun([command, both] + options)
        let expected = try CommandRun([command, one] + options)
        #expect(expected.code == 0 && expected.errors.isEmpty, "\(expected.errors)")
        #expect(run.code == 0 && run.output == expected.output.replacing(one, with: both))
        #expect(
          run.errors.hasPrefix(
            "\(both): A: Two feeds of one sensor recorded at the same time; one of them is used, and "
              + "864 readings of the other are left out, from 2026-03-02T00:00:10Z to "),
          "\(run.errors)")
      }
    }

    #if Logbook
      @Test func aLogbookStoresBothAndReportsOne() throws {
        let folder = try TemporaryFolder()
        let one = try folder.file("one.csv", header + rows())
        let both = try folder.file("both.csv", header + rows() + rows(delay: 10, offset: 3))
        let log = folder.url.appending(path: "log.sqlite").path
        let run = try CommandRun("log", "import", both, "--zone", "UTC", "--log", log)
        #expect(
          run.output.hasSuffix("both.csv: 1728 new readings, 0 known; 0 new events, 0 known\n"))
        let sources = try CommandRun("log", "sources", "--log", log, "--zone", "UTC").output
        #expect(sources.contains(" parallel: 864 readings beside a sensor, 2026-03-02 00:00 to"))
        let expected = try CommandRun("metrics", one, "--zone", "UTC", "--json")
        let metrics = try CommandRun("metrics", log, "--zone", "UTC", "--json")
        #expect(try metrics.rows.map { $0["readings"] as? Double } == [864])
        #expect(
          try metrics.rows.first?["mean"] as? Double == expected.rows.first?["mean"] as? Double)
      }
    #endif

    @Test func theConventionOfIgluUsesBoth() throws {
      let folder = try TemporaryFolder()
      let both = try folder.file("both.csv", header + rows() + rows(delay: 10, offset: 3))
      func readings(_ convention: String) throws -> Double? {
        let run = try CommandRun(
          "metrics", "--json", "--zone", "UTC", "--convention", convention, both)
        return try run.rows.first?["readings"] as? Double
      }
      #expect(try readings("clinical") == 864)
      #expect(try readings("iglu") == 1728)
    }
  }
#endif
