public import GlucoseDiary
public import GlucoseFoundation

extension Forecaster {
  /// Returns the model with the least error for one person.
  ///
  ///     let mine = try Forecaster.best(for: recording, in: oslo, type: .type1)
  ///     let forecast = try mine.forecast(after: recording, at: now)
  ///     print(mine.selection?.chosen ?? .personalized)
  ///
  /// It is the pretrained model, personalized with the recording, or, if the recording has meals,
  /// insulin, or exercise, a fit to it with the pretrained model as its prior, if that has less
  /// error on the last readings; ``ModelSelection`` describes the comparison. For a sensor without
  /// a pretrained model it is ``fitAlone(to:in:horizon:)``. The model has the cadence of the last
  /// hour, such as after a change of sensors, or that of the whole recording if the last hour is
  /// interrupted.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The time zone of the time of day, or `nil` for a model without the time of day.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown. It has an effect as long
  ///     as less than a day of readings is in view.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most two hours.
  ///   - models: The pretrained models to choose from, or `nil` for the library's own.
  /// - Throws: ``FitError`` if there are fewer than two readings, they are too far apart,
  ///   `horizon` is not a lead of the models, or the library's models cannot be read.
  /// - Complexity: Twice that of a personalized model, O(*n p*² + *p*³), and with events of a fit,
  ///   O(*n p*²), where *n* is the number of readings and *p* the number of features.
  public static func best(
    for recording: Recording, in zone: TimeZone?, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800), among models: PretrainedModels? = nil
  ) throws(FitError) -> Forecaster {
    try ModelSelection.Search(for: recording, in: zone, type: type, horizon, models).model()
  }

  /// Returns the model of ``best(for:in:type:horizon:among:)``, and tries the candidates on as
  /// many cores as there are `tasks`, or on all.
  ///
  /// `progress` is called with the completed fraction of the work, ascending to 1. Canceling the
  /// task ends the search with a `CancellationError` when the blocks of rows in progress are
  /// complete.
  public static func best(
    for recording: Recording, in zone: TimeZone?, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800), among models: PretrainedModels? = nil, tasks: Int? = nil,
    progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    let search = try ModelSelection.Search(for: recording, in: zone, type: type, horizon, models)
    let work = OrderedTasks(sharedBy: tasks)
    let count = search.candidates.count
    let share = Double(count) / Double(count + 1)
    let trials = try await work.map(count, progress: { progress(share * $0) }) {
      search.trial(search.candidates[$0])
    }
    let model = try await work.map(1) { _ in try search.model(trials) }
    progress(1)
    return model[0]
  }
}
