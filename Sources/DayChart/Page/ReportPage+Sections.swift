internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals
internal import GlucoseFoundation

extension ReportPage {
  var main: Markup {
    let dates = strings.dates(report.days.first?.day, report.days.last?.day)
    let zone = report.days.first?.day.zone.identifier
    var main = Markup(
      "main", [:],
      [
        Markup("h1", text: title),
        Markup(
          "p", ["class": "subtitle"],
          text: ([dates] + [zone, strings.name(of: unit)].compactMap { $0 })
            .filter { !$0.isEmpty }.joined(separator: ", ")),
      ])
    if let profile {
      main.append(
        section(
          "profile", strings[.profile],
          pictures { width in
            ProfilePicture(
              profile, timeInRanges: report.period.statistics?.timeInRanges,
              targets: targets.map(\.target), unit: unit, bands: report.bands,
              size: PlotSize(width: width, height: width < 560 ? 460 : width * 0.46),
              strings: strings, title: dates)
          }))
    }
    main.append(section("numbers", strings[.numbers], numbers))
    let daily = calendar.suffix(Self.dailyLineCount)
    if let first = daily.first {
      // The first of the days is in the first column, so that fourteen days are two rows.
      main.append(
        section(
          "daily", strings[.dailyLines],
          pictures {
            CalendarPicture(
              Array(daily), width: $0, firstWeekday: first.day.weekday, strings: strings)
          }))
    }
    if let focus {
      let today = pictures { width in
        var picture = DayPicture(
          focus.plot, focus.surroundingDays, size: Self.daySize(width), strings: strings)
        picture.now = now
        return picture
      }
      main.append(
        section(
          "focus", strings[.lastDay], [figure(of: focus.plot, "bifocal", pictures: today)]))
    }
    if let nightAhead = options.nightAhead, let zone = report.days.last?.day.zone {
      main.append(section("night-ahead", strings[.nightAhead], contents(of: nightAhead, in: zone)))
    }
    if nights.contains(where: { !$0.series.isEmpty }) {
      main.append(section("nights", strings[.nights], nightContents))
    }
    if !hours.isEmpty {
      main.append(
        section(
          "hours", strings[.weekHours],
          pictures { width in
            HeatMapPicture(
              hours, unit: unit, bands: report.bands,
              size: PlotSize(width: width, height: width < 560 ? 240 : width * 0.42),
              strings: strings)
          }))
    }
    if calendar.count > Self.dailyLineCount {
      main.append(
        section(
          "calendar", strings[.calendar],
          pictures { CalendarPicture(calendar, width: $0, strings: strings) }))
    }
    if !report.days.isEmpty { main.append(section("table", strings[.dayTable], [dayTable])) }
    if !days.isEmpty {
      main.append(section("days", strings[.pictures], days.reversed().map { figure(of: $0) }))
    }
    if let quality, !quality.days.isEmpty {
      main.append(section("signal", strings[.signal], contents(of: quality)))
    }
    if let sensors {
      main.append(section("sensors", strings[.sensors], contents(of: sensors)))
    }
    if var errorGrid = options.errorGrid, report.period.dayCount > 0 {
      errorGrid.palette = colors
      main.append(section("errors", strings[.errorGrid], [errorGrid.root]))
    }
    main.append(Markup("p", ["class": "note"], text: strings[.disclaimer]))
    return main
  }

  static let dailyLineCount = 14

  /// The palette as variables, which the style sheet sets for the screen and for paper.
  var colors: ChartPalette { options.palette.withVariables }

  func section(_ id: String, _ heading: String, _ contents: [Markup]) -> Markup {
    Markup("section", ["id": SVGValue(id)], [Markup("h2", text: heading)] + contents)
  }

  /// Returns one picture for phones and one for desktops; the browser displays the one that fits.
  func pictures<Picture: SVGPicture>(_ picture: (Double) -> Picture) -> [Markup] {
    [("narrow", 328.0), ("wide", 880)].map { name, width -> Markup in
      var drawn = picture(width)
      drawn.palette = colors
      return Markup("div", ["class": SVGValue(name)], [drawn.root.interactive])
    }
  }

  static func daySize(_ width: Double) -> PlotSize {
    PlotSize(width: width, height: width < 560 ? 280 : 420)
  }

  private func figure(of plot: DayPlot) -> Markup {
    figure(
      of: plot, "day",
      pictures: pictures { width in
        var picture = DayPicture(plot, size: Self.daySize(width), strings: strings)
        picture.now = now
        return picture
      })
  }
}
