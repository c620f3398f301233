// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// What the demo shows of a virtual person: two weeks, and a day that is not over.
  struct DemoFiles {
    /// The files by name, in the order of ``meanings``.
    let contents: [(String, String)]
    /// The report of all days.
    let report: String
    /// The forecast, or why there is none.
    let forecast: String
    /// The back-test, or why there is none.
    let backtest: String

    /// The names of the files, and what each is.
    static let meanings = [
      ("day.svg", "         a day of the virtual person, as a picture"),
      ("today.svg", "       the last day, with the forecast after its last reading"),
      ("bifocal.svg", "     the last day between the days before it"),
      ("profile.svg", "     the profile of all days, with the time in ranges"),
      ("calendar.svg", "    a small line to each day"),
      ("hours.svg", "       the mean of each hour of each weekday"),
      ("errors.svg", "      forecasts against readings, on the Parkes error grid"),
      ("report.html", "     all of it as one page, with the events of each day behind its dots"),
      ("report.txt", "      the table above"),
      ("report.json", "     the same for machines"),
      ("forecast.json", "   the forecast for machines"),
      ("readings.csv", "    the readings: try glucose report readings.csv"),
    ]

    init(seed: UInt64, unit: GlucoseUnit) async throws {
      let zone = TimeZone.gmt
      let recording = Self.recording(seed: seed, in: zone)
      let subject = Subject(id: "Virtual person \(seed)", recording: recording)
      let source = InputOptions.Source(file: "demo", subject: subject, unit: unit, zone: zone)
      guard let now = recording.series.last?.time else {
        throw Failure(.data, "The virtual person wore no sensor.")
      }
      let today = LocalDay(containing: now, in: zone)

      let period = try SubjectReport(
        source, zone, bands: .consensus(in: unit), targetsFor: .adults)
      report = period.text(in: unit)
      var prediction: Forecast?
      do {
        let made = try Forecaster.best(for: recording, in: zone)
          .forecast(after: recording.series, at: now)
        forecast = made.text(in: unit, zone: zone)
        prediction = made
      } catch {
        forecast = "No forecast. \(error)"
      }
      do {
        backtest = try await BacktestRun.all([source], in: zone, horizon: .seconds(1800))
          .map { $0.text(byPerson: false) }.joined()
      } catch let failure as Failure {
        backtest = failure.sentence
      }

      var options = DayPlotOptions(unit: unit)
      let month = try recording.plots(
        of: recording.recordedDays(in: zone), options: options)
      options.extendsAxis = true
      let yesterday = DayPicture(
        try recording.plot(of: today.advanced(by: -1), options: options))
      let display = try recording.bifocalDay(
        today, forecast: prediction, now: now, options: options)
      var pageOptions = ReportPageOptions(unit: unit)
      pageOptions.forecast = prediction
      pageOptions.now = now
      pageOptions.errorGrid = ErrorGridPicture(
        forecasts: recording.forecastPairs(in: zone), unit: unit, palette: .arises)
      let page = try recording.reportPage(
        of: recording.recordedDays(in: zone), title: source.name, options: pageOptions)
      let profile = page.profile.map {
        ProfilePicture($0, shares: page.report.period.statistics?.shares, unit: unit)
      }
      contents = [
        ("day.svg", yesterday.svg), ("today.svg", DayPicture(display.plot).svg),
        ("bifocal.svg", BifocalPicture(display.plot, display.window).svg),
        ("profile.svg", profile?.svg ?? ""),
        ("calendar.svg", CalendarPicture(month).svg),
        ("hours.svg", HeatMapPicture(page.hours, unit: unit).svg),
        ("errors.svg", page.errorGrid?.svg ?? ""), ("report.html", page.html),
        ("report.txt", report + "\n"), ("report.json", try jsonText(period) + "\n"),
        ("forecast.json", try jsonText(prediction) + "\n"),
        ("readings.csv", PlainWriter(unit: unit).string(of: [subject])),
      ]
    }

    /// Fourteen days and most of a fifteenth.
    private static func recording(seed: UInt64, in zone: TimeZone) -> Recording {
      let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 794_102_400), in: zone)
      let whole = VirtualPatient(seed: seed).simulate(days: 15, from: first)
      let now = first.advanced(by: 14).time(hour: 19, minute: 40)
      return Recording(
        series: whole.series.prefix(through: now), events: whole.events.filter { $0.time <= now })
    }
  }
#endif
