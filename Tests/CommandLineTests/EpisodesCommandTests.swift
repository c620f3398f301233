#if CommandLine
  import Foundation
  import Testing

  /// Two days of readings every five minutes from 2026-03-02, 120 mg/dL but for lows from 01:00 to
  /// 01:30 and from 13:00 to 13:30.
  private let recording =
    Readings.header
    + Readings.rows(2 * 288) { index -> Int in
      let minute = index % 288 * 5
      let isLow = (60..<90).contains(minute) || (780..<810).contains(minute)
      return isLow ? 60 + index % 2 : 120
    }

  @Suite struct EpisodesCommand {
    @Test func hasARowToEachEpisode() throws {
      let run = try CommandRun("episodes", "-", "--zone", "Europe/Oslo", "--json", input: recording)
      #expect(run.code == 0)
      let rows = try run.rows
      #expect(rows.map { $0["level"] as? String } == Array(repeating: "low", count: 4))
      #expect(
        rows.map { $0["start"] as? String } == [
          "2026-03-02T02:00:00+01:00", "2026-03-02T14:00:00+01:00", "2026-03-03T02:00:00+01:00",
          "2026-03-03T14:00:00+01:00",
        ])
      #expect(rows.first?["end"] as? String == "2026-03-02T02:30:00+01:00")
      #expect(rows.map { $0["minutes"] as? Double } == [30, 30, 30, 30])
      #expect(rows.map { $0["part"] as? String } == ["night", "day", "night", "day"])
      #expect(rows.first?["extreme_mgdl"] as? Double == 60)
      #expect(rows.first?["mean_mgdl"] as? Double == 60.5)
      #expect(rows.map { $0["extreme_is_device_limit"] as? Int } == [0, 0, 0, 0])
    }

    @Test func anExtremeOfLowIsABound() throws {
      let low = recording.replacing("2026-03-03T01:10:00Z,60", with: "2026-03-03T01:10:00Z,Low")
      let run = try CommandRun("episodes", "-", "--zone", "UTC", "--json", input: low)
      let rows = try run.rows
      #expect(rows.map { $0["extreme_is_device_limit"] as? Int } == [0, 0, 1, 0])
      let text = try CommandRun("episodes", "-", "--zone", "UTC", input: low).output
      #expect(text.contains(" <40 "))
    }

    @Test func csvHasTheNamesOfJSON() throws {
      let csv = try CommandRun("episodes", "-", "--zone", "UTC", "--csv", input: recording)
      let json = try CommandRun("episodes", "-", "--zone", "UTC", "--json", input: recording)
      let lines = csv.output.split(separator: "\n")
      #expect(lines.count == 5)
      let rows = try json.rows
      let names = Set(lines[0].split(separator: ",").map(String.init))
      #expect(names == Set(try #require(rows.first).keys))
    }

    @Test func aRecordingWithoutEpisodesHasASentence() throws {
      let calm = recording.replacing(",60\n", with: ",120\n").replacing(",61\n", with: ",120\n")
      #expect(
        try CommandRun("episodes", "-", "--zone", "UTC", input: calm).output == "No episodes.\n")
      let csv = try CommandRun("episodes", "-", "--zone", "UTC", "--csv", input: calm)
      #expect(csv.output.split(separator: "\n").count == 1)
    }
  }

  @Suite struct ProfileCommand {
    @Test func hasAPercentileToEachTimeOfDay() throws {
      let run = try CommandRun(
        "profile", "-", "--zone", "Africa/Accra", "--csv", "--percentiles", "2.5,50",
        input: recording)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 289)
      #expect(lines[0] == "file,id,zone,minute_of_day,time,days,p2_5_mgdl,p50_mgdl")
      #expect(lines[1] == "-,A,Africa/Accra,0,00:00,2,120,120")
      #expect(lines.contains("-,A,Africa/Accra,780,13:00,2,60,60"))
    }

    @Test func jsonNamesItsSchema() throws {
      let run = try CommandRun("profile", "-", "--zone", "UTC", "--json", input: recording)
      let table = try run.object
      #expect(table["schema"] as? String == "swift-glucose/profile")
      #expect((table["rows"] as? [[String: Any]])?.count == 288)
    }

    @Test(arguments: ["101", "5,5", "", "a"])
    func refusesWhatIsNoListOfPercentiles(text: String) throws {
      let run = try CommandRun("profile", "-", "--percentiles", text, input: recording)
      #expect(run.code == 64)
      #expect(run.errors.contains("10,50,90"))
    }
  }
#endif
