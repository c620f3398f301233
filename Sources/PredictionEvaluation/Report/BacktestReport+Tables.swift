public import DayChart
public import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// Returns the tables of a summary that fits a screen: the errors of three predictors, and a line
  /// for each alarm.
  public func summary(in unit: GlucoseUnit) -> [ResultTable] {
    let style = ConcentrationStyle(unit: unit)
    let errors =
      design == .glucoBench
      ? errorsOverPaths(style)
      : horizons.count > 1
        ? errorsByHorizon(style)
        : table(
          "Errors \(horizon.minutesText) ahead", style.errorColumns(style.short) + style.intervals,
          at: horizon, of: summarizedPredictors)
    return [errors, alarmSummary(style)].filter { !$0.rows.isEmpty }
  }

  /// Returns all tables, in a unit: the errors at each horizon, their spread between people, error
  /// grids, intervals, and alarms, and rows for each person if it `listsPeople`.
  public func tables(in unit: GlucoseUnit, listsPeople: Bool = false) -> [ResultTable] {
    let style = ConcentrationStyle(unit: unit)
    let byHorizon = horizons.flatMap { lead in
      [errors(style, lead), distributions(style, lead), spread(style, lead), zones(lead)]
    }
    let ofHorizon = [
      lagAndLows(style), intervals(style), strata(style), alarms(style), productAlarms(style),
      gridEnds,
    ]
    let byPerson = listsPeople ? horizons.map { errorsByPerson(style, $0) } : []
    return (byHorizon + ofHorizon + byPerson).filter { !$0.rows.isEmpty }
  }

  /// Returns a table with a row for each predictor that has errors at a lead.
  private func table(
    _ title: String, _ columns: [ErrorColumn], at lead: Duration, of predictors: [String]? = nil
  ) -> ResultTable {
    table(
      title, ["predictor"], columns,
      (predictors ?? result.predictors).map { ([name($0)], result.score(of: $0, lead: lead)) })
  }

  /// Returns a table with a row for each of the errors, which begins with its names.
  private func table(
    _ title: String, _ heads: [String], _ columns: [ErrorColumn],
    _ rows: [(names: [String], errors: ForecastErrors?)]
  ) -> ResultTable {
    var table = ResultTable(title, text: heads.count, heads + columns.map(\.head))
    for (names, errors) in rows {
      guard let errors else { continue }
      table.add(names + columns.map { $0.cell(errors) })
    }
    return table
  }

  // MARK: - Errors

  private func errorsOverPaths(_ style: ConcentrationStyle) -> ResultTable {
    let unit = style.unit.rawValue
    var table = ResultTable(
      "Errors over the path of a forecast up to \(horizon.minutesText) ahead, medians over forecasts",
      ["predictor", "RMSE, \(unit)", "MAE, \(unit)", "forecasts"])
    for predictor in summarizedPredictors {
      guard let paths = result.pathSummary(of: predictor) else { continue }
      table.add([
        name(predictor), style.short(paths.rootMeanSquare), style.short(paths.meanAbsolute),
        String(paths.count),
      ])
    }
    return table
  }

  private func errorsByHorizon(_ style: ConcentrationStyle) -> ResultTable {
    var table = ResultTable(
      "Root mean square error by time ahead",
      ["RMSE, \(style.unit.rawValue)"] + horizons.map(\.minutesText))
    func add(_ name: String, of predictor: String, _ cell: (ForecastErrors) -> String?) {
      table.add([name] + horizons.map { result.score(of: predictor, lead: $0).flatMap(cell) })
    }
    for predictor in summarizedPredictors {
      add(name(predictor), of: predictor) { style.short($0.rootMeanSquare) }
    }
    add("in 90 % interval of the model", of: personalModel) { $0.coverage?.percentage }
    add("width of it, \(style.unit.rawValue)", of: personalModel) { style.short($0.meanWidth) }
    return table
  }

  /// Returns each predictor's errors, with the confidence interval of the RMSE.
  private func errors(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    var columns = style.errorColumns(style.exact) + [style.bias]
    columns.insert(("95 % CI", { _ in nil }), at: 1)
    var table = ResultTable(
      "Errors \(lead.minutesText) ahead", ["predictor"] + columns.map(\.head))
    for predictor in result.predictors {
      guard let errors = result.score(of: predictor, lead: lead) else { continue }
      var cells = [name(predictor)] + columns.map { $0.cell(errors) }
      cells[2] = range(
        result.bootstrapInterval(of: predictor, lead: lead) { $0.rootMeanSquare }, style.exact)
      table.add(cells)
    }
    return table
  }

  private func distributions(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    return table(
      "Intervals of 90 % and distributions \(lead.minutesText) ahead",
      [
        ("in interval", { $0.coverage?.percentage }), style.intervals[1],
        ("interval score, \(unit)", { style.short($0.intervalScore(of: 0.9)) }),
        ("CRPS, \(unit)", { style.exact($0.crps) }),
      ], at: lead,
      of: result.predictors.filter { result.score(of: $0, lead: lead)?.coverage != nil })
  }

  /// Returns each measure's mean and standard deviation over two people or more.
  private func spread(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    let unit = style.unit.rawValue
    var table = ResultTable(
      "Mean ± SD over people, \(lead.minutesText) ahead",
      ["predictor", "people", "RMSE, \(unit)", "MAE, \(unit)", "MARD, %", "in 90 % interval, %"])
    for predictor in result.predictors {
      func summary(_ measure: (ForecastErrors) -> Double?) -> Backtest.PeopleSummary? {
        result.summaryOverPeople(of: predictor, lead: lead, measure: measure)
      }
      func text(
        _ format: (Double) -> String?, _ measure: (ForecastErrors) -> Double?
      ) -> String? {
        guard let people = summary(measure), let deviation = people.standardDeviation else {
          return nil
        }
        return [people.mean, deviation].compactMap(format).joined(separator: " ± ")
      }
      guard let count = summary(\.rootMeanSquare)?.count, count > 1 else { continue }
      let tenths: (Double) -> String? = { $0.decimal(places: 1) }
      table.add([
        name(predictor), String(count), text(style.exact, \.rootMeanSquare),
        text(style.exact, \.meanAbsolute), text(tenths, \.meanAbsoluteRelative),
        text(tenths) { $0.coverage.map { 100 * $0 } },
      ])
    }
    return table
  }

  private func errorsByPerson(_ style: ConcentrationStyle, _ lead: Duration) -> ResultTable {
    table(
      "Errors \(lead.minutesText) ahead by person", ["person", "predictor"],
      style.errorColumns(style.exact) + [style.bias] + style.intervals,
      people.enumerated().flatMap { person, name in
        result.predictors.map { predictor in
          let errors = result.score(of: predictor, person: person, lead: lead)
          return ([name, self.name(predictor)], errors.flatMap { $0.count > 0 ? $0 : nil })
        }
      })
  }

  private func zones(_ lead: Duration) -> ResultTable {
    typealias Grid = (ForecastErrors) -> (ErrorGridZone) -> Percentage?
    func column(_ head: String, _ grid: @escaping Grid, _ zones: ErrorGridZone...) -> ErrorColumn {
      (
        head,
        { errors in
          let parts = zones.compactMap(grid(errors))
          return parts.count == zones.count ? parts.reduce(.zero, +).fraction.percentage : nil
        }
      )
    }
    let clarke: Grid = { $0.clarkePercentage }
    let parkes: Grid = { $0.parkesPercentage }
    let dts: Grid = { $0.dtsPercentage }
    return table(
      "Forecasts in zones of error grids, \(lead.minutesText) ahead",
      [
        column("Clarke A", clarke, .a), column("A+B", clarke, .a, .b),
        column("D+E", clarke, .d, .e), column("Parkes A", parkes, .a),
        column("A+B", parkes, .a, .b), column("DTS A", dts, .a), column("A+B", dts, .a, .b),
      ], at: lead)
  }

  private func lagAndLows(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Lag, and forecasts \(style.crossing(.below(.mgdL(70)))), \(horizon.minutesText) ahead",
      [
        ("lag", { $0.timeLag?.tenthsOfMinutesText }),
        ("sensitivity", { $0.lowSensitivity?.percentage }),
        ("precision", { $0.lowPrecision?.percentage }),
      ], at: horizon)
  }

  // MARK: - Intervals

  private func intervals(_ style: ConcentrationStyle) -> ResultTable {
    // Multiples of 15 minutes, and the horizons.
    let leads = result.leads.filter {
      horizons.contains($0) || $0.inMinutes / 15 == ($0.inMinutes / 15).rounded()
    }
    var table = table(
      "Outcomes in the intervals of the \(name(personalModel))", ["time ahead"], style.coverages,
      leads.map { ([$0.minutesText], result.score(of: personalModel, lead: $0)) })
    if let held = percentageOfPeopleCovered {
      table.add([
        "people with 85–95 % in 90 %", nil, nil, nil, held.percent.decimal(places: 0) + " %", nil,
        nil,
      ])
    }
    return table
  }

  private func strata(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Errors of the \(name(personalModel)) by stratum, \(horizon.minutesText) ahead",
      ["at the origin"], style.coverages,
      Stratum.allCases.map {
        ([$0.rawValue], result.errors(of: personalModel, when: $0, lead: horizon))
      })
  }

  /// The part of the people whose 90 % intervals of the personal model contained 85 to 95 % of
  /// outcomes. Only people with a week of readings count, or all people if nobody has a week.
  package var percentageOfPeopleCovered: Percentage? {
    let scores = people.indices.compactMap {
      result.score(of: personalModel, person: $0, lead: horizon)
    }
    let tested = 7 * 1440 / cadence.step.inMinutes * result.options.testPercentage.fraction * 0.7
    let weekly = scores.filter { Double($0.count) >= tested }
    return Self.percentageCovered((weekly.isEmpty ? scores : weekly).compactMap(\.coverage))
  }

  /// Returns the part of coverages, of intervals of 90 %, from 85 to 95 %.
  static func percentageCovered(_ coverages: [Double]) -> Percentage? {
    Percentage(coverages.count { (0.85...0.95).contains($0) }, of: coverages.count)
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

  // MARK: - Alarms

  private func alarmSummary(_ style: ConcentrationStyle) -> ResultTable {
    let rates = result.options.alarmLimits.compactMap { limit -> Double? in
      if case .falseAlarmsPerWeek(let rate) = limit { rate } else { nil }
    }
    let allowed = rates.max() ?? 7
    var table = ResultTable(
      "Episodes that alarms caught within \(horizon.minutesText) before, with at most "
        + "\(allowed.decimal(places: 0)) false alarms a week",
      [
        "alarm", "episodes", "last value", "best baseline", name(personalModel), "warning",
        "true alarms",
      ])
    for crossing in result.options.crossings {
      func counts(_ predictor: String?) -> AlarmCounts? {
        predictor.flatMap {
          result.alarm(of: $0, for: crossing, at: .falseAlarmsPerWeek(allowed))?.all
        }
      }
      guard let own = counts(personalModel), own.episodes > 0 else { continue }
      table.add([
        style.crossing(crossing), String(own.episodes), counts(lastValue)?.sensitivity?.percentage,
        counts(bestBaseline)?.sensitivity?.percentage, own.sensitivity?.percentage,
        own.meanLead?.tenthsOfMinutesText, own.precision?.percentage,
      ])
    }
    return table
  }

  private typealias AlarmColumn = (head: String, cell: (AlarmPerformance, AlarmCounts) -> String?)

  /// Returns a table with a row for each of the alarms that has episodes.
  private func table(
    _ title: String, _ columns: [AlarmColumn], of alarms: [AlarmPerformance],
    _ style: ConcentrationStyle
  ) -> ResultTable {
    let columns = columns + [("warning", { $1.meanLead?.tenthsOfMinutesText })]
    var table = ResultTable(title, text: 2, ["alarm", "predictor"] + columns.map(\.head))
    for score in alarms {
      let all = score.all
      guard all.episodes > 0 else { continue }
      table.add(
        [style.crossing(score.crossing), name(score.predictor)]
          + columns.map { $0.cell(score, all) })
    }
    return table
  }

  private var episodeColumns: [AlarmColumn] {
    [
      ("episodes", { String($1.episodes) }), ("caught", { $1.sensitivity?.percentage }),
      ("95 % CI", { alarms, _ in percentages(alarms.bootstrapInterval { $0.sensitivity }) }),
    ]
  }

  private func alarms(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Episodes that alarms caught within \(horizon.minutesText) before",
      [("false a week", { $1.falseAlarmsPerWeek?.decimal(places: 1) })] + episodeColumns + [
        ("true alarms", { $1.precision?.percentage }),
        ("95 % CI", { alarms, _ in percentages(alarms.bootstrapInterval { $0.precision }) }),
      ], of: result.alarms.filter { $0.limit != .lowGlucosePredict }, style)
  }

  private func productAlarms(_ style: ConcentrationStyle) -> ResultTable {
    table(
      "Alarms of lows at the specificity published for Low Glucose Predict, 98.25 %",
      [("specificity", { $1.specificity.map { (100 * $0).decimal(places: 2) + " %" } })]
        + episodeColumns + [
          ("true a day", { $1.trueAlarmsPerDay?.decimal(places: 2) }),
          ("false a day", { $1.falseAlarmsPerWeek.map { ($0 / 7).decimal(places: 2) } }),
        ],
      of: result.alarms.filter { $0.limit == .lowGlucosePredict && $0.crossing.side == .below },
      style)
  }

  private func range(_ interval: ClosedRange<Double>?, _ text: (Double) -> String?) -> String? {
    guard let interval, let low = text(interval.lowerBound), let high = text(interval.upperBound)
    else { return nil }
    return low + "–" + high
  }

  private func percentages(_ interval: ClosedRange<Double>?) -> String? {
    range(interval) { (100 * $0).decimal(places: 0) }.map { $0 + " %" }
  }
}

/// A column of measures.
private typealias ErrorColumn = (head: String, cell: (ForecastErrors) -> String?)

extension ConcentrationStyle {
  fileprivate func errorColumns(_ text: @escaping (Double?) -> String?) -> [ErrorColumn] {
    [
      ("RMSE, \(unit.rawValue)", { text($0.rootMeanSquare) }),
      ("MAE, \(unit.rawValue)", { text($0.meanAbsolute) }),
      ("MARD", { $0.meanAbsoluteRelative.map { $0.decimal(places: 1) + " %" } }),
    ]
  }

  fileprivate var bias: ErrorColumn { ("bias, \(unit.rawValue)", { exact($0.bias) }) }

  fileprivate var intervals: [ErrorColumn] {
    [
      ("in 90 % interval", { $0.coverage?.percentage }),
      ("width, \(unit.rawValue)", { short($0.meanWidth) }),
    ]
  }

  fileprivate var coverages: [ErrorColumn] {
    errorColumns(exact).prefix(1)
      + [50, 80, 90, 95].map { percent in
        ("in \(percent) %", { $0.coverage(of: Double(percent) / 100)?.percentage })
      } + [("width of 90 %, \(unit.rawValue)", { short($0.meanWidth) })]
  }
}
