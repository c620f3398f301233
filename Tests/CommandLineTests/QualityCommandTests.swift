#if CommandLine
  import Foundation
  import Testing

  /// Two days of readings every five minutes from 2026-03-02 with a fall of 60 mg/dL from 02:00 to 02:45
  /// of the second, and a value that repeats from 14:00 to 16:00.
  private let recording =
    Readings.header
    + Readings.rows(2 * 288) { index -> Int in
      let minute = index * 5
      if (2280..<2400).contains(minute) { return 141 }
      let noise = (index * 7919 + index * index * 31) % 5 - 2
      let fall = (1560..<1605).contains(minute) ? 60 : 0
      return Int(130 + 25 * sin(Double(minute) / 110)) + noise - fall
    }

  @Suite struct QualityCommand {
    @Test func listsFaults() throws {
      let run = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--compression-lows", "--json",
        input: recording)
      #expect(run.code == 0)
      let rows = try run.rows
      let low = try #require(rows.first { $0["kind"] as? String == "compression_low" })
      #expect(low["start"] as? String == "2026-03-03T02:00:00Z")
      #expect(low["end"] as? String == "2026-03-03T02:40:00Z")
      #expect(low["readings"] as? Int == 9)
      let evidence = "steady_before;sudden_fall;sudden_return;restored_level"
      #expect(low["score"] as? Double == 1 && low["evidence"] as? String == evidence)
      let stuck = try #require(rows.first { $0["kind"] as? String == "stuck" })
      #expect(stuck["size_mgdl"] is NSNull)
      let csv = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--compression-lows", "--csv",
        input: recording)
      #expect(csv.output.split(separator: "\n").count == rows.count + 1)
    }

    @Test func compressionLowsAreListedOnRequestAndHaveNoProbability() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("recording.csv", recording)
      for options in [
        ["quality"], ["quality", "--json"], ["quality", "--faults"],
        ["quality", "--faults", "--csv"], ["nights"], ["nights", "--json"],
      ] {
        let all = options + [file, "--zone", "UTC"]
        let plain = try CommandRun(all)
        let searched = try CommandRun(all + ["--compression-lows"])
        #expect(plain.code == 0 && searched.code == 0 && plain.output != searched.output)
        #expect(!plain.output.contains("compression low"))
        #expect(!searched.output.contains(/(?i)probab|likel/))
      }
      let page = folder.url.appending(path: "page.html").path
      for flag in [[], ["--compression-lows"]] {
        let run = try CommandRun(["report", file, "--zone", "UTC", "--html", page] + flag)
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(run.code == 0 && text.contains("compression low 02:00") == !flag.isEmpty)
      }
      #expect(try CommandRun("report", file, "--zone", "UTC", "--compression-lows").code == 64)
    }

    @Test func scoresDaysAndHours() throws {
      let days = try CommandRun(
        "quality", "-", "--zone", "UTC", "--compression-lows", "--json", input: recording
      ).rows
      #expect(days.count == 2)
      #expect(days.first?["score"] as? Double == 1 && days.first?["compression_low"] as? Int == 0)
      #expect(days.last?["compression_low"] as? Int == 1)
      #expect(try #require(days.last?["score"] as? Double) < 0.95)
      let hours = try CommandRun(
        "quality", "-", "--zone", "UTC", "--by", "hour", "--json", input: recording
      ).rows
      #expect(hours.count == 48)
      let text = try CommandRun(
        "quality", "-", "--zone", "UTC", "--compression-lows", input: recording
      ).output
      #expect(text.contains("compression low") && text.contains("Time below range"))
      #expect(text.contains("without suspected compression lows"))
    }

    @Test func detectsInsertionsAndASecondSensor() throws {
      let run = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--json", "--sensor-start",
        "2026-03-02T06:00Z", input: recording)
      let warm = try run.rows.filter { $0["kind"] as? String == "warm_up" }
      #expect(warm.map { $0["start"] as? String } == ["2026-03-02T06:00:00Z"])
      #expect(try CommandRun("quality", "-", "--sensor-start", "soon", input: recording).code == 64)
      let twice = try CommandRun(
        "quality", "-", "--zone", "Europe/Oslo", "--sensor-start", "2026-10-25 02:30",
        input: recording)
      #expect(twice.code == 65 && twice.errors.contains("occurs twice"), "\(twice.errors)")
      #expect(try CommandRun("quality", "-", "--score", "2", input: recording).code == 64)
      let folder = try TemporaryFolder()
      let second = try folder.file(
        "second.csv",
        recording.split(separator: "\n").map { line in
          guard let comma = line.lastIndex(of: ","), let value = Int(line[comma...].dropFirst())
          else { return String(line) }
          return "\(line[...comma])\(value * 3 / 2)"
        }.joined(separator: "\n"))
      let drift = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--json", "--second-sensor", second,
        input: recording
      ).rows.filter { $0["kind"] as? String == "drift" }
      #expect(!drift.isEmpty && drift.allSatisfy { $0["score"] as? Double == 0.5 })
      #expect(try CommandRun("quality", "-", "--csv", "--json", input: recording).code == 64)
    }
  }
#endif
