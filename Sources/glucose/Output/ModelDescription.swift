// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseKit

  /// What a model is made of, for machines; see docs/json.md.
  struct ModelDescription: Encodable {
    /// A hyperparameter, and what validation chose for each step ahead.
    struct Hyperparameter: Encodable {
      let name: String
      /// The values chosen, one to a step ahead.
      let selected: [Double]
      /// The values to choose from, in ascending order; absent where the model does not keep them.
      let candidates: [Double]?
      /// Whether a value chosen is the least or the greatest candidate.
      let isAtGridEnd: Bool?

      init?(_ name: String, _ selected: [Double], _ candidates: [Double]?) {
        guard !selected.isEmpty else { return nil }
        self.name = name
        self.selected = selected
        let grid = candidates?.sorted()
        // A value that is not on the grid was chosen from another one.
        let isOfGrid = grid.map { grid in selected.allSatisfy(grid.contains) } ?? false
        self.candidates = isOfGrid ? grid : nil
        isAtGridEnd =
          isOfGrid && (grid?.count ?? 0) > 1
          ? selected.contains { $0 == grid?.first || $0 == grid?.last } : nil
      }
    }

    let cadenceMinutes, horizonMinutes: Int
    let features: String
    let featureCount: Int
    let usesEvents, usesTimeOfDay, isPersonal: Bool
    let people, origins: Int
    let hyperparameters: [Hyperparameter]

    /// - Parameter hasGrid: Whether the model was selected among the candidates of its options; a pretrained one is not.
    init(_ model: Forecaster, hasGrid: Bool = true) {
      cadenceMinutes = model.cadence.rawValue
      horizonMinutes = Int((model.leads.last ?? .zero).inMinutes.rounded())
      features = model.detail.rawValue
      featureCount = model.featureCount
      usesEvents = model.usesEvents
      usesTimeOfDay = model.zone != nil
      isPersonal = model.isPersonal
      people = model.recordCount
      origins = model.rowCount
      hyperparameters = [
        Hyperparameter("ridge", model.ridges, hasGrid ? model.options.ridgeCandidates : nil),
        Hyperparameter(
          "kernel_ridge", model.kernelRidges, hasGrid ? model.options.kernelRidgeCandidates : nil),
      ].compactMap { $0 }
    }
  }
#endif
