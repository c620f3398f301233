// SPDX-License-Identifier: Apache-2.0

extension PretrainedModels {
  /// Trains models on studies.
  ///
  /// For each kind of sensor there is one ridge regression over everyone of its cadence. Its penalties, and
  /// how much people with another kind of sensor count, are those whose error is least on studies that took
  /// no part in the fit, and its intervals are calibrated on the errors there.
  ///
  /// - Throws: ``FitError`` if there is too little data.
  /// - Complexity: O(*n p*²) in the readings and features.
  public static func trained(on studies: [Study]) throws(FitError) -> PretrainedModels {
    try trained(on: studies, landmarkCount: PretrainingPipeline.landmarkCount)
  }

  /// The same with so many kernel landmarks.
  static func trained(
    on studies: [Study], landmarkCount: Int
  ) throws(FitError) -> PretrainedModels {
    var models: [SensorKind: Forecaster] = [:]
    for var pipeline in try pipelines(studies, landmarkCount) {
      try pipeline.run()
      models.merge(pipeline.models) { $1 }
    }
    return PretrainedModels(studies: studies.map(\.name), models: models)
  }

  /// Trains models as ``trained(on:)`` does, on all cores.
  ///
  /// - Parameters:
  ///   - studies: The recordings.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with the share of the work that is done, ascending to one.
  /// - Throws: ``FitError`` if there is too little data; `CancellationError` if the task was canceled.
  public static func trained(
    on studies: [Study], tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> PretrainedModels {
    var models: [SensorKind: Forecaster] = [:]
    let pipelines = try pipelines(studies, PretrainingPipeline.landmarkCount)
    for (number, pipeline) in pipelines.enumerated() {
      var pipeline = pipeline
      try await pipeline.run(tasks: tasks) {
        progress((Double(number) + $0) / Double(pipelines.count))
      }
      models.merge(pipeline.models) { $1 }
    }
    return PretrainedModels(studies: studies.map(\.name), models: models)
  }

  private static func pipelines(
    _ studies: [Study], _ landmarkCount: Int
  ) throws(FitError) -> [PretrainingPipeline] {
    let pipelines = SensorCadence.allCases.compactMap {
      PretrainingPipeline(studies, $0, landmarkCount: landmarkCount)
    }
    guard !pipelines.isEmpty else { throw FitError(.noRecords) }
    return pipelines
  }
}
