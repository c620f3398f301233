#if CommandLine
  import GlucoseStudy

  /// The JSON of a model; see docs/json.md.
  struct ModelDescription: Encodable {
    /// A hyperparameter, and the values that validation selected for each step ahead.
    struct Hyperparameter: Encodable {
      let name: String
      /// The selected values, one per step ahead, `nil` where events have no weight.
      let selected: [Double?]
      /// The values of the grid, in ascending order; absent if there is no grid.
      let candidates: [Double]?
      /// A Boolean value that indicates whether a selected value is the smallest or the largest
      /// candidate.
      let isAtGridEnd: Bool?

      init?(
        _ name: String, _ selected: [Double?], _ candidates: [Double]?,
        _ ends: [HyperparameterLimit]
      ) {
        guard !selected.isEmpty else { return nil }
        self.name = name
        self.selected = selected
        self.candidates = candidates?.sorted()
        isAtGridEnd = candidates.map { _ in !ends.isEmpty }
      }
    }

    /// A selected value at an end of its grid.
    struct GridEnd: Encodable {
      let hyperparameter: String
      let minutes, value: Double
      let end: String
    }

    let cadenceMinutes, horizonMinutes: Int
    let features: String
    let featureCount: Int
    let usesEvents, usesTimeOfDay, isPersonal: Bool
    let people, origins: Int
    let leansOnPrior: Bool
    let hyperparameters: [Hyperparameter]
    let gridEnds: [GridEnd]

    init(_ model: Forecaster) {
      cadenceMinutes = model.cadence.rawValue
      horizonMinutes = Int((model.leads.last ?? .zero).inMinutes.rounded())
      features = model.detail.rawValue
      featureCount = model.featureCount
      usesEvents = model.usesEvents
      usesTimeOfDay = model.zone != nil
      isPersonal = model.isPersonal
      people = model.recordCount
      origins = model.rowCount
      leansOnPrior = model.usesPrior
      // The ridges of a fit with a prior are multiples of those of the prior.
      let hasGrid = !model.usesPrior
      let ends = model.hyperparametersAtLimits
      hyperparameters = HyperparameterLimit.Hyperparameter.allCases.compactMap { hyperparameter in
        let (selected, candidates): ([Double?], [Double]?) =
          switch hyperparameter {
          case .ridge: (model.ridges, hasGrid ? model.options.ridgeCandidates : nil)
          case .kernelRidge:
            (model.kernelRidges, hasGrid ? model.options.kernelRidgeCandidates : nil)
          case .eventRidge: (model.eventRidges, model.options.eventRidgeCandidates)
          }
        return Hyperparameter(
          hyperparameter.key, selected, candidates,
          ends.filter { $0.hyperparameter == hyperparameter })
      }
      gridEnds = ends.map {
        GridEnd(
          hyperparameter: $0.hyperparameter.key, minutes: $0.lead.inMinutes, value: $0.value,
          end: $0.isMinimum ? "least" : "greatest")
      }
    }
  }

  extension HyperparameterLimit.Hyperparameter {
    /// The name in JSON.
    fileprivate var key: String { rawValue.replacing(" ", with: "_") }
  }
#endif
