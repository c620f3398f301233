internal import CGlucose
internal import Prediction

/// Fits a model to all people of a cohort.
@c @implementation
public func glucose_model_fit(
  _ cohort: Handle, _ options: Text, _ task: Handle, _ model: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options, "minutes cadence uses_events uses_time_of_day pretrained test_fraction tasks")
    unsafe try set(model, ModelHandle(cohort, options, optionalTask(task)))
  }
}

/// Chooses the model with the least error for one person of a cohort.
@c @implementation
public func glucose_model_best(
  _ cohort: Handle, _ options: Text, _ task: Handle, _ model: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(options, "minutes person tasks type")
    unsafe try set(model, ModelHandle.best(cohort, options, optionalTask(task)))
  }
}

/// Computes a forecast for each person of a cohort.
@c @implementation
public func glucose_model_forecast(
  _ model: Handle, _ cohort: Handle, _ options: Text, _ task: Handle, _ table: NewHandle,
  _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let model = try unsafe object(model, ModelHandle.self, "model")
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(options, "at coverage personalized each tasks")
    unsafe try set(table, cohort.checked(cohort.forecasts(model, options, optionalTask(task))))
  }
}

/// Returns a JSON object that describes a model.
@c @implementation
public func glucose_model_description(_ model: Handle, _ json: NewText, _ error: Failure) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(json, object(model, ModelHandle.self, "model").description())
  }
}

/// Returns a model as bytes, for storage.
@c @implementation
public func glucose_model_encode(
  _ model: Handle, _ bytes: NewBytes, _ count: Count, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(bytes, count, object(model, ModelHandle.self, "model").model.bytes)
  }
}

/// Creates a model from its bytes, which are read only during the call.
@c @implementation
public func glucose_model_decode(
  _ bytes: Bytes, _ count: Int, _ model: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(model, ModelHandle(Forecaster(bytes: content(bytes, count))))
  }
}

/// Frees a model.
@c @implementation
public func glucose_model_free(_ model: OpaquePointer?) { unsafe free(model, ModelHandle.self) }
