// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseKit

  /// The JSON of a model; see docs/json.md.
  struct ModelDescription: Encodable {
    /// A hyperparameter, and the values that validation selected for each step ahead.
    struct Hyperparameter: Encodable {
      let name: String
      /// The selected values, one per step ahead.
      let selected: [Double]
      /// The candidates in ascending order; absent if the model does not store them.
      let candidates: [Double]?
      /// A Boolean value that indicates whether a selected value is the smallest or the largest
      /// candidate.
      let isAtGridEnd: Bool?

      init?(_ name: String, _ selected: [Double], _ candidates: [Double]?) {
        guard !selected.isEmpty else { return nil }
        self.name = name
        self.selected = selected
        let grid = candidates?.sorted()
        // A value that is not on the grid was selected from another grid.
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

    /// - Parameter hasGrid: A Boolean value that indicates whether the model was selected among the
    ///   candidates of its options, unlike a pretrained model.
    init(_ model: Forecaster, hasGrid: Bool = true) {
      cadenceMinutes = model.cadence.rawValue
      horizonMinutes = Int(((model.leads.last ?? .zero) / .seconds(60)).rounded())
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
