internal import CGlucose
internal import Prediction

/// Computes the part of a cohort in a result for people on several machines, in the calling thread.
@c @implementation
public func glucose_part(
  _ cohort: Handle, _ name: Text, _ options: Text, _ model: Handle, _ task: Handle,
  _ bytes: NewBytes, _ count: Count, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let name = try unsafe text(name, "name")
    let options = try unsafe Options(options, name == "backtest" ? "test_fraction" : "bands")
    let model = try unsafe model == nil ? nil : object(model, ModelHandle.self, "model").model
    let part = try unsafe CohortPart(name, of: cohort, model, options, optionalTask(task))
    unsafe try set(bytes, count, part.bytes)
  }
}

/// Returns the sum of two parts as bytes.
@c @implementation
public func glucose_part_add(
  _ part: Bytes, _ partCount: Int, _ other: Bytes, _ otherCount: Int, _ bytes: NewBytes,
  _ count: Count, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let (part, other) = unsafe (content(part, partCount), content(other, otherCount))
    if part.starts(with: "glucose-part".utf8) {
      var sum = try FitPart(bytes: part)
      try sum.add(FitPart(bytes: other))
      unsafe try set(bytes, count, sum.bytes)
    } else {
      var sum = try CohortPart(bytes: part)
      try sum.add(CohortPart(bytes: other))
      unsafe try set(bytes, count, sum.bytes)
    }
  }
}

/// Returns the measures of a part, or of a sum of parts.
@c @implementation
public func glucose_part_table(
  _ part: Bytes, _ partCount: Int, _ table: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let part = try unsafe CohortPart(bytes: content(part, partCount))
    unsafe try set(table, part.table())
  }
}
