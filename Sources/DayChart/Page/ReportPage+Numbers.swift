internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ReportPage {
  var numbers: [Markup] {
    let period = report.period
    // No days have no goals.
    let population = period.dayCount == 0 ? nil : options.population
    var rows = [
      NumberRow(
        name: strings[.recordedDays], value: "\(period.recordedDayCount) / \(period.dayCount)"),
      NumberRow(
        name: strings[.coverage],
        value: strings.percent(period.coverage, beside: population == nil ? nil : Percentage(70)),
        goal: population == nil ? nil : "≥" + strings.percent("70")),
    ]
    guard let statistics = period.statistics else {
      return [table(of: rows, strings[.number])] + laboratoryTable
    }
    let goals = population == .adults
    rows += [
      NumberRow(
        name: strings[.meanGlucose], value: strings.concentration(statistics.mean, in: unit),
        goal: goals
          ? "<" + strings.concentration(unit == .mgdL ? .mgdL(154) : .mmolL(8.6), in: unit) : nil,
        needsDays: true),
      NumberRow(
        name: strings[.median], value: report.median.map { strings.concentration($0, in: unit) },
        needsDays: true),
      NumberRow(
        name: strings[.managementIndicator],
        value: percent(statistics.glucoseManagementIndicator),
        goal: goals ? "<" + strings.percent("7") : nil, needsDays: true),
      NumberRow(
        name: strings[.standardDeviation],
        value: statistics.standardDeviation.map { strings.concentration($0, in: unit) },
        needsDays: true),
      NumberRow(
        name: strings[.coefficientOfVariation],
        value: statistics.coefficientOfVariation.map(percent),
        goal: goal(.coefficientOfVariation), needsDays: true, measure: .coefficientOfVariation),
    ]
    let ranges = rangeRows(statistics.timeInRanges)
    return [
      Markup(
        "div", ["class": "pair"],
        [table(of: rows, strings[.number]), table(of: ranges, strings[.timeInRanges])])
    ] + dataNotes(on: rows + ranges) + laboratoryTable
  }

  private func rangeRows(_ times: TimeInRanges) -> [NumberRow] {
    let bands = report.bands
    var rows = bands.bands.reversed().map { band in
      let measure = bands.measure(of: band)
      return NumberRow(
        name: "\(strings.name(of: band)), \(strings.edges(of: band, of: bands, in: unit))",
        value: times[band].map { strings.percent($0, beside: measure.flatMap(limit)) },
        goal: measure.flatMap(goal), needsDays: true, measure: measure)
    }
    if bands.veryHigh != nil {
      rows.insert(
        NumberRow(
          name: "\(strings[.aboveRange]), >\(strings.number(bands.high, in: unit))",
          value: strings.percent(times.aboveRange, beside: limit(.aboveRange)),
          goal: goal(.aboveRange), needsDays: true, measure: .aboveRange), at: 0)
    }
    if bands.veryLow != nil {
      rows.append(
        NumberRow(
          name: "\(strings[.belowRange]), <\(strings.number(bands.low, in: unit))",
          value: strings.percent(times.belowRange, beside: limit(.belowRange)),
          goal: goal(.belowRange), needsDays: true, measure: .belowRange))
    }
    return rows
  }

  private func table(of rows: [NumberRow], _ heading: String) -> Markup {
    let hasGoals = rows.contains { $0.goal != nil }
    return table(
      heading, [heading, strings[.value]] + (hasGoals ? [strings[.goals]] : []),
      rows.map { row -> [String?] in
        let value = (row.value ?? "–") + (isInsufficient(row) ? " *" : "")
        return [row.name, value] + (hasGoals ? [(row.goal ?? "").withUnbrokenPercentages] : [])
      }, isWide: false)
  }

  private func isInsufficient(_ row: NumberRow) -> Bool {
    row.needsDays && !report.period.sufficiency.isSufficient
  }

  private func dataNotes(on rows: [NumberRow]) -> [Markup] {
    let data = report.period.sufficiency
    guard data.isSufficient else {
      let percent = strings.amount(DataSufficiency.requiredActivePercentage.percent)
      let sentence = strings[.insufficient]
        .replacing("{days}", with: "\(DataSufficiency.requiredDayCount)")
        .replacing("{percent}", with: strings.percent(percent))
      return [note("* " + sentence)]
    }
    let items = data.longerSampling.compactMap { longer in
      rows.first { $0.measure == longer.measure }.map { "\($0.name): \(longer.dayCount)" }
    }
    guard !items.isEmpty else { return [] }
    let metrics = items.joined(separator: "; ")
    return [note(strings[.longerSampling].replacing("{metrics}", with: metrics))]
  }

  private func goal(_ measure: GlycemicTarget.Measure) -> String? {
    targets.first { $0.target.measure == measure }.map { strings.limit(of: $0.target) }
  }

  private func limit(_ measure: GlycemicTarget.Measure) -> Percentage? {
    targets.first { $0.target.measure == measure }?.target.limit
  }

  func percent(_ number: Double) -> String {
    strings.percent(strings.decimal(number, places: 1))
  }

  var dayTable: Markup {
    let target = strings.edges(of: .target, of: report.bands, in: unit)
    let heads = [
      strings[.date], strings[.readings], strings[.coverage], strings[.minimum],
      strings[.meanGlucose], strings[.maximum],
      target,
      strings[.episodes], strings[.carbs], strings[.insulin], strings[.exercise], strings[.tags],
    ]
    return table(strings[.dayTable], heads, report.days.map(cells))
  }

  private func cells(of day: DayReport) -> [String?] {
    let statistics = day.statistics
    let tags = day.tags.subtracting([.lowEpisode, .highEpisode]).map(strings.name(of:))
    let episodes = [true, false].map { isLow in
      "\(day.episodes.count { $0.isLow == isLow })"
    }
    let exercise = strings.decimal(day.exercise.duration.inMinutes, places: 0)
    return [
      strings.weekdayDate(day.day), statistics.map { "\($0.count)" }, strings.percent(day.coverage),
      statistics.map { strings.number(ShownGlucose($0.minimum, $0.minimumFlags), in: unit) },
      (statistics?.mean).map { strings.number($0, in: unit) },
      statistics.map { strings.number(ShownGlucose($0.maximum, $0.maximumFlags), in: unit) },
      statistics.map { strings.percent($0.timeInRanges.inRange) },
      statistics.map { _ in episodes.joined(separator: " / ") },
      day.nutrition.carbs.map { strings.decimal($0, places: 0) + " " + strings[.grams] },
      day.insulin.units.map { strings.decimal($0, places: 1) + " " + strings[.units] },
      day.exercise.count == 0 ? nil : exercise + " " + strings[.minutes],
      tags.sorted().joined(separator: ", "),
    ]
  }
}

private struct NumberRow {
  let name: String
  let value: String?
  var goal: String?
  /// Whether the number represents a person only if there are enough days and readings.
  var needsDays = false
  var measure: GlycemicTarget.Measure?
}
