#if CommandLine
  import Foundation
  import Testing

  /// A sensor beside a meter, as the files of a person may have them, and a part of the days.
  struct MeterCommandTests {
    private let folder: TemporaryFolder
    private let sensor, meter: String

    /// Three days of a sensor, and a file of a meter whose values are a tenth lower, every two hours.
    init() throws {
      folder = try TemporaryFolder()
      func rows(_ heading: String, every step: Int, _ factor: Double) -> String {
        let rows = stride(from: 0, to: 864, by: step).map { index in
          let time = Date(timeIntervalSince1970: 1_772_409_600 + Double(index) * 300)
          let value = (150 + 60 * sin(Double(index) / 15)) * factor
          return "\(time.ISO8601Format()),\(Int(value.rounded()))"
        }
        return "time,\(heading)\n" + rows.joined(separator: "\n") + "\n"
      }
      sensor = try folder.file("sensor.csv", rows("sensor glucose (mg/dL)", every: 1, 1))
      meter = try folder.file("meter.csv", rows("blood glucose (mg/dL)", every: 24, 0.9))
    }

    @Test func aFileOfAMeterIsTheReference() throws {
      let run = try CommandRun("agreement", sensor, meter, "--zone", "UTC")
      #expect(run.code == 0 && run.output.contains("Pairs: 36"), "\(run.errors)")
      let none = try CommandRun("agreement", meter, sensor, "--zone", "UTC")
      #expect(none.code == 65 && none.errors.contains("name the file of the sensor first"))
      // The last day of the sensor, also if the meter ends a day later.
      let short = try folder.file(
        "short.csv",
        String(contentsOfFile: sensor, encoding: .utf8).split(separator: "\n").dropLast(288)
          .joined(separator: "\n"))
      let last = try CommandRun("agreement", short, meter, "--zone", "UTC", "--days", "1")
      #expect(last.output.contains("Pairs: 12"), "\(last.output)\(last.errors)")
    }

    #if Logbook
      @Test func aLogbookHasItsMeterAndItsFingersticks() throws {
        let log = folder.url.appending(path: "my.sqlite").path
        for file in [sensor, meter] {
          let added = try CommandRun("log", "import", file, "--log", log, "--zone", "UTC")
          #expect(added.code == 0, "\(added.errors)")
        }
        let stick = [
          "log", "add", "fingerstick", "--amount", "140", "--unit", "mg/dL", "--log", log, "--at",
          "2026-03-02T11:02Z",
        ]
        #expect(try CommandRun(stick).code == 0)
        let run = try CommandRun("agreement", log, "--zone", "UTC")
        #expect(run.code == 0 && run.output.contains("Pairs: 37"), "\(run.output)\(run.errors)")
        let part = try CommandRun("log", "import", sensor, "--log", log, "--days", "1")
        #expect(part.code == 64 && part.errors.contains("as a whole"))
        // 120 mmol/L is 120 mg/dL.
        let wrong = try CommandRun(
          "log", "add", "fingerstick", "--amount", "120", "--unit", "mmol/L", "--log", log)
        #expect(wrong.code != 0 && wrong.errors.contains("55.5"), "\(wrong.errors)")
      }
    #endif

    /// The mean is that of 65, 102, and 190 mg/dL, whose part in range is no time in range.
    @Test func aReportOfAMeterHasItsMeasurements() throws {
      let file = try folder.file(
        "few.csv",
        "time,fingerstick (mg/dL)\n2026-03-02 07:00,102\n2026-03-02 12:00,65\n2026-03-05 18:00,190\n"
      )
      func report(_ options: String...) throws -> CommandRun {
        try CommandRun(["report", file, "--zone", "UTC"] + options)
      }
      let all = try report()
      #expect(all.code == 0, "\(all.errors)")
      #expect(
        all.output.contains(
          """
          meter: 3 measurements on 2 days, 2026-03-02 to 2026-03-05, lowest 65, \
          mean as measured 119, highest 190 mg/dL

          """))
      #expect(
        all.output.contains("Time in range and the other metrics require")
          && !all.output.contains("%"))
      let before = try report("--now", "2026-03-02T12:00Z").output
      #expect(before.contains("meter: 2 measurements on 1 day,"), "\(before)")
      #expect(try report("--now", "2026-03-01T12:00Z").code == 65)

      let page = folder.url.appending(path: "page.html").path
      #expect(try report("--html", page).code == 0)
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains("Mean, as measured") && text.contains(">119 mg/dL<"))
      #expect(text.contains("measurements at chosen times"))

      // A device's limit is no measurement.
      let limits = try folder.file(
        "limits.csv", "time,fingerstick (mg/dL)\n2026-03-02 07:00,102\n2026-03-02 12:00,High\n")
      let beyond = try CommandRun("report", limits, "--zone", "UTC", "--html", page)
      #expect(beyond.code == 0, "\(beyond.errors)")
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains(">&gt;400 mg/dL<"))
    }

    /// A meter and a sensor of another year, neither of which may be left out in silence.
    @Test func aSecondSensorHasReadingsAtTheSameTimes() throws {
      let old = try folder.file(
        "old.csv",
        String(contentsOfFile: sensor, encoding: .utf8).replacing("2026-", with: "2025-"))
      let page = folder.url.appending(path: "page.html").path
      for command in [["quality", sensor], ["report", sensor, "--html", page]] {
        func run(_ file: String) throws -> CommandRun {
          try CommandRun(command + ["--zone", "UTC", "--second-sensor", file])
        }
        let ofMeter = try run(meter)
        #expect(ofMeter.code == 65 && ofMeter.errors.contains("no readings of a sensor"))
        let ofOld = try run(old)
        #expect(ofOld.code == 65 && ofOld.errors.contains("at the times of the other sensor"))
        #expect(try run(sensor).code == 0)
      }
    }

    /// Percentages of readings hours apart are no hours of a day.
    @Test func readingsFarApartHaveNoHoursOfADay() throws {
      let rows = (1...6).map { "2026-03-0\($0 / 3 + 1)T1\($0 % 3 * 3):00:00Z,\($0 * 40)" }
      let file = try folder.file(
        "far.csv", "time,gl (mg/dL)\n" + rows.joined(separator: "\n") + "\n")
      let report = try CommandRun("report", file, "--zone", "UTC")
      #expect(report.code == 0, "\(report.errors)")
      #expect(report.output.contains("percentages are of readings, not of time"))
      #expect(!report.output.contains("time a day"))
    }

    @Test func thePartInAPeriodIsUsed() throws {
      func count(_ days: String...) throws -> String? {
        let run = try CommandRun(["metrics", sensor, "--zone", "UTC", "--csv"] + days)
        let rows = run.output.split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard let column = rows.first?.firstIndex(of: "readings") else { return run.errors }
        return String(rows[1][column])
      }
      #expect(try count() == "864")
      #expect(try count("--days", "1") == "288" && count("--days", "2") == "576")
      #expect(try count("--days", "2026-03-02/2026-03-03") == "576")
      #expect(try count("--days", "9") == "864")
      let reversed = ["--days", "2026-03-03/2026-03-02"]
      for command in [["report", sensor] + reversed, ["metrics", sensor] + reversed] {
        let run = try CommandRun(command)
        #expect(run.code == 64)
        #expect(run.errors.contains("ends before it begins. Did you mean 2026-03-02/2026-03-03?"))
      }
      let report = try CommandRun("report", sensor, "--zone", "UTC", "--days", "1").output
      #expect(report.contains("2026-03-04") && !report.contains("2026-03-03"))
      for days in ["0", "-3", "x", "2026-03-03", "2026-03-03/2026-03-02"] {
        #expect(try CommandRun("report", sensor, "--zone", "UTC", "--days=\(days)").code == 64)
      }
    }

    /// A night begins before the first day that is used.
    @Test func nightsOfAPeriodAreWhole() throws {
      func rows(_ options: String...) throws -> [String] {
        let run = try CommandRun(["nights", sensor, "--zone", "UTC", "--csv"] + options)
        return run.output.split(separator: "\n").map(String.init)
      }
      let all = try rows("--night", "22-6")
      #expect(
        try rows("--night", "22-6", "--days", "1") == [all[0]]
          + all.filter {
            $0.contains(",2026-03-04,")
          })
    }

    /// Three readings say nothing about the hours of a day.
    @Test func hoursOfADayTakeADay() throws {
      let few = try folder.file(
        "few.csv",
        String(contentsOfFile: sensor, encoding: .utf8).split(separator: "\n").prefix(4)
          .joined(separator: "\n"))
      #expect(try !CommandRun("report", few, "--zone", "UTC").output.contains("time a day"))
      #expect(try CommandRun("report", sensor, "--zone", "UTC").output.contains("time a day"))
    }

    @Test func whatIsMisspelledIsNamed() throws {
      let zone = try CommandRun("report", sensor, "--zone", "oslo")
      #expect(zone.code == 64 && zone.errors.contains("Did you mean Europe/Oslo?"))
      let named = try folder.file(
        "named.csv", "id,time,gl (mg/dL)\nSubject 1,2026-03-02T12:00:00Z,100\n")
      let person = try CommandRun("report", named, "--subject", "subject 1", "--zone", "UTC")
      #expect(
        person.code == 65 && person.errors.contains("; there is Subject 1."), "\(person.errors)")
      let again = try folder.file(
        "again.csv", "id,time,gl (mg/dL)\nSubject 1,2026-03-03T12:00:00Z,100\n")
      let two = try CommandRun("plot", named, again, "--zone", "UTC")
      #expect(two.errors.contains("glucose log import"), "\(two.errors)")
    }
  }
#endif
