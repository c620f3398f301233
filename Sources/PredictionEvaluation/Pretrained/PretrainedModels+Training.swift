public import GlucoseMath
public import Prediction

extension PretrainedModels {
  /// The recordings of one study, on which models are trained.
  public struct Study: Sendable {
    /// The name of the study.
    public var name: String
    /// One record per person. The times are the person's local time, read as UTC.
    public var people: [GlucoseSeries]
    /// A Boolean value that indicates whether the study's clocks give the time of day. Some studies
    /// hide it.
    public var hasClock: Bool
    /// The type of diabetes of all its people, or `nil` if it is unknown or they are of several.
    public var type: TypeOfDiabetes?

    /// Creates a study.
    public init(
      name: String, people: [GlucoseSeries], hasClock: Bool = true, type: TypeOfDiabetes? = nil
    ) {
      self.name = name
      self.people = people
      self.hasClock = hasClock
      self.type = type
    }

    /// Returns the people whose sensors measure at least as often as a model of this cadence needs.
    func people(_ cadence: SensorCadence) -> [GlucoseSeries] {
      people.filter { series in series.cadence.map { cadence.suits($0) } ?? false }
    }
  }

  /// Trains models on studies.
  ///
  /// Each kind of sensor has one ridge regression over all people with its cadence. Its penalties,
  /// and the weight of people with another kind of sensor, are those with the least error on
  /// studies that were left out of the fit, and its intervals are calibrated on the errors on these
  /// studies. If a study has nearly all readings of a kind of sensor, or the other studies with its
  /// cadence have too few for a fit, some of its people are left out instead.
  ///
  /// Few studies have recordings of every five minutes that were smoothed afterwards. Their model is
  /// therefore also trained on the other recordings of every five minutes, smoothed by a Gaussian,
  /// each with the weight of a recording.
  ///
  /// If the studies are of at least two types of diabetes, the weights and the intervals with less
  /// than a day in view are those of each type, and their mean for an unknown one.
  ///
  /// There are `tasks` concurrent tasks, or one per core if it is `nil`. `progress` is called with
  /// the completed fraction of the work, ascending to 1.
  ///
  /// - Throws: `FitError` if there are too few readings, or too few without those left out;
  ///   `CancellationError` if the task was canceled.
  /// - Complexity: O(*n p*²), where *n* is the number of readings and *p* the number of features.
  public static func trained(
    on studies: [Study], tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> PretrainedModels {
    try await trained(
      on: studies, without: [], landmarkCount: PretrainingPipeline.landmarkCount, tasks: tasks,
      progress: progress)
  }

  /// Trains models without some parts.
  package static func trained(
    on studies: [Study], without leftOut: Set<TrainingPart>, progress: (Double) -> Void
  ) async throws -> PretrainedModels {
    try await trained(
      on: studies, without: leftOut, landmarkCount: PretrainingPipeline.landmarkCount,
      progress: progress)
  }

  static func trained(
    on studies: [Study], without leftOut: Set<TrainingPart> = [], landmarkCount: Int,
    tasks: Int? = nil, progress: (Double) -> Void = { _ in }
  ) async throws -> PretrainedModels {
    let pipelines = SensorKind.allCases.compactMap { kind in
      PretrainingPipeline(studies, kind, landmarkCount: landmarkCount, without: leftOut).map {
        (kind, $0)
      }
    }
    guard !pipelines.isEmpty else { throw FitError(.noRecords) }
    let work = OrderedTasks(sharedBy: tasks)
    var models: [SensorKind: Forecaster] = [:]
    var priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]
    for (number, (kind, pipeline)) in pipelines.enumerated() {
      let (model, own) = try await pipeline.model(on: work) {
        progress(min((Double(number) + $0) / Double(pipelines.count), 0.999))
      }
      models[kind] = model
      if !own.isEmpty { priors[kind] = own }
    }
    progress(1)
    return PretrainedModels(studies: studies.map(\.name), models: models, priors: priors)
  }
}
