// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import Testing

  /// Two days of readings every five minutes from 2026-03-02 with a fall of 60 mg/dL from 02:00 to 02:45
  /// of the second, and a value that repeats from 14:00 to 16:00.
  private let recording: String = {
    let rows = (0..<2 * 288).map { index in
      let time = Date(timeIntervalSince1970: 1_772_409_600 + Double(index) * 300)
      let minute = index * 5
      let noise = (index * 7919 + index * index * 31) % 5 - 2
      var value = Int(130 + 25 * sin(Double(minute) / 110)) + noise
      if (1560..<1605).contains(minute) { value -= 60 }
      if (2280..<2400).contains(minute) { value = 141 }
      return "A,\(time.ISO8601Format()),\(value)"
    }
    return "id,time,gl (mg/dL)\n" + rows.joined(separator: "\n") + "\n"
  }()

  private func rows(_ json: String) throws -> [[String: Any]] {
    let table = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(table?["rows"] as? [[String: Any]])
  }

  @Suite struct QualityCommand {
    @Test func listsFaults() throws {
      let run = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--json", input: recording)
      #expect(run.code == 0)
      let rows = try rows(run.output)
      let low = try #require(rows.first { $0["kind"] as? String == "compression_low" })
      #expect(low["start"] as? String == "2026-03-03T02:00:00Z")
      #expect(low["end"] as? String == "2026-03-03T02:40:00Z")
      #expect(low["readings"] as? Int == 9)
      let stuck = try #require(rows.first { $0["kind"] as? String == "stuck" })
      #expect(stuck["size_mgdl"] is NSNull)
      let csv = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--csv", input: recording)
      #expect(csv.output.split(separator: "\n").count == rows.count + 1)
    }

    @Test func scoresDaysAndHours() throws {
      let days = try rows(
        try CommandRun("quality", "-", "--zone", "UTC", "--json", input: recording).output)
      #expect(days.count == 2)
      #expect(days.first?["score"] as? Double == 1 && days.first?["compression_low"] as? Int == 0)
      #expect(days.last?["compression_low"] as? Int == 1)
      #expect(try #require(days.last?["score"] as? Double) < 0.95)
      let hours = try rows(
        try CommandRun("quality", "-", "--zone", "UTC", "--by", "hour", "--json", input: recording)
          .output)
      #expect(hours.count == 48)
      let text = try CommandRun("quality", "-", "--zone", "UTC", input: recording).output
      #expect(text.contains("compression low") && text.contains("Time below range"))
      #expect(text.contains("without likely compression lows"))
    }

    @Test func detectsInsertionsAndASecondSensor() throws {
      let run = try CommandRun(
        "quality", "-", "--zone", "UTC", "--faults", "--json", "--sensor-start",
        "2026-03-02T06:00Z", input: recording)
      let warm = try rows(run.output).filter { $0["kind"] as? String == "warm_up" }
      #expect(warm.map { $0["start"] as? String } == ["2026-03-02T06:00:00Z"])
      #expect(try CommandRun("quality", "-", "--sensor-start", "soon", input: recording).code == 64)
      let twice = try CommandRun(
        "quality", "-", "--zone", "Europe/Oslo", "--sensor-start", "2026-10-25 02:30",
        input: recording)
      #expect(twice.code == 65 && twice.errors.contains("occurs twice"), "\(twice.errors)")
      #expect(try CommandRun("quality", "-", "--probability", "2", input: recording).code == 64)
      let folder = try TemporaryFolder()
      let second = try folder.file(
        "second.csv",
        recording.split(separator: "\n").map { line in
          guard let comma = line.lastIndex(of: ","), let value = Int(line[comma...].dropFirst())
          else { return String(line) }
          return "\(line[...comma])\(value * 3 / 2)"
        }.joined(separator: "\n"))
      let drift = try rows(
        try CommandRun(
          "quality", "-", "--zone", "UTC", "--faults", "--json", "--second-sensor", second,
          input: recording
        ).output
      ).filter { $0["kind"] as? String == "drift" }
      #expect(!drift.isEmpty && drift.allSatisfy { $0["probability"] as? Double == 0.5 })
      #expect(try CommandRun("quality", "-", "--csv", "--json", input: recording).code == 64)
    }
  }
#endif
