public import CGlucose
internal import Prediction

/// Fits a model to all people of a cohort.
@c @implementation
public func glucose_model_fit(
  _ cohort: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ task: OpaquePointer?,
  _ model: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options,
      keys: [
        "minutes", "cadence", "uses_events", "uses_time_of_day", "uses_pretrained_model",
        "test_fraction", "tasks",
      ])
    unsafe try set(model, ModelHandle(cohort, options, optionalTask(task)))
  }
}

/// Chooses the model with the least error for the only person of a cohort, among the pretrained
/// one, personal ones, and fits.
@c @implementation
public func glucose_model_best(
  _ cohort: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ task: OpaquePointer?,
  _ model: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(options, keys: ["minutes", "person", "tasks", "type"])
    unsafe try set(model, ModelHandle.best(cohort, options, optionalTask(task)))
  }
}

/// Computes a forecast for each person of a cohort.
@c @implementation
public func glucose_model_forecast(
  _ model: OpaquePointer?, _ cohort: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ task: OpaquePointer?, _ table: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let model = try unsafe object(model, ModelHandle.self, "model")
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options, keys: ["at", "coverage", "personalized", "each", "tasks"])
    unsafe try set(table, cohort.checked(cohort.forecasts(model, options, optionalTask(task))))
  }
}

/// Returns a JSON object that describes a model.
@c @implementation
public func glucose_model_description(
  _ model: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(json, object(model, ModelHandle.self, "model").description())
  }
}

/// Returns a model as bytes, for storage.
@c @implementation
public func glucose_model_encode(
  _ model: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(bytes, count, object(model, ModelHandle.self, "model").model.bytes)
  }
}

/// Creates a model from its bytes, which are read only during the call.
@c @implementation
public func glucose_model_decode(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ model: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(model, ModelHandle(Forecaster(bytes: content(bytes, count))))
  }
}

/// Frees a model.
@c @implementation
public func glucose_model_free(_ model: OpaquePointer?) { unsafe free(model, ModelHandle.self) }
