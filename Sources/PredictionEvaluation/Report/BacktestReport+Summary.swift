public import DayChart
public import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// A one-line description of the back-test: its design, people, cadence, and number of forecasts.
  public var heading: String {
    let count = result.score(of: lastValue, lead: horizon)?.count ?? 0
    return
      "Back-test, \(design.rawValue): \(people.count) \(people.count == 1 ? "person" : "people"), "
      + "readings every \(cadence.rawValue) min, \(count) forecasts"
  }

  /// Sentences that state the training data of pretrained models that are tested or are the prior
  /// of the fit, or `nil` if there are none.
  public var note: String? {
    if let trainingStudies {
      let note = "The models were trained on \(trainingStudies.joined(separator: ", ")). "
      guard !testedTrainingStudies.isEmpty else {
        return note
          + "No tested file has the name of one of these studies; errors on their people, "
          + "under whatever name, are too small."
      }
      return note + "Errors on people of \(testedTrainingStudies.joined(separator: ", ")) are too "
        + "small, because the models were trained on them."
    }
    guard design != .best, model?.usesPrior == true else { return nil }
    return "The prior of the fit is the pretrained model. Errors on people of its training data, "
      + "five public studies, are too small."
  }

  /// Returns the tables of a summary that fits a screen: the errors of three predictors, and a line
  /// for each alarm.
  public func summary(in unit: GlucoseUnit) -> [ResultTable] {
    [errorSummary(ConcentrationStyle(unit: unit)), alarmSummary(ConcentrationStyle(unit: unit))]
      .filter { !$0.rows.isEmpty }
  }

  private func errorSummary(_ style: ConcentrationStyle) -> ResultTable {
    if design == .glucoBench { return errorsOverPaths(style) }
    return horizons.count == 1 ? errorsAtHorizon(style) : errorsByHorizon(style)
  }

  private func errorsAtHorizon(_ style: ConcentrationStyle) -> ResultTable {
    let unit = style.unit.rawValue
    return table(
      "Errors \(horizon.minutesText) ahead",
      ["RMSE, \(unit)", "MAE, \(unit)", "MARD", "in 90 % interval", "width, \(unit)"], at: horizon,
      of: summarizedPredictors
    ) { _, errors in
      [
        style.short(errors.rootMeanSquare), style.short(errors.meanAbsolute),
        relativeError(errors), errors.coverage?.percentage, style.short(errors.meanWidth),
      ]
    }
  }

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
    let unit = style.unit.rawValue
    var table = ResultTable(
      "Root mean square error by time ahead",
      ["RMSE, \(unit)"] + horizons.map(\.minutesText))
    for predictor in summarizedPredictors {
      table.add(
        [name(predictor)]
          + horizons.map { style.short(result.score(of: predictor, lead: $0)?.rootMeanSquare) })
    }
    let errors = horizons.map { result.score(of: personalModel, lead: $0) }
    table.add(["in 90 % interval of the model"] + errors.map { $0?.coverage?.percentage })
    table.add(["width of it, \(unit)"] + errors.map { style.short($0?.meanWidth) })
    return table
  }

  private func alarmSummary(_ style: ConcentrationStyle) -> ResultTable {
    let rates = result.alarms.compactMap { score -> Double? in
      if case .falseAlarmsPerWeek(let rate) = score.limit { rate } else { nil }
    }
    let allowed = rates.max() ?? 7
    var table = ResultTable(
      "Episodes that alarms caught within \(horizon.minutesText) before, with at most "
        + "\(allowed.decimal(places: 0)) false alarms a week",
      [
        "alarm", "episodes", "last value", "best baseline", name(personalModel), "warning",
        "true alarms",
      ])
    var crossings: [ThresholdCrossing] = []
    for score in result.alarms where !crossings.contains(score.crossing) {
      crossings.append(score.crossing)
    }
    for crossing in crossings {
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
}
