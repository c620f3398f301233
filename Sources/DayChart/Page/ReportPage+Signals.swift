internal import DaySummary
internal import GlucoseFoundation
internal import GlucoseMath
internal import GlucoseSignals

extension ReportPage {
  var nightContents: [Markup] {
    let rows = nights.reversed().map { night -> [String?] in
      let statistics = night.statistics
      let lowest = strings.lowest(of: Array(night.series), in: unit).map {
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
        night.steadyPercentage.map { strings.percent($0) },
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
        strings.percent(Percentage(fraction: hour.below70), places: 1),
        strings.percent(Percentage(fraction: hour.below54), places: 1),
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
    let shown = Dictionary(
      report.days.suffix(91).map { ($0.day, $0.coverage) }, uniquingKeysWith: { first, _ in first })
    let zone = report.days.first?.day.zone
    var faults = quality.faults.filter { $0.score >= 0.5 }[...]
    let rows = quality.days.compactMap { interval -> [String?]? in
      guard let zone else { return nil }
      let day = LocalDay(containing: interval.range.lowerBound, in: zone)
      // A fault that lasts over midnight is listed on the day of its start.
      let today = faults.prefix { $0.start < day.end }
      faults = faults.dropFirst(today.count)
      guard let coverage = shown[day] else { return nil }
      // That of the days of the page, which may expect readings before the first one.
      let score =
        coverage == interval.coverage
        ? interval.score
        : Percentage(fraction: coverage.fraction * (interval.reliability?.fraction ?? 0))
      return [
        strings.weekdayDate(day), strings.percent(coverage), strings.percent(score),
        list(Array(today)),
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
      (strings.name(of: .target), { strings.percent($0.timeInRanges.inRange, places: 1) }),
      (strings[.belowRange], { strings.percent($0.timeInRanges.belowRange, places: 1) }),
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

  var laboratoryTable: [Markup] {
    guard let last = laboratory.last else { return [] }
    let rows = laboratory.map { result -> [String?] in
      let mark = result.sufficiency.isSufficient ? "" : " *"
      let day = report.days.first.map { LocalDay(containing: result.time, in: $0.day.zone) }
      return [
        day.map(strings.date),
        percent(result.laboratory.percent) + ", "
          + strings.decimal(result.laboratory.mmolPerMol, places: 0) + " mmol/mol",
        percent(result.glucoseManagementIndicator) + mark,
        strings.signed(result.difference, places: 1) + mark,
      ]
    }
    let days = (last.range.upperBound.timeIntervalSince(last.range.lowerBound) / 86_400).rounded()
    return [
      table(
        strings[.laboratory],
        [
          strings[.date], strings[.laboratory], strings[.managementIndicator],
          strings[.laboratoryDifference],
        ], rows, isWide: false, scrolls: true),
      note(strings[.laboratoryNote].replacing("{days}", with: strings.decimal(days, places: 0))),
    ]
  }

  func contents(of sensors: SensorComparison) -> [Markup] {
    let agreement = sensors.agreement
    var rows: [[String?]] = [
      [strings[.pairs], "\(agreement.count)"],
      [
        strings[.meanDifference], difference(sensors.meanDifference) + " " + strings.name(of: unit),
      ],
      [
        strings[.limitsOfAgreement],
        sensors.limitsOfAgreement.map { limits in
          difference(limits.lowerBound) + " \(strings[.to]) " + difference(limits.upperBound) + " "
            + strings.name(of: unit)
        },
      ],
      [
        strings[.meanAbsoluteRelativeDifference], percent(agreement.meanAbsoluteRelativeDifference),
      ],
      [
        strings[.precisionAbsoluteRelativeDifference],
        percent(sensors.precisionAbsoluteRelativeDifference),
      ],
      [strings[.within20], strings.percent(agreement.percentageWithin20)],
      [
        strings[.lag],
        sensors.lag.map { strings.signed($0.inMinutes, places: 1) + " " + strings[.minutes] },
      ],
    ]
    if let drift = sensors.drift?.driftPerDay {
      rows.append([strings[.driftPerDay], strings.percent(strings.signed(drift, places: 1))])
    }
    let bandRows = sensors.rows(in: report.bands).reversed().map { row -> [String?] in
      [
        "\(strings.name(of: row.band)), \(strings.edges(of: row.band, of: report.bands, in: unit))",
        "\(row.agreement.count)",
        strings.percent(strings.signed(row.agreement.meanRelativeDifference, places: 1)),
        percent(row.agreement.meanAbsoluteRelativeDifference),
      ]
    }
    let pairs = sensors.pairs.map(\.glucose)
    return [
      Markup(
        "div", ["class": "pair"],
        [
          table(strings[.sensors], [strings[.number], strings[.value]], rows, isWide: false),
          table(
            strings[.sensors],
            [strings[.secondInBand], strings[.pairs], strings[.bias], strings[.mard]],
            bandRows, isWide: false),
        ])
    ]
      + pictures {
        DifferencePicture(pairs, unit: unit, size: Self.daySize($0), strings: strings)
      }
      + [
        ErrorGridPicture(
          pairs, on: .clarke, unit: unit, size: PlotSize(width: 328, height: 380), palette: colors,
          strings: strings
        ).root
      ]
  }

  private func difference(_ glucose: Glucose) -> String {
    strings.signed(glucose.value(in: unit), places: unit == .mmolL ? 1 : 0)
  }
}
