#if CommandLine
  import GlucoseStudy

  extension ModelSelection.Candidate {
    /// The identifier of the candidate in JSON.
    var id: String {
      switch self {
      case .pretrained: "pretrained"
      case .personalized: "pretrained-personalized"
      case .recentlyPersonalized: "pretrained-recently-personalized"
      case .fitWithPrior: "leaning-fit"
      case .personalFit: "own-fit"
      case .personalFitWithoutEvents: "own-fit-without-events"
      }
    }

    var name: String {
      switch self {
      case .pretrained: "the pretrained model"
      case .personalized: "the pretrained model, personalized"
      case .recentlyPersonalized: "the pretrained model, personalized with two weeks"
      case .fitWithPrior: "a fit with the pretrained model as prior"
      case .personalFit: "a fit to this person alone"
      case .personalFitWithoutEvents: "a fit to this person alone, without events"
      }
    }
  }

  extension ModelSelection.Reason {
    /// The identifier of the reason in JSON.
    var id: String {
      switch self {
      case .tooFewReadings: "too-few-readings"
      case .noBetterCandidate: "no-better-candidate"
      case .lessError: "less-error"
      case .noPretrainedModel: "no-pretrained-model"
      }
    }

    var sentence: String {
      switch self {
      case .tooFewReadings: "there are too few readings to compare candidates"
      case .noBetterCandidate: "no other candidate had an error lower by more than chance"
      case .lessError: "it has the lowest error, by more than chance"
      case .noPretrainedModel: "there is no pretrained model for this kind of sensor"
      }
    }
  }

  extension ModelSelection {
    /// Returns the errors of the candidates on the last part of the record as a sentence, or `nil`
    /// if no candidates were compared.
    fileprivate func errors(in unit: GlucoseUnit) -> String? {
      let known = trials.compactMap { trial in
        trial.rootMeanSquareError.map {
          "\(trial.candidate.name) "
            + Glucose.mgdL($0).value(in: unit).formatted(places: unit == .mgdL ? 2 : 3)
        }
      }
      guard !known.isEmpty else { return nil }
      return
        "RMSE in \(unit.rawValue) of candidates at \(originCount) origins of the last 30 %, "
        + "each fitted to the readings before: " + known.joined(separator: "; ") + "."
    }
  }

  extension Forecaster {
    var candidate: ModelSelection.Candidate {
      selection?.chosen ?? (isPersonal ? .personalized : .pretrained)
    }

    /// Returns lines with the model, the reason for its choice, and the selected values at an end
    /// of their grid.
    ///
    /// - Parameter isFull: A Boolean value that indicates whether the errors of all candidates and
    ///   the values at an end of their grid are included.
    func evidence(in unit: GlucoseUnit, isFull: Bool = true) -> String {
      var lines = ["Forecast by \(candidate.name)."]
      if let selection {
        lines = ["Forecast by \(candidate.name): \(selection.reason.sentence)."]
        if isFull, let errors = selection.errors(in: unit) { lines.append(errors) }
      }
      if isFull, !hyperparametersAtLimits.isEmpty {
        let ends = Set(
          hyperparametersAtLimits.map { "\($0.hyperparameter.rawValue) \($0.value)" }
        ).sorted()
        lines.append(
          "Selected values at an end of their grid, beyond which a value may be better: "
            + ends.joined(separator: ", ") + ".")
      }
      return lines.map { $0.wrapped() }.joined(separator: "\n")
    }
  }
#endif
