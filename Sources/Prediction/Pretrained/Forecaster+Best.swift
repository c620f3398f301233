// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// Returns the model that serves one person best.
  ///
  ///     let mine = try Forecaster.best(for: recording, in: oslo)
  ///     let forecast = try mine.forecast(after: recording, at: now)
  ///     print(mine.selection?.chosen ?? .personalized)
  ///
  /// Candidates are the pretrained model as it is, personalized with the whole record or with its last two
  /// weeks, a fit that leans on it, and fits of the record alone; ``ModelSelection`` has how they are compared.
  /// The chosen one is made of the whole record. Where a record is too short to compare, it is
  /// the personalized pretrained model.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model looks: a multiple of the sensor's cadence, at most two hours.
  ///   - models: The pretrained models to choose from, or `nil` for those that ship.
  /// - Throws: ``FitError`` if there are fewer than two readings, they are too far apart, or `horizon` is none
  ///   of those.
  /// - Complexity: that of up to three fits, see ``fit(_:_:prior:)-([Recording],_,_)``, and of three personal models, twice.
  public static func best(
    for recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800),
    among models: PretrainedModels? = nil
  ) throws(FitError) -> Forecaster {
    let search = try ModelSearch(for: recording, in: zone, horizon, models)
    return try search.model(search.candidates.map { search.trial($0) })
  }

  /// Returns the model that serves one person best, with the candidates tried on all cores.
  ///
  /// The model is the same as that of ``best(for:in:horizon:among:)``. Cancelling the task ends the search
  /// when the candidates under way are done.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model looks: a multiple of the sensor's cadence, at most two hours.
  ///   - models: The pretrained models to choose from, or `nil` for those that ship.
  ///   - tasks: How many tasks share the work, or `nil` for one to a core.
  ///   - progress: Called with the fraction of the work that is done, ascending to one.
  /// - Throws: ``FitError`` as the synchronous one, or `CancellationError` if the task was canceled.
  public static func best(
    for recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800),
    among models: PretrainedModels? = nil, tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    let search = try ModelSearch(for: recording, in: zone, horizon, models)
    let work = OrderedTasks(sharedBy: tasks)
    let count = Double(search.candidates.count + 1)
    var trials: [ModelSearch.Trial?] = []
    try await work.run(search.candidates.count) {
      search.trial(search.candidates[$0])
    } consume: {
      trials.append($1)
      progress(Double($0 + 1) / count)
    }
    let all = trials
    let model = try await work.map(1) { _ in try search.model(all) }
    progress(1)
    return model[0]
  }
}
