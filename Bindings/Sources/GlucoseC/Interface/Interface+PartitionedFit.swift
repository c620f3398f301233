internal import CGlucose
internal import Prediction
internal import Synchronization

/// The object of a partitioned fit's handle.
final class PartitionedFitHandle: Sendable {
  let fit: Mutex<PartitionedFit>

  init(_ fit: PartitionedFit) { self.fit = Mutex(fit) }
}

/// Creates a fit to cohorts that are distributed over machines.
@c @implementation
public func glucose_partitioned_fit_create(
  _ options: Text, _ fit: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let options = try unsafe Options(
      options, "minutes cadence uses_events pretrained zone test_fraction")
    let made = try PartitionedFit(options.fit(zone: options.zone()))
    unsafe try set(fit, PartitionedFitHandle(made))
  }
}

/// Returns the task of the current round as bytes.
@c @implementation
public func glucose_partitioned_fit_task(
  _ fit: Handle, _ bytes: NewBytes, _ count: Count, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let fit = try unsafe object(fit, PartitionedFitHandle.self, "fit").fit.withLock { $0 }
    unsafe try set(bytes, count, fit.task?.bytes ?? [])
  }
}

/// Ends the current round with the sum of its parts.
@c @implementation
public func glucose_partitioned_fit_advance(
  _ fit: Handle, _ part: Bytes, _ count: Int, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let part = try unsafe FitPart(bytes: content(part, count))
    let fit = try unsafe object(fit, PartitionedFitHandle.self, "fit")
    do {
      try fit.fit.withLock { try $0.advance(with: part) }
    } catch let error as FitError {
      throw BindingError(code: BindingError.code(of: error), message: Key.unescaped("\(error)"))
    }
  }
}

/// Returns the model, once no task is left.
@c @implementation
public func glucose_partitioned_fit_model(
  _ fit: Handle, _ model: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let fit = try unsafe object(fit, PartitionedFitHandle.self, "fit").fit.withLock { $0 }
    unsafe try set(model, ModelHandle(fit.model()))
  }
}

/// Frees a partitioned fit.
@c @implementation
public func glucose_partitioned_fit_free(_ fit: Handle) {
  unsafe free(fit, PartitionedFitHandle.self)
}

/// Computes the part of a cohort for a task, in the calling thread.
@c @implementation
public func glucose_fit_part(
  _ cohort: Handle, _ task: Bytes, _ taskCount: Int, _ bytes: NewBytes, _ count: Count,
  _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let task = try unsafe FitTask(bytes: content(task, taskCount))
    let people = try cohort.members(1, nil).map { $0.person }
    let ids = people.map { cohort.keys[$0]?.partitionID ?? "" }
    do {
      let part = try task.part(ofPeople: ids) { try cohort.recording(of: people[$0]) }
      unsafe try set(bytes, count, part.bytes)
    } catch let error as FitError {
      throw cohort.named(error, of: people)
    }
  }
}
