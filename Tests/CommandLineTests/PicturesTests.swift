#if CommandLine
  import Foundation
  import Testing

  @Suite struct PicturesAndPages {
    let readings: String

    private static let simulated = Result { try CommandRun("simulate", "--days", "3").output }

    init() throws { readings = try Self.simulated.get() }

    @Test(arguments: ["day", "bifocal", "profile", "calendar", "hours"])
    func everyPictureIsDrawn(kind: String) throws {
      let run = try CommandRun(
        ["plot", "-", "--zone", "UTC", "--picture", kind, "--palette", "dark"], input: readings)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("<svg") && run.output.hasSuffix("</svg>\n\n"))
    }

    @Test func pageIsWrittenIntoTheFile() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "report.html").path
      let run = try CommandRun(
        ["report", "-", "--zone", "UTC", "--unit", "mmol/L", "--html", path], input: readings)
      #expect(run.code == 0 && run.output.isEmpty, "\(run.errors)")
      let page = try String(contentsOfFile: path, encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>"))
      #expect(page.contains("2026-03-02 – 2026-03-04, ") && page.contains("mmol/L<"))
      // Nothing is fetched: the only address is the name of SVG.
      let addresses = page.split(separator: "://").dropFirst().map { $0.prefix(21) }
      #expect(Set(addresses) == ["www.w3.org/2000/svg\" "])
    }

    @Test func theLocaleIsTheLanguageOfThePageAndOfItsErrorGrid() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "report.html").path
      let run = try CommandRun(
        ["report", "-", "--zone", "UTC", "--unit", "mmol/L", "--locale", "de", "--html", path],
        input: readings)
      #expect(run.code == 0, "\(run.errors)")
      let page = try String(contentsOfFile: path, encoding: .utf8)
      #expect(page.contains("<html lang=\"de"))
      for text in ["Parkes, Typ 1", "Vorhersage, 30 min im Voraus", "mmol/L"] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("Parkes error grid") && !page.contains("minutes ahead"))
    }

    @Test(arguments: [
      ["--paper", "a4"], ["--locale", "de"], ["--palette", "dark"], ["--smoothing", "30"],
      ["--second-sensor", "x.csv"],
    ])
    func optionsOfThePageRequireAPage(option: [String]) throws {
      let run = try CommandRun(["report", "-", "--zone", "UTC"] + option, input: readings)
      #expect(run.code == 64 && run.errors.contains("\(option[0]) requires --html or --pdf"))
    }

    @Test func pdfNeedsABrowserAndTheFailureNamesOne() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "report.pdf").path
      let run = try CommandRun(
        ["report", "-", "--zone", "UTC", "--pdf", path], input: readings,
        environment: ["CHROMIUM": "no-such-browser"])
      #expect(run.code == 69 && run.errors.contains("install it"), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try CommandRun("report", "-", "--json", "--pdf", "x.pdf").code == 64)
      #expect(try CommandRun("report", "-", "--pdf", "x.pdf", "--smoothing", "241").code == 64)
    }

    @Test func pageAndJSONExcludeEachOther() throws {
      #expect(try CommandRun("report", "-", "--json", "--html", "x.html").code == 64)
    }

    #if Logbook
      /// Of 4 U taken and 80 U planned, every output counts 4 U.
      @Test func plansDoNotCountAsTaken() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "log.sqlite").path
        for (units, time) in [("4", "12:00"), ("80", "23:59")] {
          let added = try CommandRun([
            "log", "add", "insulin", "--units", units, "--at", "2026-03-02 " + time, "--log", path,
            "--zone", "UTC",
          ])
          #expect(added.code == 0, "\(added.errors)")
        }
        let options = ["--zone", "UTC", "--now", "2026-03-02 18:00"]
        let text = try CommandRun(["report", path] + options).output
        #expect(text.contains(" 4.0 U") && !text.contains("84.0 U"), "\(text)")
        let json = try CommandRun(["report", path, "--json"] + options).output
        #expect(json.contains("\"insulin_units\" : 4,") || json.contains("\"insulin_units\":4,"))
        let page = folder.url.appending(path: "report.html").path
        #expect(try CommandRun(["report", path, "--html", page] + options).code == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("<td>4.0 units</td>") && !html.contains("84.0 units"))
        #expect(html.contains("<dd>23:59, planned</dd>"))
        // A week later both are taken.
        let later = try CommandRun(["report", path, "--zone", "UTC", "--now", "2026-03-09T00:00Z"])
        #expect(later.output.contains(" 84.0 U"))
        #expect(try CommandRun("report", path, "--now", "soon").code == 64)
      }

      /// On the second day, one of two meals has no amount.
      @Test func carbohydrateOfSomeMealsIsALowerBound() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "log.sqlite").path
        for meal in [
          ["--carbs", "40", "--at", "2026-03-02 12:00"],
          ["--carbs", "60", "--at", "2026-03-03 08:00"],
          ["--name", "Soup", "--at", "2026-03-03 12:00"],
        ] {
          let added = try CommandRun(
            ["log", "add", "meal"] + meal + ["--log", path, "--zone", "UTC"])
          #expect(added.code == 0, "\(added.errors)")
        }
        let html = folder.url.appending(path: "report.html").path
        let text = try CommandRun(["report", path, "--zone", "UTC"]).output
        #expect(text.contains(" 40 g") && text.contains(" ≥60 g"), "\(text)")
        let run = try CommandRun(["report", path, "--zone", "UTC", "--html", html])
        #expect(run.code == 0, "\(run.errors)")
        let page = try String(contentsOfFile: html, encoding: .utf8)
        #expect(page.contains("<td>40 g</td>") && page.contains("<td>≥60 g</td>"))
      }

      @Test func daysWithEventsOnlyAreReportedAndPlotted() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "log.sqlite").path
        let added = try CommandRun([
          "log", "add", "meal", "--name", "Soup", "--carbs", "40", "--at", "2026-03-02 12:00",
          "--log", path, "--zone", "UTC",
        ])
        #expect(added.code == 0, "\(added.errors)")
        let report = try CommandRun(["report", path, "--zone", "UTC"])
        #expect(report.output.contains("days with readings: 0"))
        #expect(report.output.contains("2026-03-02   40 g"), "\(report.output)")
        let plot = try CommandRun(["plot", path, "--zone", "UTC"])
        #expect(plot.output.contains("12:00 Soup: 40 g carbs"))
        let other = try CommandRun(["plot", path, "--zone", "UTC", "--day", "2026-03-05"])
        #expect(other.code == 65 && other.errors.contains("the last day with data is 2026-03-02"))
        let html = folder.url.appending(path: "report.html").path
        #expect(try CommandRun(["report", path, "--zone", "UTC", "--html", html]).code == 0)
      }
    #endif
  }
#endif
