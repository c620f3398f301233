#if CommandLine
  import Foundation
  import Testing

  /// Three days of readings every five minutes from 2026-03-02, and 20 mg/dL more with `offset`.
  private func recording(_ id: String, offset: Int = 0) -> String {
    Readings.header
      + Readings.rows(3 * 288, of: id) { index -> Int in
        let noise = (index * 7919 + index * index * 31) % 5 - 2
        let value = Int(130 + 25 * sin(Double(index * 5) / 110)) + noise + offset
        return (300..<309).contains(index) ? 55 : value
      }
  }

  @Suite struct NightsCommand {
    @Test func lowAndHighOfADeviceAreBounds() throws {
      let input = recording("A").split(separator: "\n").enumerated().map { index, line in
        let limit = index == 311 ? "Low" : index == 321 ? "High" : nil
        return limit.map { line.split(separator: ",").dropLast().joined(separator: ",") + "," + $0 }
          ?? String(line)
      }.joined(separator: "\n")
      let run = try CommandRun("nights", "-", "--zone", "UTC", "--json", input: input)
      let rows = try run.rows
      #expect(rows.map { $0["lowest_is_device_limit"] as? Int } == [0, 1, 0])
      #expect(rows.map { $0["highest_is_device_limit"] as? Int } == [0, 1, 0])
      let text = try CommandRun("nights", "-", "--zone", "UTC", input: input).output
      #expect(text.contains(" <40 "))
      let report = try CommandRun("report", "-", "--zone", "UTC", input: input).output
      #expect(report.contains(" <40 ") && report.contains(" >400 "))
      let json = try CommandRun("report", "-", "--zone", "UTC", "--json", input: input).output
      #expect(json.contains("\"minimum_is_device_limit\" : true"))
      #expect(json.contains("\"maximum_is_device_limit\" : true"))
    }

    @Test func recapsEachNight() throws {
      let run = try CommandRun(
        "nights", "-", "--zone", "UTC", "--compression-lows", "--json", input: recording("A"))
      #expect(run.code == 0)
      let rows = try run.rows
      #expect(rows.map { $0["day"] as? String } == ["2026-03-02", "2026-03-03", "2026-03-04"])
      let low = try #require(rows.dropFirst().first)
      #expect(low["lowest_mgdl"] as? Double == 55)
      #expect(low["lowest_time"] as? String == "2026-03-03T01:00:00Z")
      #expect(low["minutes_below"] as? Double == 45 && low["low_episodes"] as? Int == 1)
      #expect(low["compression_lows"] as? Int == 1)
      #expect(rows.first?["compression_score"] is NSNull)
      let text = try CommandRun(
        "nights", "-", "--zone", "UTC", "--compression-lows", input: recording("A")
      ).output
      #expect(text.contains("compression low 01:00"))
      let csv = try CommandRun(
        "nights", "-", "--zone", "UTC", "--csv", "--night", "22-7", input: recording("A")
      ).output
      #expect(csv.contains("2026-03-01T22:00:00Z,2026-03-02T07:00:00Z"))
    }

    @Test func marksTheNightThatIsGoingOn() throws {
      // The head and the readings up to 02:55 of the third day.
      let part = recording("A").split(separator: "\n").prefix(1 + 2 * 288 + 36)
        .joined(separator: "\n")
      let now = "2026-03-04T02:56"
      let run = try CommandRun("nights", "-", "--zone", "UTC", "--json", "--now", now, input: part)
      let ongoing = try run.rows
      #expect(ongoing.map { $0["ongoing"] as? Int } == [0, 0, 1])
      #expect(try #require(ongoing.last?["coverage"] as? Double) > 0.97)
      // Without a present, it is that of the clock: the night is long over, and half of it is missing.
      let over = try CommandRun("nights", "-", "--zone", "UTC", "--json", input: part).rows
      #expect(over.map { $0["ongoing"] as? Int } == [0, 0, 0])
      #expect(abs(try #require(over.last?["coverage"] as? Double) - 0.5) < 0.01)
      #expect(try CommandRun("nights", "-", "--now", "soon", input: part).code == 64)
      let text = try CommandRun("nights", "-", "--zone", "UTC", "--now", now, input: part).output
      #expect(text.contains("2026-03-04, ongoing") && !text.contains("2026-03-03, ongoing"))
      #expect(text.contains(" of 3 nights with readings"))
      // The page of a report agrees.
      let folder = try TemporaryFolder()
      let page = try folder.file("page.html")
      for (options, isOngoing) in [(["--now", now], true), ([], false)] {
        let run = try CommandRun(
          ["report", "-", "--zone", "UTC", "--html", page] + options, input: part)
        #expect(run.code == 0, "\(run.errors)")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("2026-03-04, ongoing") == isOngoing)
        #expect(html.contains("This night so far") == isOngoing)
      }
    }

    @Test func aSingleReadingIsExpectedAlone() throws {
      let input = "time,gl (mg/dL)\n2026-03-04T03:02:00Z,130\n"
      let report = try CommandRun("report", "-", "--zone", "UTC", input: input).output
      let row = report.split(separator: "\n").first { $0.hasPrefix("2026-03-04") }
      #expect(row?.split(separator: " ").prefix(4) == ["2026-03-04", "1", "100", "%"])
    }

    @Test func comparesTwoSensors() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let second = folder.appending(path: "second.csv").path
      try recording("B").write(toFile: second, atomically: true, encoding: .utf8)
      let picture = folder.appending(path: "differences.svg").path
      let first = recording("A", offset: 20)
      let run = try CommandRun(
        "agreement", "-", second, "--zone", "UTC", "--json", "--plot", picture, input: first)
      #expect(run.code == 0)
      let rows = try run.rows
      let all = try #require(rows.first)
      #expect(all["band"] as? String == "all" && all["pairs"] as? Int == 864)
      // Nine readings are equal.
      let mean = try #require(all["mean_difference_mgdl"] as? Double)
      #expect(abs(mean - 20 * 855 / 864) < 1e-9)
      #expect(abs(try #require(all["lag_minutes"] as? Double)) < 1)
      #expect(all["drift_error_percent_per_day"] is Double)
      #expect(rows.dropFirst().map { $0["band"] as? String } == ["low", "target"])
      #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("<svg"))
      let text = try CommandRun("agreement", "-", second, "--zone", "UTC", input: first).output
      #expect(text.contains("Pairs: 864") && text.contains("PARD"))
      // The same readings an hour earlier.
      let early = try CommandRun(
        "agreement", "-", second, "--zone", "UTC",
        input: recording("A").replacing("Z,", with: "+01:00,"))
      #expect(early.errors.contains("with the first set forward by 1 h"), "\(early.errors)")
      #expect(run.errors.isEmpty)
      // A single file has no measurements of a meter, and a copy has no others.
      #expect(try CommandRun("agreement", second, "--zone", "UTC").code == 65)
      let copy = try CommandRun("agreement", second, second, "--zone", "UTC")
      #expect(copy.code == 65 && copy.errors.contains("the same readings of one sensor"))
    }

    /// Of a night over midnight, the readings may end before it, and the night be the last.
    @Test func aNightOfReadingsBeforeMidnightIsListed() throws {
      let lines = recording("A").split(separator: "\n").filter {
        !$0.contains("2026-03-03T0") && !$0.contains("2026-03-04")
      }
      let run = try CommandRun(
        "nights", "-", "--zone", "UTC", "--night", "22-7", "--json", "--now", "2026-03-03T23:59",
        input: lines.joined(separator: "\n"))
      let nights = try run.rows
      #expect(nights.map { $0["day"] as? String } == ["2026-03-02", "2026-03-03", "2026-03-04"])
      #expect(nights.map { $0["ongoing"] as? Int } == [0, 0, 1])
    }

    @Test func readingsAfterThePresentAreLeftOut() throws {
      let run = try CommandRun(
        "nights", "-", "--zone", "UTC", "--now", "2026-03-03T03:00Z", "--json",
        input: recording("A"))
      let nights = try run.rows
      #expect(nights.map { $0["day"] as? String } == ["2026-03-02", "2026-03-03"])
      let last = try #require(nights.last?["lowest_time"] as? String)
      #expect(nights.last?["coverage"] as? Double == 1 && last <= "2026-03-03T03:00:00Z")
    }

    /// The dates of some formats are shifted, and may be after the present.
    @Test func aNightInTheFutureHasItsCoverage() throws {
      let input = recording("A").replacing("2026-03", with: "2076-03")
      let run = try CommandRun("nights", "-", "--zone", "UTC", "--json", input: input)
      let nights = try run.rows
      #expect(nights.count == 3 && nights.allSatisfy { $0["coverage"] as? Double == 1 })
    }

    @Test func theBandsAreThoseOfTheReference() throws {
      let folder = try TemporaryFolder()
      let files = try folder.filesAtTheUpperEdge()
      for pair in [files, files.reversed()] {
        let run = try CommandRun(["agreement"] + pair + ["--zone", "UTC", "--json"])
        #expect(try run.rows.map { $0["band"] as? String } == ["all", "target"])
      }
    }
  }
#endif
