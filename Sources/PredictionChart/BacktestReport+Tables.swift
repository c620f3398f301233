// SPDX-License-Identifier: Apache-2.0

internal import DayChart
public import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// All tables: the errors at each horizon, their spread between people, error grids, intervals, and alarms.
  ///
  /// - Parameters:
  ///   - unit: The unit of all concentrations.
  ///   - listsPeople: A Boolean value that indicates whether each person has lines of their own.
  public func tables(in unit: GlucoseUnit, listsPeople: Bool = false) -> [BacktestTable] {
    let style = ConcentrationStyle(unit: unit)
    return
      (horizons.map { accuracy(style, lead: $0) } + horizons.map { spread(style, lead: $0) }
      + [zones(style), intervals(style), strata(style), alarms(style)]
      + (listsPeople ? horizons.map { accuracyByPerson(style, lead: $0) } : []))
      .filter { !$0.rows.isEmpty }
  }

  private func accuracyHeads(_ style: ConcentrationStyle) -> [String] {
    let unit = style.unit.rawValue
    return [
      "MAE, \(unit)", "MARD", "bias, \(unit)", "in 90 % interval", "width, \(unit)",
      "interval score, \(unit)",
    ]
  }

  private func accuracyCells(_ errors: ForecastErrors, _ style: ConcentrationStyle) -> [String?] {
    [
      style.exact(errors.meanAbsolute),
      errors.meanAbsoluteRelative.map { $0.decimal(places: 1) + " %" }, style.exact(errors.bias),
      errors.coverage?.percentage, style.short(errors.meanWidth),
      style.short(errors.winklerScore),
    ]
  }

  /// The errors of each predictor, with the confidence interval of the root mean square error.
  private func accuracy(_ style: ConcentrationStyle, lead: Duration) -> BacktestTable {
    var table = BacktestTable(
      "Errors \(lead.minutesText) ahead",
      ["predictor", "RMSE, \(style.unit.rawValue)", "95 % CI"] + accuracyHeads(style))
    for predictor in result.predictors {
      guard let errors = result.score(of: predictor, lead: lead) else { continue }
      let interval = result.interval(of: predictor, lead: lead) { $0.rootMeanSquare }
      table.add(
        [
          predictor, style.exact(errors.rootMeanSquare),
          interval.map {
            (style.exact($0.lowerBound) ?? "") + "–" + (style.exact($0.upperBound) ?? "")
          },
        ] + accuracyCells(errors, style))
    }
    return table
  }

  /// The mean and the standard deviation of each measure over people; empty with fewer than two people.
  private func spread(_ style: ConcentrationStyle, lead: Duration) -> BacktestTable {
    let unit = style.unit.rawValue
    var table = BacktestTable(
      "Mean ± SD of people's errors \(lead.minutesText) ahead",
      ["predictor", "people", "RMSE, \(unit)", "MAE, \(unit)", "MARD, %", "in 90 % interval, %"])
    guard people.count > 1 else { return table }
    for predictor in result.predictors {
      let errors = people.indices.compactMap {
        result.score(of: predictor, person: $0, lead: lead)
      }.filter { $0.count > 0 }
      func text(_ values: [Double?], _ format: (Double) -> String?) -> String? {
        let values = values.compactMap { $0 }
        guard values.count > 1 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / Double(values.count - 1)).squareRoot()
        return format(mean).flatMap { mean in format(deviation).map { mean + " ± " + $0 } }
      }
      table.add([
        predictor, String(errors.count), text(errors.map(\.rootMeanSquare), style.exact),
        text(errors.map(\.meanAbsolute), style.exact),
        text(errors.map(\.meanAbsoluteRelative)) { $0.decimal(places: 1) },
        text(errors.map { $0.coverage.map { 100 * $0 } }) { $0.decimal(places: 1) },
      ])
    }
    return table
  }

  /// The errors of each predictor for each person.
  func accuracyByPerson(_ style: ConcentrationStyle, lead: Duration) -> BacktestTable {
    var table = BacktestTable(
      "Errors \(lead.minutesText) ahead by person", text: 2,
      ["person", "predictor", "RMSE, \(style.unit.rawValue)"] + accuracyHeads(style))
    for person in people.indices {
      for predictor in result.predictors {
        guard let errors = result.score(of: predictor, person: person, lead: lead) else { continue }
        table.add(
          [people[person], predictor, style.exact(errors.rootMeanSquare)]
            + accuracyCells(errors, style))
      }
    }
    return table
  }

  /// The zones of the error grids, the lag, and the lows that the expected value is below.
  private func zones(_ style: ConcentrationStyle) -> BacktestTable {
    let low = style.crossing(.below(.mgdL(70)))
    var table = BacktestTable(
      "Error grids, lag, and forecasts \(low), \(horizon.minutesText) ahead",
      [
        "predictor", "Clarke A", "A+B", "D+E", "Parkes A", "A+B", "lag", "sensitivity",
        "precision",
      ])
    func percent(_ shares: Double?...) -> String? {
      let known = shares.compactMap { $0 }
      return known.count == shares.count ? known.reduce(0, +).percentage : nil
    }
    for predictor in result.predictors {
      guard let errors = result.score(of: predictor, lead: horizon) else { continue }
      table.add([
        predictor, percent(errors.clarkeShare(.a)),
        percent(errors.clarkeShare(.a), errors.clarkeShare(.b)),
        percent(errors.clarkeShare(.d), errors.clarkeShare(.e)),
        percent(errors.parkesShare(.a)), percent(errors.parkesShare(.a), errors.parkesShare(.b)),
        errors.timeLag?.tenthsOfMinutesText, percent(errors.lowSensitivity),
        percent(errors.lowPrecision),
      ])
    }
    return table
  }

  /// The leads of the table of intervals: the multiples of 15 minutes up to the horizon, and the horizons.
  private var shownLeads: [Duration] {
    result.leads.filter {
      horizons.contains($0) || ($0.minutes / 15) == ($0.minutes / 15).rounded()
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

  /// The coverage of the personal model's intervals by lead.
  private func intervals(_ style: ConcentrationStyle) -> BacktestTable {
    var table = BacktestTable(
      "Coverage of the intervals of the \(personalModel)", ["time ahead"] + intervalHeads(style))
    for lead in shownLeads {
      guard let errors = result.score(of: personalModel, lead: lead) else { continue }
      table.add([lead.minutesText] + intervalCells(errors, style))
    }
    if let held = percentOfPeopleCovered {
      table.add([
        "people with 85–95 % in 90 %", nil, nil, nil, held.decimal(places: 0) + " %", nil, nil,
      ])
    }
    return table
  }

  /// The errors of the personal model by what glucose was like at the origin.
  private func strata(_ style: ConcentrationStyle) -> BacktestTable {
    var table = BacktestTable(
      "Errors of the \(personalModel) by what glucose did, \(horizon.minutesText) ahead",
      ["at the origin"] + intervalHeads(style))
    for stratum in Stratum.allCases {
      guard let errors = result.errors(of: personalModel, when: stratum, lead: horizon) else {
        continue
      }
      table.add([stratum.rawValue] + intervalCells(errors, style))
    }
    return table
  }

  /// The percentage of people in whom the personal interval of 90 percent held 85 to 95 percent of outcomes, of those
  /// with a week of readings; of all people if nobody has one.
  public var percentOfPeopleCovered: Double? {
    let scores = people.indices.compactMap { person in
      result.score(of: personalModel, person: person, lead: horizon)
    }
    let tested = 7 * 1440 / cadence.step.minutes * result.testShare * 0.7
    let weekly = scores.filter { Double($0.count) >= tested }
    let held = (weekly.isEmpty ? scores : weekly).compactMap(\.coverage)
    guard !held.isEmpty else { return nil }
    return 100 * Double(held.filter { abs($0 - 0.9) <= 0.05 }.count) / Double(held.count)
  }

  /// The alarms of each predictor at each rate of false alarms.
  private func alarms(_ style: ConcentrationStyle) -> BacktestTable {
    var table = BacktestTable(
      "Episodes that alarms caught within \(horizon.minutesText) before", text: 2,
      [
        "alarm", "predictor", "false a week", "episodes", "caught", "95 % CI", "true alarms",
        "warning",
      ])
    for score in result.alarms {
      let all = score.all
      guard all.episodes > 0 else { continue }
      table.add([
        style.crossing(score.crossing), score.predictor,
        all.falseAlarmsPerWeek?.decimal(places: 1), String(all.episodes),
        all.sensitivity?.percentage,
        score.sensitivityInterval().map {
          (100 * $0.lowerBound).decimal(places: 0) + "–"
            + (100 * $0.upperBound).decimal(places: 0) + " %"
        }, all.precision?.percentage, all.meanLead?.tenthsOfMinutesText,
      ])
    }
    return table
  }
}
