internal import DaySummary
internal import GlucoseDiary
internal import GlucoseMath

extension ReportPage {
  var numbers: [Markup] {
    let period = report.period
    // No days have no goals.
    let population = period.dayCount == 0 ? nil : options.population
    let beside = population == nil ? nil : Percentage(70)
    var rows = [
      NumberRow(
        name: strings[.recordedDays], value: "\(period.recordedDayCount) / \(period.dayCount)",
        needsDays: false),
      NumberRow(
        name: strings[.coverage], value: strings.percent(period.coverage, beside: beside),
        goal: beside.map { _ in "≥" + strings.percent("70") }, needsDays: false),
    ]
    func shown(_ glucose: Glucose) -> String { strings.concentration(glucose, in: unit) }
    guard let statistics = period.statistics else {
      guard let fingersticks else { return [table(of: rows, strings[.number])] + laboratoryTable }
      rows += [
        NumberRow(name: strings[.measurements], value: "\(fingersticks.count)", needsDays: false),
        NumberRow(
          name: strings[.minimum],
          value: fingersticks.minimumFlags.limitSign + shown(fingersticks.minimum),
          needsDays: false),
        NumberRow(
          name: strings[.meanAsMeasured], value: shown(fingersticks.mean), needsDays: false),
        NumberRow(
          name: strings[.maximum],
          value: fingersticks.maximumFlags.limitSign + shown(fingersticks.maximum),
          needsDays: false),
      ]
      return [table(of: rows, strings[.number]), note(strings[.measurementsNote])] + laboratoryTable
    }
    func adults<Goal>(_ goal: Goal) -> Goal? { population == .adults ? goal : nil }
    let mean = adults(unit == .mgdL ? Glucose.mgdL(154) : .mmolL(8.6))
    let indicator = adults(7.0)
    rows += [
      NumberRow(
        name: strings[.meanGlucose],
        value: strings.concentration(statistics.mean, in: unit, beside: mean),
        goal: mean.map { "<" + shown($0) }),
      NumberRow(name: strings[.median], value: report.median.map(shown)),
      NumberRow(
        name: strings[.managementIndicator],
        value: percent(statistics.glucoseManagementIndicator, beside: indicator),
        goal: indicator.map { "<" + strings.percent(strings.amount($0)) }),
      NumberRow(
        name: strings[.standardDeviation], value: statistics.standardDeviation.map(shown)),
      NumberRow(
        name: strings[.coefficientOfVariation],
        value: statistics.coefficientOfVariation.map {
          percent($0, beside: limit(.coefficientOfVariation)?.percent)
        }, goal: goal(.coefficientOfVariation), measure: .coefficientOfVariation),
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
    func row(
      _ name: String, _ edges: String, _ part: Percentage?, _ measure: GlycemicTarget.Measure?
    ) -> NumberRow {
      NumberRow(
        name: name + ", " + edges,
        value: part.map { strings.percent($0, beside: measure.flatMap(limit)) },
        goal: measure.flatMap(goal), measure: measure)
    }
    var rows = bands.bands.reversed().map { band in
      row(
        strings.name(of: band), strings.edges(of: band, of: bands, in: unit), times[band],
        bands.measure(of: band))
    }
    if bands.veryHigh != nil {
      let edge = ">" + strings.number(bands.high, in: unit)
      rows.insert(row(strings[.aboveRange], edge, times.aboveRange, .aboveRange), at: 0)
    }
    if bands.veryLow != nil {
      let edge = "<" + strings.number(bands.low, in: unit)
      rows.append(row(strings[.belowRange], edge, times.belowRange, .belowRange))
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

  func percent(_ number: Double, beside limit: Double? = nil) -> String {
    strings.percent(strings.decimal(number, places: 1, beside: limit))
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
    return [
      strings.weekdayDate(day.day), statistics.map { "\($0.count)" }, strings.percent(day.coverage),
      statistics.map { strings.number($0.minimum, $0.minimumFlags, in: unit) },
      (statistics?.mean).map { strings.number($0, in: unit) },
      statistics.map { strings.number($0.maximum, $0.maximumFlags, in: unit) },
      statistics.map { strings.percent($0.timeInRanges.inRange) },
      statistics.map { _ in episodes.joined(separator: " / ") },
      day.nutrition.carbs.map {
        (day.nutrition.mealsWithoutCarbs > 0 ? "≥" : "") + strings.decimal($0, places: 0) + " "
          + strings[.grams]
      },
      day.insulin.units.map { strings.decimal($0, places: 1) + " " + strings[.units] },
      day.exercise.count == 0 ? nil : strings.minutes(day.exercise.duration),
      tags.sorted().joined(separator: ", "),
    ]
  }
}

private struct NumberRow {
  let name: String
  let value: String?
  var goal: String?
  var measure: GlycemicTarget.Measure?
  /// Whether the number represents a person only if there are enough days and readings.
  var needsDays = true
}
