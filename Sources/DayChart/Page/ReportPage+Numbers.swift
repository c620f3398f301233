// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import Diary
internal import GlucoseMath

extension ReportPage {
  /// The numbers of all days together, and whether there is enough for each.
  var numbers: Markup {
    let words = pageWords
    let period = report.period
    var rows = [
      row(words.daysWithReadings, "\(period.daysWithReadings) / \(period.dayCount)", nil),
      row(words.coverage, period.coverage.percentage, nil),
    ]
    if let statistics = period.statistics {
      let (mean, spread) = (Sufficiency.Number.mean, Sufficiency.Number.variability)
      rows += [
        row(words.mean, concentration(statistics.mean), mean),
        row(words.median, report.median.map(concentration), mean),
        row(
          words.managementIndicator,
          statistics.glucoseManagementIndicator.decimal(places: 1) + " %", mean),
        row(words.standardDeviation, statistics.standardDeviation.map(concentration), spread),
        row(
          words.coefficientOfVariation,
          statistics.coefficientOfVariation.map { $0.decimal(places: 1) + " %" }, spread),
      ]
      rows += report.bands.bands.reversed().map { band in
        let edges = self.words.edges(of: band, of: report.bands, in: unit)
        return row(
          "\(self.words.name(of: band)), \(edges)", statistics.shares[band]?.percentage,
          number(for: band))
      }
    }
    let head = [words.number, words.value, words.enough].map { Markup("th", text: $0) }
    return Markup(
      "table", ["class": "numbers"],
      [Markup("thead", [:], [Markup("tr", [:], head)]), Markup("tbody", [:], rows)])
  }

  private func row(_ name: String, _ value: String?, _ number: Sufficiency.Number?) -> Markup {
    let verdict = number.map { number -> String in
      if report.period.isEnough(for: number) { return pageWords.yes }
      return pageWords.no + ": \(number.requirement.days) \(words.days), "
        + number.requirement.activePercent.decimal(places: 0) + " %"
    }
    return Markup(
      "tr", [:],
      [
        Markup("th", ["scope": "row"], text: name), Markup("td", text: value ?? "–"),
        Markup("td", text: verdict ?? ""),
      ])
  }

  private func number(for band: RangeBand) -> Sufficiency.Number {
    switch band {
    case .veryLow: .timeVeryLow
    case .low: .timeBelowRange
    case .target: .timeInRange
    case .high, .veryHigh: .timeAboveRange
    }
  }

  private func concentration(_ glucose: Glucose) -> String {
    words.number(glucose, in: unit) + " " + unit.rawValue
  }

  /// A row to each day.
  var dayTable: Markup {
    let words = pageWords
    let target = self.words.edges(of: .target, of: report.bands, in: unit)
    let heads = [
      words.day, words.readings, words.coverage, words.minimum, words.mean, words.maximum, target,
      words.episodes, self.words.carbs, self.words.insulin, self.words.exercise, words.tags,
    ]
    return Markup(
      "div",
      ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": SVGValue(words.days)],
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
    let tags = day.tags.subtracting([.hypoEpisode, .hyperEpisode]).map { tag in
      tag.rawValue.split(separator: ":").last.map(String.init) ?? tag.rawValue
    }
    let episodes = Excursion.allCases.map { excursion in
      "\(day.episodes.count { $0.excursion == excursion })"
    }
    let exercise = day.exercise.duration.inMinutes.decimal(places: 0)
    let cells: [String?] = [
      statistics.map { "\($0.count)" }, day.coverage.percentage,
      (statistics?.minimum).map { words.number($0, in: unit) },
      (statistics?.mean).map { words.number($0, in: unit) },
      (statistics?.maximum).map { words.number($0, in: unit) },
      statistics?.shares.target.percentage,
      statistics.map { _ in episodes.joined(separator: " / ") },
      day.nutrition.carbs.map { $0.decimal(places: 0) + " g" },
      day.insulin.units.map { $0.decimal(places: 1) + " " + words.units },
      day.exercise.count == 0 ? nil : exercise + " " + words.minutes,
      tags.sorted().joined(separator: ", "),
    ]
    let date = words.weekday(of: day.day).map { "\($0) \(day.day)" } ?? day.day.description
    return Markup(
      "tr", [:],
      [Markup("th", ["scope": "row"], text: date)] + cells.map { Markup("td", text: $0 ?? "–") })
  }
}
