// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import Testing

  @Suite struct BacktestCommandTests {
    private static func recording(seed: Int, days: Int = 10) throws -> String {
      try CommandRun("simulate", "--days", String(days), "--seed", String(seed)).output
    }

    @Test func writesAPageThatLoadsNothing() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("a<b>&.csv", try Self.recording(seed: 4))
      let page = folder.url.appending(path: "page.html").path
      let run = try CommandRun("backtest", file, "--zone", "UTC", "--html", page)
      #expect(run.code == 0)
      #expect(run.output.contains("RMSE") && run.output.contains("false per week"))
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.components(separatedBy: "<svg").count == 7)
      #expect(!html.contains("a<b>&.csv"), "names are escaped")
      #expect(!html.contains("src=") && !html.contains("href="))
      // The same recording gives the same page.
      let again = folder.url.appending(path: "again.html").path
      _ = try CommandRun("backtest", file, "--zone", "UTC", "--html", again)
      #expect(try String(contentsOfFile: again, encoding: .utf8) == html)
    }

    @Test(arguments: ["chronological", "rolling"])
    func tellsMachinesAllMeasures(design: String) throws {
      let run = try CommandRun(
        ["backtest", "-", "--zone", "UTC", "--json", "--protocol", design],
        input: try Self.recording(seed: 5))
      let runs = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
      #expect(runs.first?["protocol"] as? String == design)
      let scores = try #require(runs.first?["scores"] as? [[String: Any]])
      let own = try #require(
        scores.first {
          $0["predictor"] as? String == "personal model" && $0["minutes"] as? Double == 30
            && $0["person"] == nil
        })
      for measure in ["rmse", "mae", "mard", "bias", "width", "lagMinutes", "winkler"] {
        #expect(own[measure] is Double)
      }
      #expect((own["coverage"] as? [String: Double])?["90"] != nil)
      let zones = try #require(own["clarke"] as? [String: Double])
      #expect(abs(zones.values.reduce(0, +) - 1) < 1e-12)
      #expect(!((runs.first?["alarms"] as? [[String: Any]])?.isEmpty ?? true))
    }

    @Test func aTableOfEventsIsTestedBesideNone() throws {
      let folder = try TemporaryFolder()
      let recording = try Self.recording(seed: 9)
      let line = try #require(recording.split(separator: "\n").dropFirst().first)
      let id = line.prefix { $0 != "," }
      let rows = (2..<12).flatMap { date in
        let day = "2026-03-" + (date < 10 ? "0" : "") + "\(date)"
        return [
          "\(id),\(day)T12:00:00,meal,45,g,", "\(id),\(day)T12:05:00,bolus,4.5,U,",
          "\(id),\(day)T00:00:00,basal,0.8,U/h,",
        ]
      }
      let header = "subject,time,kind,value,unit,note"
      let events = try folder.file("events.csv", ([header] + rows).joined(separator: "\n"))
      func run(_ options: String...) throws -> CommandRun {
        try CommandRun(["backtest", "-", "--zone", "UTC"] + options, input: recording)
      }
      let both = try run("--events", events)
      #expect(both.code == 0)
      for name in ["personal model, events, learning", "personal model, learning"] {
        #expect(both.output.contains(name))
      }
      #expect(both.errors.contains("left out 10 rows"))
      let still = try run("--events", events, "--learning", "never")
      #expect(still.output.contains("personal model, events") && !still.output.contains("learning"))
      // As a spreadsheet writes it: a byte-order mark, quotes, blanks, and a meal of which only the time is known.
      let saved = rows.map {
        "\""
          + $0.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\", \"")
          + "\""
      }
      let resaved = try folder.file(
        "resaved.csv",
        "\u{FEFF}"
          + ([header] + saved + [
            "\(id),2026-03-02T18:00:00,meal,,g,\"rice, a lot\"",
            "\(id),2026-03-02T19:00:00,temp basal,-20,%,",
          ])
          .joined(separator: "\r\n"))
      let same = try run("--events", resaved)
      #expect(same.code == 0 && same.errors.contains("left out 11 rows"))
      let unknown = try folder.file("unknown.csv", header + "\n\(id),2026-03-02T18:00:00,bolus,,U,")
      #expect(try run("--events", unknown).errors.contains("number for a value"))
      let broken = try folder.file("broken.csv", header + "\n\(id),noon,meal,45,g,")
      let refused = try run("--events", broken)
      #expect(refused.code == 65 && refused.errors.contains("line 2"))
      let strangers = try folder.file("other.csv", header + "\nnobody,2026-03-02 12:00,meal,45,g")
      #expect(try run("--events", strangers).errors.contains("nobody of the recordings"))
    }

    @Test func leavingOneOutTakesTwo() throws {
      let run = try CommandRun(
        ["backtest", "-", "--zone", "UTC", "--protocol", "leave-one-person-out"],
        input: try Self.recording(seed: 6))
      #expect(run.code == 1)
      #expect(run.errors.contains("two or more"))
      let unknown = try CommandRun("backtest", "-", "--protocol", "random")
      #expect(unknown.code == 64)
    }

    @Test func aForecastTellsHowLikelyThresholdsAreCrossed() throws {
      let run = try CommandRun("predict", "-", "--zone", "UTC", input: try Self.recording(seed: 7))
      // Where the last hour has a gap, there is no forecast.
      #expect(
        run.code == 1
          || run.output.contains("How likely a reading within 30 min is: below 70"))
    }

    /// Half past six in the evening in Oslo in March is half past five in UTC.
    @Test(arguments: [
      "2026-03-10T17:30:00Z", "2026-03-10T17:30Z", "2026-03-10T18:30:00+01:00",
      "2026-03-10T18:30+0100", "2026-03-10 18:30", "2026-03-10T18:30:00",
    ])
    func thePresentIsToldInAnyForm(now: String) throws {
      let recording = try Self.recording(seed: 8)
      let run = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--now", now], input: recording)
      let reference = try CommandRun(
        ["predict", "-", "--zone", "Europe/Oslo", "--now", "2026-03-10T17:30:00Z"],
        input: recording)
      #expect(run.code != 64 && run.code == reference.code)
      #expect(run.output == reference.output && run.errors == reference.errors)
    }

    @Test(arguments: [
      "yesterday", "2026-03-10", "2026-03-10T25:00Z", "2026-03-10T18:30+25:00", "18:30",
      "2026-03-29 02:30", "2026-03-10 18:30:61",
    ])
    func whatIsNoInstantIsAMistakeOfUsage(now: String) throws {
      let run = try CommandRun(["predict", "-", "--zone", "Europe/Oslo", "--now", now])
      #expect(run.code == 64)
      #expect(run.errors.contains("no instant"))
    }
  }
#endif
