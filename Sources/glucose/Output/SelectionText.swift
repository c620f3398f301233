import GlucoseStudy

extension ModelSelection.Candidate {
  var id: String { rawValue.inSnakeCase.replacing("_", with: "-") }

  var name: String {
    switch self {
    case .personalized: "the pretrained model, personalized"
    case .fitWithPrior: "a fit to this person with events, with the pretrained model as prior"
    case .personalFit: "a fit to this person alone"
    }
  }
}

extension ModelSelection.Reason {
  var id: String { rawValue.inSnakeCase.replacing("_", with: "-") }

  var clause: String {
    switch self {
    case .noEvents: "there are no meals, insulin, or exercise to fit"
    case .tooFewReadings: "there are too few readings to compare candidates"
    case .noBetterCandidate: "a fit with events had no error lower by more than chance"
    case .lessError: "its error is lower by more than chance"
    case .noPretrainedModel: "there is no pretrained model for this kind of sensor"
    }
  }
}

extension ModelSelection {
  fileprivate func errors(in unit: GlucoseUnit) -> String? {
    let known = trials.compactMap { trial in
      trial.rootMeanSquareError.map {
        "\(trial.candidate.name) "
          + Glucose.mgdL($0).value(in: unit).formatted(places: unit == .mgdL ? 2 : 3)
      }
    }
    guard !known.isEmpty else { return nil }
    return
      "RMSE in \(unit.rawValue) at \(originCount.counted("origin", "origins")) of the last 30 %, "
      + "with the readings before: " + known.joined(separator: "; ") + "."
  }
}

extension Forecaster {
  var candidate: ModelSelection.Candidate { selection?.chosen ?? .personalized }

  /// Returns the model, the reason for its choice, and if `isFull`, the errors of all candidates.
  func evidence(in unit: GlucoseUnit, isFull: Bool = true) -> String {
    var lines = ["Forecast by \(candidate.name)."]
    if let selection {
      lines = ["Forecast by \(candidate.name): \(selection.reason.clause)."]
      if isFull, let errors = selection.errors(in: unit) { lines.append(errors) }
    }
    if isFull, !hyperparametersAtLimits.isEmpty {
      let ends = Set(
        hyperparametersAtLimits.map { "\($0.hyperparameter.key.inWords) \($0.value)" }
      ).sorted()
      lines.append(
        "Selected values at an end of their grid, beyond which a value may be better: "
          + ends.joined(separator: ", ") + ".")
    }
    return lines.map { $0.wrapped() }.joined(separator: "\n")
  }
}
