// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseKit

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
      let names: [(hyperparameter: HyperparameterLimit.Hyperparameter, name: String)] = [
        (.ridge, "ridge"), (.kernelRidge, "kernel_ridge"), (.eventRidge, "event_ridge"),
      ]
      func ends(_ name: String) -> [HyperparameterLimit] {
        model.hyperparametersAtLimits.filter { end in
          names.contains { $0.hyperparameter == end.hyperparameter && $0.name == name }
        }
      }
      hyperparameters = [
        Hyperparameter(
          "ridge", model.ridges, hasGrid ? model.options.ridgeCandidates : nil, ends("ridge")),
        Hyperparameter(
          "kernel_ridge", model.kernelRidges, hasGrid ? model.options.kernelRidgeCandidates : nil,
          ends("kernel_ridge")),
        Hyperparameter(
          "event_ridge", model.eventRidges, model.options.eventRidgeCandidates, ends("event_ridge")),
      ].compactMap { $0 }
      gridEnds = names.flatMap { _, name in
        ends(name).map {
          GridEnd(
            hyperparameter: name, minutes: $0.lead.inMinutes, value: $0.value,
            end: $0.isMinimum ? "least" : "greatest")
        }
      }
    }
  }
#endif
