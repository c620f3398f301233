public import DayChart
public import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// Returns all tables, in a unit: the errors at each horizon, their spread between people, error
  /// grids, intervals, and alarms, and rows for each person if it `listsPeople`.
  public func tables(in unit: GlucoseUnit, listsPeople: Bool = false) -> [ResultTable] {
    let style = ConcentrationStyle(unit: unit)
    let byHorizon = horizons.flatMap { lead in
      [errors(style, lead), distributions(style, lead), spread(style, lead), zones(lead)]
    }
    let ofHorizon = [
      lagAndLows(style), intervals(style), strata(style), alarms(style),
      productAlarms(style), gridEnds,
    ]
    let byPerson = listsPeople ? horizons.map { errorsByPerson(style, $0) } : []
    return (byHorizon + ofHorizon + byPerson).filter { !$0.rows.isEmpty }
  }

  /// The hyperparameters at an end of the values offered, with the times ahead of each.
  private var gridEnds: ResultTable {
    var table = ResultTable(
      "Hyperparameters at an end of their grid, so that a value beyond it may be better", text: 2,
      ["hyperparameter", "end", "value", "times ahead"])
    let ends = model?.hyperparametersAtLimits ?? []
    for hyperparameter in HyperparameterLimit.Hyperparameter.allCases {
      for isMinimum in [true, false] {
        let found = ends.filter { $0.hyperparameter == hyperparameter && $0.isMinimum == isMinimum }
        guard let value = found.first?.value else { continue }
        let leads = found.map { $0.lead.inMinutes.decimal(places: 0) }.joined(separator: ", ")
        table.add([
          hyperparameter.rawValue, isMinimum ? "least" : "greatest", "\(value)", leads + " min",
        ])
      }
    }
    return table
  }

  private func percent(_ parts: Percentage?...) -> String? {
    let known = parts.compactMap { $0 }
    return known.count == parts.count ? known.reduce(.zero, +).fraction.percentage : nil
  }

  private func range(_ interval: ClosedRange<Double>?, _ text: (Double) -> String?) -> String? {
    interval.flatMap { interval in
      text(interval.lowerBound).flatMap { low in
        text(interval.upperBound).map { low + "–" + $0 }
      }
    }
  }

  /// Returns a table with a row for each predictor that has errors at a lead.
  func table(
    _ title: String, _ heads: [String], at lead: Duration, of predictors: [String]? = nil,
    _ cells: (_ predictor: String, ForecastErrors) -> [String?]
  ) -> ResultTable {
    var table = ResultTable(title, ["predictor"] + heads)
    for predictor in predictors ?? result.predictors {
      guard let errors = result.score(of: predictor, lead: lead) else { continue }
      table.add([name(predictor)] + cells(predictor, errors))
    }
    return table
  }

  func relativeError(_ errors: ForecastErrors) -> String? {
    errors.meanAbsoluteRelative.map { $0.decimal(places: 1) + " %" }
  }

  /// Returns each predictor's errors, with the confidence interval of the RMSE.
  private func errors(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    return table(
      "Errors \(lead.minutesText) ahead",
      ["RMSE, \(unit)", "95 % CI", "MAE, \(unit)", "MARD", "bias, \(unit)"], at: lead
    ) { predictor, errors in
      let interval = result.bootstrapInterval(of: predictor, lead: lead) { $0.rootMeanSquare }
      return [
        style.exact(errors.rootMeanSquare), range(interval, style.exact),
        style.exact(errors.meanAbsolute), relativeError(errors), style.exact(errors.bias),
      ]
    }
  }

  private func distributions(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    return table(
      "Intervals of 90 % and distributions \(lead.minutesText) ahead",
      ["in interval", "width, \(unit)", "interval score, \(unit)", "CRPS, \(unit)"], at: lead,
      of: result.predictors.filter { result.score(of: $0, lead: lead)?.coverage != nil }
    ) { _, errors in
      [
        errors.coverage?.percentage, style.short(errors.meanWidth),
        style.short(errors.intervalScore(of: 0.9)), style.exact(errors.crps),
      ]
    }
  }

  /// Returns each measure's mean and standard deviation over two people or more.
  private func spread(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    var table = ResultTable(
      "Mean ± SD over people, \(lead.minutesText) ahead",
      ["predictor", "people", "RMSE, \(unit)", "MAE, \(unit)", "MARD, %", "in 90 % interval, %"])
    for predictor in result.predictors {
      func text(
        _ format: (Double) -> String?, _ measure: (ForecastErrors) -> Double?
      ) -> String? {
        guard let people = result.summaryOverPeople(of: predictor, lead: lead, measure: measure),
          let deviation = people.standardDeviation.flatMap(format)
        else { return nil }
        return format(people.mean).map { $0 + " ± " + deviation }
      }
      let count = result.summaryOverPeople(of: predictor, lead: lead) { $0.rootMeanSquare }?.count
      guard let count, count > 1 else { continue }
      let tenths: (Double) -> String? = { $0.decimal(places: 1) }
      table.add([
        name(predictor), String(count), text(style.exact) { $0.rootMeanSquare },
        text(style.exact) { $0.meanAbsolute }, text(tenths) { $0.meanAbsoluteRelative },
        text(tenths) { $0.coverage.map { 100 * $0 } },
      ])
    }
    return table
  }

  private func errorsByPerson(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    var table = ResultTable(
      "Errors \(lead.minutesText) ahead by person", text: 2,
      [
        "person", "predictor", "RMSE, \(unit)", "MAE, \(unit)", "MARD", "bias, \(unit)",
        "in 90 % interval", "width, \(unit)",
      ])
    for person in people.indices {
      for predictor in result.predictors {
        guard let errors = result.score(of: predictor, person: person, lead: lead),
          errors.count > 0
        else { continue }
        table.add([
          people[person], name(predictor), style.exact(errors.rootMeanSquare),
          style.exact(errors.meanAbsolute), relativeError(errors),
          style.exact(errors.bias), errors.coverage?.percentage, style.short(errors.meanWidth),
        ])
      }
    }
    return table
  }

  private func zones(_ lead: Duration) -> ResultTable {
    table(
      "Forecasts in zones of error grids, \(lead.minutesText) ahead",
      ["Clarke A", "A+B", "D+E", "Parkes A", "A+B", "DTS A", "A+B"], at: lead
    ) { _, errors in
      let clarke = errors.clarkePercentage
      return [
        percent(clarke(.a)), percent(clarke(.a), clarke(.b)), percent(clarke(.d), clarke(.e)),
        percent(errors.parkesPercentage(in: .a)),
        percent(errors.parkesPercentage(in: .a), errors.parkesPercentage(in: .b)),
        percent(errors.dtsPercentage(in: .a)),
        percent(errors.dtsPercentage(in: .a), errors.dtsPercentage(in: .b)),
      ]
    }
  }

  private func lagAndLows(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Lag, and forecasts \(style.crossing(.below(.mgdL(70)))), \(horizon.minutesText) ahead",
      ["lag", "sensitivity", "precision"], at: horizon
    ) { _, errors in
      [
        errors.timeLag?.tenthsOfMinutesText, errors.lowSensitivity?.percentage,
        errors.lowPrecision?.percentage,
      ]
    }
  }

  /// The leads in the table of intervals: multiples of 15 minutes, and the horizons.
  private var shownLeads: [Duration] {
    result.leads.filter {
      horizons.contains($0) || ($0.inMinutes / 15) == ($0.inMinutes / 15).rounded()
    }
  }

  private func intervalCells(_ errors: ForecastErrors, _ style: ConcentrationStyle) -> [String?] {
    [style.exact(errors.rootMeanSquare)]
      + [0.5, 0.8, 0.9, 0.95].map { errors.coverage(of: $0)?.percentage }
      + [style.short(errors.meanWidth)]
  }

  private func intervalHeads(_ style: ConcentrationStyle) -> [String] {
    let unit = style.unit.rawValue
    return [
      "RMSE, \(unit)", "in 50 %", "in 80 %", "in 90 %", "in 95 %", "width of 90 %, \(unit)",
    ]
  }

  private func intervals(_ style: ConcentrationStyle) -> ResultTable {
    var table = ResultTable(
      "Outcomes in the intervals of the \(name(personalModel))",
      ["time ahead"] + intervalHeads(style))
    for lead in shownLeads {
      guard let errors = result.score(of: personalModel, lead: lead) else { continue }
      table.add([lead.minutesText] + intervalCells(errors, style))
    }
    if let held = percentageOfPeopleCovered {
      table.add([
        "people with 85–95 % in 90 %", nil, nil, nil, held.percent.decimal(places: 0) + " %", nil,
        nil,
      ])
    }
    return table
  }

  private func strata(_ style: ConcentrationStyle) -> ResultTable {
    var table = ResultTable(
      "Errors of the \(name(personalModel)) by stratum, \(horizon.minutesText) ahead",
      ["at the origin"] + intervalHeads(style))
    for stratum in Stratum.allCases {
      guard let errors = result.errors(of: personalModel, when: stratum, lead: horizon) else {
        continue
      }
      table.add([stratum.rawValue] + intervalCells(errors, style))
    }
    return table
  }

  /// The part of the people whose 90 % intervals of the personal model contained 85 to 95 % of
  /// outcomes. Only people with a week of readings count, or all people if nobody has a week.
  public var percentageOfPeopleCovered: Percentage? {
    let scores = people.indices.compactMap { person in
      result.score(of: personalModel, person: person, lead: horizon)
    }
    let tested = 7 * 1440 / cadence.step.inMinutes * result.testPercentage.fraction * 0.7
    let weekly = scores.filter { Double($0.count) >= tested }
    let held = (weekly.isEmpty ? scores : weekly).compactMap(\.coverage)
    return Self.percentageCovered(held)
  }

  /// Returns the part of coverages, of intervals of 90 %, from 85 to 95 %.
  static func percentageCovered(_ coverages: [Double]) -> Percentage? {
    Percentage(coverages.count { (0.85...0.95).contains($0) }, of: coverages.count)
  }

  /// Returns a table with a row for each of the alarms that has episodes.
  private func table(
    _ title: String, _ heads: [String], of alarms: [AlarmPerformance], _ style: ConcentrationStyle,
    _ cells: (AlarmPerformance, AlarmCounts) -> [String?]
  ) -> ResultTable {
    var table = ResultTable(title, text: 2, ["alarm", "predictor"] + heads + ["warning"])
    for score in alarms {
      let all = score.all
      guard all.episodes > 0 else { continue }
      table.add(
        [style.crossing(score.crossing), name(score.predictor)] + cells(score, all)
          + [all.meanLead?.tenthsOfMinutesText])
    }
    return table
  }

  private func percentages(_ interval: ClosedRange<Double>?) -> String? {
    range(interval) { (100 * $0).decimal(places: 0) }.map { $0 + " %" }
  }

  private func alarms(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Episodes that alarms caught within \(horizon.minutesText) before",
      ["false a week", "episodes", "caught", "95 % CI", "true alarms", "95 % CI"],
      of: result.alarms.filter { $0.limit != .lowGlucosePredict }, style
    ) { score, all in
      [
        all.falseAlarmsPerWeek?.decimal(places: 1), String(all.episodes),
        all.sensitivity?.percentage, percentages(score.sensitivityInterval()),
        all.precision?.percentage, percentages(score.precisionInterval()),
      ]
    }
  }

  private func productAlarms(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Alarms of lows at the specificity published for Low Glucose Predict, 98.25 %",
      ["specificity", "episodes", "caught", "95 % CI", "true a day", "false a day"],
      of: result.alarms.filter { $0.limit == .lowGlucosePredict && $0.crossing.side == .below },
      style
    ) { score, all in
      [
        all.specificity.map { (100 * $0).decimal(places: 2) + " %" }, String(all.episodes),
        all.sensitivity?.percentage, percentages(score.sensitivityInterval()),
        all.trueAlarmsPerDay?.decimal(places: 2),
        all.falseAlarmsPerWeek.map { ($0 / 7).decimal(places: 2) },
      ]
    }
  }
}
