import Foundation
import GlucoseStudy

extension GlucoseForecast {
  func json(
    by model: Forecaster, of subject: String, in zone: TimeZone, thresholdsIn unit: GlucoseUnit
  ) -> JSONObject {
    let points = points.map { point -> JSONObject in
      [
        "time": point.time, "minutes": point.time.timeIntervalSince(origin.time) / 60,
        "glucose": point.glucose.mgdL, "lower": point.lower.mgdL, "upper": point.upper.mgdL,
      ]
    }
    let crossings = Backtest.standardCrossings(in: unit).compactMap { crossing -> JSONObject? in
      probability(ofCrossing: crossing, within: horizon).map {
        ["crossing": crossing.json, "withinMinutes": horizon.inMinutes, "probability": $0]
      }
    }
    let source: JSONObject = [
      "id": model.candidate.id, "name": model.candidate.name, "description": model.json,
    ]
    return JSONObject(
      schema: "forecast",
      [
        "subject": subject, "zone": zone.identifier, "model": source,
        "selection": model.selection.map(\.json),
        "origin": [
          "time": origin.time, "glucose": origin.glucose.mgdL,
          "beyond": origin.flags.limitSign.isEmpty ? nil : origin.flags.limitSign,
        ] as JSONObject,
        "coverage": nominalCoverage, "measuredCoverage": empiricalCoverage, "points": points,
        "crossings": crossings,
      ])
  }
}

extension ModelSelection {
  fileprivate var json: JSONObject {
    let trials = trials.map { trial -> JSONObject in
      [
        "candidate": trial.candidate.id, "name": trial.candidate.name,
        "isChosen": trial.candidate == chosen, "rmse": trial.rootMeanSquareError,
        "score": trial.score,
      ]
    }
    return [
      "chosen": chosen.id, "reason": reason.id, "originCount": originCount,
      "blockCount": blockCount, "trials": trials,
    ]
  }
}

extension Forecaster {
  var json: JSONObject {
    let ends = hyperparametersAtLimits
    // The ridges of a fit with a prior are multiples of those of the prior.
    let ofFit: [(HyperparameterLimit.Hyperparameter, [Double?], [Double]?)] = [
      (.ridge, ridges, usesPrior ? nil : options.ridgeCandidates),
      (.kernelRidge, kernelRidges, usesPrior ? nil : options.kernelRidgeCandidates),
      (.eventRidge, eventRidges, options.eventRidgeCandidates),
    ]
    let hyperparameters = ofFit.filter { !$0.1.isEmpty }.map { name, selected, grid -> JSONObject in
      [
        "name": name.key, "selected": selected, "candidates": grid?.sorted(),
        "isAtGridEnd": grid.map { _ in ends.contains { $0.hyperparameter == name } },
      ]
    }
    let gridEnds = ends.map { end -> JSONObject in
      [
        "hyperparameter": end.hyperparameter.key, "minutes": end.lead.inMinutes,
        "value": end.value, "end": end.isMinimum ? "least" : "greatest",
      ]
    }
    return [
      "cadenceMinutes": cadence.rawValue,
      "horizonMinutes": Int((leads.last ?? .zero).inMinutes.rounded()), "features": detail.rawValue,
      "featureCount": featureCount, "usesEvents": usesEvents, "usesTimeOfDay": zone != nil,
      "isPersonal": isPersonal, "people": recordCount, "origins": rowCount,
      "leansOnPrior": usesPrior, "hyperparameters": hyperparameters, "gridEnds": gridEnds,
    ]
  }
}

extension HyperparameterLimit.Hyperparameter {
  var key: String { rawValue.inSnakeCase }
}
