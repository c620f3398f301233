// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ReportPage {
  /// The numbers of all days together and their data sufficiency.
  var numbers: Markup {
    let labels = reportStrings
    let period = report.period
    var rows = [
      row(labels.recordedDays, "\(period.recordedDayCount) / \(period.dayCount)", nil),
      row(labels.coverage, period.coverage.percentage, nil),
    ]
    if let statistics = period.statistics {
      let (mean, spread) = (DataSufficiency.Metric.mean, DataSufficiency.Metric.variability)
      rows += [
        row(labels.mean, concentration(statistics.mean), mean),
        row(labels.median, report.median.map(concentration), mean),
        row(
          labels.managementIndicator,
          statistics.glucoseManagementIndicator.decimal(places: 1) + " %", mean),
        row(labels.standardDeviation, statistics.standardDeviation.map(concentration), spread),
        row(
          labels.coefficientOfVariation,
          statistics.coefficientOfVariation.map { $0.decimal(places: 1) + " %" }, spread),
      ]
      rows += report.bands.bands.reversed().map { band in
        let edges = strings.edges(of: band, of: report.bands, in: unit)
        return row(
          "\(strings.name(of: band)), \(edges)", statistics.timeInRanges[band]?.percentage,
          number(for: band))
      }
    }
    let head = [labels.number, labels.value, labels.sufficient].map { Markup("th", text: $0) }
    return Markup(
      "table", ["class": "numbers"],
      [Markup("thead", [:], [Markup("tr", [:], head)]), Markup("tbody", [:], rows)])
  }

  private func row(_ name: String, _ value: String?, _ number: DataSufficiency.Metric?) -> Markup {
    let verdict = number.map { number -> String in
      if report.period.isSufficient(for: number) { return reportStrings.yes }
      return reportStrings.no + ": \(number.requirement.days) \(strings.days), "
        + number.requirement.activePercent.decimal(places: 0) + " %"
    }
    return Markup(
      "tr", [:],
      [
        Markup("th", ["scope": "row"], text: name), Markup("td", text: value ?? "–"),
        Markup("td", text: verdict ?? ""),
      ])
  }

  private func number(for band: RangeBand) -> DataSufficiency.Metric {
    switch band {
    case .veryLow: .timeVeryLow
    case .low: .timeBelowRange
    case .target: .timeInRange
    case .high, .veryHigh: .timeAboveRange
    }
  }

  private func concentration(_ glucose: Glucose) -> String {
    strings.number(glucose, in: unit) + " " + unit.rawValue
  }

  /// A table with a row for each day.
  var dayTable: Markup {
    let labels = reportStrings
    let target = strings.edges(of: .target, of: report.bands, in: unit)
    let heads = [
      labels.day, labels.readings, labels.coverage, labels.minimum, labels.mean, labels.maximum,
      target,
      labels.episodes, strings.carbs, strings.insulin, strings.exercise, labels.tags,
    ]
    return Markup(
      "div",
      ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": SVGValue(labels.days)],
      [
        Markup(
          "table", [:],
          [
            Markup("thead", [:], [Markup("tr", [:], heads.map { Markup("th", text: $0) })]),
            Markup("tbody", [:], report.days.map(row)),
          ])
      ])
  }

  private func row(_ day: DayReport) -> Markup {
    let statistics = day.statistics
    let tags = day.tags.subtracting([.lowEpisode, .highEpisode]).map { tag in
      tag.rawValue.split(separator: ":").last.map(String.init) ?? tag.rawValue
    }
    let episodes = EpisodeKind.allCases.map { kind in
      "\(day.episodes.count { $0.kind == kind })"
    }
    let exercise = day.exercise.duration.inMinutes.decimal(places: 0)
    let cells: [String?] = [
      statistics.map { "\($0.count)" }, day.coverage.percentage,
      (statistics?.minimum).map { strings.number($0, in: unit) },
      (statistics?.mean).map { strings.number($0, in: unit) },
      (statistics?.maximum).map { strings.number($0, in: unit) },
      statistics?.timeInRanges.inRange.percentage,
      statistics.map { _ in episodes.joined(separator: " / ") },
      day.nutrition.carbs.map { $0.decimal(places: 0) + " g" },
      day.insulin.units.map { $0.decimal(places: 1) + " " + strings.units },
      day.exercise.count == 0 ? nil : exercise + " " + strings.minutes,
      tags.sorted().joined(separator: ", "),
    ]
    let date = strings.weekday(of: day.day).map { "\($0) \(day.day)" } ?? day.day.description
    return Markup(
      "tr", [:],
      [Markup("th", ["scope": "row"], text: date)] + cells.map { Markup("td", text: $0 ?? "–") })
  }
}
