internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals
internal import GlucoseFoundation

extension ReportPage {
  var main: Markup {
    let dates = strings.dates(report.days.first?.day, report.days.last?.day)
    let zone = report.days.first?.day.zone.identifier
    let subtitle = [dates, zone ?? "", strings.name(of: unit)].filter { !$0.isEmpty }
    var main = Markup(
      "main", [:],
      [
        Markup("h1", text: title),
        Markup("p", ["class": "subtitle"], text: subtitle.joined(separator: ", ")),
      ])
    for (id, heading, contents) in sections(dates) {
      guard let contents else { continue }
      main.append(
        Markup(
          "section", ["id": SVGValue(id)], [Markup("h2", text: strings[heading])] + contents))
    }
    main.append(Markup("p", ["class": "note"], text: strings[.disclaimer]))
    return main
  }

  /// The sections of the page; those that have nothing to show have no contents.
  private func sections(
    _ dates: String
  ) -> [(id: String, heading: ChartStrings.Name, contents: [Markup]?)] {
    // A record may have gaps of weeks.
    let earliest = calendar.last?.day.advanced(by: 1 - Self.dailyLineCount)
    let daily = calendar.filter { plot in earliest.map { plot.day >= $0 } ?? false }
    let lastZone = report.days.last?.day.zone
    let isNarrow = { (width: Double) in width < 560 }
    return [
      (
        "profile", .profile,
        profile.map { profile in
          pictures { width in
            ProfilePicture(
              profile, timeInRanges: report.period.statistics?.timeInRanges,
              targets: targets.map(\.target), unit: unit, bands: report.bands,
              size: PlotSize(width: width, height: isNarrow(width) ? 460 : width * 0.46),
              strings: strings, title: dates)
          }
        }
      ),
      ("numbers", .numbers, numbers),
      (
        "daily", .dailyLines,
        // The first of the days is in the first column, so that fourteen days are two rows.
        daily.first.map { first in
          pictures {
            CalendarPicture(daily, width: $0, firstWeekday: first.day.weekday, strings: strings)
          }
        }
      ),
      (
        "focus", .lastDay,
        focus.map { [figure(of: $0.plot, $0.surroundingDays)] }
      ),
      (
        "night-ahead", .nightAhead,
        options.nightAhead.flatMap { night in lastZone.map { contents(of: night, in: $0) } }
      ),
      ("nights", .nights, nights.allSatisfy(\.series.isEmpty) ? nil : nightContents),
      (
        "hours", .weekHours,
        hours.isEmpty
          ? nil
          : pictures { width in
            HeatMapPicture(
              hours, unit: unit, bands: report.bands,
              size: PlotSize(width: width, height: isNarrow(width) ? 240 : width * 0.42),
              strings: strings)
          }
      ),
      (
        "calendar", .calendar,
        calendar.count > Self.dailyLineCount
          ? pictures { CalendarPicture(calendar, width: $0, strings: strings) } : nil
      ),
      ("table", .dayTable, report.days.isEmpty ? nil : [dayTable]),
      ("days", .pictures, days.isEmpty ? nil : days.reversed().map { figure(of: $0) }),
      (
        "signal", .signal, quality.flatMap { $0.days.isEmpty ? nil : contents(of: $0) }
      ),
      ("sensors", .sensors, sensors.map(contents)),
      (
        "errors", .errorGrid,
        options.errorGrid.flatMap { errorGrid in
          report.period.dayCount > 0 ? [drawn(errorGrid).root] : nil
        }
      ),
    ]
  }

  static let dailyLineCount = 14

  /// The palette as variables, which the style sheet sets for the screen and for paper.
  var colors: ChartPalette { options.palette.withVariables }

  /// Returns one picture for phones and one for desktops; the browser displays the one that fits.
  func pictures(_ picture: (Double) -> some SVGPicture) -> [Markup] {
    [("narrow", 328.0), ("wide", 880)].map { name, width in
      Markup("div", ["class": SVGValue(name)], [drawn(picture(width)).root.interactive])
    }
  }

  private func drawn<Picture: SVGPicture>(_ picture: Picture) -> Picture {
    var picture = picture
    picture.palette = colors
    return picture
  }

  static func daySize(_ width: Double) -> PlotSize {
    PlotSize(width: width, height: width < 560 ? 280 : 420)
  }
}
