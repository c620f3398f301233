import GlucoseStudy

extension BacktestReport {
  var json: JSONObject {
    [
      "cadenceMinutes": cadence.rawValue, "design": design.rawValue,
      "testFraction": result.options.testPercentage.fraction, "people": people,
      "originCount": result.originCount, "horizonMinutes": horizons.map(\.inMinutes),
      "peopleCoveredPercent": percentageOfPeopleCovered?.percent,
      "trainedOn": trainingStudies ?? [], "trainedOnTested": testedTrainingStudies,
      "predictors": result.predictors.map(predictor), "model": model.map(\.json),
      "scores": result.scores.map(score), "paths": result.predictors.compactMap(path),
      "alarms": result.alarms.map(\.json), "reliabilities": result.reliabilities.map(\.json),
    ]
  }

  private func predictor(_ id: String) -> JSONObject {
    let traits = result.traits(of: id) ?? []
    let isPersonal = traits.contains(.personal)
    return [
      "id": id, "name": result.name(of: id) ?? id,
      "kind": !traits.contains(.model)
        ? "baseline" : isPersonal ? "personal_model" : "population_model",
      "usesEvents": traits.contains(.usesEvents),
      "isUpdated": isPersonal && !traits.contains(.fixed) && result.options.updateInterval != nil,
    ]
  }

  private func score(_ score: Backtest.Score) -> JSONObject {
    let errors = score.errors
    let interval =
      score.person == nil
      ? result.bootstrapInterval(of: score.predictor, lead: score.lead) { $0.rootMeanSquare } : nil
    // Every person's calibration at every lead would be a third of the document.
    let nominals =
      score.person == nil
      ? (1...19).map { Double($0) / 20 } : ForecastErrors.intervalCoverages
    let coverage = nominals.compactMap { nominal -> JSONObject? in
      errors.coverage(of: nominal).map { ["nominal": nominal, "observed": $0] }
    }
    let scores = ForecastErrors.intervalCoverages.compactMap { nominal -> JSONObject? in
      errors.intervalScore(of: nominal).map { ["nominal": nominal, "score": $0] }
    }
    func zones(_ share: (ErrorGridZone) -> Percentage?) -> [String: Double] {
      ErrorGridZone.allCases.reduce(into: [:]) { $0[$1.rawValue] = share($1)?.fraction }
    }
    return [
      "predictor": score.predictor, "person": score.person.map { people[$0] },
      "minutes": score.lead.inMinutes, "count": errors.count, "rmse": errors.rootMeanSquare,
      "mae": errors.meanAbsolute, "mardPercent": errors.meanAbsoluteRelative,
      "bias": errors.bias, "rmseInterval": interval.map(\.ends), "coverage": coverage,
      "crps": errors.crps, "intervalWidth": errors.meanWidth, "intervalScores": scores,
      "clarke": zones(errors.clarkePercentage), "parkes": zones(errors.parkesPercentage),
      "dts": zones(errors.dtsPercentage), "lagMinutes": errors.timeLag?.inMinutes,
      "lowSensitivity": errors.lowSensitivity, "lowPrecision": errors.lowPrecision,
    ]
  }

  private func path(_ id: String) -> JSONObject? {
    result.pathSummary(of: id).map {
      [
        "predictor": id, "count": $0.count, "medianRmse": $0.rootMeanSquare,
        "medianMae": $0.meanAbsolute,
      ]
    }
  }
}

extension AlarmPerformance {
  fileprivate var json: JSONObject {
    let (rate, specificity): (Double?, Double?) =
      switch limit {
      case .falseAlarmsPerWeek(let rate): (rate, nil)
      case .specificity(let least): (nil, least.fraction)
      }
    return [
      "predictor": predictor, "crossing": crossing.json, "maximumFalseAlarmsPerWeek": rate,
      "minimumSpecificity": specificity, "cutoff": cutoff, "episodes": all.episodes,
      "caught": all.caught, "trueAlarms": all.trueAlarms, "falseAlarms": all.falseAlarms,
      "falseAlarmsPerWeek": all.falseAlarmsPerWeek, "sensitivity": all.sensitivity,
      "precision": all.precision, "warningMinutes": all.meanLead?.inMinutes,
      "specificity": all.specificity, "trueAlarmsPerDay": all.trueAlarmsPerDay,
      "sensitivityInterval": bootstrapInterval { $0.sensitivity }.map(\.ends),
      "precisionInterval": bootstrapInterval { $0.precision }.map(\.ends),
    ]
  }
}

extension CrossingReliability {
  fileprivate var json: JSONObject {
    let bins = counts.indices.map { bin -> JSONObject in
      ["count": counts[bin], "predicted": expected(bin: bin), "observed": observed(bin: bin)]
    }
    return [
      "predictor": predictor, "crossing": crossing.json, "brierScore": brierScore, "bins": bins,
    ]
  }
}

extension ClosedRange<Double> {
  fileprivate var ends: [Double] { [lowerBound, upperBound] }
}

extension ThresholdCrossing {
  var json: JSONObject { ["side": side.rawValue, "threshold": threshold.mgdL] }
}
