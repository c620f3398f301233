internal import DaySummary
internal import GlucoseMath
internal import GlucoseSignals
internal import GlucoseFoundation

extension ReportPage {
  var nightContents: [Markup] {
    let rows = nights.reversed().map { night -> [String?] in
      let statistics = night.statistics
      let lowest = strings.lowest(of: night.series.map(ShownGlucose.init), in: unit).map {
        $0 + (night.lowestTime.map { " (\(clock($0)))" } ?? "")
      }
      let episodes = [true, false].map { isLow in
        "\(night.episodes.count { $0.isLow == isLow })"
      }
      return [
        strings.weekdayDate(night.day) + strings.mark(of: night),
        strings.percent(night.coverage), lowest,
        statistics.map { strings.number($0.mean, in: unit) },
        night.statistics.map { strings.percent($0.timeInRange) },
        night.durationBelowRange.map(strings.minutes),
        night.steadyPercentage.map(strings.percent),
        statistics.map { _ in episodes.joined(separator: " / ") },
        list(night.faults),
      ]
    }
    let target = strings.edges(of: .target, of: report.bands, in: unit)
    let table = table(
      strings[.nights],
      [
        strings[.night], strings[.coverage], strings[.minimum], strings[.meanGlucose], target,
        strings[.timeBelow],
        strings[.steady], strings[.episodes], strings[.faults],
      ], rows)
    return pictures {
      NightsPicture(nights, unit: unit, size: Self.daySize($0), strings: strings)
    } + [table, note(strings[.nightNote])]
  }

  func contents(of night: NightForecast, in zone: TimeZone) -> [Markup] {
    let thresholds = [70.0, 54].map {
      strings[.below].replacing("{glucose}", with: strings.concentration(.mgdL($0), in: unit))
    }
    let rows = night.byHour.map { hour -> [String?] in
      [
        strings.clock(ClockTime(hour.until, in: zone)),
        strings.tenthsOfPercent(Percentage(fraction: hour.below70)),
        strings.tenthsOfPercent(Percentage(fraction: hour.below54)),
      ]
    }
    return pictures { width in
      NightAheadPicture(
        night, in: zone, unit: unit, size: PlotSize(width: width, height: width < 560 ? 260 : 320),
        strings: strings)
    } + [
      table(strings[.nightAhead], [strings[.until]] + thresholds, rows, isWide: false),
      note(strings[.nightAheadNote]),
    ]
  }

  func contents(of quality: SignalQuality) -> [Markup] {
    let shown = Set(report.days.suffix(91).map(\.day))
    let zone = report.days.first?.day.zone
    var faults = quality.faults.filter { $0.score >= 0.5 }[...]
    let rows = quality.days.compactMap { interval -> [String?]? in
      guard let zone else { return nil }
      let day = LocalDay(containing: interval.range.lowerBound, in: zone)
      // A fault that lasts over midnight is listed on the day of its start.
      let today = faults.prefix { $0.start < day.end }
      faults = faults.dropFirst(today.count)
      guard shown.contains(day) else { return nil }
      return [
        strings.weekdayDate(day), strings.percent(interval.coverage),
        strings.percent(interval.score), list(Array(today)),
      ]
    }
    return [note(strings[.signalNote])] + effect
      + [
        table(
          strings[.signal],
          [strings[.date], strings[.coverage], strings[.score], strings[.faults]],
          rows.reversed())
      ]
  }

  private var effect: [Markup] {
    guard let all = report.period.statistics, let others = statisticsWithoutCompressionLows else {
      return []
    }
    let texts: [(String, (GlucoseStatistics) -> String)] = [
      (strings[.meanGlucose], { strings.concentration($0.mean, in: unit) }),
      (strings.name(of: .target), { strings.tenthsOfPercent($0.timeInRanges.inRange) }),
      (strings[.belowRange], { strings.tenthsOfPercent($0.timeInRanges.belowRange) }),
    ]
    let rows = texts.map { name, text -> [String?] in [name, text(all), text(others)] }
    return [
      table(
        strings[.signal],
        [strings[.number], strings[.allReadings], strings[.withoutCompressionLows]], rows,
        isWide: false)
    ]
  }

  private func list(_ faults: [SignalFault]) -> String? {
    guard !faults.isEmpty else { return nil }
    return faults.map { fault in
      let times =
        fault.start == fault.end
        ? clock(fault.start) : clock(fault.start) + "–" + clock(fault.end)
      let evidence = fault.evidence.map(strings.name(of:))
      return "\(strings.name(of: fault.kind)) \(times)"
        + (evidence.isEmpty ? "" : " (\(evidence.joined(separator: ", ")))")
    }.joined(separator: ", ")
  }

  private func clock(_ time: Date) -> String {
    guard let zone = report.days.first?.day.zone else { return "" }
    return strings.clock(ClockTime(time, in: zone))
  }

  /// Returns a paragraph, whose percentages are not divided at the end of a line.
  func note(_ text: String) -> Markup {
    Markup("p", ["class": "note"], text: text.withUnbrokenPercentages)
  }

  /// Returns a table, of which one that may be wider than the page scrolls.
  func table(
    _ name: String, _ heads: [String], _ rows: [[String?]], isWide: Bool = true,
    scrolls: Bool? = nil
  ) -> Markup {
    let table = Markup.table(
      ["class": isWide ? "days" : "numbers"],
      heads: heads.map { Markup("th", text: $0.withUnbrokenPercentages) },
      rows.map { row in
        row.enumerated().map { index, text in
          index == 0
            ? Markup("th", ["scope": "row"], text: (text ?? "–").withUnbrokenPercentages)
            : Markup("td", text: text ?? "–")
        }
      })
    guard scrolls ?? isWide else { return table }
    return Markup(
      "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": SVGValue(name)],
      [table])
  }
}
